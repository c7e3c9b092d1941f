// What a client of another system gets wrong is told with the form of the argument, whatever it sends: for every argument of
// every tool, every kind of JSON value.
import assert from "node:assert/strict";
import { test } from "node:test";
import { isPithError } from "../../../src/base/error.ts";
import { checkCompat } from "../../../src/surface/compat/check-compat.ts";
import { COMPAT_NAMES, loadCompatSet } from "../../../src/surface/compat/compat-set.ts";

const VALUES = (
  JSON.parse(
    '[7, -1, 0.5, 1e999, -1e999, 1e22, true, "", "x", "1e3", {}, [], [7], [[]], [null]]',
  ) as unknown[]
).concat("x".repeat(100_000), [Array.from({ length: 5_000 }, () => "x")]);

for (const set of COMPAT_NAMES) {
  test(`${set}: a wrong value gets the form in which the argument is written`, async () => {
    let refused = 0;
    for (const tool of (await loadCompatSet(set)).tools) {
      for (const name of Object.keys(tool.arguments)) {
        const others = Object.fromEntries((tool.required ?? []).map((other) => [other, "x"]));
        for (const value of VALUES) {
          try {
            checkCompat(tool, { ...others, [name]: value });
          } catch (error) {
            assert.ok(isPithError(error), String(error));
            assert.equal(error.code, "ARGUMENT_INVALID");
            assert.ok(error.message.length < 200);
            const form = /: (\{.*\})\.$/.exec(error.next)?.[1];
            assert.ok(form !== undefined, error.next);
            // What is shown is taken.
            checkCompat(tool, { ...others, ...(JSON.parse(form) as Record<string, unknown>) });
            refused++;
          }
        }
      }
      for (const name of tool.required ?? []) {
        assert.throws(
          () => checkCompat(tool, {}),
          (error) => isPithError(error) && error.next.includes(`{"${name}": `),
        );
        break;
      }
    }
    assert.ok(refused > 20);
  });
}
