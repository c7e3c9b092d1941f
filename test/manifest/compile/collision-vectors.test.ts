// Word bags, likeness, groups, reports and flags as recorded; other scripts, which the recording did not see, beside them.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { collisionReport } from "../../../src/manifest/compile/collisions.ts";
import type { Descriptor } from "../../../src/manifest/compile/descriptor.ts";
import { likeness, pairsFrom, worstPair } from "../../../src/manifest/compile/likeness.ts";
import { crossGroups, groupSiblings, loneGroups } from "../../../src/manifest/compile/sibling-groups.ts";
import type { SourceNode } from "../../../src/manifest/compile/source-tree.ts";
import { vacuityFlags } from "../../../src/manifest/compile/vacuity.ts";
import { descriptorBag, wordBag } from "../../../src/manifest/compile/word-bag.ts";
import { vectors } from "../vectors.ts";

const recorded = vectors<{
  bags: { text: string; bag: string[] }[];
  similarity: { a: Descriptor; b: Descriptor; bag_a: string[]; bag_b: string[]; similarity: number }[];
  worst_pair: { descriptors: Descriptor[]; i: number; j: number; similarity: number }[];
  groups: {
    name: string;
    items: string[];
    descriptors: Descriptor[];
    max_size: number;
    groups: string[][];
  }[];
  reports: {
    groups: Descriptor[][];
    threshold: number;
    report: {
      max_similarity: number;
      colliding_groups: number;
      pairs: { a: number; b: number; similarity: number }[];
    };
  }[];
  vacuity: { title: string | null; descriptor: Descriptor; flags: string[] }[];
}>("collision");

/** What letters beyond ASCII add (B 34: the recording saw none of them). */
const BEYOND_ASCII: Record<string, string[]> = {
  İstanbul: ["i̇stanbul"],
  "ＦＵＬＬ width": ["full", "width"],
};

test("bags of words: of ASCII as recorded, of every other script its own words (B 34)", () => {
  for (const { text, bag } of recorded.bags)
    assert.deepEqual([...wordBag(text)].sort(), BEYOND_ASCII[text] ?? bag, text);
  const scripts: Record<string, string[]> = {
    "Повторить запрос после сбоя": ["повторить", "запрос", "после", "сбоя"],
    "επαναφορά λογαριασμού": ["επαναφορά", "λογαριασμού"],
    "إعادة تعيين كلمة المرور": ["إعادة", "تعيين", "كلمة", "المرور"],
    "पासवर्ड रीसेट करें": ["पासवर्ड", "रीसेट", "करें"],
  };
  for (const [text, words] of Object.entries(scripts)) assert.deepEqual([...wordBag(text)], words);
  for (const text of ["重置密码并发送邮件", "パスワードを再設定する", "รีเซ็ตรหัสผ่านของผู้ใช้"]) {
    const bag = wordBag(text);
    assert.ok(bag.size > 1, text);
    for (const word of bag) assert.ok(text.includes(word), word);
  }
});

test("likeness is shared words by all words", () => {
  for (const { a, b, bag_a, bag_b, similarity } of recorded.similarity) {
    const [own, other] = [descriptorBag(a), descriptorBag(b)];
    const isAscii = /^[\0-\x7f]*$/.test(JSON.stringify([a, b]));
    if (!isAscii) continue;
    assert.deepEqual([[...own].sort(), [...other].sort()], [bag_a, bag_b]);
    assert.equal(likeness(own, other), similarity);
  }
  const plain = { when: "", keywords: [] };
  const [kanji, latin] = [
    descriptorBag({ what: "漢字 search", ...plain }),
    descriptorBag({ what: "search", ...plain }),
  ];
  assert.ok(likeness(kanji, latin) < 1, "B 34");
});

test("the worst pair is the first of the most alike", () => {
  for (const { descriptors, i, j, similarity } of recorded.worst_pair) {
    const worst = worstPair(descriptors.map(descriptorBag));
    assert.deepEqual(worst ?? { i: -1, j: -1, likeness: 0 }, { i, j, likeness: similarity });
  }
});

test("wide levels are grouped as recorded", () => {
  for (const { name, items, descriptors, max_size, groups } of recorded.groups) {
    const found = groupSiblings(descriptors.map(descriptorBag), max_size);
    assert.deepEqual(
      found.map((group) => group.map((i) => items[i])),
      groups,
      name,
    );
  }
});

test("a report names the group and both siblings", () => {
  for (const { groups, threshold, report } of recorded.reports) {
    const descriptors = new Map<string, Descriptor>();
    const leaf = (id: string): SourceNode => ({
      id,
      title: id,
      format: "md",
      content: "",
      keywords: [],
      facets: {},
      links: [],
    });
    const children = groups.map((group, g) => ({
      ...leaf(`g${g}`),
      children: group.map((descriptor, i) => {
        descriptors.set(`g${g}.${i}`, descriptor);
        return leaf(`g${g}.${i}`);
      }),
    }));
    for (const { id } of children) descriptors.set(id, { what: "", when: "", keywords: [] });
    const found = collisionReport({ ...leaf("r"), children }, descriptors, threshold);
    assert.deepEqual(
      {
        max_similarity: found.maxSimilarity,
        colliding_groups: found.collidingGroups,
        pairs: found.pairs.map(({ parent, a, b, similarity }) => {
          assert.ok(a.startsWith(`${parent}.`) && b.startsWith(`${parent}.`));
          return { a: Number(a.split(".")[1]), b: Number(b.split(".")[1]), similarity };
        }),
      },
      report,
    );
  }
});

test("flags of what says nothing", () => {
  const named: Record<string, string> = {
    what_restates_title: "what restates the title",
    when_generic: "when is generic",
    when_without_terms: "when has no terms",
  };
  for (const { title, descriptor, flags } of recorded.vacuity)
    assert.deepEqual(
      vacuityFlags(title, descriptor),
      flags.map((flag) => named[flag]),
    );
  assert.deepEqual(vacuityFlags("密码重置", { what: "密码重置", when: "用户忘记了登录密码" }), [
    "what restates the title",
  ]);
});

// The plain way beside the index.
const bagsOf = fc.array(fc.uniqueArray(fc.constantFrom(..."abcdefgh"), { maxLength: 5 }), { maxLength: 14 });

function plainPairs(bags: readonly ReadonlySet<string>[]): { i: number; j: number; likeness: number }[] {
  return bags
    .flatMap((a, i) => bags.map((b, j) => ({ i, j, likeness: likeness(a, b) })))
    .filter(({ i, j, likeness: value }) => i < j && value > 0);
}

test("pairs through the index are those of comparing all with all, whatever the ceiling leaves of it", () => {
  fc.assert(
    fc.property(bagsOf, fc.double({ min: 0.01, max: 1, noNaN: true }), (words, least) => {
      const bags = words.map((one) => new Set(one));
      const all = plainPairs(bags);
      assert.deepEqual(
        pairsFrom(bags, least),
        all.filter((pair) => pair.likeness >= least),
      );
      const most = Math.max(0, ...all.map((pair) => pair.likeness));
      assert.deepEqual(worstPair(bags), all.find((pair) => pair.likeness === most) ?? null);
      const known = new Set(all.map((pair) => JSON.stringify(pair)));
      for (const pair of pairsFrom(bags, least, 6)) assert.ok(known.has(JSON.stringify(pair)));
    }),
  );
});

test("groups hold each sibling once within the limit; who is alone and who collides across gets a group", () => {
  fc.assert(
    fc.property(bagsOf, fc.integer({ min: 2, max: 5 }), (words, most) => {
      const bags = words.map((one) => new Set(one));
      const groups = groupSiblings(bags, most);
      assert.deepEqual(
        groups.flat().sort((a, b) => a - b),
        bags.map((_, i) => i),
      );
      assert.ok(groups.every((group) => group.length <= most));
      const groupOf: number[] = [];
      groups.forEach((group, g) => group.forEach((i) => (groupOf[i] = g)));
      const crossing = crossGroups(bags, groupOf, 0.5, most);
      const extra = [...loneGroups(bags, groups, most), ...crossing];
      assert.ok(extra.every((group) => group.length > 1 && group.length <= most));
      if (bags.length > 1)
        for (const group of groups.filter(({ length }) => length === 1))
          assert.ok(extra.some((other) => other.includes(group[0]!)));
      const collide = plainPairs(bags).some(
        ({ i, j, likeness: value }) => groupOf[i] !== groupOf[j] && value >= 0.5,
      );
      assert.equal(crossing.length > 0, collide);
    }),
  );
});

test("100,000 siblings, all unlike or all nearly the same, are grouped without comparing all with all", () => {
  for (const shared of [[], ["handle", "request", "number"]]) {
    const bags = Array.from({ length: 100_000 }, (_, i) => new Set([...shared, `own${i}`, `pair${i >> 1}`]));
    const groups = groupSiblings(bags, 8);
    assert.ok(groups.every((group) => group.length <= 8));
    assert.equal(
      groups.reduce((sum, group) => sum + group.length, 0),
      bags.length,
    );
    const together = groups.filter((group) => group.includes(1)).at(0)!;
    assert.ok(together.includes(0), "the two that share a rare word");
    assert.ok(worstPair(bags)!.likeness > 0);
  }
});
