// Where many declarations of one name stand in as many files, a closure and an impact end at a count of what they look into:
// whatever was found is true, what was not asked is said, and a second question of the same resolver is told the same.
import assert from "node:assert/strict";
import { test } from "node:test";
import { closureOf } from "../../src/graph/closure.ts";
import { declarationsOf } from "../../src/graph/declarations.ts";
import { impactOf } from "../../src/graph/impact.ts";
import { Looks } from "../../src/graph/looks.ts";
import { Resolver } from "../../src/graph/resolve.ts";
import { viewOf } from "./open-view.ts";

const MANY = 40;
const FILES: Record<string, string> = {
  "hub.ts": "export function hub(a: number) { return a; }\nexport class Base { run() { return hub(1); } }\n",
};
for (let i = 0; i < MANY; i++) {
  FILES[`u${i}.ts`] =
    `import { hub, Base } from "./hub";\nexport class C${i} extends Base { run() { return super.run() + hub(${i}); } }\n`;
}

const WAYS = {
  closure: async (r: Resolver, looks?: Looks) => {
    const { declarations } = await declarationsOf(r, "hub");
    const { steps, notLooked } = await closureOf(r, declarations[0]!, "callers", 3, looks);
    return { places: steps.map(({ via, depth }) => `${depth} ${via.path}:${via.line}`), notLooked };
  },
  impact: async (r: Resolver, looks?: Looks) => {
    const { declarations } = await declarationsOf(r, "hub");
    const { sites, notLooked, own } = await impactOf(r, declarations, 3, looks);
    assert.equal(own.length, declarations.length);
    return { places: sites.map(({ site, depth }) => `${depth} ${site.path}:${site.line}`), notLooked };
  },
};

for (const [name, ask] of Object.entries(WAYS)) {
  test(`${name}: a count of looks ends it, and says what it left out`, async () => {
    await using opened = await viewOf(FILES);
    const whole = await ask(new Resolver(opened.view));
    assert.ok(!whole.notLooked.some(({ why }) => why.includes("looks into files")));
    for (const most of [1, MANY + 2, 5 * MANY, 20 * MANY]) {
      const resolver = new Resolver(opened.view);
      const cut = await ask(resolver, new Looks(most));
      const said = cut.notLooked[0];
      assert.equal(said?.why, `ceiling of ${most} looks into files`);
      const left = Number(/^callers of (\d+) declarations farther out$/.exec(said?.what ?? "")?.[1]);
      // Each declaration that was asked about took at least a file.
      assert.ok(left >= MANY - most && left > 0, `${most}: ${JSON.stringify(cut.notLooked)}`);
      for (const place of cut.places) assert.ok(whole.places.includes(place), place);
      assert.equal(cut.places.filter((p) => p.startsWith("1 ")).length, MANY + 1);
      assert.deepEqual(await ask(resolver, new Looks(most)), cut);
    }
    const never = await ask(new Resolver(opened.view), new Looks(1_000_000));
    assert.deepEqual(never, whole);
  });
}
