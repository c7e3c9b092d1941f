// What does Pith know of each language, and which files of a repository does it know by words and lines alone? Told from
// the table of files, without a parse: what only a parse can tell is said where an answer meets it.
import { compareStrings } from "../base/order.ts";
import { hasSyntax, type Language } from "../lang/language.ts";
import { languageById, languages } from "../lang/registry.ts";
import type { DoctorReport, DoctorSupport, DoctorTextOnly } from "../pack/reports.ts";
import { readWasm } from "../parse/grammar-files.ts";
import type { Snapshot } from "../store/segment-view.ts";

type Row = DoctorReport["textOnly"][number];

/** Paths named for each reason. */
const EXAMPLES = 3;

const REASONS: Readonly<Record<DoctorTextOnly, string>> = {
  "no-grammar": "no grammar for it",
  "grammar-missing": "its grammar is missing from the installation",
  "too-large": "larger than the ceiling syntaxBytes",
  minified: "minified",
};

const TITLES: readonly [DoctorSupport, string][] = [
  ["parser", "with a parser"],
  ["code-inside", "with a parser for the code inside"],
  ["sections", "in sections"],
  ["words", "by words and line patterns alone"],
];

export function supportOf(language: Language): DoctorSupport {
  if (language.syntax !== undefined) return "parser";
  if (language.embeds !== undefined) return "code-inside";
  return language.sections === undefined ? "words" : "sections";
}

/** A line for each kind of support, with its languages. */
export function supportLines(): string[] {
  return TITLES.map(([support, title]) => {
    const ids = languages
      .filter((language) => supportOf(language) === support)
      .map((language) => language.id);
    return `languages ${title}: ${ids.length} (${ids.join(", ")})`;
  });
}

export function filesWithoutSyntax(snapshot: Snapshot, syntaxBytes: number): Row[] {
  const missing = new Map<string, boolean>();
  const rows = new Map<string, Row>();
  for (const file of snapshot.files) {
    if (file.segment < 0) continue;
    const language = snapshot.segments[file.segment]!.entryLanguage(file.entry);
    const why = reasonOf(languageById(language), file.size, file.minified === true, syntaxBytes, missing);
    if (why === null) continue;
    const key = `${language} ${why}`;
    const row = rows.get(key) ?? { language, why, files: 0, examples: [] };
    rows.set(key, row);
    row.files++;
    if (row.examples.length < EXAMPLES) row.examples.push(file.path);
  }
  return [...rows.values()].sort(
    (a, b) => b.files - a.files || compareStrings(a.language, b.language) || compareStrings(a.why, b.why),
  );
}

function reasonOf(
  language: Language | undefined,
  size: number,
  minified: boolean,
  syntaxBytes: number,
  missing: Map<string, boolean>,
): DoctorTextOnly | null {
  if (language === undefined || !hasSyntax(language)) return "no-grammar";
  // Of a notebook only its code counts, of which the size of the file says nothing.
  if (size > syntaxBytes && language.embeds !== "notebook") return "too-large";
  if (language.syntax === undefined) return null;
  if (minified) return "minified";
  let gone = missing.get(language.id);
  if (gone === undefined) missing.set(language.id, (gone = readWasm(language.syntax.grammar) === null));
  return gone ? "grammar-missing" : null;
}

export function textOnlyLines(rows: readonly Row[]): string[] {
  if (rows.length === 0) return ["files known by words and lines alone here: none"];
  return [
    "files known by words and lines alone here:",
    ...rows.map((row) => {
      const more = row.files > row.examples.length ? ", …" : "";
      return `  ${row.files} ${row.language}: ${REASONS[row.why]} (${row.examples.join(", ")}${more})`;
    }),
  ];
}

export function mostFirst(counts: [string, number][]): [string, number][] {
  return counts.sort((a, b) => b[1] - a[1] || compareStrings(a[0], b[0]));
}
