// P9: files, results, descriptors and time have ceilings; a hostile file is named, not fatal; no process outlives its
// work; an interrupt and a closed pipe lose nothing.
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import type { ContextAnswer, OutlineAnswer, SearchAnswer } from "../../src/pack/answer.ts";
import { filesBelow, Opened } from "../engine/opened.ts";
import { BIN, environment, run, start } from "../hosts/pith-process.ts";
import { PROC, SHELL, SIGNALS } from "../conditions.ts";

const HOSTILE: Readonly<Record<string, string | Uint8Array>> = {
  "min/bundle.js": `var needle=1;${"function f(a){return a?b[c]:d(e,{g:1})};".repeat(40_000)}`,
  "brackets.ts": `const needle = ${"[".repeat(100_000)}`,
  "parens.py": `needle = ${"(".repeat(100_000)}`,
  "template.ts": `const needle = \`${"${`".repeat(20_000)}`,
  "open.js": `const needle = "${"x".repeat(200_000)}`,
  "comment.go": `package main /* needle ${"* ".repeat(100_000)}`,
  "invalid.ts": Buffer.concat([
    Buffer.from(
      "const needle = 'a text that is long enough to be read as one, though some of it is broken: ",
    ),
    Buffer.from([0xff, 0xfe, 0xc0, 0x80]),
    Buffer.from("';\n"),
  ]),
  "surrogates.rs": Buffer.concat([
    Buffer.from("// needle in a comment that is long enough to be read though a bit of it is broken "),
    Buffer.from([0xed, 0xa0, 0x80]),
    Buffer.from("\nfn main() {}\n"),
  ]),
  "deep.json": `{"needle":${"[".repeat(50_000)}${"]".repeat(50_000)}}`,
  "headings.md": `${"# needle\n".repeat(20_000)}`,
  "huge.txt": "needle line of a log\n".repeat(150_000),
  "one-line.csv": `needle,${"1,".repeat(500_000)}`,
  "ok.ts": "export function needleHere() {\n  return 1;\n}\n",
};

test("hostile files are read or named, and every operation answers", async () => {
  await using opened = new Opened(HOSTILE);
  for (const [operation, args] of [
    ["context", { query: "needleHere", budget: 2000 }],
    ["search", { query: "needle", limit: 50 }],
    ["search", { query: "needle", mode: "exact", limit: 50 }],
    ["search", { query: "needle\\w+", mode: "regex", limit: 50 }],
    ["symbol", { symbol: "needleHere" }],
    ["outline", {}],
  ] as const) {
    const { answer } = await opened.ask(operation, { ...args, format: "json", budget: 20_000 } as never);
    const { files } = (answer as SearchAnswer).completeness;
    assert.deepEqual(files.skipped, { "too-large": 1 }, operation);
    assert.equal(files.inScope, Object.keys(HOSTILE).length);
  }
  const { spans } = (await opened.ask("context", { query: "needleHere", format: "json" }))
    .answer as ContextAnswer;
  assert.equal(spans[0]?.path, "ok.ts");
  const exact = (
    await opened.ask("search", { query: "needle", mode: "exact", limit: 50, format: "json", budget: 20_000 })
  ).answer as SearchAnswer;
  assert.ok(exact.results.every((r) => r.matches.every((m) => (m.text ?? "").length < 400)));
  for (const path of Object.keys(HOSTILE)) {
    if (path === "huge.txt") continue;
    const { answer } = await opened.ask("outline", { path, format: "json", budget: 2000 });
    assert.match((answer as OutlineAnswer).from, /^(parser|line patterns \([a-z-]+\))$/, path);
    await opened.ask("read", { places: [path], budget: 500 });
  }
});

test("ceilings on the number of files and of results are said", async () => {
  const files: Record<string, string> = { "pith.json": '{"ceilings": {"files": 50}}' };
  for (let i = 0; i < 80; i++) files[`f${String(i).padStart(2, "0")}.ts`] = `export const needle${i} = 1;\n`;
  await using opened = new Opened(files);
  const few = (
    await opened.ask("search", { query: "needle", mode: "exact", limit: 200, format: "json", budget: 20_000 })
  ).answer as SearchAnswer;
  assert.equal(few.completeness.files.inScope, 50);
  assert.equal(few.completeness.files.skipped["too-many-files"], 31);
  opened.write("pith.json", "{}");
  for (let i = 80; i < 300; i++) opened.write(`f${i}.ts`, `export const needle${i} = 1;\n`);
  const many = (
    await opened.ask("search", {
      query: "needle",
      mode: "exact",
      limit: 10_000,
      format: "json",
      budget: 100_000,
    })
  ).answer as SearchAnswer;
  assert.equal(many.results.length, 200);
  assert.equal(many.total, 300);
  assert.ok(many.completeness.caps.some((c) => c.includes("200 of 300 matching lines")));
});

test("descriptors do not grow with questions", PROC, async () => {
  await using opened = new Opened({
    "a.ts": "export const needle = 1;\n",
    "b.py": "def needle():\n    pass\n",
  });
  const ask = async () => {
    await opened.ask("context", { query: "needle" });
    await opened.ask("symbol", { symbol: "needle" });
    await opened.ask("search", { query: "need\\w+", mode: "regex" });
    await opened.ask("read", { places: ["a.ts"] });
  };
  const descriptors = () => readdirSync("/proc/self/fd").length;
  for (let i = 0; i < 3; i++) await ask();
  const before = descriptors();
  for (let i = 0; i < 10; i++) await ask();
  assert.ok(descriptors() <= before + 3, `${before} → ${descriptors()}`);
});

const LIBRARY = new URL("../../src/index.ts", import.meta.url).href;

for (const closes of [true, false]) {
  test(`a program that has asked ends by itself${closes ? "" : ", also where it closed nothing"}`, async () => {
    await using opened = new Opened({
      "a.ts": "export const needle = 1;\n".repeat(25_000),
      "b.ts": "export const other = 2;\n".repeat(25_000),
      "c.ts": "needle();\n".repeat(25_000),
    });
    const script = `import { open } from ${JSON.stringify(LIBRARY)};
const pith = await open(${JSON.stringify(opened.root)});
await pith.index({ syntax: ${closes} });
await pith.search({ query: "need\\\\w+", mode: "regex" });
await pith.context({ query: "needle" });
${closes ? "await pith.close();" : ""}
console.log("asked");`;
    const child = spawn(process.execPath, ["--input-type=module", "-e", script], {
      env: { ...process.env, ...opened.env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    child.stdout.on("data", (chunk) => (output += String(chunk)));
    child.stderr.on("data", (chunk) => (output += String(chunk)));
    const timer = setTimeout(() => child.kill("SIGKILL"), 30_000);
    const [code, signal] = await new Promise<[number | null, string | null]>((resolve) =>
      child.on("close", (...ended) => resolve(ended)),
    );
    clearTimeout(timer);
    assert.deepEqual([code, signal, output.trim()], [0, null, "asked"]);
  });
}

test("SIGINT while indexing leaves the snapshot that was there", SIGNALS, async () => {
  await using opened = new Opened({ "a.ts": "export const before = 1;\n" });
  const env = { XDG_CACHE_HOME: opened.cache(0), HOME: opened.env["HOME"] };
  assert.equal((await run(["index"], { cwd: opened.root, env })).code, 0);
  const snapshots = () => filesBelow(opened.cache(0)).filter((f) => /snapshot/.test(f));
  const [snapshot] = snapshots();
  assert.ok(snapshot !== undefined);
  const bytes = readFileSync(snapshot);
  const written = statSync(snapshot).mtimeMs;
  for (let i = 0; i < 1500; i++)
    opened.write(`part${i % 40}/f${i}.ts`, `export const value${i} = ${i};\n`.repeat(80));
  const running = start(["index", "--progress", "json"], { cwd: opened.root, env });
  while (running.stderr() === "" && running.child.exitCode === null)
    await new Promise((r) => setTimeout(r, 2));
  running.child.kill("SIGINT");
  const { code, stdout } = await running.finished;
  assert.equal(code, 130);
  assert.equal(stdout, "");
  assert.deepEqual(readFileSync(snapshot), bytes);
  assert.equal(statSync(snapshot).mtimeMs, written);
  assert.deepEqual(snapshots(), [snapshot], "nothing half made is left beside it");
  const after = await run(["symbol", "value1499"], { cwd: opened.root, env });
  assert.equal(after.code, 0, after.stderr);
  assert.match(after.stdout, /part19\/f1499\.ts/);
});

test("a reader that closes the pipe in the middle of a long answer", SHELL, async () => {
  const files: Record<string, string> = {};
  for (let i = 0; i < 400; i++)
    files[`src/f${i}.ts`] = Array.from(
      { length: 20 },
      (_, n) => `export const aLongerName${i}x${n} = 1;`,
    ).join("\n");
  await using opened = new Opened(files);
  const script = `{ "$0" "$1" outline --budget 200000; echo "code $?" >&2; } | head -c 100 > /dev/null`;
  const piped = spawnSync("sh", ["-c", script, process.execPath, BIN], {
    cwd: opened.root,
    env: environment({ XDG_CACHE_HOME: opened.cache(0) }),
    encoding: "utf8",
  });
  assert.equal(piped.stderr, "code 0\n");
});

test("faults through the command line: exit code 2, as JSON on request", async () => {
  await using opened = new Opened({ "src/a.ts": "export const a = 1;\n", "file.txt": "text\n" });
  const env = { XDG_CACHE_HOME: opened.cache(0) };
  for (const [argv, code] of [
    [["search", "-F", "x", "--kind", "class"], "ARGUMENT_INVALID"],
    [["read", "src/a.ts:9"], "RANGE_INVALID"],
    [["receipt", "show", "0".repeat(18)], "RECEIPT_NOT_FOUND"],
  ] as const) {
    const text = await run([...argv], { cwd: opened.root, env });
    assert.equal(text.code, 2, text.stdout + text.stderr);
    assert.match(text.stderr, new RegExp(`^pith: ${code} [^]+\nnext: .+\n$`));
    const json = await run([...argv, "--json"], { cwd: opened.root, env });
    assert.equal(json.code, 2);
    const { error } = JSON.parse(json.stdout) as { error: { code: string; next: string } };
    assert.equal(error.code, code);
    assert.notEqual(error.next, "");
  }
  assert.ok(fileURLToPath(LIBRARY).endsWith("index.ts"));
});
