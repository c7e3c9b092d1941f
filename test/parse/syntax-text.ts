// Facts as lines that people can read and compare: what the `.facts` files beside the fixtures hold.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Range, SyntaxFacts, SyntaxResult } from "../../src/parse/facts.ts";

export const FIXTURES = join(import.meta.dirname, "..", "fixtures", "syntax");

/** File name and language id of each fixture. */
export const CASES: readonly (readonly [string, string])[] = [
  ["typescript.ts", "typescript"],
  ["tsx.tsx", "tsx"],
  ["javascript.js", "javascript"],
  ["jsx.jsx", "jsx"],
  ["python.py", "python"],
  ["go.go", "go"],
  ["rust.rs", "rust"],
  ["java.java", "java"],
  ["bash.sh", "bash"],
  ["lua.lua", "lua"],
  ["zig.zig", "zig"],
  ["elixir.ex", "elixir"],
  ["haskell.hs", "haskell"],
  ["php.php", "php"],
  ["ruby.rb", "ruby"],
  ["swift.swift", "swift"],
  ["dart.dart", "dart"],
  ["scala.scala", "scala"],
  ["c.c", "c"],
  ["cpp.cpp", "cpp"],
  ["csharp.cs", "csharp"],
  ["kotlin.kt", "kotlin"],
  ["vue.vue", "vue"],
  ["svelte.svelte", "svelte"],
  ["astro.astro", "astro"],
  ["notebook.ipynb", "notebook"],
  ["markdown.md", "markdown"],
  ["rst.rst", "rst"],
  ["html.html", "html"],
  ["yaml.yaml", "yaml"],
  ["toml.toml", "toml"],
  ["json.json", "json"],
  ["sql.sql", "sql"],
  ["css.scss", "scss"],
  ["docker.dockerfile", "dockerfile"],
  ["makefile.mk", "makefile"],
  ["hcl.tf", "hcl"],
];

export function fixture(name: string): string {
  return readFileSync(join(FIXTURES, name), "utf8");
}

export function factsOf(result: SyntaxResult): SyntaxFacts {
  if ("skip" in result) throw new Error(`skipped: ${result.skip}`);
  return result.facts;
}

const place = (r: Range): string => `${r.start}:${r.startColumn}-${r.end}:${r.endColumn}`;

export function symbolLines(facts: SyntaxFacts): string[] {
  return facts.symbols.map((s) =>
    [
      `${s.kind} ${s.qualified}`,
      s.exported ? "exported" : "",
      `${place(s.range)} name ${place(s.nameRange)} body ${s.bodyStart} parent ${s.parent}`,
      s.bases.length > 0 ? `bases ${s.bases.join(", ")}` : "",
      `\`${s.signature}\``,
      s.doc === "" ? "" : JSON.stringify(s.doc),
    ]
      .filter((part) => part !== "")
      .join(" | "),
  );
}

export function referenceLines(facts: SyntaxFacts): string[] {
  return facts.references.map((r) => {
    const name = r.receiver === "" ? r.name : `${r.receiver} . ${r.name}`;
    const type = r.receiverType === "" ? "" : ` of ${r.receiverType}`;
    const target = r.target === -1 ? "" : ` = ${facts.symbols[r.target]!.qualified}`;
    const inside = r.enclosing === -1 ? "" : ` in ${facts.symbols[r.enclosing]!.qualified}`;
    return `${place(r.range)} ${r.role} ${name}${type} (${r.binding}${target})${inside}`;
  });
}

/** References without their places; those to types left out. */
export function valueReferences(facts: SyntaxFacts): string[] {
  return referenceLines(facts)
    .map((line) => line.slice(line.indexOf(" ") + 1))
    .filter((line) => !line.startsWith("type "));
}

/** `kind qualified`, and whether it is hidden. */
export function symbolNames(facts: SyntaxFacts): string[] {
  return facts.symbols.map((s) => `${s.kind} ${s.qualified}${s.exported ? "" : " hidden"}`);
}

export function importLines(facts: SyntaxFacts): string[] {
  return facts.imports.map(
    (i) =>
      `${place(i.range)} ${i.module} ${i.imported || "-"} as ${i.local || "-"}${i.typeOnly ? " type" : ""}`,
  );
}

export function exportLines(facts: SyntaxFacts): string[] {
  return facts.exports.map(
    (e) => `${place(e.range)} ${e.exported} is ${e.local || "-"}${e.from === "" ? "" : ` from ${e.from}`}`,
  );
}

export function factsText(facts: SyntaxFacts): string {
  const part = (title: string, lines: string[]): string =>
    lines.length === 0 ? "" : `# ${title}\n${lines.join("\n")}\n`;
  return [
    part("symbols", symbolLines(facts)),
    part("imports", importLines(facts)),
    part("exports", exportLines(facts)),
    part("references", referenceLines(facts)),
    facts.errors ? "# errors\n" : "",
  ].join("");
}
