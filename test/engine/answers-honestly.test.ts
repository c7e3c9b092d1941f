// What a question means, through the real engine: files that it names, names that look like small words, reasons that
// name what is there.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { ContextAnswer, SearchAnswer } from "../../src/pack/answer.ts";
import { Opened } from "./opened.ts";

const OUTPUT = [
  "use std::io;",
  "",
  "/// Prints one entry.",
  "pub fn print_entry(out: &mut Out) {",
  "    let name = strip(out);",
  "    out.write(name);",
  "}",
  "",
  "fn strip(out: &Out) -> &str {",
  "    out.name()",
  "}",
  "",
].join("\n");

const FILES = {
  "src/output.rs": OUTPUT,
  "src/main.rs": "mod output;\nmod size;\n\nfn main() {\n    output::print_entry(src, rs);\n}\n",
  "src/size.rs": 'pub fn parse_size(text: &str) -> u64 {\n    // e.g. "10k"\n    units(text)\n}\n',
  Makefile: "output: src/output.rs\n\tcargo build src rs output\n",
  "README.md": "# Tool\n\nThe output of src is in output.rs, as the source says.\n",
  "CHANGELOG.md": "# 10.4.2\n\n- sizes\n\n# 10.3.0\n\n- filters\n",
  // Too much to be shown whole.
  "notes.txt": "Nothing here is asked for.\n".repeat(900),
  "Cargo.lock": 'source = "registry"\nname = "output"\n',
  "lib/cookies.js": [
    "const { EventEmitter } = require('node:events');",
    "const { sign } = require('./keys.js');",
    "",
    "function setCookie(name, value) {",
    "  return sign(name + value);",
    "}",
    "",
    "function stop(controller) {",
    "  controller.abort(controller.signal);",
    "}",
    "",
    "module.exports = { setCookie, stop, EventEmitter };",
    "",
  ].join("\n"),
  "runners/Before.java":
    "package org.junit.runners;\n\n/** Marks what is run before. */\npublic @interface Before {\n  int order();\n}\n",
  "runners/Roadie.java": [
    "package org.junit.runners;",
    "",
    "import org.junit.runners.Before;",
    "",
    "class Roadie {",
    "  void runBefores() {",
    "    for (Object each : befores) {",
    "      each.run();",
    "    }",
    "  }",
    "",
    "  void runTest() {",
    "    test.run(this);",
    "  }",
    "}",
    "",
  ].join("\n"),
  "runners/Other.java":
    "package org.junit.runners;\n\nclass Other {\n  int count() {\n    return 1;\n  }\n}\n",
};

async function asked(opened: Opened, query: string, budget = 400): Promise<ContextAnswer> {
  return (await opened.ask("context", { query, budget, format: "json" })).answer as ContextAnswer;
}

const line = ({ path, reason }: { path: string; reason: string }) => `${path}: ${reason}`;

test("a file that is named is the answer: by its outline, or by what is asked of it", async () => {
  await using opened = new Opened(FILES);
  for (const query of [
    "src/output.rs",
    "output.rs",
    "what is in `src/output.rs`?",
    "show me ./src/output.rs",
  ]) {
    const { spans } = await asked(opened, query, 260);
    assert.ok(spans.length > 0 && spans[0]!.path === "src/output.rs", query);
    if (!query.startsWith("show"))
      assert.ok(
        spans.every((s) => s.path === "src/output.rs"),
        query,
      );
    assert.ok(
      spans.some((s) => s.text.includes("pub fn print_entry")),
      query,
    );
  }
  const { spans } = await asked(opened, "strip in src/output.rs", 260);
  const named = spans.filter((s) => s.path === "src/output.rs");
  assert.ok(
    named.some((s) => s.text.includes("fn strip") && s.reason.includes("strip")),
    JSON.stringify(spans),
  );
  const { spans: placed } = await asked(opened, "src/output.rs:10", 300);
  assert.ok(placed[0]!.text.includes("out.name()"), JSON.stringify(placed));
});

test("a search for a file gives it and its declarations", async () => {
  await using opened = new Opened(FILES);
  const { answer } = await opened.ask("search", { query: "src/output.rs", format: "json" });
  assert.deepEqual(
    (answer as SearchAnswer).results.map(({ path, kind, name }) => `${path} ${kind} ${name}`),
    ["src/output.rs file ", "src/output.rs function print_entry", "src/output.rs function strip"],
  );
});

test("a path of no file is said to be unknown", async () => {
  await using opened = new Opened(FILES);
  const { completeness } = await asked(opened, "what does src/missing.rs print");
  assert.deepEqual(completeness.unresolved, ["src/missing.rs"]);
  const { completeness: known } = await asked(opened, "src/output.rs");
  assert.deepEqual(known.unresolved, []);
});

test("small words alone are nothing to look for, unless one is a declaration's name", async () => {
  await using opened = new Opened({ ...FILES, "of.js": "export function of() {\n  return 1;\n}\n" });
  for (const query of ["the of and", "what is it for", "with"]) {
    for (const op of ["context", "search"] as const) {
      const outcome = await opened.ask(op, { query, budget: 300, format: "json" });
      const answer = outcome.answer as ContextAnswer | SearchAnswer;
      const found = query === "the of and";
      assert.equal(outcome.found, found, `${op} ${query}`);
      assert.equal(answer.advice?.code, found ? undefined : "nothing-to-look-for", `${op} ${query}`);
      if (found)
        assert.deepEqual(
          [...new Set((answer.op === "context" ? answer.spans : answer.results).map((s) => s.path))],
          ["of.js"],
        );
    }
  }
});

test("what is written as a name is looked for, though it be a small word", async () => {
  await using opened = new Opened(FILES);
  for (const query of ["where are @Before methods run", "when is Before run"]) {
    const { spans } = await asked(opened, query);
    assert.ok(
      spans.some((s) => line(s) === "runners/Before.java: defines Before"),
      query,
    );
    assert.ok(
      spans.some((s) => s.path === "runners/Roadie.java" && /matches .*\bBefore\b/u.test(s.reason)),
      `${query}: ${spans.map(line).join("; ")}`,
    );
  }
});

test("a reason names what is there: the word, or a related one as such", async () => {
  await using opened = new Opened(FILES);
  const { spans } = await asked(opened, "how are cookies signed");
  const reasons = spans.map((s) => ({ where: s.text, reason: s.reason }));
  assert.ok(reasons.some(({ where, reason }) => where.includes("sign(name") && reason.includes("signed")));
  for (const { where, reason } of reasons) {
    if (reason.includes("signed")) assert.match(where, /\bsign(?:s|ed|ing)?\b/iu);
  }
  const { spans: near } = await asked(opened, "who terminates the controller");
  assert.ok(
    near.some((s) => s.reason.includes("near terminates: stop")),
    near.map(line).join("; "),
  );
});

test("a number with letters is no number in a heading", async () => {
  await using opened = new Opened(FILES);
  const { spans } = await asked(opened, "how is a size parsed, e.g. +10k", 600);
  for (const { path, reason, text } of spans) {
    if (reason.includes("10k")) assert.match(text, /10k/u, path);
    assert.ok(path !== "CHANGELOG.md" || !reason.includes("10"), reason);
  }
  assert.equal(spans[0]!.path.startsWith("src/size.rs") || spans.some((s) => s.path === "src/size.rs"), true);
});

test("lines that import or name a package come after every body that answers", async () => {
  await using opened = new Opened(FILES);
  const { answer } = await opened.ask("search", { query: "junit runners run", format: "json", perFile: 5 });
  const { results } = answer as SearchAnswer;
  const isImport = (text: string) =>
    text.split("\n").every((l) => /^\s*(?:package|import|mod)\b|^\s*$/u.test(l));
  const first = results.findIndex((r) => isImport(r.text));
  const byFile = Map.groupBy(results, (r) => r.path);
  for (const [path, own] of byFile) {
    const kinds = own.map((r) => isImport(r.text));
    assert.deepEqual(
      kinds,
      kinds.toSorted((a, b) => Number(a) - Number(b)),
      path,
    );
  }
  assert.ok(first !== 0, results.map(line).join("; "));
  const { spans } = await asked(opened, "who runs the befores", 300);
  assert.ok(spans.some((s) => s.text.includes("each.run()")));
  assert.ok(!spans.some((s) => isImport(s.text)), spans.map(line).join("; "));
  // What no body holds is shown where it is imported.
  const { spans: only } = await asked(opened, "uses of junit", 600);
  assert.ok(only.some((s) => s.text.includes("import org.junit.runners.Before;")));
  const { spans: imports } = await asked(opened, "which files import junit runners", 600);
  assert.ok(imports.some((s) => s.text.includes("import org.junit.runners.Before;")));
});
