// An impact: what surely depends on a change and what may, by steps and reasons; tests, exports; diffs applied or not;
// totals true under any budget; "nothing" only where all was read.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { ImpactAnswer } from "../../src/pack/impact-answer.ts";
import { openCounterSync } from "../../src/tokens/counter.ts";
import { Opened } from "./opened.ts";

const FILES = {
  "src/store.ts": [
    "export interface Store {",
    "  save(item: string): void;",
    "}",
    "",
    "export class FileStore implements Store {",
    "  save(item: string): void {",
    "    write(item);",
    "  }",
    "}",
    "",
    "export function write(item: string): void {",
    "  console.log(item);",
    "}",
    "",
    "export function unused(): void {}",
    "",
  ].join("\n"),
  "src/index.ts": 'export { write as put } from "./store.ts";\nexport * from "./app.ts";\n',
  "src/app.ts":
    "import { FileStore, type Store } from './store.ts';\n\nexport function run(store: Store): void {\n  store.save('a');\n}\n\nexport function main(): void {\n  run(new FileStore());\n}\n",
  "src/loose.js": "export function go(thing) {\n  thing.save('b');\n}\n",
  "test/app.test.ts":
    "import { main } from '../src/app.ts';\nimport { write } from '../src/store.ts';\n\ntest('main', () => {\n  main();\n  write('x');\n  write('y');\n});\n",
};

async function impact(
  opened: Opened,
  args: object,
): Promise<{ answer: ImpactAnswer; output: string; found: boolean }> {
  const outcome = await opened.ask("impact", { format: "json", ...args } as never);
  return { answer: outcome.answer as ImpactAnswer, output: outcome.output, found: outcome.found };
}

const places = (sites: readonly { path: string; line: number }[]) => sites.map((s) => `${s.path}:${s.line}`);

test("steps over proven edges, tests, exports, what is possible by reason", async () => {
  await using opened = new Opened(FILES);
  const { answer, found } = await impact(opened, { symbol: "write" });
  assert.equal(found, true);
  assert.deepEqual(
    answer.proven.map((p) => [p.depth, `${p.path}:${p.line}`, p.rule]),
    [
      [1, "src/index.ts:1", "import"],
      [1, "src/store.ts:7", "same-file"],
      [1, "test/app.test.ts:6", "import"],
      [1, "test/app.test.ts:7", "import"],
    ],
  );
  assert.deepEqual(
    answer.tests.map((t) => [t.path, t.line, t.depth, t.sites]),
    [["test/app.test.ts", 6, 1, 2]],
  );
  assert.deepEqual(
    answer.surface.map((s) => [s.path, s.name, s.depth, s.via]),
    [
      ["src/store.ts", "write", 0, "declaration"],
      ["src/index.ts", "put", 0, "named"],
      ["src/store.ts", "FileStore.save", 1, "declaration"],
    ],
  );
  assert.deepEqual(answer.totals.byDepth, [
    { depth: 1, proven: 4, possible: 0 },
    // Through the interface, and from a receiver that nothing types: counted, and not followed.
    { depth: 2, proven: 0, possible: 2 },
  ]);
});

test("a change of an interface's member reaches what must fit it and what calls it, and what that calls", async () => {
  await using opened = new Opened(FILES);
  const { answer } = await impact(opened, { symbol: "Store.save" });
  assert.deepEqual(
    answer.proven.map((p) => [p.depth, `${p.path}:${p.line}`, p.rule]),
    [
      [1, "src/app.ts:4", "parameter-type"],
      [1, "src/store.ts:6", "override"],
      [2, "src/app.ts:8", "same-file"],
      [3, "test/app.test.ts:5", "import"],
    ],
  );
  assert.deepEqual(places(answer.possible), ["src/loose.js:2"]);
  assert.deepEqual(answer.totals.byWhy, [{ why: "unresolved-receiver", possible: 1 }]);
  const one = await impact(opened, { symbol: "Store.save", depth: 1 });
  assert.equal(one.answer.totals.proven, 2);
});

test("a place names its declaration; an ambiguous name lists each with its own counts; an unknown one the nearest", async () => {
  await using opened = new Opened({
    ...FILES,
    "src/other.ts": "export function run(): number {\n  return 1;\n}\n",
  });
  const place = await impact(opened, { symbol: "src/store.ts:12" });
  assert.deepEqual(
    place.answer.declarations.map((d) => d.name),
    ["write"],
  );
  const label = await impact(opened, { symbol: '"src/store.ts":12' });
  assert.deepEqual(label.answer.declarations, place.answer.declarations);
  const several = await impact(opened, { symbol: "run" });
  assert.deepEqual(
    several.answer.declarations.map((d) => [d.path, d.proven, d.possible]),
    [
      ["src/app.ts", 1, 0],
      ["src/other.ts", 0, 0],
    ],
  );
  assert.deepEqual([several.answer.proven, several.answer.possible, several.answer.surface], [[], [], []]);
  assert.equal(several.answer.advice?.code, "ambiguous-name");
  const unknown = await impact(opened, { symbol: "wrote" });
  assert.equal(unknown.found, false);
  assert.ok(unknown.answer.nearest.includes("write"));
  for (const symbol of ["__proto__", "toString", "constructor.prototype"])
    assert.equal((await impact(opened, { symbol })).found, false, symbol);
});

test("nothing depends on it: said only where every file that holds the name was read", async () => {
  await using opened = new Opened(FILES);
  const none = await impact(opened, { symbol: "unused" });
  assert.equal(none.found, false);
  assert.equal(none.answer.advice?.code, "no-dependents");
  await using partly = new Opened({ ...FILES, "use.py": "unused()\n" });
  const some = await impact(partly, { symbol: "unused" });
  assert.equal(some.answer.advice?.code, "no-dependents-found");
  assert.deepEqual(
    some.answer.notLooked.map((n) => n.why),
    ["another language"],
  );
});

const PATCH = [
  "diff --git a/src/store.ts b/src/store.ts",
  "--- a/src/store.ts",
  "+++ b/src/store.ts",
  "@@ -9,7 +9,7 @@ export class FileStore implements Store {",
  " }",
  " ",
  " export function write(item: string): void {",
  "-  console.log(item);",
  "+  console.error(item);",
  " }",
  " ",
  " export function unused(): void {}",
  "",
].join("\n");

test("a patch is read against the file whether it was applied or not", async () => {
  await using before = new Opened(FILES);
  const applied = FILES["src/store.ts"].replace("console.log", "console.error");
  await using after = new Opened({ ...FILES, "src/store.ts": applied });
  for (const opened of [before, after]) {
    const { answer } = await impact(opened, { patch: PATCH });
    assert.equal(answer.diff, "patch");
    assert.deepEqual(
      answer.declarations.map((d) => [d.name, d.change, d.proven]),
      [["write", "body", 4]],
    );
    assert.equal(answer.totals.proven, 4);
  }
  await using other = new Opened({ ...FILES, "src/store.ts": "export function other() {}\n" });
  const { answer, found } = await impact(other, { patch: PATCH });
  assert.equal(found, false);
  assert.deepEqual(answer.declarations, []);
  assert.ok(answer.notLooked.some((n) => n.what === "src/store.ts" && /does not fit/.test(n.why)));
});

test("a patch without context says the same, whether it was applied or not", async () => {
  const all = ["export function kept() {}", "export function gone() {}", "export function last() {}"];
  const lines = (texts: readonly string[]) => `${texts.join("\n")}\n`;
  for (let at = 0; at < all.length; at++) {
    const without = all.filter((_, i) => i !== at);
    const gone = `-${all[at]}`;
    const deletion = ["--- a/a.ts", "+++ b/a.ts", `@@ -${at + 1} +${at},0 @@`, gone, ""].join("\n");
    const insertion = ["--- a/a.ts", "+++ b/a.ts", `@@ -${at},0 +${at + 1} @@`, `+${all[at]}`, ""].join("\n");
    const name = /function (\w+)/.exec(all[at]!)![1];
    for (const [patch, change] of [
      [deletion, "removed"],
      [insertion, "added"],
    ] as const) {
      for (const texts of [all, without]) {
        await using opened = new Opened({ "a.ts": lines(texts), "b.ts": `${name}();\n` });
        const { answer } = await impact(opened, { patch });
        const isThere = texts === all;
        const own = answer.declarations.find((d) => d.name === name);
        // Of an addition that was not made there is nothing to find.
        const expected = change === "added" && !isThere ? undefined : change;
        assert.equal(own?.change, expected, `${change} ${at} ${isThere}`);
      }
    }
  }
});

test("what a diff takes away is looked for by its name; a changed head and a changed body are told apart", async () => {
  const patch = [
    "--- a/src/store.ts",
    "+++ b/src/store.ts",
    "@@ -11,5 +11,3 @@",
    "-export function write(item: string): void {",
    "-  console.log(item);",
    "-}",
    "-",
    "-export function unused(): void {}",
    "+export function unused(why: string): void {}",
    "+",
    "+export function fresh(): void {}",
    "",
  ].join("\n");
  const head = FILES["src/store.ts"].split("\n").slice(0, 10).join("\n");
  const after = `${head}\nexport function unused(why: string): void {}\n\nexport function fresh(): void {}\n`;
  await using opened = new Opened({ ...FILES, "src/store.ts": after });
  const { answer } = await impact(opened, { patch });
  assert.deepEqual(
    answer.declarations.map((d) => [d.name, d.change]),
    [
      ["unused", "signature"],
      ["fresh", "added"],
      ["write", "removed"],
    ],
  );
  assert.deepEqual(answer.possible.map((p) => [`${p.path}:${p.line}`, p.why]).sort(), [
    ["src/index.ts:1", "unresolved-module"],
    ["src/store.ts:7", "same-name"],
    ["test/app.test.ts:2", "unresolved-module"],
    ["test/app.test.ts:6", "unresolved-module"],
    ["test/app.test.ts:7", "unresolved-module"],
  ]);
});

test("a file that is gone, one that is new, one that is not indexed, one in binary", async () => {
  await using opened = new Opened({ ...FILES, "src/new.ts": "export function added() {}\n" });
  const patch = [
    "diff --git a/src/gone.ts b/src/gone.ts",
    "deleted file mode 100644",
    "--- a/src/gone.ts",
    "+++ /dev/null",
    "@@ -1 +0,0 @@",
    "-export function put() {}",
    "diff --git a/src/new.ts b/src/new.ts",
    "new file mode 100644",
    "--- /dev/null",
    "+++ b/src/new.ts",
    "@@ -0,0 +1 @@",
    "+export function added() {}",
    "diff --git a/logo.png b/logo.png",
    "Binary files a/logo.png and b/logo.png differ",
    "diff --git a/src/app.ts b/src/app.ts",
    "Binary files a/src/app.ts and b/src/app.ts differ",
    "",
  ].join("\n");
  const { answer } = await impact(opened, { patch });
  assert.deepEqual(
    answer.declarations.map((d) => [d.path, d.name, d.change]),
    [
      ["src/new.ts", "added", "added"],
      ["src/gone.ts", "put", "removed"],
    ],
  );
  const left = answer.notLooked.map((n) => `${n.what}: ${n.why}`);
  assert.deepEqual(left, [
    "logo.png: not among the indexed files",
    "src/app.ts: the diff does not say how it changed",
  ]);
});

test("bad input says what to do", async () => {
  await using opened = new Opened(FILES);
  for (const args of [
    {},
    { symbol: "write", patch: PATCH },
    { patch: "nothing of a diff" },
    { patch: "" },
    { diff: "HEAD" },
  ]) {
    await assert.rejects(impact(opened, args), { code: "ARGUMENT_INVALID" }, JSON.stringify(args));
  }
  const stopped = AbortSignal.abort();
  await assert.rejects(opened.ask("impact", { symbol: "write" } as never, { signal: stopped }), {
    code: "CANCELLED",
  });
  await assert.rejects(impact(opened, { symbol: "src/app.ts" }), { code: "ARGUMENT_INVALID" });
  await assert.rejects(impact(opened, { symbol: "  " }), { code: "QUERY_EMPTY" });
});

test("totals are true however little is shown, and no answer costs more than its budget", async () => {
  const calls = Array.from({ length: 300 }, (_, i) => `export const used${i} = () => target(${i});\n`);
  const many = Array.from({ length: 40 }, (_, i) => `export function f${i}() { return used${i}(); }\n`);
  await using opened = new Opened({
    "target.ts": "export function target(n: number): number {\n  return n;\n}\n",
    "calls.ts": `import { target } from './target.ts';\n${calls.join("")}${many.join("")}`,
  });
  for (const format of ["json", "text", "terminal"]) {
    for (const budget of [64, 100, 300, 1500]) {
      const outcome = await opened.ask("impact", { symbol: "target", budget, format } as never);
      assert.ok(openCounterSync("o200k_base").count(outcome.output) <= budget, `${format} ${budget}`);
      const answer = outcome.answer as ImpactAnswer;
      if (answer.totals === undefined) continue;
      assert.deepEqual(answer.totals.byDepth, [
        { depth: 1, proven: 300, possible: 0 },
        { depth: 2, proven: 40, possible: 0 },
        { depth: 3, proven: 0, possible: 0 },
      ]);
    }
  }
});

test("unit tests of Rust, in the file that they test, are tests that reach it", async () => {
  await using opened = new Opened({
    "Cargo.toml": '[package]\nname = "x"\n',
    "src/lib.rs":
      "pub fn merge() {}\npub fn user() { merge(); }\n#[cfg(test)]\nmod tests {\n    use super::*;\n    #[test]\n    fn one() { merge(); }\n    #[test]\n    fn two() { merge(); }\n}\n",
  });
  const { answer } = await impact(opened, { symbol: "merge" });
  assert.deepEqual(
    answer.tests.map((t) => [t.path, t.line, t.sites]),
    [["src/lib.rs", 7, 2]],
  );
});
