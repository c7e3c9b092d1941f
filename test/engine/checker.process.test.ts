// The checker pass from outside: what it settles, what drops its verdicts, and what it says where it can't do its work.
import assert from "node:assert/strict";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import { test } from "node:test";
import { isPithError } from "../../src/base/error.ts";
import type { IndexReport, StatusReport } from "../../src/pack/reports.ts";
import type { TraceAnswer } from "../../src/pack/trace-answer.ts";
import { takeLock } from "../../src/store/lock.ts";
import { ODD_THINGS } from "../files/odd-things.ts";
import { Opened, filesBelow } from "./opened.ts";
import { LINKS } from "../conditions.ts";

/** What Pith's own rules leave possible: the type of what a chain of generic calls gives. */
const FILES = {
  "tsconfig.json": '{ "compilerOptions": { "strict": true, "target": "es2022", "module": "esnext" } }',
  "src/tools.ts":
    "export class Saw {\n  cut(): void {}\n}\nexport class Knife {\n  cut(): void {}\n}\nexport const pick = <T>(all: readonly T[]): T => all[0]!;\n",
  "src/use.ts":
    'import { Knife, pick, Saw } from "./tools.ts";\nconst held = pick([1].map(() => new Saw()));\nheld.cut();\nconst other = pick([1].map(() => new Knife()));\nother.cut();\nexport function loose(thing: any): void {\n  thing.cut();\n}\n',
};

async function trace(opened: Opened, symbol: string): Promise<TraceAnswer> {
  return (await opened.ask("trace", { symbol, format: "json", budget: 8000 })).answer as TraceAnswer;
}

async function check(opened: Opened): Promise<IndexReport> {
  return (await opened.ask("index", { checker: true, format: "json" })).answer as IndexReport;
}

async function status(opened: Opened): Promise<StatusReport> {
  return (await opened.ask("status", { format: "json" })).answer as StatusReport;
}

const lines = (sites: readonly { path: string; line: number }[]) => sites.map((s) => `${s.path}:${s.line}`);
const rules = ({ proven }: TraceAnswer) => proven.map((p) => `${p.path}:${p.line} ${p.rule}`);

test("what was possible is proven or dropped, and what the compiler can't tell stays possible", async () => {
  await using opened = new Opened(FILES);
  const before = await trace(opened, "Saw.cut");
  assert.deepEqual(lines(before.proven), []);
  assert.deepEqual(lines(before.possible), ["src/use.ts:3", "src/use.ts:5", "src/use.ts:7"]);
  assert.equal((await status(opened)).checker, null);
  const { checker, dropped } = await check(opened);
  assert.equal(checker!.notStored, null);
  assert.equal(dropped, 0);
  assert.ok(checker!.verdicts >= 10, String(checker!.verdicts));
  const after = await trace(opened, "Saw.cut");
  assert.deepEqual(rules(after), ["src/use.ts:3 checker"]);
  assert.deepEqual(lines(after.possible), ["src/use.ts:7"]);
  assert.deepEqual(rules(await trace(opened, "Knife.cut")), ["src/use.ts:5 checker"]);
  const { checker: told } = await status(opened);
  assert.deepEqual([told!.verdicts, told!.dropped, told!.programs], [checker!.verdicts, 0, 1]);
});

test("any change of a file that could have a part in them drops all verdicts, says how many; undone, they hold again", async () => {
  await using opened = new Opened({
    ...FILES,
    "src/third.ts": "export type Third = string;\n",
    "notes.md": "a\n",
  });
  const { verdicts } = (await check(opened)).checker!;
  const changes: [string, () => void, () => void][] = [
    ["the file that is asked about", ...edited(opened, "src/tools.ts")],
    ["a third file", ...edited(opened, "src/third.ts")],
    [
      "a configuration",
      () => opened.write("tsconfig.json", "{}"),
      () => opened.write("tsconfig.json", FILES["tsconfig.json"]),
    ],
    ["a file more", () => opened.write("src/more.ts", "export {};\n"), () => opened.remove("src/more.ts")],
    [
      "a package's manifest more",
      () => opened.write("src/package.json", "{}"),
      () => opened.remove("src/package.json"),
    ],
    [
      "a file less",
      () => opened.remove("src/third.ts"),
      () => opened.write("src/third.ts", "export type Third = string;\n"),
    ],
  ];
  for (const [what, change, back] of changes) {
    change();
    const answer = await trace(opened, "Saw.cut");
    assert.deepEqual(lines(answer.proven), [], what);
    assert.equal(answer.possible.length, 3, what);
    assert.ok(
      answer.notLooked.some((n) => n.what === `${verdicts} verdicts of the checker pass`),
      JSON.stringify(answer.notLooked),
    );
    const told = await status(opened);
    assert.deepEqual([told.checker!.verdicts, told.checker!.dropped], [0, verdicts], what);
    assert.match(
      (await opened.ask("status", {})).output,
      new RegExp(`^checker: ${verdicts} verdicts dropped`, "m"),
    );
    assert.equal(
      ((await opened.ask("index", { format: "json" })).answer as IndexReport).dropped,
      verdicts,
      what,
    );
    back();
    assert.deepEqual(rules(await trace(opened, "Saw.cut")), ["src/use.ts:3 checker"], what);
  }
  opened.write("notes.md", "b\n");
  assert.deepEqual(rules(await trace(opened, "Saw.cut")), ["src/use.ts:3 checker"], "a text");
  const rebuilt = (await opened.ask("index", { rebuild: true, format: "json" })).answer as IndexReport;
  assert.equal(rebuilt.dropped, verdicts);
});

function edited(opened: Opened, path: string): [() => void, () => void] {
  const before = opened.read(path);
  return [() => opened.write(path, `${before}// more\n`), () => opened.write(path, before)];
}

test("a file that changes during the run: nothing is stored, exit 1, and it is said", async () => {
  await using opened = new Opened(FILES);
  let written = false;
  const outcome = await opened.ask(
    "index",
    { checker: true, format: "json" },
    {
      onProgress: ({ phase }) => {
        if (phase !== "checking" || written) return;
        written = true;
        opened.write("src/third.ts", "export {};\n");
      },
    },
  );
  const { checker } = outcome.answer as IndexReport;
  assert.equal(outcome.found, false);
  assert.match(checker!.notStored!, /changed while/);
  assert.equal((await status(opened)).checker, null);
  assert.deepEqual(lines((await trace(opened, "Saw.cut")).proven), []);
});

test("a program past the memory ceiling is named, and the others are checked", async () => {
  await using opened = new Opened({
    ...FILES,
    "pith.json": '{ "ceilings": { "checkerMegabytes": 100 } }',
    "huge/tsconfig.json": "{}",
  });
  const line = (i: number) =>
    `export function f${i}(a: number, b: string): { x: number } { return { x: a }; }\n`;
  for (const name of ["a", "b"])
    opened.write(`huge/${name}.ts`, Array.from({ length: 18_000 }, (_, i) => line(i)).join(""));
  const { checker } = await check(opened);
  assert.deepEqual(
    checker!.programs.map((p) => [p.config, p.files, p.skipped]),
    [
      ["huge/tsconfig.json", 2, "its memory ceiling"],
      ["tsconfig.json", 2, null],
    ],
  );
  assert.match(
    (await opened.ask("status", {})).output,
    /^checker: skipped huge\/tsconfig\.json: its memory ceiling$/m,
  );
  assert.deepEqual(rules(await trace(opened, "Saw.cut")), ["src/use.ts:3 checker"]);
});

test("where the compiler itself is past the ceiling, nothing is checked, and that is said", async () => {
  await using opened = new Opened({ ...FILES, "pith.json": '{ "ceilings": { "checkerMegabytes": 8 } }' });
  const { checker } = await check(opened);
  assert.deepEqual(
    checker!.programs.map((p) => [p.config, p.files, p.skipped]),
    [["", 2, "its memory ceiling"]],
  );
  assert.equal((await trace(opened, "Saw.cut")).possible.length, 3);
});

test("cancelled while the compiler works: the process ends, nothing is stored, questions go on", async () => {
  await using opened = new Opened(FILES);
  const cancel = new AbortController();
  const asked = opened.ask(
    "index",
    { checker: true },
    {
      signal: cancel.signal,
      onProgress: ({ phase }) => {
        if (phase === "checking") cancel.abort();
      },
    },
  );
  await assert.rejects(asked, (error) => isPithError(error) && error.code === "CANCELLED");
  assert.equal((await status(opened)).checker, null);
  assert.equal((await trace(opened, "Saw.cut")).possible.length, 3);
});

test("another process answers while the compiler works, and sees what it found afterwards", async () => {
  await using opened = new Opened(FILES);
  await using second = new Opened({}, { env: opened.env });
  const asked: Promise<unknown>[] = [];
  const other = opened.start();
  const question = () =>
    other.run("trace", { symbol: "Saw.cut", root: opened.root, format: "json", budget: 8000 });
  await opened.ask("index", { checker: true }, { onProgress: () => void asked.push(question()) });
  assert.ok(asked.length > 0);
  await Promise.all(asked);
  assert.deepEqual(rules((await question()).answer as TraceAnswer), ["src/use.ts:3 checker"]);
  void second;
});

test("a store that is damaged or another's is left aside, said once, and made again", async () => {
  await using opened = new Opened(FILES);
  await check(opened);
  const [path] = filesBelow(opened.cache(0)).filter((f) => f.endsWith(".verdicts")) as [string];
  const whole = readFileSync(path);
  const flipped = Buffer.from(whole);
  flipped[flipped.length - 9]! ^= 1;
  const foreign = Buffer.from("SQLite format 3\0".repeat(10));
  for (const bytes of [flipped, whole.subarray(0, whole.length / 2), Buffer.alloc(0), foreign]) {
    writeFileSync(path, bytes);
    const first = await opened.ask("trace", { symbol: "Saw.cut", format: "json", budget: 8000 });
    assert.equal((first.answer as TraceAnswer).possible.length, 3);
    assert.equal(first.notices.filter((n) => n.includes("checker pass")).length, 1, first.notices.join("\n"));
    const again = await opened.ask("trace", { symbol: "Saw.cut" });
    assert.deepEqual(again.notices, []);
  }
  await check(opened);
  assert.deepEqual(readFileSync(path), whole, "the same contents give the same bytes");
});

test(
  "whatever lies in the place of what is stored: left aside, and replaced by the next pass",
  LINKS,
  async () => {
    await using opened = new Opened(FILES);
    await check(opened);
    const [path] = filesBelow(opened.cache(0)).filter((f) => f.endsWith(".verdicts")) as [string];
    // A pipe is waited for in another process: test/store/odd-cache.process.test.ts.
    for (const what of ["link to itself", "link to nothing", "folder"]) {
      rmSync(path, { recursive: true, force: true });
      ODD_THINGS[what]!(path);
      assert.equal((await trace(opened, "Saw.cut")).possible.length, 3, what);
      assert.equal((await check(opened)).checker!.notStored, null, what);
      assert.deepEqual(rules(await trace(opened, "Saw.cut")), ["src/use.ts:3 checker"], what);
    }
  },
);

test("nothing is stored where another process writes, nor beside what a newer Pith wrote; what to do is said", async () => {
  await using opened = new Opened(FILES);
  await check(opened);
  const [path] = filesBelow(opened.cache(0)).filter((f) => f.endsWith(".verdicts")) as [string];
  const folder = join(path, "../..");
  rmSync(path);
  const lock = takeLock(join(folder, "lock"))!;
  const locked = await opened.ask("index", { checker: true });
  assert.equal(locked.found, false);
  assert.match(locked.output, /nothing is stored: another process is writing the cache; run it again/);
  lock.release();
  assert.equal(existsSync(path), false);
  const [snapshot] = filesBelow(folder).filter((f) => f.endsWith(".snap")) as [string];
  const bytes = readFileSync(snapshot);
  bytes.writeUInt32LE(1_000_000, 16);
  bytes.writeUInt32LE(crc32(bytes.subarray(0, 36)), 36);
  writeFileSync(snapshot, bytes);
  const closed = await opened.start().run("index", { checker: true, root: opened.root });
  assert.match(closed.output, /nothing is stored: a newer Pith wrote the cache; name another folder/);
  assert.equal(existsSync(path), false);
});

test("the answer has the same bytes whatever the cache and the process", async () => {
  await using opened = new Opened(FILES);
  await check(opened);
  const ask = async (engine = opened.engine) =>
    (await engine.run("trace", { symbol: "Saw.cut", root: opened.root })).output;
  const warm = await ask();
  assert.equal(await ask(opened.start()), warm);
  const cold = opened.startCold();
  await cold.run("index", { checker: true, root: opened.root });
  assert.equal(await ask(cold), warm);
});

test(
  "packages of a workspace that nobody has installed, each under its nearest configuration",
  LINKS,
  async () => {
    await using opened = new Opened({
      "package.json": '{ "name": "root", "private": true, "workspaces": ["packages/*"] }',
      "tsconfig.json":
        '{ "files": [], "references": [{ "path": "packages/tools" }, { "path": "packages/app" }] }',
      "packages/tools/package.json":
        '{ "name": "@x/tools", "main": "dist/index.js", "types": "dist/index.d.ts" }',
      "packages/tools/tsconfig.json": '{ "compilerOptions": { "composite": true }, "include": ["src"] }',
      "packages/tools/src/index.ts": FILES["src/tools.ts"],
      "packages/app/package.json": '{ "name": "@x/app", "dependencies": { "@x/tools": "workspace:*" } }',
      "packages/app/tsconfig.json":
        '{ "compilerOptions": { "strict": true }, "references": [{ "path": "../tools" }] }',
      "packages/app/src/use.ts": FILES["src/use.ts"].replace("./tools.ts", "@x/tools"),
      "top.ts": "export const top = 1;\n",
    });
    const { checker } = await check(opened);
    assert.deepEqual(
      checker!.programs.map((p) => [p.config, p.files]),
      [
        ["packages/app/tsconfig.json", 1],
        ["packages/tools/tsconfig.json", 2],
      ],
    );
    assert.deepEqual(rules(await trace(opened, "Saw.cut")), ["packages/app/src/use.ts:3 checker"]);
    // Installed by links, and built: the source is meant all the same.
    opened.write(".pithignore", "dist\nnode_modules\n");
    opened.write("packages/tools/dist/index.d.ts", "export declare class Saw { cut(): void }\n");
    mkdirSync(opened.path("packages/app/node_modules/@x"), { recursive: true });
    symlinkSync("../../../tools", opened.path("packages/app/node_modules/@x/tools"));
    await check(opened);
    assert.deepEqual(rules(await trace(opened, "src/index.ts:Saw.cut")), [
      "packages/app/src/use.ts:3 checker",
    ]);
  },
);

test("through an interface: proven for its member, possible as dispatch for what implements it", async () => {
  await using opened = new Opened({
    "tsconfig.json": FILES["tsconfig.json"],
    "src/a.ts":
      "export interface Store {\n  save(): void; name: string;\n}\nexport class FileStore implements Store { name = '';\n  save(): void {}\n}\nexport class Other {\n  save(): void {}\n}\nconst pick = <T>(all: readonly T[]): T => all[0]!;\nexport function run(all: Store[]): void {\n  pick(all.filter(Boolean)).save();\n}\nclass Fitting { name = '';\n  save(): void {}\n}\n",
  });
  await check(opened);
  assert.deepEqual(rules(await trace(opened, "Store.save")), ["src/a.ts:12 checker"]);
  // `Fitting` names no type, and is one all the same.
  for (const name of ["FileStore.save", "Fitting.save"]) {
    const below = await trace(opened, name);
    assert.deepEqual(
      below.possible.map((p) => [p.line, p.why]),
      [[12, "dispatch"]],
      name,
    );
  }
  assert.deepEqual((await trace(opened, "Other.save")).totals, {
    proven: 0,
    possible: 0,
    external: 0,
    byDepth: [{ depth: 1, proven: 0, possible: 0, external: 0 }],
  });
});

test("nothing that a configuration names is run, read outside the root or written", async () => {
  const evil = "require('fs').writeFileSync(require('path').join(__dirname, 'ran'), '');\n";
  await using opened = new Opened({
    ...FILES,
    "tsconfig.json": JSON.stringify({
      extends: ["../outside/tsconfig.json", "./missing.json", "./tsconfig.json", "/etc/passwd"],
      compilerOptions: {
        plugins: [{ name: "./plugin.js" }, { name: "evil" }],
        types: ["evil", "../../outside/types"],
        typeRoots: ["../outside", "./types"],
        paths: { "*": ["../outside/*"] },
        baseUrl: "..",
        outDir: "../written",
        declaration: true,
        tsBuildInfoFile: "./info",
        incremental: true,
        generateTrace: "./trace",
        generateCpuProfile: "./profile",
        lib: ["es2022", "../../../outside/lib"],
      },
      files: ["../outside/secret.ts"],
      references: [{ path: "../outside" }],
    }),
    "plugin.js": evil,
    "node_modules/evil/index.js": evil,
    "node_modules/typescript/package.json": '{ "name": "typescript", "version": "5.9.9" }',
    "node_modules/typescript/lib/typescript.js": evil,
    "src/out.ts": "import { secret } from '../../outside/secret';\nsecret();\n",
  });
  const outside = join(opened.folder, "outside");
  mkdirSync(outside);
  writeFileSync(join(outside, "secret.ts"), "export function secret(): void {}\n");
  writeFileSync(join(outside, "tsconfig.json"), "{}");
  const names = () =>
    readdirSync(opened.folder, { recursive: true })
      .map(String)
      .filter((n) => !/^(cache|home)/.test(n));
  const before = names();
  const { checker } = await check(opened);
  assert.equal(checker!.notStored, null);
  assert.notEqual(checker!.compiler, "5.9.9");
  assert.deepEqual(names().sort(), before.sort());
  assert.deepEqual(rules(await trace(opened, "Saw.cut")), ["src/use.ts:3 checker"]);
  assert.ok(!existsSync(opened.path("ran")));
  rmSync(outside, { recursive: true });
});

test("configurations that are no configurations, names like those of every object, broken code", async () => {
  await using opened = new Opened({
    ...FILES,
    "tsconfig.json": "{ not json",
    "a/tsconfig.json": '{ "extends": "./tsconfig.json", "references": [{ "path": "." }], "files": [] }',
    "a/one.ts": "export function constructor(): void {}\nconstructor();\nexport const __proto__ = 1;\n",
    "b/tsconfig.json": "[1, 2]",
    "b/two.ts": "function toString( {\n  hasOwnProperty(;\n",
    "c/jsconfig.json": '"text"',
    "c/three.js": "module.exports.valueOf = function () {};\nmodule.exports.valueOf();\n",
    "d/tsconfig.json": '{ "compilerOptions": { "target": 7, "lib": "x", "paths": [], "module": {} } }',
    "d/four.ts": `export const deep = ${"[".repeat(800)}1${"]".repeat(800)};\n`,
  });
  const { checker } = await check(opened);
  assert.equal(checker!.notStored, null);
  assert.deepEqual(
    checker!.programs.map((p) => [p.config, p.files]),
    [
      ["a/tsconfig.json", 1],
      ["b/tsconfig.json", 1],
      ["c/jsconfig.json", 1],
      ["d/tsconfig.json", 1],
      ["tsconfig.json", 2],
    ],
  );
  assert.deepEqual(
    checker!.programs.filter((p) => p.skipped !== null),
    [],
  );
});

test(
  "types go through installed packages, whose declarations alone are read; another installation drops the verdicts",
  LINKS,
  async () => {
    await using opened = new Opened({
      ...FILES,
      ".gitignore": "node_modules\n",
      "src/tools.ts": FILES["src/tools.ts"].replace(/export const pick.*\n/, ""),
      "src/use.ts": FILES["src/use.ts"]
        .replace("Knife, pick, Saw", "Knife, Saw")
        .replace("import", 'import { pick } from "picker";\nimport'),
      "node_modules/picker/package.json": '{ "name": "picker", "main": "index.js", "types": "types.d.ts" }',
      "node_modules/picker/index.js": "throw new Error();\n",
      "node_modules/picker/types.d.ts": "export declare const pick: <T>(all: readonly T[]) => T;\n",
    });
    mkdirSync(opened.path(".git"));
    const outside = join(opened.folder, "outside");
    mkdirSync(outside);
    writeFileSync(join(outside, "index.d.ts"), "export {};\n");
    symlinkSync(outside, opened.path("node_modules/leaves"));
    symlinkSync("loop", opened.path("node_modules/loop"));
    opened.write(
      "src/more.ts",
      'import "leaves";\nimport "loop";\nimport "missing";\nimport "@scope/missing";\n',
    );
    const { verdicts } = (await check(opened)).checker!;
    const holds = async () => (await status(opened)).checker!.verdicts === verdicts;
    assert.deepEqual(rules(await trace(opened, "Saw.cut")), ["src/use.ts:4 checker"]);
    assert.ok(await holds());
    for (const change of [
      () => opened.write("node_modules/picker/types.d.ts", "export declare const pick: any;\n"),
      () => opened.write("node_modules/missing/index.d.ts", "export {};\n"),
      () => opened.write("node_modules/picker/package.json", '{ "name": "picker", "types": "other.d.ts" }'),
      () => opened.remove("node_modules/picker"),
    ]) {
      change();
      assert.equal(await holds(), false);
      assert.equal((await trace(opened, "Saw.cut")).totals.proven, 0);
      await check(opened);
      assert.ok((await status(opened)).checker!.verdicts > 0);
    }
  },
);

test("what holds a function: a call through a property that is given it is one, through a variable it may be one", async () => {
  await using opened = new Opened({
    "lib.js":
      "function run() {}\nexport function made() {}\nexport default { run, made: made };\nexport { run as named };\n",
    "whole.js": "function alone() {}\nmodule.exports = alone;\n",
    "use.js":
      'import lib from "./lib.js";\nlib.run();\nlib.made();\nasync function late() {\n  const { named } = await import("./lib.js");\n  named();\n}\n',
    "old.js": 'const whole = require("./whole");\nwhole();\n',
  });
  await check(opened);
  const uses = async (name: string) => {
    const { proven, possible } = await trace(opened, name);
    return [...lines(proven), ...possible.map((p) => `${p.path}:${p.line} ${p.why}`)].sort();
  };
  assert.deepEqual(await uses("run"), ["lib.js:3 handed-on", "use.js:2", "use.js:6 handed-on"]);
  assert.ok((await uses("made")).includes("use.js:3"), String(await uses("made")));
  assert.ok(
    (await uses("alone")).some((use) => use.startsWith("old.js:2")),
    String(await uses("alone")),
  );
});

test("what hangs on a function is another declaration than the function", async () => {
  await using opened = new Opened({
    "lib.js":
      "export const tool = make();\ntool.other = function () {};\ntool.tool = tool;\nfunction make() {\n  return function () {};\n}\n",
    "use.js": 'import { tool } from "./lib.js";\ntool();\ntool.other();\n',
  });
  await check(opened);
  assert.ok(lines((await trace(opened, "lib.js:tool")).proven).includes("use.js:2"));
  const { proven, possible } = await trace(opened, "other");
  assert.deepEqual(lines(proven), ["use.js:3"]);
  assert.deepEqual(lines(possible), []);
});
