// Descriptions by rules: sound for whatever a content is, the same each time, with words that a question has, siblings told
// apart or said to be the same.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import fc from "fast-check";
import type { ContentProfile } from "../../../src/manifest/compile/content-profile.ts";
import { describeTree } from "../../../src/manifest/compile/describe-tree.ts";
import type { Descriptor } from "../../../src/manifest/compile/descriptor.ts";
import { ruleDescriber } from "../../../src/manifest/compile/rule-describer.ts";
import { termsOf } from "../../../src/manifest/compile/rule-lines.ts";
import { preOrder, type SourceNode } from "../../../src/manifest/compile/source-tree.ts";
import { descriptorBag } from "../../../src/manifest/compile/word-bag.ts";
import { likeness } from "../../../src/manifest/compile/likeness.ts";
import { runCase } from "../../../src/manifest/eval/run-case.ts";
import { parseManifest, type Manifest } from "../../../src/manifest/manifest.ts";
import { KeywordNavigator } from "../../../src/manifest/navigator.ts";
import { codePoints } from "../../../src/manifest/node-cost.ts";
import { offlineModel } from "./offline-model.ts";

const checkout = join(import.meta.dirname, "..", "..", "..");

function leaf(id: string, content: string, title = id): SourceNode {
  return { id, title, format: "md", content, keywords: [], facets: {}, links: [] };
}

function branch(id: string, children: SourceNode[]): SourceNode {
  return { id, title: id, format: "md", keywords: [], facets: {}, links: [], children };
}

async function described(root: SourceNode): Promise<ReadonlyMap<string, Descriptor>> {
  return (await describeTree({ root }, ruleDescriber({ root }))).descriptors;
}

const TEXTS = [
  "",
  " ",
  "x",
  "…",
  "\0",
  "a\nb",
  "🚢🚢",
  "1 2 3 4",
  "---\n---",
  "```\ncode only\n```",
  "# Title\n\nA sentence of the text. Another one.",
  "Повторить запрос после сбоя сети. Ключ действует сутки.",
  "重置密码并发送邮件给用户。令牌有效期为一天。",
  "パスワードを再設定する手順。",
  "إعادة تعيين كلمة المرور للمستخدم.",
  "पासवर्ड रीसेट करने के चरण।",
  "รีเซ็ตรหัสผ่านของผู้ใช้",
  '{"name": "createBooking", "description": "Create a recurring booking"}',
  "function retryWithBackoff(request) { return request }",
  "<html><p>Tags</p></html>",
  "various things and stuff etc",
  "word ".repeat(3_000),
  "a".repeat(5_000),
  "\ud800 half a pair",
];
const texts = fc.oneof(
  fc.constantFrom(...TEXTS),
  fc.lorem({ maxCount: 30 }),
  fc.string({ unit: "binary", maxLength: 80 }),
);
const titles = fc.oneof(
  fc.constantFrom("", "x", "Passwords", "密码重置", "the", "a/b.md"),
  texts.map((text) => text.slice(0, 30)),
);

test("whatever contents are, every line is sound: not empty, not vacuous, within its limit; and the same again", async () => {
  const leaves = fc.array(
    fc.record({ title: titles, content: texts, hint: fc.option(texts), when: fc.option(texts) }),
    { minLength: 1, maxLength: 12 },
  );
  await fc.assert(
    fc.asyncProperty(leaves, fc.integer({ min: 1, max: 4 }), async (parts, width) => {
      const nodes = parts.map(({ title, content, hint, when }, i) => ({
        ...leaf(`n${i}`, content, title),
        ...(hint !== null && { hint }),
        ...(when !== null && { when }),
      }));
      const groups: SourceNode[] = [];
      for (let i = 0; i < nodes.length; i += width) groups.push(branch(`g${i}`, nodes.slice(i, i + width)));
      const root = branch("r", [...groups, branch("empty", [])]);
      const before = JSON.stringify(root);
      const { descriptors, stats } = await describeTree({ root }, ruleDescriber({ root }));
      assert.equal(JSON.stringify(root), before, "the tree stays as it is");
      assert.deepEqual(stats.vacuity.flagged, []);
      assert.deepEqual([stats.fallbacks.count, stats.faults.count], [0, 0]);
      for (const { what, when, keywords } of descriptors.values()) {
        for (const line of [what, when])
          assert.ok(line !== "" && codePoints(line) <= 160 && line.isWellFormed());
        assert.ok(keywords.length <= 6);
      }
      assert.deepEqual([...(await described(root))], [...descriptors]);
    }),
    { numRuns: 150 },
  );
});

test("siblings are told apart below the threshold, unless they are the same text", async () => {
  const words = "harbour ledger invoice crane vessel berth tariff pilot buoy anchor cargo dock".split(" ");
  const contents = fc.array(fc.uniqueArray(fc.constantFrom(...words), { minLength: 3, maxLength: 8 }), {
    minLength: 2,
    maxLength: 12,
  });
  await fc.assert(
    fc.asyncProperty(contents, async (lists) => {
      const nodes = lists.map((list, i) =>
        leaf(
          `docs/part-${i}.md`,
          `This page tells how to handle every request of ours. ${list.join(" ")}.`,
          `Part ${i}`,
        ),
      );
      const descriptors = await described(branch("r", nodes));
      const bags = nodes.map(({ id }) => descriptorBag(descriptors.get(id)!));
      nodes.forEach((a, i) => {
        nodes.slice(i + 1).forEach((b, at) => {
          const j = i + 1 + at;
          // Where there are only so many words, many pages have them all between them.
          const isSame = [...new Set(lists[i])].sort().join() === [...new Set(lists[j])].sort().join();
          if (!isSame) assert.notDeepEqual(descriptors.get(a.id), descriptors.get(b.id));
          if (nodes.length < 4 && !isSame)
            assert.ok(
              likeness(bags[i]!, bags[j]!) <= 0.6,
              JSON.stringify([descriptors.get(a.id), descriptors.get(b.id)]),
            );
        });
      });
    }),
  );
});

test("two copies are said to be copies, and their places tell which is which", async () => {
  const text = "Berths are reserved a week ahead. Call the harbour office for a crane.";
  const root = branch("r", [
    leaf("north/berths.md", text, "Berths"),
    leaf("south/berths.md", text, "Berths"),
    leaf("tolls.md", "Tariffs for vessels by length and season."),
  ]);
  const descriptors = await described(root);
  const [north, south] = ["north/berths.md", "south/berths.md"].map((id) => descriptors.get(id)!);
  assert.ok([north, south].some((one) => /same text as/.test(one!.what)));
  assert.match(north!.when + south!.when, /north\/berths\.md|south\/berths\.md/);
  assert.ok(likeness(descriptorBag(north!), descriptorBag(south!)) < 0.5);
});

test("pages that differ in a word of many are told apart by it and by their names", async () => {
  const page = (name: string, word: string): SourceNode =>
    leaf(
      `errors/${name}.md`,
      `The ${word} must be valid.\n\n## What went wrong\n\nAn expected async export function blog params see got value of a static path.`,
      name,
    );
  const names = ["InvalidParam", "InvalidReturn", "InvalidProps", "InvalidSlot"];
  const nodes = names.map((name, i) => page(name, ["parameter", "returned array", "props", "slot"][i]!));
  const root = branch("r", [branch("errors", nodes), leaf("other.md", "Vessels moor at berths.")]);
  const { stats } = await describeTree({ root }, ruleDescriber({ root }));
  assert.ok(stats.collisions.maxSimilarity < 0.5, JSON.stringify(stats.collisions.pairs));
});

test("`when` has words of the content that title and `what` have not", async () => {
  const content =
    "Berths are reserved a week ahead.\n\n## Crane hire\n\nA crane lifts twenty tonnes; the `liftPlan` is checked by a rigger.\n\n## Storm moorings\n\nIn a storm vessels move to the inner basin.";
  const descriptors = await described(
    branch("r", [
      leaf("berths", content, "Berths"),
      leaf("tolls", "Tariffs go by length. Payment is due within thirty days.", "Tolls"),
    ]),
  );
  const { what, when } = descriptors.get("berths")!;
  assert.equal(what, "Berths are reserved a week ahead.");
  const said = new Set(termsOf(`Berths ${what}`));
  assert.ok(termsOf(when).filter((term) => !said.has(term)).length >= 5, when);
  assert.match(when, /crane hire/i);
  assert.match(when, /storm moorings/i);
});

test("what a source says itself comes first: its description, and when it is wanted", async () => {
  const node = {
    ...leaf("berths", "Some other text stands here.", "Berths"),
    hint: "Reserve, extend and release berths.",
    when: "A vessel needs a place to moor",
  };
  const { what, when } = (await described(branch("r", [node, leaf("tolls", "Tariffs.")]))).get("berths")!;
  assert.equal(what, "Reserve, extend and release berths.");
  assert.ok(when.startsWith("A vessel needs a place to moor"));
});

test("kept profiles give the same lines, and their contents are not read again", async () => {
  const root = documentation();
  const kept = new Map<string, ContentProfile>();
  const first = await describeTree({ root }, ruleDescriber({ root }, { profiles: kept }));
  const before = kept.size;
  assert.ok(before > 5);
  const again = JSON.parse(JSON.stringify([...kept])) as [string, ContentProfile][];
  const sets: string[] = [];
  const second = await describeTree(
    { root },
    ruleDescriber(
      { root },
      { profiles: { get: (key) => new Map(again).get(key), set: (key) => sets.push(key) } },
    ),
  );
  assert.deepEqual(second.descriptors, first.descriptors);
  assert.deepEqual(sets, []);
});

/** The documentation of this very repository. */
function documentation(): SourceNode {
  const folder = join(checkout, "docs");
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".md"))
    .map((path) => path.replaceAll("\\", "/"))
    .sort();
  const folders = new Map<string, SourceNode>([["", branch("r", [])]]);
  for (const path of files) {
    const at = path.includes("/") ? path.slice(0, path.indexOf("/")) : "";
    if (!folders.has(at)) {
      folders.set(at, branch(at, []));
      folders.get("")!.children!.push(folders.get(at)!);
    }
    const text = readFileSync(join(folder, path), "utf8").replaceAll("\r\n", "\n");
    folders.get(at)!.children!.push(leaf(path, text, /^# (.+)$/m.exec(text)?.[1] ?? path));
  }
  return folders.get("")!;
}

function manifestOf(root: SourceNode, descriptors: ReadonlyMap<string, Descriptor>): Manifest {
  const entries = [...preOrder(root)].map(({ node }) => {
    const { what, when } = descriptors.get(node.id)!;
    const below =
      node.children === undefined
        ? { payload: { ref: node.id } }
        : { children: node.children.map(({ id }) => id) };
    return [node.id, { title: node.title, what, when, tokens: 10, ...below }] as const;
  });
  const [[, top], ...nodes] = entries as [(typeof entries)[0], ...typeof entries];
  const format = { pcx_version: "0.2", source: { id: "docs", kind: "docs" }, variant: { budget: 1_000_000 } };
  return parseManifest(
    JSON.stringify({ ...format, root: { id: "r", ...top }, nodes: Object.fromEntries(nodes) }),
  );
}

test("a walk by words over these very documents comes further than by fixed frames", async () => {
  const root = documentation();
  const leaves = [...preOrder(root)].map(({ node }) => node).filter(({ content }) => content !== undefined);
  // A question: a heading of a document, as it stands there.
  const cases = leaves.flatMap(({ id, content }) =>
    [...content!.matchAll(/^## (.+)$/gm)].slice(0, 3).map(([, query]) => ({ query: query!, target: id })),
  );
  assert.ok(cases.length > 40, String(cases.length));
  const successOf = async (descriptors: ReadonlyMap<string, Descriptor>): Promise<number> => {
    const manifest = manifestOf(root, descriptors);
    let found = 0;
    for (const one of cases) {
      const result = await runCase(manifest, { ...one } as never, new KeywordNavigator(), {
        closeWrong: true,
      });
      if (result.success) found++;
    }
    return found / cases.length;
  };
  const rules = await successOf(await described(root));
  const frames = await successOf((await describeTree({ root }, offlineModel)).descriptors);
  assert.ok(rules > 10 * frames && rules > 0.2, `${rules} by rules, ${frames} by frames`);
});

test("5,000 tiers and 20,000 leaves", async () => {
  let deep = leaf("bottom", "The very bottom of it all.");
  for (let i = 0; i < 5_000; i++) deep = branch(`t${i}`, [deep]);
  const leaves = Array.from({ length: 20_000 }, (_, i) =>
    leaf(`n${i}`, `Entry ${i} about berth${i} of harbour${i % 100}.`),
  );
  const descriptors = await described(branch("r", [deep, ...leaves]));
  assert.equal(descriptors.size, 25_002);
});
