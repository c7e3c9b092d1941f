// What the TypeScript oracle of the graph's bench says of keys: the property that the compiler's references name, and not what
// the key would be by its name alone.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { readTruth } from "../../bench/graph/truth.ts";

const BENCH = new URL("../../bench/", import.meta.url).pathname;
const isInstalled = existsSync(join(BENCH, "peers/graph/node_modules/typescript"));

const HEAD = [
  "export interface Opt { width: number; run(): void }",
  'export interface Other { width: string; kind: "o" }',
  "declare const opt: Opt; declare function any(): any;",
  "declare function take<T>(p: T): void; declare function takeOpt(p: Partial<Opt>): void;",
  "const Comp = (p: Opt) => null; const width = 1;",
  "opt.width; new Map<string, Other>().get('')!.width; width;",
];
const OPT = "1:24";
const OTHER = "2:26";
const VALUE = "5:38";

/** [line, name, what each place of the name means there]. */
const LINES: readonly (readonly [string, string, readonly string[]])[] = [
  ["function f1({ width }: Opt) {}", "width", [OPT]],
  ["function f2({ width: w = 1 }: Opt) {}", "width", [OPT]],
  ["const { 'width': w3 } = opt;", "width", [OPT]],
  ["const { width: w4 } = any();", "width", ["unknown"]],
  ["const { width: w5 } = { width: 1 };", "width", ["7:25", "outside"]],
  ["const o1: Opt = { width: 1, 'run'() {} };", "width", [OPT]],
  ["const o2: Opt = { width: 1, 'run'() {} };", "run", ["1:39"]],
  ["const o3 = { 'width': 1 } as Opt;", "width", [OPT]],
  ["const o4 = [{ width: 1, run() {} }] satisfies Opt[];", "width", [OPT]],
  ["takeOpt({ width });", "width", [VALUE, OPT]],
  ["take({ width: 2 });", "width", ["outside"]],
  ["const o5 = { width: 1 };", "width", ["outside"]],
  ["const o6: any = { width: 1 };", "width", ["unknown"]],
  ["const o7: Opt | Other = { width: 'a', kind: 'o' };", "width", [`${OPT},${OTHER}`]],
  ["const o8: Record<string, Opt> = { width: opt };", "width", ["outside"]],
  ["let q; ({ width: q } = opt);", "width", [OPT]],
  ["const e = <Comp width={3} run={() => {}} />;", "width", [OPT]],
];

test("what a key means to the oracle", { skip: !isInstalled, timeout: 120_000 }, async (t) => {
  const root = mkdtempSync(join(tmpdir(), "pith-oracle-"));
  t.after(() => rmSync(root, { recursive: true, force: true }));
  for (const [i, [line]] of LINES.entries())
    writeFileSync(join(root, `t${i}.tsx`), [...HEAD, line, "export {};", ""].join("\n"));
  assert.equal(spawnSync("git", ["init", "-q", root]).status, 0);
  assert.equal(spawnSync("git", ["-C", root, "add", "."]).status, 0);
  const oracle = join(BENCH, "graph/oracles/typescript/uses.mjs");
  const { status, stdout } = spawnSync(process.execPath, [oracle, root], {
    encoding: "utf8",
    timeout: 100_000,
  });
  assert.equal(status, 0);
  writeFileSync(join(root, "truth.jsonl"), stdout);
  const { files, targets } = await readTruth(join(root, "truth.jsonl"));
  for (const [i, [line, name, said]] of LINES.entries()) {
    const { sites } = files.get(`t${i}.tsx`)!;
    const told = sites
      .filter(([at, , text]) => at === HEAD.length + 1 && text === name)
      .map(([, column, text, , meaning]) => {
        assert.equal(line.slice(column - 1, column - 1 + text.length), text, line);
        return typeof meaning === "string"
          ? meaning
          : meaning.map((id) => `${targets[id]!.at[0]!.line}:${targets[id]!.at[0]!.column}`).join(",");
      });
    assert.deepEqual(told, said, line);
  }
});
