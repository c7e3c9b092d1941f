// The package itself: it starts, answers, and finds its workers, grammars and tables beside its code.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { after, before, test } from "node:test";
import { CHECKOUT } from "../../structure/checkout.ts";
import { installed } from "../installed-package.ts";

type Manifest = { dependencies: Record<string, string> };

const place = realpathSync(mkdtempSync(join(tmpdir(), "pith-package-")));
const project = join(place, "project");
let packed = "";
let bin = "";

before(async () => {
  ({ folder: packed, bin } = await installed());
  mkdirSync(project);
  writeFileSync(
    join(project, "greet.ts"),
    'export function greetPerson(name: string) {\n  return "Hello " + name;\n}\n',
  );
});
after(() => rmSync(place, { recursive: true, force: true }));

function pith(args: readonly string[], flags: readonly string[] = [], more: NodeJS.ProcessEnv = {}) {
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    XDG_CACHE_HOME: join(place, "cache"),
    NO_COLOR: "1",
    ...more,
  };
  const run = spawnSync(process.execPath, [...flags, bin, ...args], {
    cwd: project,
    encoding: "utf8",
    env,
    timeout: 60_000,
  });
  return { code: run.status, out: run.stdout, err: run.stderr };
}

test("it says its version", () => {
  const { version } = JSON.parse(readFileSync(join(CHECKOUT, "package.json"), "utf8")) as { version: string };
  assert.deepEqual(pith(["--version"]), { code: 0, out: `${version}\n`, err: "" });
});

test("it answers a question with the lines that do", () => {
  const { code, out, err } = pith(["context", "how is a person greeted", "--root", project]);
  assert.equal(code, 0, err);
  assert.match(out, /greet\.ts/);
  assert.match(out, /return "Hello " \+ name;/);
});

test("its scan thread starts from the bundled file", () => {
  const { code, out, err } = pith(["search", "--regex", "greet\\w+\\(", "--root", project]);
  assert.equal(code, 0, err);
  assert.match(out, /greet\.ts/);
});

test("a large tree is read in a worker thread, from its bundled file", () => {
  const large = join(place, "large");
  mkdirSync(large);
  const text = Array.from({ length: 9_000 }, (_, i) => `export const name${i} = ${i} + other;`).join("\n");
  for (let i = 0; i < 9; i++) writeFileSync(join(large, `${i}.ts`), text);
  const coverage = join(place, "coverage");
  const { code, err } = pith(["index", "--root", large], [], { NODE_V8_COVERAGE: coverage });
  assert.equal(code, 0, err);
  const seen = readdirSync(coverage).map((f) => readFileSync(join(coverage, f), "utf8"));
  assert.ok(seen.some((json) => json.includes("dist/words-worker.js")));
});

test("its grammars are read from the package", () => {
  const { code, out, err } = pith(["symbol", "greetPerson", "--root", project]);
  assert.equal(code, 0, err);
  assert.match(out, /greetPerson\(name: string\)/);
  for (const name of [
    "tree-sitter-typescript.wasm.br",
    "tree-sitter-rust.wasm.br",
    "web-tree-sitter.wasm.br",
  ]) {
    assert.ok(existsSync(join(packed, "grammars", name)), name);
  }
  assert.match(
    readFileSync(join(packed, "grammars", "LICENSES.md"), "utf8"),
    /\| tree-sitter-go \| \d+\.\d+\.\d+ \| MIT \|/,
  );
});

test("its static vectors are read from the package", () => {
  const { code, err } = pith(["context", "who greets a person", "--root", project]);
  assert.equal(code, 0, err);
  assert.doesNotMatch(err, /words alone/);
  assert.ok(existsSync(join(packed, "model", "CARD.md")));
});

test("its documents are printed from the package, and a client's settings start that very package", () => {
  const list = pith(["docs"]);
  assert.equal(list.code, 0, list.err);
  assert.match(list.out, /^clients\/cursor +Cursor$/m);
  assert.match(pith(["docs", "adopt"]).out, /^# Bring Pith into a repository/);
  const home = join(place, "home");
  mkdirSync(home);
  const env = { HOME: home, USERPROFILE: home };
  assert.equal(pith(["setup", "cursor", "--yes"], [], env).code, 0);
  const settings = JSON.parse(readFileSync(join(home, ".cursor", "mcp.json"), "utf8")) as {
    mcpServers: { pith: { command: string; args: string[] } };
  };
  assert.deepEqual(settings.mcpServers.pith, { command: process.execPath, args: [bin, "mcp"] });
  assert.equal(pith(["setup", "cursor", "--remove", "--yes"], [], env).code, 0);
  assert.deepEqual(
    readdirSync(home).filter((name) => name === ".cursor"),
    [],
  );
  const other = pith(["upgrade", packed]);
  assert.equal(other.code, 0, other.err);
  assert.match(other.out, /the same version\nNothing is made anew/);
});

test("the library is imported by its name, with its types", () => {
  const around = dirname(dirname(packed));
  const program = join(around, "program.mjs");
  writeFileSync(program, 'import { open } from "pith";\nconsole.log(typeof open);\n');
  const run = spawnSync(process.execPath, [program], { cwd: around, encoding: "utf8" });
  assert.equal(run.stdout, "function\n", run.stderr);
});

test("its types are all there for a program that uses them, and no others", () => {
  const around = dirname(dirname(packed));
  const program = join(around, "typed.mts");
  writeFileSync(
    program,
    `import { open, type ContextAnswer, type TraceAnswer } from "pith";
const pith = await open(".");
const answer: ContextAnswer = (await pith.context({ query: "x", budget: 10 })) as ContextAnswer;
const spans: number = answer.spans.length;
// @ts-expect-error a span is not a number
const wrong: number = answer.spans[0];
export type Kept = TraceAnswer["depth"];
console.log(spans, wrong);
`,
  );
  const compiler = join(CHECKOUT, "node_modules", "typescript", "bin", "tsc");
  const typeRoots = join(CHECKOUT, "node_modules", "@types");
  const flags = [
    "--noEmit",
    "--strict",
    "--module",
    "nodenext",
    "--target",
    "esnext",
    "--types",
    "node",
    "--skipLibCheck",
  ];
  const run = spawnSync(process.execPath, [compiler, ...flags, "--typeRoots", typeRoots, program], {
    cwd: around,
    encoding: "utf8",
  });
  assert.deepEqual([run.stdout, run.status], ["", 0]);
  // The internals of the graph and the parsers are nobody's types.
  assert.ok(!existsSync(join(packed, "dist", "types", "graph")));
});

/** 15 MB unpacked is the promise. The grammars take 2.3 MB of it, compressed as they are published, not as here. */
const MOST_BYTES_BUT_GRAMMARS = 15_000_000 - 2_300_000;

test("unpacked it is at most 15 MB", () => {
  const files = globSync("**", { cwd: packed, withFileTypes: true, exclude: ["grammars", "node_modules"] });
  const bytes = files
    .filter((f) => f.isFile())
    .reduce((sum, f) => sum + statSync(join(f.parentPath, f.name)).size, 0);
  assert.ok(bytes > 5_000_000 && bytes <= MOST_BYTES_BUT_GRAMMARS, `${bytes} bytes`);
});

test("no bundled file imports a source or what is not declared, and nothing of the checkout is in it", () => {
  const bundled = globSync("dist/*.js", { cwd: packed });
  for (const source of globSync("src/**/*-worker.ts", { cwd: CHECKOUT })) {
    assert.ok(bundled.includes(join("dist", basename(source).replace(".ts", ".js"))), source);
  }
  const { dependencies } = JSON.parse(readFileSync(join(packed, "package.json"), "utf8")) as Manifest;
  const imported = bundled.flatMap((f) => [
    ...readFileSync(join(packed, f), "utf8").matchAll(
      /^(?:import|export) .*?"([^"]+)";$|\bimport\("(\.[^"]+)"\)/gm,
    ),
  ]);
  assert.ok(imported.length > bundled.length);
  for (const [, named, dynamic] of imported) {
    const id = (named ?? dynamic)!;
    if (id.startsWith("./")) assert.ok(existsSync(join(packed, "dist", id)), id);
    else if (!id.startsWith("node:")) {
      assert.ok(
        Object.keys(dependencies).some((name) => id === name || id.startsWith(`${name}/`)),
        id,
      );
    }
  }
  for (const f of bundled) assert.ok(!readFileSync(join(packed, f), "utf8").includes(CHECKOUT), f);
  for (const name of ["src", "test", "scripts", "bench", "package-lock.json", "tsconfig.json"]) {
    assert.ok(!existsSync(join(packed, name)), name);
  }
});

test("a Node that is too old is told so in one line", () => {
  const old = 'Object.defineProperty(process,"versions",{value:{...process.versions,node:"20.11.0"}})';
  const { code, out, err } = pith(
    ["--version"],
    ["--import", `data:text/javascript,${encodeURIComponent(old)}`],
  );
  assert.deepEqual([code, out], [2, ""]);
  assert.equal(err, "pith needs Node 22.13 or newer; this is Node 20.11.0. Install a newer Node.\n");
});

test("the entry is written in a syntax that an old Node can read", () => {
  const source = readFileSync(join(packed, "bin", "pith.js"), "utf8").replace(/\/\/.*$/gm, "");
  assert.doesNotMatch(source, /\?\.|\?\?|=>|\bawait\b|\bconst\b|\blet\b|\bclass\b|\bimport\.meta\.(?!url)/);
});
