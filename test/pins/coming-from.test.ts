// The pages for people who come from another system: every tool and argument that its clients know has a place there.
import assert from "node:assert/strict";
import { test } from "node:test";
import { COMPAT_NAMES, loadCompatSet } from "../../src/surface/compat/compat-set.ts";
import { readCheckout } from "../structure/checkout.ts";

for (const name of COMPAT_NAMES) {
  test(`${name}: every tool and argument is on its page`, async () => {
    const { tools } = await loadCompatSet(name);
    const page = readCheckout(`docs/coming-from/${name}.md`);
    const known = new Set([...page.matchAll(/`([^`\n]+)`/g)].map((m) => m[1]!.replace(/ .*$/, "")));
    const asked = tools.flatMap((tool) => [tool.name, ...Object.keys(tool.arguments)]);
    assert.deepEqual(
      asked.filter((one) => !known.has(one)),
      [],
    );
  });
}
