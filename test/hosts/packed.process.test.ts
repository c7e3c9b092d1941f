// The package as it is published: staged into a temporary folder, it starts, answers, and finds its workers, grammars
// and tables beside its code.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { stagePackage } from "../../scripts/pack/stage-package.ts";
import { CHECKOUT } from "../structure/checkout.ts";

const place = mkdtempSync(join(tmpdir(), "pith-packed-"));
const packed = join(place, "node_modules", "pith");
const project = join(place, "project");

before(async () => {
  // Types are checked elsewhere, and the best compression takes half a minute.
  await stagePackage(CHECKOUT, packed, { despiteTypeErrors: true, quality: 1 });
  symlinkSync(join(CHECKOUT, "node_modules"), join(packed, "node_modules"), "junction");
  mkdirSync(project);
  writeFileSync(
    join(project, "greet.ts"),
    'export function greetPerson(name: string) {\n  return "Hello " + name;\n}\n',
  );
});
after(() => rmSync(place, { recursive: true, force: true }));

function pith(args: readonly string[], flags: readonly string[] = []) {
  const env: NodeJS.ProcessEnv = { ...process.env, XDG_CACHE_HOME: join(place, "cache"), NO_COLOR: "1" };
  const run = spawnSync(process.execPath, [...flags, join(packed, "bin", "pith.js"), ...args], {
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

test("the library is imported by its name, with its types", () => {
  const program = join(place, "program.mjs");
  writeFileSync(program, 'import { open } from "pith";\nconsole.log(typeof open);\n');
  const run = spawnSync(process.execPath, [program], { cwd: place, encoding: "utf8" });
  assert.equal(run.stdout, "function\n", run.stderr);
  assert.match(readFileSync(join(packed, "dist", "types", "index.d.ts"), "utf8"), /open\(/);
});

test("no bundled file imports a source or what is not declared, and nothing of the checkout is in it", () => {
  const bundled = globSync("dist/*.js", { cwd: packed });
  for (const worker of ["scan", "words", "syntax"])
    assert.ok(bundled.includes(join("dist", `${worker}-worker.js`)));
  const { dependencies } = JSON.parse(readFileSync(join(packed, "package.json"), "utf8")) as {
    dependencies: Record<string, string>;
  };
  const imported = bundled.flatMap((f) => [
    ...readFileSync(join(packed, f), "utf8").matchAll(/^import .*?"([^"]+)";$|\bimport\("(\.[^"]+)"\)/gm),
  ]);
  assert.ok(imported.length > 100);
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
