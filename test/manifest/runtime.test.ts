// What the first implementation of the format did wrong, asserted the other way; and what holds on every walk.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { isPithError } from "../../src/base/error.ts";
import { parseManifest, readManifest, type Manifest } from "../../src/manifest/manifest.ts";
import { estimateTokens } from "../../src/manifest/node-cost.ts";
import { Runtime } from "../../src/manifest/runtime.ts";
import { NavSession } from "../../src/manifest/session.ts";
import { BudgetExceeded } from "../../src/manifest/walk-faults.ts";
import { manifestText } from "./vectors.ts";

const harbor = parseManifest(manifestText("harbor"));
const odd = parseManifest(manifestText("odd-graph"));
const TEXTS: Record<string, string> = {
  contacts: "CALL 12",
  "berths.reserve": "LONG FORM TEXT",
  "berths.fees": "FEES",
};
const resolver = (id: string, level: string) => (level === "full" ? TEXTS[id] : undefined);

test("a first view that has no room is refused", () => {
  assert.throws(() => new Runtime(parseManifest(manifestText("example-skills")), { budget: 100 }), {
    code: "BUDGET_TOO_SMALL",
  });
});

test("the text that explains the format is counted", () => {
  const usage = "u".repeat(400);
  assert.equal(new Runtime({ ...harbor, usage }).spent, new Runtime(harbor).spent + 100);
  assert.throws(() => new Runtime({ ...harbor, usage }, { budget: 194 }), { code: "BUDGET_TOO_SMALL" });
});

test("what would not make room is not closed", () => {
  const runtime = new Runtime(harbor, { budget: 560, evict: "least-recently-used" });
  runtime.expand("berths");
  runtime.expand("berths.fees");
  const before = runtime.spliced;
  assert.throws(() => runtime.expand("berths.reserve"), BudgetExceeded);
  assert.deepEqual(runtime.spliced, before);
});

test("what was used again stays; what was used longest ago goes", () => {
  const runtime = new Runtime(harbor, { budget: 1080, evict: "least-recently-used" });
  for (const id of ["berths", "berths.fees", "berths.extend", "berths.fees", "berths.reserve"])
    runtime.expand(id);
  assert.deepEqual(
    runtime.spliced.map(({ id }) => id),
    ["berths.fees", "berths.reserve"],
  );
});

test("an open leaf gives its content again; one without content is not charged; a summary that isn't there is no bargain", () => {
  const runtime = new Runtime(harbor, { resolver });
  const content = (id: string, level?: "summary") => {
    const opened = runtime.expand(id, level);
    return opened.kind === "leaf" ? [opened.content, opened.level] : [];
  };
  assert.deepEqual(content("contacts"), ["CALL 12", "full"]);
  assert.deepEqual(content("contacts"), ["CALL 12", "full"]);
  const before = runtime.spent;
  assert.throws(() => runtime.expand("berths.extend"), { code: "MANIFEST_CONTENT_MISSING" });
  assert.equal(runtime.spent, before);
  assert.deepEqual(content("berths.reserve", "summary"), ["LONG FORM TEXT", "full"]);
  assert.equal(runtime.spent - before, 420);
});

test("a content that has grown costs what it costs", () => {
  const runtime = new Runtime(harbor, { resolver: () => "x".repeat(4000) });
  const before = runtime.spent;
  runtime.expand("contacts");
  assert.equal(runtime.spent - before, 1000);
});

test("the root and a shared child are charged once", () => {
  const runtime = new Runtime(harbor);
  const before = runtime.spent;
  runtime.expand("r");
  assert.equal(runtime.spent, before);
  const graph = new Runtime(odd);
  graph.expand("p");
  const shown = graph.spent;
  graph.expand("q");
  assert.equal(graph.spent, shown);
});

test("a closed branch gives back what it cost, with all that was opened below it", () => {
  const runtime = new Runtime(harbor);
  const before = [runtime.spent, runtime.frontierView()];
  const spent = runtime.spent;
  for (const id of ["cargo", "cargo.hazard", "cargo.hazard.store", "cargo.manifest"]) runtime.expand(id);
  const all = runtime.spent - spent;
  assert.equal(runtime.close("cargo"), all);
  assert.deepEqual([runtime.spent, runtime.frontierView()], before);
});

test("a look is paid for once, and the whole of it where the node was not in view", () => {
  const runtime = new Runtime(harbor, { viewLevel: "brief" });
  runtime.discloseMore(["berths"]);
  const spent = runtime.spent;
  runtime.discloseMore(["berths"]);
  assert.equal(runtime.spent, spent);
  const text = runtime.discloseMore(["pilots.order"]);
  assert.equal(runtime.spent - spent, estimateTokens(text.slice(text.indexOf("\t") + 1)));
});

test("a leaf that is not there is not charged with the index, and what was shown never goes down", () => {
  const remote = new NavSession(harbor, { mode: "remote", resolver: () => undefined });
  const { residentTokens } = remote;
  remote.index();
  assert.equal(remote.residentTokens, residentTokens);
  const local = new NavSession(harbor, { resolver: (id) => TEXTS[id] });
  let shown = 0;
  for (const step of [
    () => local.index(),
    () => local.open("contacts"),
    () => local.close("contacts"),
    () => local.index(),
  ]) {
    step();
    assert.ok(local.shownTokens >= shown);
    shown = local.shownTokens;
  }
  assert.equal(local.residentTokens, new NavSession(harbor).residentTokens);
});

test("only leaves are missed where the leaves alone are known", () => {
  const leaves = [...harbor.nodes].filter(([, node]) => node.payload !== null).map(([id]) => id);
  assert.deepEqual(new Runtime(harbor).reconcile({ liveLeaves: leaves }), []);
  assert.deepEqual(new Runtime(harbor).reconcile({ liveLeaves: leaves.slice(1) }), [
    { kind: "dangling-routes", count: 1, ids: [leaves[0]] },
  ]);
});

/** Any graph of nodes: shared children, cycles, dangling ids, nodes that nothing leads to. */
const graphs: fc.Arbitrary<Manifest> = fc
  .array(
    fc.record({
      children: fc.option(fc.array(fc.nat(12), { maxLength: 5 })),
      tokens: fc.nat(300),
      summary: fc.option(fc.nat(50)),
      what: fc.string({ unit: "grapheme", minLength: 1, maxLength: 60 }),
    }),
    { minLength: 1, maxLength: 12 },
  )
  .map((nodes) =>
    readManifest({
      pcx_version: "0.2",
      source: { id: "g", kind: "docs" },
      variant: { budget: 2000 },
      root: { what: "w", when: "n", children: ["0", "1"] },
      nodes: Object.fromEntries(
        nodes.map(({ children, tokens, summary, what }, i) => [
          String(i),
          {
            what,
            when: "n",
            tokens,
            ...(summary !== null && { summary_tokens: summary }),
            ...(children === null ? { payload: { ref: `node://${i}` } } : { children: children.map(String) }),
          },
        ]),
      ),
    }),
  );

test("never over the budget, nothing changed by a refusal, and all given back at the end", () => {
  const step = fc.record({
    op: fc.constantFrom("expand", "summary", "collapse", "close", "look", "index"),
    id: fc.nat(13).map(String),
  });
  fc.assert(
    fc.property(
      graphs,
      fc.integer({ min: 40, max: 800 }),
      fc.constantFrom("none", "oldest", "least-recently-used"),
      fc.constantFrom("title", "brief", "full"),
      fc.array(step, { maxLength: 40 }),
      (manifest, budget, evict, viewLevel, steps) => {
        let runtime: Runtime;
        try {
          runtime = new Runtime(manifest, { budget, evict, viewLevel });
        } catch (error) {
          assert.ok(isPithError(error) && error.code === "BUDGET_TOO_SMALL");
          return;
        }
        const start = runtime.spent;
        for (const { op, id } of steps) {
          const state = () => JSON.stringify([runtime.spent, runtime.peek(), runtime.spliced]);
          const before = state();
          try {
            if (op === "expand") runtime.expand(id);
            else if (op === "summary") runtime.expand(id, "summary");
            else if (op === "collapse") runtime.collapse(id);
            else if (op === "close") runtime.close(id);
            else if (op === "look") runtime.discloseMore([id, "0"]);
            else runtime.frontierView();
          } catch (error) {
            assert.ok(isPithError(error), String(error));
            assert.equal(state(), before);
          }
          assert.ok(runtime.remaining >= 0 && runtime.spent <= runtime.effectiveBudget);
          assert.equal(runtime.spent + runtime.remaining, runtime.effectiveBudget);
        }
        const looked = steps.some(({ op }) => op === "look");
        for (const { id } of runtime.spliced) runtime.collapse(id);
        for (let id = 0; id < 14; id++) runtime.close(String(id));
        if (!looked) assert.equal(runtime.spent, start);
      },
    ),
  );
});
