// What an export is given by `require` is called by the export's name: functions and classes that a CommonJS module hands on.
import assert from "node:assert/strict";
import { test } from "node:test";
import { ask } from "./ask.ts";

const HANDED = [
  "exports.Route = require('./route');",
  "module.exports.Route = require('./route');",
  "exports['Route'] = require('./route');",
  "const Route = require('./route'); exports.Route = Route;",
  "const other = require('./route'); module.exports = { Route: other };",
  "module.exports = { Route: require('./route') };",
  "exports.Route = require('./whole').inner;",
];

for (const form of ["function Route() {}", "class Route { constructor() {} }"])
  for (const line of HANDED)
    test(`${form} by ${line}`, async () => {
      await using asked = await ask({
        "lib/route.js": `${form}\nmodule.exports = Route;\n`,
        "lib/whole.js": "exports.inner = require('./route');\n",
        "lib/ex.js": `${line}\n`,
        "use.js": [
          "const ex = require('./lib/ex');",
          "new ex.Route();",
          "const { Route } = require('./lib/ex');",
          "new Route();",
          "const R = require('./lib/ex').Route;",
          "new R();",
        ].join("\n"),
      });
      const interval = await asked.interval("lib/route.js:Route");
      const lines = [...interval.proven, ...interval.possible].flatMap((s) =>
        s.path === "use.js" ? [s.line] : [],
      );
      for (const used of [2, 4]) assert.ok(lines.includes(used), `line ${used} of ${lines.join(", ")}`);
      assert.ok(lines.includes(6) || lines.includes(5), `line 6 of ${lines.join(", ")}`);
    });

test("one value under several names: each of them calls it", async () => {
  for (const value of ["function () {}", "() => {}", "class { }"])
    for (const head of [
      "exports.one = exports.two",
      "module.exports.one = exports.two",
      "exports.one = exports.three = exports.two",
    ]) {
      await using asked = await ask({
        "lib.js": `${head} = ${value};\n`,
        "use.js":
          "const x = require('./lib');\nnew x.one();\nnew x.two();\nconst { one } = x;\nconst { two: t } = require('./lib');\nnew t();\n",
      });
      const [declared] = asked.graph === null ? [] : (await asked.graph.declarationsOf("two")).declarations;
      assert.ok(declared !== undefined, `${head} = ${value}`);
      const { proven, possible } = await asked.graph.callers(declared);
      const lines = [...proven, ...possible].flatMap((s) => (s.path === "use.js" ? [s.line] : []));
      for (const line of [2, 3, 6])
        assert.ok(lines.includes(line), `${head} = ${value}: line ${line} of ${lines.join(", ")}`);
    }
});

test("a class without a name in an object is an object of its own to `this`", async () => {
  for (const holder of [
    "l: class { m() { this.b(); } b() {} }",
    "l: [class { m() { this.b(); } }]",
    "l: class extends Out { m() { this.b(); } }",
    "l: wrap(class N { m() { this.b(); } })",
  ]) {
    await using asked = await ask({
      "a.js": `const o = {\n  b() {},\n  own() { this.b(); },\n  ${holder},\n};\n`,
    });
    const { declarations } = await asked.graph.declarationsOf("o.b");
    const { proven } = await asked.graph.callers(declarations.find((d) => d.line === 2)!);
    assert.deepEqual(
      proven.map((p) => p.line),
      [3],
      holder,
    );
  }
});

test("a proxy may be what it stands for", async () => {
  for (const use of [
    "const p = new Proxy(s, {});\np.go();",
    "class K { p = new Proxy(s, {}); t() {\nthis.p.go(); } }",
    "const p = {};\nnew Proxy(s, {}).go();",
  ]) {
    await using asked = await ask({ "a.js": `class S { go() {} }\nconst s = new S();\n${use}\n` });
    const { proven, possible } = await asked.interval("S.go");
    assert.deepEqual([proven.length, possible.map((p) => p.line)], [0, [4]], use);
  }
});

test("what a pattern takes out of a module is found behind comments", async () => {
  const lines = [
    "const { // first\nrun } = require('./lib');",
    "const {\n/* first */ run: go // second\n} = require('./lib');",
    "const { a, // { first\n run: /* x */ go, b } = await import('./lib');",
  ];
  const files: Record<string, string> = { "lib.js": "exports.run = function run() {};\n" };
  for (const [i, line] of lines.entries()) files[`use-${i}.js`] = `${line}\n`;
  await using asked = await ask(files);
  const { proven } = await asked.graph.references(await asked.one("run"));
  assert.deepEqual(
    proven.flatMap(({ path, role }) => (role === "import" ? [path] : [])),
    lines.map((_, i) => `use-${i}.js`),
  );
});

/** Under another name than what it gives. */
const GIVEN = [
  "exports.name = require('./y');",
  "module.exports.name = require('./y');",
  "exports['name'] = require('./y');",
  "module.exports = { name: require('./y') };",
  "exports.name = require('./z').inner;",
  "Object.defineProperty(exports, 'name', { enumerable: true, get() { return require('./y'); } });",
  "Object.defineProperty(module.exports, 'name', { get: () => require('./y') });",
  "Object.defineProperty(exports, \"name\", { get: function () { return require('./y'); } });",
  "Reflect.defineProperty(exports, 'name', { get: () => (require('./y')) });",
  "exports.__defineGetter__('name', function () { return require('./y'); });",
  "module.exports.__defineGetter__('name', () => require('./y'));",
  "Object.defineProperty(exports, 'name', { get: () => require('./z').inner });",
];
for (const line of GIVEN)
  test(`an export that is given a module, under another name: ${line}`, async () => {
    await using asked = await ask({
      "y.js": "module.exports = function given() {};\n",
      "z.js": "exports.inner = require('./y');\n",
      "x.js": `${line}\n`,
      "use.js":
        "const x = require('./x');\nx.name();\nconst { name } = require('./x');\nname();\nx.other();\n",
    });
    const { proven, possible } = await asked.interval("given");
    const lines = [...proven, ...possible].flatMap((s) => (s.path === "use.js" ? [s.line] : []));
    for (const used of [2, 4]) assert.ok(lines.includes(used), `line ${used} of ${lines.join(", ")}`);
    assert.ok(!proven.some((s) => s.line === 5));
  });
