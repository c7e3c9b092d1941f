// docs/reference/languages.md: what Pith knows of each language. The names come from the registry; what the parser tells
// is read off the facts of the language's fixture, so that the page claims nothing that is not shown there.
import { languageGraphs } from "../src/graph/languages.ts";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Language } from "../src/lang/language.ts";
import { languageById, languages } from "../src/lang/registry.ts";
import { CASES, FIXTURES } from "../test/parse/syntax-text.ts";

const MARK =
  "<!-- Made by scripts/make-reference.ts from src/lang/registry.ts and test/fixtures/syntax. Do not edit. -->";

export function languagesPage(): string {
  const parsed = languages.filter((l) => l.syntax !== undefined || l.embeds !== undefined);
  const own = parsed.filter((l) => l.syntax !== undefined);
  const sections = languages.filter((l) => l.sections !== undefined);
  const words = languages.filter((l) => !parsed.includes(l) && !sections.includes(l));
  return (
    [
      MARK,
      "# Languages",
      [
        `Pith knows ${languages.length} languages. All have words: terms by field, declarations and comments by line patterns, extents by`,
        "indentation; ranking reads nothing else. Beyond that:",
      ].join("\n"),
      [
        `- ${own.length} have a parser: exact symbols with signatures, references, imports.`,
        `- ${parsed.length - own.length} hold code of those, which is read by its parser: components, notebooks.`,
        `- ${sections.length} have sections, read without a grammar: headings, keys, statements, rules, each with its true range.`,
        `- ${words.length} have words alone.`,
      ].join("\n"),
      "A file is told by its whole name, its extension (the longest that is known), and, where neither says anything, by its `#!` line. `languages` in `pith.json` comes before all of them. `pith doctor` says which files of a repository are known by words alone, and why.",
      "## With a parser",
      "A mark says that a fixture of the language, or of one with the same rules, shows it. Vue, Svelte, Astro and notebooks are read in place, by the grammar of the code that they hold; components are symbols of their own, and components used in the markup are references. *Visibility*: the facts tell what is visible outside a file from what is not; where the mark is missing, everything is. *Names*: where they are *resolved*, `trace` follows imports, types and bases; where *scopes* alone are known, what they lead to inside of one file is proven in languages that are scoped by their text (Bash, Elixir, Haskell, Lua, Zig), and every other use of a name is possible.",
      table(
        [
          "language",
          "id",
          "files",
          "definitions",
          "references",
          "calls",
          "bases",
          "imports",
          "docs",
          "visibility",
          "names",
          "grammar",
        ],
        parsed.map((language) => {
          const shown = shownBy(language);
          const grammar = language.syntax?.grammar.package ?? "of the code inside";
          const names = RESOLVED.has(language.id) ? "resolved" : "scopes";
          return [language.name, `\`${language.id}\``, filesOf(language)].concat(shown, names, grammar);
        }),
      ),
      "## With sections",
      table(
        ["language", "id", "files", "what is a section", "docs"],
        sections.map((language) => [
          language.name,
          `\`${language.id}\``,
          filesOf(language),
          WHAT[language.sections!],
          shownBy(language)[DOCS]!,
        ]),
      ),
      "## With words alone",
      table(
        ["language", "id", "files", "line patterns"],
        words.map((language) => [
          language.name,
          `\`${language.id}\``,
          filesOf(language),
          language.declarations.length > 0 ? "yes" : "",
        ]),
      ),
    ].join("\n\n") + "\n"
  );
}

/** Place of the docs in what a fixture shows. */
const DOCS = 5;

const WHAT: Readonly<Record<NonNullable<Language["sections"]>, string>> = {
  markdown: "headings of both kinds",
  rst: "titles with marks below, or above and below",
  html: "elements with an id, headings with what follows them, named blocks of templates",
  yaml: "keys at the margin and one step in",
  toml: "tables, and the keys in them",
  json: "keys of the first two steps",
  sql: "what `create` makes and `alter table` changes",
  css: "rules, mixins, functions, keyframes, variables",
  dockerfile: "stages",
  makefile: "rules, variables, `define`s; recipes of a Justfile",
  hcl: "blocks by their address, values of `locals`",
};

function filesOf(language: Language): string {
  const told = [...language.extensions, ...(language.fileNames ?? [])].map((name) => `\`${name}\``).join(" ");
  const scripts = (language.shebangs ?? []).map((name) => `\`${name}\``).join(" ");
  return scripts === "" ? told : `${told}; \`#!\` ${scripts}`;
}

const RESOLVED = new Set(languageGraphs.flatMap((family) => family.languages));

/** Definitions, references, calls, bases, imports, docs, visibility: which of them a fixture shows. */
function shownBy(language: Language): string[] {
  const lines = new Map<string, string[]>();
  for (const name of fixturesOf(language)) {
    const file = join(FIXTURES, `${name}.facts`);
    if (!existsSync(file)) continue;
    for (const part of readFileSync(file, "utf8").split(/^# /m).slice(1)) {
      const [title = "", ...rest] = part.split(/\r?\n/);
      lines.set(title, [...(lines.get(title) ?? []), ...rest.filter((line) => line !== "")]);
    }
  }
  const symbols = lines.get("symbols") ?? [];
  const references = lines.get("references") ?? [];
  return [
    symbols.length > 0,
    references.length > 0,
    references.some((line) => /^\S+ (?:call|new) /.test(line)),
    symbols.some((line) => line.includes("| bases ")),
    lines.has("imports"),
    symbols.some((line) => /\| ".+"$/.test(line)),
    symbols.some((line) => !line.includes("| exported |")),
  ].map((has) => (has ? "yes" : ""));
}

/** Fixtures that the language's rules are shown by: its own, those of languages with the same rules or the same reader. */
function fixturesOf(language: Language): string[] {
  const rules = (INSIDE[language.embeds ?? ""] ?? language).syntax?.nodes;
  return CASES.flatMap(([name, id]) => {
    const other = languages.find((l) => l.id === id);
    const kin =
      (rules !== undefined && other?.syntax?.nodes === rules) ||
      (language.sections !== undefined && other?.sections === language.sections);
    return id === language.id || kin ? [name] : [];
  });
}

/** By whose rules the code inside is read most often. */
const INSIDE: Readonly<Record<string, Language | undefined>> = {
  vue: languageById("typescript"),
  svelte: languageById("typescript"),
  astro: languageById("typescript"),
  notebook: languageById("python"),
};

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(head), `|${head.map(() => "---|").join("")}`, ...rows.map(line)].join("\n");
}
