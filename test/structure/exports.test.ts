// What is exported is used somewhere else: a function, a constant or a class that nothing imports is either dead or the
// business of its own file. Types of what is exported are named for their readers and are left out.
import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

const checkout = join(import.meta.dirname, "..", "..");
const EXPORTED = /^export (?:async )?(?:function\*?|const|class|let|enum) ([A-Za-z_$][\w$]*)/gm;

test("no file exports a value that no other file names", () => {
  const files = globSync("{src,test,bench,scripts,model}/**/*.ts", { cwd: checkout });
  const texts = new Map(files.map((file) => [file, readFileSync(join(checkout, file), "utf8")]));
  const users = new Map<string, number>();
  for (const text of texts.values()) {
    for (const word of new Set(text.match(/[A-Za-z_$][\w$]*/g))) users.set(word, (users.get(word) ?? 0) + 1);
  }
  const unused: string[] = [];
  for (const [file, text] of texts) {
    if (!file.startsWith("src/") && !file.startsWith("src\\")) continue;
    for (const [, name] of text.matchAll(EXPORTED))
      if (users.get(name!) === 1) unused.push(`${file}: ${name}`);
  }
  assert.ok(texts.size > 500);
  assert.deepEqual(unused, []);
});
