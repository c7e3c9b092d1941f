// The first of each section before the rest of any: nothing is lost, nothing twice, and the old order comes back.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { inOrder, leadFirst, type Sectioned } from "../../src/engine/lead-first.ts";

interface Item extends Sectioned {
  name: string;
}

test("no item is lost, and each section has its first ones before the rest of any", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 80 }), { maxLength: 8 }), (sizes) => {
      const items: Item[] = [{ name: "sum" }];
      sizes.forEach((size, s) => {
        for (let i = 0; i < size; i++)
          items.push({ name: `${s}.${i}`, ...(i === 0 && { heading: `s${s}` }) });
      });
      const names = items.map((i) => i.name);
      const led = leadFirst(items);
      assert.deepEqual(
        inOrder(led).map((i) => i.name),
        names,
      );
      // Any cut of it gives its items in their old order.
      const cut = inOrder(led.slice(0, Math.ceil(led.length / 2))).map((i) => names.indexOf(i.name));
      assert.deepEqual(
        cut,
        [...cut].sort((a, b) => a - b),
      );
      if (items.length <= 40) return;
      const first = new Set(led.slice(0, 1 + sizes.reduce((sum, size) => sum + Math.min(6, size), 0)));
      sizes.forEach((_, s) => assert.ok([...first].some((i) => i.name === `${s}.0`)));
    }),
  );
});
