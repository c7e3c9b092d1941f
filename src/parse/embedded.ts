// Code of another language inside a file: which text does a parser read in its place, so that lines and columns are
// those of the file? What is no code becomes blanks, and lines without code become empty.
import type { EmbeddedFormat } from "../lang/language.ts";
import { type Component, componentFacts } from "./component-facts.ts";
import type { SyntaxFacts } from "./facts.ts";
import { notebookCode } from "./notebook-cells.ts";
import { scriptTags, type ScriptTag } from "./script-tags.ts";

export interface EmbeddedCode {
  /** Id of the language of the code; empty where there is none. */
  language: string;
  text: string;
  /** The facts of the file from those of the code. */
  settle(facts: SyntaxFacts): SyntaxFacts;
}

export function embeddedCode(text: string, format: EmbeddedFormat): EmbeddedCode {
  return format === "notebook" ? notebookCode(text) : componentCode(text, format);
}

function componentCode(text: string, format: Exclude<EmbeddedFormat, "notebook">): EmbeddedCode {
  const front = format === "astro" ? frontMatter(text) : null;
  const { scripts, hidden } = scriptTags(text);
  const own = scripts.filter((script) => front === null || script.start >= front[1]);
  const parts: [number, number][] = own.map(({ from, to }) => [from, to]);
  if (front !== null) parts.unshift(front);
  const component: Component = { text, format, scripts: own, hidden, front };
  return {
    language: parts.length === 0 ? "" : languageOfScripts(own, format),
    text: onlyParts(text, parts),
    settle: (facts) => componentFacts(facts, component),
  };
}

/** All scripts are read as one text: the grammar that reads them all. */
function languageOfScripts(scripts: readonly ScriptTag[], format: EmbeddedFormat): string {
  const named = scripts.map((script) => (script.attributes.get("lang") ?? "").toLowerCase());
  const types = format === "astro" || named.some((name) => /^(?:ts|typescript|tsx)$/.test(name));
  const markup = named.some((name) => name === "tsx" || name === "jsx");
  return types ? (markup ? "tsx" : "typescript") : markup ? "jsx" : "javascript";
}

/** Between the fences at the beginning of an Astro file. */
function frontMatter(text: string): [number, number] | null {
  const open = /^\ufeff?\s*---[ \t]*\r?\n/.exec(text.slice(0, 2_000));
  if (open === null) return null;
  const close = /^---[ \t]*\r?$/gm;
  close.lastIndex = open[0].length;
  const found = close.exec(text);
  return [open[0].length, found?.index ?? text.length];
}

/** The parts alone, each on its lines and in its columns. */
export function onlyParts(text: string, parts: readonly (readonly [number, number])[]): string {
  let out = "";
  let at = 0;
  for (const [from, to] of parts) {
    const gap = text.slice(at, from);
    const lastLine = gap.lastIndexOf("\n") + 1;
    // Blanks are needed only where code follows on the same line.
    const whole = lastLine > 0 ? gap.slice(0, lastLine).replace(/[^\n]+/g, "") : "";
    out += whole + " ".repeat(gap.length - lastLine) + text.slice(from, to);
    at = to;
  }
  return out + text.slice(at).replace(/[^\n]+/g, "");
}
