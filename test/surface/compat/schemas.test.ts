// What the tools of another system say of themselves is paid for on each turn: it costs what docs/limits.md says, and less
// than a budget of its own.
import assert from "node:assert/strict";
import { test } from "node:test";
import { COMPAT_NAMES, loadCompatSet } from "../../../src/surface/compat/compat-set.ts";
import { describeCompat } from "../../../src/surface/mcp/tools.ts";
import { openCounterSync } from "../../../src/tokens/counter.ts";
import { readCheckout } from "../../structure/checkout.ts";

for (const name of COMPAT_NAMES) {
  test(`${name}: the schemas cost what is said`, async () => {
    const cost = openCounterSync("o200k_base").count(
      JSON.stringify(describeCompat(await loadCompatSet(name))),
    );
    const said = readCheckout("docs/limits.md").match(new RegExp(`([\\d,]+)(?: tokens)? \\(${name}\\)`))?.[1];
    assert.equal(said, cost.toLocaleString("en-US"));
    assert.ok(cost < 1_500);
  });
}
