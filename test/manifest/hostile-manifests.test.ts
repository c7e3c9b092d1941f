// A manifest that somebody wrote by hand to mislead: no cost is paid out, no nesting ends the process, no text is read at length.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { checkStructure } from "../../src/manifest/check-structure.ts";
import { parseManifest, readManifest } from "../../src/manifest/manifest.ts";
import { choiceIn } from "../../src/manifest/navigator.ts";
import { renderDescriptor } from "../../src/manifest/node-cost.ts";
import { Runtime } from "../../src/manifest/runtime.ts";
import { BudgetExceeded } from "../../src/manifest/walk-faults.ts";

const said = { what: "w", when: "n" };

test("whatever costs are stated, no step gives tokens back", () => {
  const cost = fc.oneof(fc.integer({ min: -500, max: 40 }), fc.constant(-1e308), fc.constant("7"));
  const fields = fc.record(
    { tokens: cost, desc_tokens: cost, summary_tokens: cost, subtree_tokens: cost },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(fields, fields, fields, cost, (root, branch, leaf, start) => {
      const manifest = readManifest({
        source: {},
        variant: { budget: 200, manifest_tokens: start },
        root: { ...said, ...root, children: ["b"] },
        nodes: {
          b: { ...said, ...branch, children: ["l"] },
          l: { ...said, ...leaf, payload: { ref: "l.md" } },
        },
      });
      const runtime = new Runtime(manifest);
      for (const id of ["b", "l"]) {
        const { remaining } = runtime;
        try {
          runtime.expand(id);
        } catch (error) {
          assert.ok(error instanceof BudgetExceeded);
        }
        assert.ok(runtime.remaining >= 0 && runtime.remaining <= remaining);
      }
    }),
  );
});

test("a node that gives itself another name is walked by that under which it stands", () => {
  const node = { ...said, id: "other", payload: { ref: "a.md" } };
  const manifest = readManifest({
    source: {},
    variant: { budget: 100 },
    root: { ...said, children: ["a", "other"] },
    nodes: { a: node, other: { ...node, id: "a" } },
  });
  const runtime = new Runtime(manifest);
  assert.deepEqual(
    runtime.peek().map(({ id }) => id),
    ["a", "other"],
  );
  assert.equal(runtime.expand("a").kind, "leaf");
});

const DEEP = `${"[".repeat(200_000)}${"]".repeat(200_000)}`;

test("what is nested too deep is no manifest, and the check says so of a child", () => {
  const text = (source: string, children: string) =>
    `{"pcx_version":"0.2","source":${source},"variant":{"budget":9},"root":{"what":"w","when":"n","children":[${children}]}}`;
  for (const deep of [text(`{"1":${DEEP}}`, ""), text("{}", DEEP)])
    assert.throws(() => parseManifest(deep), { code: "MANIFEST_INVALID" });
  const circle: unknown[] = [];
  circle.push(circle);
  for (const child of [JSON.parse(DEEP) as unknown, circle, 1n, Symbol("s"), undefined]) {
    const codes = checkStructure({
      pcx_version: "0.2",
      variant: { budget: 9 },
      root: { ...said, children: [child] },
    }).map(({ code }) => code);
    assert.deepEqual(codes, ["dangling-child"]);
  }
});

test("long rows of blanks, colons and quotes are read once", { timeout: 20_000 }, () => {
  for (const sign of [":", " ", "\u3000", '"', "`"]) {
    const row = sign.repeat(300_000);
    const shown = renderDescriptor({ title: "t", what: `${row}x`, when: `x${row}x` }, "full");
    assert.ok(shown.startsWith("t: ") && shown.endsWith("x"));
    assert.equal(choiceIn(`a${row}b`, new Set(["a"])), null);
  }
  assert.equal(renderDescriptor({ title: null, what: "\u3000x\u00A0", when: "" }, "brief"), "x");
});
