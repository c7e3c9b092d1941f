import assert from "node:assert/strict";
import { test } from "node:test";
import { isPithError } from "../../src/base/error.ts";
import { languageById, languageOf, languages } from "../../src/lang/registry.ts";

const idOf = (path: string, firstLine = "", overrides: Record<string, string> = {}): string =>
  languageOf(path, firstLine, overrides).id;

test("extensions, file names and shebangs tell the language", () => {
  const wanted: [path: string, firstLine: string, id: string][] = [
    ["a/b.ts", "", "typescript"],
    ["a/b.D.TS", "", "typescript"],
    ["x.mts", "", "typescript"],
    ["x.tsx", "", "tsx"],
    ["x.h", "", "c"],
    ["x.hpp", "", "cpp"],
    ["x.tf", "", "hcl"],
    ["Dockerfile", "", "dockerfile"],
    ["deploy/Dockerfile.prod", "", "dockerfile"],
    ["Makefile", "", "makefile"],
    ["Makefile.am", "", "makefile"],
    ["Gemfile", "", "ruby"],
    ["Gemfile.lock", "", "data"],
    ["Cargo.lock", "", "toml"],
    ["go.sum", "", "data"],
    ["package.json", "", "json"],
    [".gitignore", "", "ini"],
    [".bashrc", "", "bash"],
    ["app.vue", "", "vue"],
    ["a.html.erb", "", "html"],
    ["README", "", "text"],
    ["LICENSE", "", "text"],
    ["no-extension", "", "text"],
    ["run", "#!/bin/sh", "bash"],
    ["run", "#!/usr/bin/env python3.12", "python"],
    ["run", "#!/usr/bin/env -S node --no-warnings", "javascript"],
    ["run", "#! /usr/bin/env FOO=1 ruby", "ruby"],
    ["run", "#!/opt/unknown", "text"],
    ["run", "#!", "text"],
    ["run.py", "#!/bin/sh", "python"],
    ["", "", "text"],
    ["folder.ts/", "", "text"],
    ["...", "", "text"],
  ];
  for (const [path, firstLine, id] of wanted) assert.equal(idOf(path, firstLine), id, `${path} ${firstLine}`);
});

test("the configuration comes first: by name, extension or pattern", () => {
  assert.equal(idOf("a/BUILD", "", { BUILD: "python" }), "python");
  assert.equal(idOf("a/x.inc", "", { ".inc": "cpp" }), "cpp");
  assert.equal(idOf("a/x.inc", "", { "*.inc": "c" }), "c");
  assert.equal(idOf("a/x.spec.ts", "", { ".spec.ts": "text" }), "text");
  assert.equal(idOf("a/x.ts", "", { ".js": "text" }), "typescript");
});

test("an unknown language in the configuration is a fault with the nearest name", () => {
  assert.throws(
    () => idOf("a/x.inc", "", { ".inc": "pyton" }),
    (error) => isPithError(error) && error.code === "CONFIG_INVALID" && error.next.includes("python"),
  );
});

test("languages are well formed", () => {
  const ids = new Set<string>();
  const extensions = new Map<string, string>();
  const names = new Map<string, string>();
  for (const language of languages) {
    assert.match(language.id, /^[a-z]+$/);
    assert.ok(!ids.has(language.id), `${language.id} twice`);
    ids.add(language.id);
    assert.equal(languageById(language.id), language);
    for (const extension of language.extensions) {
      assert.match(extension, /^\.[a-z0-9+.-]+$/, extension);
      assert.equal(extensions.get(extension), undefined, `${extension} in two languages`);
      extensions.set(extension, language.id);
    }
    for (const name of language.fileNames ?? []) {
      assert.equal(names.get(name), undefined, `${name} in two languages`);
      names.set(name, language.id);
    }
    // The scanner knows an opener by its first character that is no letter.
    const openers = [
      ...language.comments.line,
      ...language.comments.block.map(([open]) => open),
      ...(language.strings ?? []).map((rule) => rule.open),
    ];
    for (const open of openers) assert.match(open, /^\w*[^\w\s$]/, `${language.id}: ${open}`);
    assert.ok(
      language.declarations.length + language.imports.length <= 40,
      `${language.id}: too many patterns`,
    );
  }
});

test("every language with symbols says how its names are written and which words are taken", () => {
  for (const { id, names, syntax, embeds } of languages) {
    if (syntax === undefined && (embeds === undefined || embeds === "notebook")) continue;
    assert.ok(names !== undefined, id);
    assert.ok(names.reserved.size > 10, id);
    // A word that could be no name anyway would show a slip.
    for (const word of names.reserved) assert.ok(names.form.test(word), `${id} ${word}`);
    for (const name of ["name", "otherName", "Name2"]) {
      assert.ok(names.form.test(name) && !names.reserved.has(name), `${id} ${name}`);
    }
    for (const no of ["", "two words", "a(b)", "a,b", "a\n", "a;b"])
      assert.ok(!names.form.test(no), `${id} ${no}`);
  }
});
