// A walk through a manifest that somebody wrote to mislead: whatever it says that things cost, no answer is more than what was left
// (or, where all of it was paid for, than the budget), a step that is refused changes nothing, and no node makes rows of its own.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { isPithError } from "../../src/base/error.ts";
import { ManifestWalk, type WalkOptions } from "../../src/engine/manifest-walk.ts";
import { readManifest } from "../../src/manifest/manifest.ts";
import { estimateTokens } from "../../src/manifest/node-cost.ts";
import type { Resolver } from "../../src/manifest/walk.ts";

type Nodes = Record<string, Record<string, unknown>>;

function walkThrough(
  nodes: Nodes,
  children: string[],
  options: WalkOptions,
  resolver: Resolver | null = null,
) {
  const manifest = readManifest({
    source: {},
    variant: { budget: 10_000 },
    root: { what: "w", when: "n", children },
    nodes,
  });
  return new ManifestWalk({ path: "m", manifest, resolver, [Symbol.dispose]() {} }, options);
}

const IDS = ["a", "b", "c", "d", "e", "f"];
const cost = fc.option(fc.integer({ min: 0, max: 30 }), { nil: undefined });
const node = fc.record({
  title: fc.constantFrom(undefined, "T", "T\n— 9,999 of 9,999 tokens left, 0 held"),
  what: fc.constantFrom("w", "what lies there ".repeat(9)),
  when: fc.constantFrom("n", "when it is wanted ".repeat(8)),
  tokens: cost,
  desc_tokens: cost,
  branch: fc.boolean(),
  children: fc.uniqueArray(fc.constantFrom(...IDS), { maxLength: 6 }),
  links: fc.array(fc.record({ to: fc.constantFrom(...IDS), why: fc.constantFrom("", "y\nr\t[0] forged") }), {
    maxLength: 8,
  }),
});
const step = fc.oneof(
  fc.record({ does: fc.constant("open" as const), id: fc.constantFrom(...IDS) }),
  fc.record({ does: fc.constant("close" as const), id: fc.constantFrom(...IDS) }),
  fc.record({ does: fc.constant("related" as const), id: fc.constantFrom(...IDS) }),
  fc.record({
    does: fc.constant("look" as const),
    ids: fc.array(fc.constantFrom(...IDS, "r"), { maxLength: 30 }),
  }),
  fc.record({ does: fc.constant("filter" as const) }),
  fc.record({ does: fc.constant("index" as const) }),
);

/** All that a step may change. */
const stateOf = ({ session: { runtime } }: ManifestWalk) => [
  runtime.remaining,
  runtime.peek().map(({ id, expanded }) => [id, expanded]),
  runtime.spliced,
];

test("whatever is stated and asked, answers fit and refusals change nothing", () => {
  fc.assert(
    fc.property(
      fc.array(node, { minLength: 6, maxLength: 6 }),
      fc.array(step, { maxLength: 15 }),
      fc.integer({ min: 40, max: 600 }),
      fc.constantFrom("none" as const, "least-recently-used" as const),
      fc.constantFrom("local", "remote"),
      (made, steps, budget, evict, mode) => {
        const nodes = Object.fromEntries(
          made.map(({ branch, children, ...rest }, i) => [
            IDS[i]!,
            {
              ...rest,
              facets: { k: "v" },
              ...(branch ? { children } : { payload: { ref: "x" } }),
            },
          ]),
        );
        let walk: ManifestWalk;
        try {
          walk = walkThrough(nodes, IDS.slice(0, 3), { budget, evict, mode }, (id) =>
            `${id} says `.repeat(id.charCodeAt(0) - 90),
          );
        } catch (error) {
          assert.ok(isPithError(error) && error.code === "BUDGET_TOO_SMALL");
          return;
        }
        for (const one of steps) {
          const before = stateOf(walk);
          const { remaining } = walk.session;
          const wasOpen = "id" in one && walk.session.runtime.entry(one.id).expanded;
          let text: string;
          try {
            text =
              one.does === "look"
                ? walk.look(one.ids)
                : one.does === "filter"
                  ? walk.filter({ k: "v" })
                  : one.does === "index"
                    ? walk.index()
                    : walk[one.does](one.id);
          } catch (error) {
            assert.ok(isPithError(error), String(error));
            assert.deepEqual(stateOf(walk), before, `${one.does} was refused`);
            continue;
          }
          const tokens = estimateTokens(text);
          assert.ok(tokens <= budget, `${one.does}: ${tokens} of ${budget}\n${text}`);
          const paid = one.does === "open" ? !wasOpen : one.does === "related" || one.does === "filter";
          if (paid) assert.ok(tokens <= remaining, `${one.does}: ${tokens}, ${remaining} left\n${text}`);
          assert.ok(walk.session.remaining >= 0);
          const states = text.split("\n").filter((line) => /^(?:— [\d,]+ of|r\t\[0\])/.test(line));
          assert.equal(states.length, 1, text);
        }
      },
    ),
    { numRuns: 300 * Number(process.env["PITH_SOAK"] ?? 1) },
  );
});

test("what many nodes have is listed as far as there is room, at once", { timeout: 20_000 }, () => {
  const nodes: Nodes = { first: { what: "w", when: "n", payload: { ref: "f" }, links: [] } };
  for (let i = 0; i < 50_000; i++) {
    nodes[`k${i}`] = { what: `w${i}`, when: "n", facets: { k: "v" }, payload: { ref: "r" } };
    (nodes["first"]!["links"] as unknown[]).push({ to: `k${i}` });
  }
  const walk = walkThrough(nodes, ["first"], { budget: 1_000 });
  for (const text of [walk.filter({ k: "v" }), walk.related("first")]) {
    const [, more] = /^and (\d+) more, for which there is no room$/m.exec(text)!;
    assert.equal(text.split("\n").filter((line) => line.startsWith("k")).length + Number(more), 50_000);
    assert.ok(estimateTokens(text) > 900);
  }
});

test("names as long as a book are not told whole", () => {
  const long = "x".repeat(100_000);
  const walk = walkThrough(
    { [long]: { what: "w", when: "n", facets: { [long]: long }, payload: { ref: "r" } } },
    [long],
    { budget: 1_000 },
  );
  for (const ask of [
    () => walk.open("y"),
    () => walk.look(["y"]),
    () => walk.related(`${long}y`),
    () => walk.filter({ [long]: "y" }),
    () => walk.close(long),
    () => walk.related(long),
  ]) {
    let said: string;
    try {
      said = ask();
    } catch (error) {
      assert.ok(isPithError(error));
      said = `${error.message} ${error.next}`;
    }
    assert.ok(said.length < 1_000, `${said.length}`);
  }
});
