// The compiler's process: a program on which it ends is named and the others go on; it never outlives who started it.
import assert from "node:assert/strict";
import { fork } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { findCompiler } from "../../src/checker/compiler.ts";
import { viewOf } from "../graph/open-view.ts";

const FILES = {
  "a/tsconfig.json": "{}",
  "a/one.ts": "export function one(): void {}\none();\n",
  "b/tsconfig.json": "{}",
  "b/two.ts": "export function two(): void {}\ntwo();\n",
  "c/tsconfig.json": "{}",
  "c/three.ts": "export function three(): void {}\nthree();\n",
};
const THREAD = new URL("../../src/checker/compiler-thread.ts", import.meta.url).href;

/** A process like Pith's own, in which something happens at the second program. */
class FaultyCompiler implements Disposable {
  readonly folder = mkdtempSync(join(tmpdir(), "pith-faulty-"));
  readonly file: URL;

  constructor(fault: string) {
    const path = join(this.folder, "compiler.mjs");
    writeFileSync(
      path,
      `import { CompilerThread } from ${JSON.stringify(THREAD)};
let thread;
process.on("disconnect", () => process.exit());
process.on("message", (request) => {
  if (request.kind === "setup") thread = new CompilerThread(request.setup, (reply) => process.send(reply));
  else if (request.kind === "check" && request.program.config.startsWith("b/")) { ${fault} }
  else thread.answer(request);
});
`,
    );
    this.file = pathToFileURL(path);
  }

  [Symbol.dispose](): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

for (const [how, fault, why] of [
  ["exits", "process.exit(3)", "the compiler ended with 3"],
  ["dies", 'process.kill(process.pid, "SIGKILL")', "the compiler was killed"],
  ["fails", 'process.send({ kind: "failed", why: "a fault" })', "a fault"],
  [
    "gives what nobody asked for",
    'process.send({ kind: "planned", programs: [] })',
    "an answer that was not asked for",
  ],
  ["is out of memory", "process.abort()", "its memory ceiling"],
] as const) {
  test(`a program on which the compiler ${how} is skipped and named; the others are checked`, async () => {
    await using opened = await viewOf(FILES);
    using compiler = new FaultyCompiler(fault);
    const { run } = await opened.check({ workerFile: compiler.file });
    assert.deepEqual(
      run.programs.map((p) => [p.config, p.skipped]),
      [
        ["a/tsconfig.json", null],
        ["b/tsconfig.json", why],
        ["c/tsconfig.json", null],
      ],
    );
    assert.equal(run.verdicts, 2);
  });
}

test("a program on which the compiler says nothing more is skipped and named", async () => {
  await using opened = await viewOf(FILES);
  const folder = mkdtempSync(join(tmpdir(), "pith-silent-"));
  const path = join(folder, "compiler.mjs");
  // Without a compiler, which takes its time where others are at work.
  writeFileSync(
    path,
    `const none = () => ({ offsets: new Uint32Array(), rows: new Uint32Array() });
process.on("disconnect", () => process.exit());
process.on("message", ({ kind, program }) => {
  if (kind === "plan")
    process.send({ kind: "planned", programs: ["a", "b", "c"].map((config) => ({ config, files: [] })), installed: [] });
  else if (kind === "check" && program.config !== "b")
    process.send({ kind: "checked", checked: { rows: [], files: program.files.map(none) }, changed: [], installed: [] });
});
`,
  );
  try {
    const { run } = await opened.check({ workerFile: pathToFileURL(path), silenceMs: 10_000 });
    assert.deepEqual(
      run.programs.map((p) => [p.config, p.skipped]),
      [
        ["a", null],
        ["b", "it took too long"],
        ["c", null],
      ],
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test("the process ends with who started it, even while the compiler is at work", async () => {
  const folder = mkdtempSync(join(tmpdir(), "pith-alone-"));
  // Types that take the compiler far longer than the test.
  const endless =
    `type Deep<N extends string, D extends unknown[] = []> = D["length"] extends 12 ? N : Deep<\`\${N}a\` | \`\${N}b\`, [...D, 1]>;
export const all: Deep<""> = "" as Deep<"c">;
export function f(): void {}
f();
`.repeat(1);
  writeFileSync(join(folder, "a.ts"), endless);
  const file = fileURLToPath(new URL("../../src/checker/program-worker.ts", import.meta.url));
  const child = fork(file, [], { serialization: "advanced", execArgv: [] });
  const setup = {
    root: folder,
    compiler: findCompiler().file,
    files: [{ path: "a.ts", id: "" }],
    fileBytes: 1_000_000,
    heapMb: 500,
  };
  try {
    const ended = new Promise<void>((done) => child.on("exit", () => done()));
    child.send({ kind: "setup", setup });
    child.send({
      kind: "check",
      program: { config: "", files: [0] },
      wanted: [Uint32Array.of(0)],
      modules: [],
    });
    await new Promise<void>((done) => child.once("spawn", () => done()));
    child.disconnect();
    await ended;
  } finally {
    child.kill("SIGKILL");
    rmSync(folder, { recursive: true, force: true });
  }
});
