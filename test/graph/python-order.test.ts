// The order in which Python asks bases, against the definition written out plainly, over made lists of classes.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { lineage } from "../../src/graph/python-order.ts";
import { Resolver } from "../../src/graph/resolve.ts";
import { viewOf } from "./open-view.ts";

/** C3 as its definition has it; null where there is no order. */
function plain(bases: readonly (readonly number[])[], at: number): number[] | null {
  const lists: number[][] = [];
  for (const base of bases[at]!) {
    const above = plain(bases, base);
    if (above === null) return null;
    lists.push([base, ...above]);
  }
  lists.push([...bases[at]!]);
  const order: number[] = [];
  for (;;) {
    const left = lists.filter((list) => list.length > 0);
    if (left.length === 0) return order;
    const next = left.map((list) => list[0]!).find((head) => !left.some((list) => list.indexOf(head) > 0));
    if (next === undefined) return null;
    order.push(next);
    for (const list of left) if (list[0] === next) list.shift();
  }
}

/** Each class has bases among those before it. */
const classes = fc
  .array(fc.array(fc.nat(), { maxLength: 3 }), { minLength: 1, maxLength: 9 })
  .map((all) => all.map((bases, i) => [...new Set(bases.map((b) => b % Math.max(i, 1)))].slice(0, i)));

test("the linearization is that of the definition, or says that there is none", async () => {
  await fc.assert(
    fc.asyncProperty(classes, async (bases) => {
      const code = bases.map((of, i) => `class C${i}(${of.map((b) => `C${b}`).join(", ")}): pass\n`).join("");
      await using opened = await viewOf({ "a.py": code });
      const resolver = new Resolver(opened.view);
      const file = (await resolver.load(opened.view.paths.map((_, i) => i)))[0]!;
      const { symbols } = file.facts!;
      for (const i of bases.keys()) {
        const at = symbols.findIndex((s) => s.name === `C${i}`);
        const found = await lineage(resolver, { file: file.index, at });
        const names = found.map((s) => (typeof s === "string" ? s : Number(symbols[s.at]!.name.slice(1))));
        const wanted = plain(bases, i);
        if (wanted !== null) assert.deepEqual(names, wanted, code);
        else assert.ok(names.includes("unknown"), code);
      }
    }),
    { numRuns: 40 * Number(process.env["PITH_SOAK"] ?? 1) },
  );
});
