// Where TypeScript is looked for: in Pith's package and beside it, nowhere else; which versions are taken; what is said.
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { isPithError } from "../../src/base/error.ts";
import { findCompiler } from "../../src/checker/compiler.ts";

class Installed implements Disposable {
  readonly folder = realpathSync(mkdtempSync(join(tmpdir(), "pith-installed-")));

  constructor(files: Readonly<Record<string, string>>) {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(this.folder, path)), { recursive: true });
      writeFileSync(join(this.folder, path), text);
    }
  }

  get home(): string {
    return join(this.folder, "lib/node_modules/pith/dist/main.js");
  }

  [Symbol.dispose](): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

const PITH = {
  "lib/node_modules/pith/package.json": '{ "name": "pith" }',
  "lib/node_modules/pith/dist/main.js": "",
};
const typescript = (folder: string, version: string, name = "typescript") => ({
  [`${folder}/package.json`]: JSON.stringify({ name, version }),
  [`${folder}/lib/typescript.js`]: "",
});

test("beside Pith, or in its own folder, its own first", () => {
  using beside = new Installed({ ...PITH, ...typescript("lib/node_modules/typescript", "6.0.3") });
  assert.deepEqual(findCompiler(beside.home), {
    version: "6.0.3",
    file: join(beside.folder, "lib/node_modules/typescript/lib/typescript.js"),
  });
  using both = new Installed({
    ...PITH,
    ...typescript("lib/node_modules/typescript", "6.0.3"),
    ...typescript("lib/node_modules/pith/node_modules/typescript", "5.9.3"),
  });
  assert.equal(findCompiler(both.home).version, "5.9.3");
});

test("versions that have no interface of the kind are not taken; the next place is looked at", () => {
  for (const version of ["5.3.3", "4.9.5", "7.0.2", "8.1.0"]) {
    using one = new Installed({ ...PITH, ...typescript("lib/node_modules/typescript", version) });
    assert.throws(
      () => findCompiler(one.home),
      (error) =>
        isPithError(error) &&
        error.code === "CHECKER_MISSING" &&
        error.message.includes(version) &&
        error.next.includes("npm install -g typescript@6"),
    );
  }
  using next = new Installed({
    ...PITH,
    ...typescript("lib/node_modules/typescript", "7.0.2"),
    ...typescript("lib/node_modules/typescript-api", "5.4.0"),
  });
  assert.equal(findCompiler(next.home).version, "5.4.0");
});

test("neither what lies further up, nor the working directory, nor another package of the name", () => {
  using above = new Installed({
    ...PITH,
    ...typescript("node_modules/typescript", "6.0.3"),
    ...typescript("lib/typescript", "6.0.3"),
    ...typescript("lib/node_modules/typescript", "6.0.3", "not-typescript"),
  });
  const missing = (error: unknown) =>
    isPithError(error) && error.code === "CHECKER_MISSING" && error.subject === "typescript";
  assert.throws(() => findCompiler(above.home), missing);
  using elsewhere = new Installed(typescript("node_modules/typescript", "6.0.3"));
  assert.throws(() => findCompiler(join(elsewhere.folder, "src/main.ts")), missing);
});

test("a manifest that can't be read, or a version that is none, is no compiler", () => {
  for (const text of [
    "{",
    "[]",
    '"x"',
    "null",
    '{ "name": "typescript" }',
    '{ "name": "typescript", "version": 6 }',
  ]) {
    using one = new Installed({ ...PITH, "lib/node_modules/typescript/package.json": text });
    assert.throws(() => findCompiler(one.home), /not installed beside Pith/);
  }
});

test("in the checkout there is one", () => {
  assert.match(findCompiler().version, /^[56]\./);
});
