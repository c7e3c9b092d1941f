// Where grammars are found: the packaged folder first, the development packages else.
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { pathToFileURL } from "node:url";
import { brotliCompressSync } from "node:zlib";
import { languages } from "../../src/lang/registry.ts";
import {
  installedPath,
  packagedName,
  readRuntime,
  readWasm,
  RUNTIME,
} from "../../src/parse/grammar-files.ts";

const folder = mkdtempSync(join(tmpdir(), "pith-grammars-"));
after(() => rmSync(folder, { recursive: true, force: true }));
const wasm = { package: "tree-sitter-go", file: "tree-sitter-go.wasm" };

test("every grammar and the runtime are installed in a checkout", () => {
  for (const language of languages) {
    if (language.syntax === undefined) continue;
    assert.notEqual(installedPath(language.syntax.grammar), null, language.id);
  }
  assert.notEqual(installedPath(RUNTIME), null);
  assert.equal(Buffer.from(readRuntime().slice(0, 4)).toString("latin1"), "\0asm");
});

test("the packaged folder, beside that of the code, stands before the packages", () => {
  mkdirSync(join(folder, "grammars"), { recursive: true });
  writeFileSync(join(folder, "grammars", packagedName(wasm)), brotliCompressSync(Buffer.from("packed")));
  const bytes = readWasm(wasm, pathToFileURL(join(folder, "dist", "main.js")).href);
  assert.equal(Buffer.from(bytes!).toString(), "packed");
});

test("a grammar that is nowhere is null, a missing runtime an error with the next step", () => {
  const from = pathToFileURL(join(folder, "nowhere", "x.js")).href;
  assert.equal(readWasm({ package: "tree-sitter-none", file: "none.wasm" }), null);
  assert.throws(() => readRuntime(from), { code: "INTERNAL", subject: "web-tree-sitter.wasm" });
});
