// A trace: proven and possible apart, totals true under any budget, ambiguous and unknown names never answered with another.
import assert from "node:assert/strict";
import { test } from "node:test";
import { openCounterSync } from "../../src/tokens/counter.ts";
import type { TraceAnswer } from "../../src/pack/trace-answer.ts";
import { Opened } from "./opened.ts";

const FILES = {
  "src/store.ts":
    "export interface Store {\n  save(item: string): void;\n}\n\nexport class FileStore implements Store {\n  save(item: string): void {\n    write(item);\n  }\n}\n\nfunction write(item: string): void {\n  console.log(item);\n}\n",
  "src/app.ts":
    "import { FileStore } from './store.ts';\n\nexport function run(): void {\n  const store = new FileStore();\n  store.save('a');\n}\n\nexport function twice(): void {\n  run();\n  run();\n}\n",
  "src/other.ts": "export function run(): number {\n  return 1;\n}\n",
  "src/loose.js": "export function go(thing) {\n  thing.save('b');\n}\n",
};

async function trace(
  opened: Opened,
  args: object,
): Promise<{ answer: TraceAnswer; output: string; found: boolean }> {
  const outcome = await opened.ask("trace", { format: "json", ...args } as never);
  return { answer: outcome.answer as TraceAnswer, output: outcome.output, found: outcome.found };
}

/** Totals of one step. */
function totals(counts: { proven?: number; possible?: number; external?: number }): TraceAnswer["totals"] {
  const all = { proven: 0, possible: 0, external: 0, ...counts };
  return { ...all, byDepth: [{ depth: 1, ...all }] };
}

test("callers: what is proven with its rule, what is possible with its reason", async () => {
  await using opened = new Opened(FILES);
  const { answer } = await trace(opened, { symbol: "FileStore.save" });
  assert.deepEqual(
    answer.proven.map((p) => [p.path, p.line, p.text, p.enclosing]),
    [["src/app.ts", 5, "store.save('a');", "run"]],
  );
  assert.ok(answer.proven[0]!.rule.length > 0);
  assert.deepEqual(
    answer.possible.map((p) => [p.path, p.line]),
    [["src/loose.js", 2]],
  );
  assert.deepEqual(answer.totals, totals({ proven: 1, possible: 1 }));
});

test("a name of several declarations is listed, each with its own counts, and nothing of it is traced", async () => {
  await using opened = new Opened(FILES);
  const { answer } = await trace(opened, { symbol: "run" });
  assert.deepEqual(
    answer.declarations.map((d) => [d.path, d.proven]),
    [
      ["src/app.ts", 2],
      ["src/other.ts", 0],
    ],
  );
  assert.deepEqual([answer.proven, answer.possible], [[], []]);
  assert.equal(answer.advice?.code, "ambiguous-name");
  const one = await trace(opened, { symbol: "src/app.ts:run" });
  assert.deepEqual(one.answer.totals, totals({ proven: 2 }));
});

test("an unknown name gets the nearest names and nothing else", async () => {
  await using opened = new Opened(FILES);
  const { answer, found } = await trace(opened, { symbol: "FileStor" });
  assert.equal(found, false);
  assert.deepEqual([answer.declarations, answer.proven, answer.possible], [[], [], []]);
  assert.ok(answer.nearest.includes("FileStore"));
  for (const symbol of ["__proto__", "constructor.prototype", "toString"]) {
    assert.equal((await trace(opened, { symbol })).found, false, symbol);
  }
});

test("callees, implementors, bases, dependencies, dependents, and steps over proven edges", async () => {
  await using opened = new Opened(FILES);
  const callees = await trace(opened, { symbol: "FileStore.save", direction: "callees" });
  assert.deepEqual(callees.answer.proven[0]!.targets, ["src/store.ts:11 write"]);
  const below = await trace(opened, { symbol: "Store", direction: "implementors" });
  assert.deepEqual(
    below.answer.proven.map((p) => p.enclosing),
    ["FileStore"],
  );
  const above = await trace(opened, { symbol: "FileStore", direction: "bases" });
  assert.deepEqual(
    above.answer.proven.map((p) => p.enclosing),
    ["Store"],
  );
  const uses = await trace(opened, { symbol: "src/app.ts", direction: "dependencies" });
  assert.deepEqual(
    uses.answer.proven.map((p) => p.targets),
    [["src/store.ts"]],
  );
  const used = await trace(opened, { symbol: "src/store.ts", direction: "dependents" });
  assert.deepEqual(
    used.answer.proven.map((p) => p.path),
    ["src/app.ts"],
  );
  const far = await trace(opened, { symbol: "write", depth: 3 });
  assert.deepEqual(
    far.answer.proven.map((p) => [p.depth, p.enclosing]),
    [
      [1, "FileStore.save"],
      [2, "run"],
      // It calls `run` twice: both places are listed.
      [3, "twice"],
      [3, "twice"],
    ],
  );
});

test("a further step adds places and takes none away; each step is counted, what lies outside too", async () => {
  await using opened = new Opened({
    "a.ts": [
      "export function save(n: number): void { if (n > 0) save(n - 1); }",
      "export function one() { save(1); save(2); console.log(0); }",
      "export function two() { one(); one(); save(3); }",
      "export function three(x: any) { two(); one(); x.one(); JSON.parse('1'); JSON.parse('2'); }",
      "save(5); one(); three(0);",
    ].join("\n"),
  });
  for (const direction of ["callers", "callees"]) {
    for (const symbol of ["save", "one", "three"]) {
      let before: readonly string[] = [];
      let possible: readonly string[] = [];
      for (const depth of [1, 2, 3, 4]) {
        const { answer } = await trace(opened, { symbol, direction, depth, budget: 50_000 });
        const { proven, totals: all } = answer;
        const places = proven.map((p) => `${p.path}:${p.line} ${p.text} ${p.depth} ${p.enclosing}`);
        assert.deepEqual(places.slice(0, before.length), before, `${symbol} ${direction} ${depth}`);
        before = places;
        // All that is counted is listed: proven ones of every step, possible ones of the first.
        assert.equal(all.proven, proven.length);
        assert.equal(all.byDepth[0]!.possible, answer.possible.length);
        const listed = answer.possible.map((p) => `${p.path}:${p.line} ${p.why}`);
        if (depth > 1) assert.deepEqual(listed, possible);
        possible = listed;
        for (const step of all.byDepth)
          assert.equal(step.proven, proven.filter((p) => p.depth === step.depth).length);
        for (const part of ["proven", "possible", "external"] as const)
          assert.equal(
            all[part],
            all.byDepth.reduce((sum, step) => sum + step[part], 0),
          );
      }
    }
  }
  const { answer } = await trace(opened, { symbol: "three", direction: "callees", depth: 3 });
  assert.deepEqual(
    answer.totals.byDepth.map((step) => [step.proven, step.possible, step.external]),
    [
      [2, 1, 2],
      [5, 0, 1],
      [1, 0, 0],
    ],
  );
  const { output } = await trace(opened, { symbol: "three", direction: "callees", depth: 3, format: "text" });
  assert.match(output, /^step 1: 2 proven, 1 possible, 2 outside the repository$/m);
  assert.match(output, /^step 2: 5 proven, 0 possible, 1 outside the repository$/m);
});

test("bases and implementors: to their end, or so many steps far, and the place that links them is no rule", async () => {
  await using opened = new Opened({
    "a.ts": "export interface A { go(): void }\n",
    "b.ts": 'import type { A } from "./a.ts";\nexport class B implements A { go() {} }\n',
    "c.ts": 'import { B } from "./b.ts";\nexport class C extends B { go() {} }\n',
    "d.ts": 'import { C } from "./c.ts";\nexport class D extends C { go() {} }\n',
  });
  for (const member of [false, true]) {
    for (const [symbol, direction] of [
      ["A", "implementors"],
      ["D", "bases"],
    ] as const) {
      for (const depth of [undefined, 1, 2, 3, 9]) {
        const name = member ? `${symbol}.go` : symbol;
        const given = depth === undefined ? {} : { depth };
        const { answer, output } = await trace(opened, { symbol: name, direction, ...given });
        const wanted = [1, 2, 3].filter((far) => far <= (depth ?? 3));
        assert.deepEqual(
          answer.proven.map((p) => p.depth),
          wanted,
          `${name} ${direction} ${depth}`,
        );
        assert.equal(answer.depth, depth ?? 3);
        assert.equal(answer.totals.proven, wanted.length);
        assert.equal(answer.declarations[0]!.proven, wanted.length);
        assert.deepEqual(
          answer.totals.byDepth.map((step) => [step.depth, step.proven]),
          wanted.map((far) => [far, 1]),
        );
        for (const { rule, link, targets } of answer.proven) {
          assert.equal(rule, member ? "override" : "base");
          assert.match(link!, /^[bcd]\.ts:2$/);
          assert.deepEqual(targets, []);
        }
        assert.doesNotMatch(output, /"rule":"\w+\.ts/);
      }
    }
  }
  const { output } = await trace(opened, { symbol: "D", direction: "bases", format: "text" });
  assert.match(output, /^b\.ts:2 \[2\] in B: .* \(base, c\.ts:2\)$/m);
  // What was not asked for has none.
  const { answer } = await trace(opened, { symbol: "b.ts:B" });
  assert.ok(answer.proven.every((p) => p.link === undefined));
});

test("what lies outside is said where nothing else was found", async () => {
  await using opened = new Opened({
    "a.ts": "export function only() { console.log(1); JSON.parse('1'); }\n",
  });
  for (const depth of [1, 2]) {
    const { output } = await trace(opened, { symbol: "only", direction: "callees", depth, format: "text" });
    assert.match(output, /^callees: 2 outside the repository$/m);
  }
  const { output } = await trace(opened, { symbol: "a.ts", direction: "dependencies", format: "text" });
  assert.doesNotMatch(output, /outside the repository/);
});

test("what a name was not looked for in is said in every direction", async () => {
  await using opened = new Opened({
    "a.ts":
      "export class Base {}\nexport class Store extends Base { save(): void { this.load(); } load(): void {} }\n",
    "use.ts": 'import { Store } from "./a.ts";\nnew Store().save();\n',
    "big.ts": `export function save() {}\nexport class Store {}\n${"// a long line of nothing\n".repeat(50_000)}`,
  });
  for (const direction of ["callers", "callees", "implementors", "bases", "dependencies", "dependents"]) {
    for (const symbol of ["Store.save", "Store"]) {
      for (const depth of [1, 2]) {
        const { answer, output } = await trace(opened, { symbol, direction, depth });
        assert.equal(answer.declarations.length, 1, symbol);
        const named = answer.notLooked.filter(({ what }) => what.startsWith("big.ts"));
        assert.equal(named.length, 1, `${symbol} ${direction}`);
        assert.match(output, /not looked at: big\.ts/);
      }
    }
  }
});

test("totals are true however little of the list is shown, and no answer costs more than its budget", async () => {
  const calls = Array.from({ length: 400 }, (_, i) => `export const used${i} = () => target(${i});\n`);
  await using opened = new Opened({
    "target.ts": "export function target(n: number): number {\n  return n;\n}\n",
    "calls.ts": `import { target } from './target.ts';\n${calls.join("")}`,
  });
  for (const format of ["json", "text", "terminal"]) {
    for (const budget of [64, 100, 300, 1500]) {
      const outcome = await opened.ask("trace", { symbol: "target", budget, format } as never);
      assert.ok(openCounterSync("o200k_base").count(outcome.output) <= budget, `${format} ${budget}`);
      const answer = outcome.answer as TraceAnswer;
      if (answer.totals !== undefined) assert.equal(answer.totals.proven, 400);
    }
  }
});

test("however many places are proven, the possible ones have their first lines too", async () => {
  const calls = Array.from({ length: 400 }, (_, i) => `export const r${i} = store.save(${i});`).join("\n");
  await using opened = new Opened({
    "store.ts": "export class Store {\n  save(n: number) {\n    return n;\n  }\n}\n",
    "use.ts": `import { Store } from "./store";\nconst store = new Store();\n${calls}\n`,
    "any.ts": "export function any(x: any) {\n  x.save(1);\n}\n",
  });
  for (const format of ["text", "json"] as const) {
    const { output, answer } = await opened.ask("trace", { symbol: "Store.save", format, budget: 1200 });
    const { totals, possible } = answer as TraceAnswer;
    assert.deepEqual([totals.proven, totals.possible], [400, 1]);
    assert.equal(possible.length, 1, output);
    assert.match(output, /any\.ts/);
  }
});
