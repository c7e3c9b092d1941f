// The sections of a Markdown file, without a grammar: headings of both kinds, as CommonMark reads them. Headings in
// quotes and lists are none; fences, HTML blocks, comments, indented code and front matter hide what looks like one.
import { splitLines } from "../base/lines.ts";
import type { SyntaxFacts, SyntaxSymbol } from "./facts.ts";
import { SECTION_SEPARATOR } from "./section-facts.ts";

interface Heading {
  level: number;
  name: string;
  /** Index of its first line, and of the last one (the underline). */
  line: number;
  last: number;
  /** Column where the text begins, in code units from 0. */
  column: number;
}

/** Only the opening: the closing marks are taken off by hand, since a pattern for both would try every blank. */
const ATX = /^ {0,3}(#{1,6})(?=[ \t]|$)/;
const UNDERLINE = /^ {0,3}(=+|-+)[ \t]*$/;
const FENCE = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})/;
const THEMATIC = /^ {0,3}(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})$/;
/** What may stand above an underline and is no paragraph. */
const NO_PARAGRAPH = /^ {0,3}(?:>|[-+*][ \t]|\d{1,9}[.)][ \t]|\|)|^(?: {4}|\t)/;
/** Longest heading read, in UTF-16 code units: bounds the patterns below. */
const MOST_NAME = 400;
/** HTML blocks that end with their closing tag, wherever blank lines are. */
const RAW_HTML = /^ {0,3}<(script|pre|style|textarea)(?=[\s>]|$)/i;

export function sectionFacts(text: string): SyntaxFacts {
  const lines = splitLines(text);
  const headings = headingsOf(lines);
  return { symbols: symbolsOf(headings, lines), references: [], imports: [], exports: [], errors: false };
}

function headingsOf(lines: readonly string[]): Heading[] {
  const headings: Heading[] = [];
  let paragraph = -1;
  for (let i = frontMatterEnd(lines); i < lines.length; i++) {
    const line = lines[i]!;
    const hidden = hiddenUntil(lines, i, paragraph !== -1);
    if (hidden > i) {
      paragraph = -1;
      i = hidden - 1;
      continue;
    }
    const atx = ATX.exec(line);
    if (atx !== null) {
      const column = atx[0].length;
      const name = headingName(withoutClosing(line.slice(column)));
      headings.push({ level: atx[1]!.length, name, line: i, last: i, column });
      paragraph = -1;
      continue;
    }
    const underline = paragraph === -1 ? null : UNDERLINE.exec(line);
    if (underline !== null) {
      const name = headingName(lines.slice(paragraph, Math.min(i, paragraph + 10)).join(" "));
      headings.push({ level: underline[1]![0] === "=" ? 1 : 2, name, line: paragraph, last: i, column: 0 });
      paragraph = -1;
      continue;
    }
    if (line.trim() === "" || THEMATIC.test(line)) paragraph = -1;
    else if (paragraph === -1) paragraph = NO_PARAGRAPH.test(line) ? -2 : i;
    // A line below a quote or a list goes on with it: no heading until a blank line.
    if (paragraph === -2) {
      while (i + 1 < lines.length && lines[i + 1]!.trim() !== "" && !startsBlock(lines[i + 1]!)) i++;
      paragraph = -1;
    }
  }
  return headings;
}

/** `# Title ##` without the marks at the end, which need a blank before them. */
function withoutClosing(text: string): string {
  const trimmed = text.trim();
  let end = trimmed.length;
  while (end > 0 && trimmed[end - 1] === "#") end--;
  if (end === trimmed.length) return trimmed;
  return end === 0 || trimmed[end - 1] === " " || trimmed[end - 1] === "\t"
    ? trimmed.slice(0, end).trimEnd()
    : trimmed;
}

function startsBlock(line: string): boolean {
  return ATX.test(line) || FENCE.test(line) || THEMATIC.test(line);
}

/** Index behind the block that begins at the line and holds no headings; the line itself where none begins. */
function hiddenUntil(lines: readonly string[], at: number, inParagraph: boolean): number {
  const line = lines[at]!;
  const fence = FENCE.exec(line)?.[1];
  if (fence !== undefined) {
    const close = new RegExp(`^ {0,3}${fence[0] === "~" ? "~" : "`"}{${fence.length},}[ \\t]*$`);
    return firstAfter(lines, at, (other) => close.test(other));
  }
  const raw = RAW_HTML.exec(line)?.[1];
  if (raw !== undefined) {
    const close = `</${raw.toLowerCase()}>`;
    if (line.toLowerCase().includes(close)) return at + 1;
    return firstAfter(lines, at, (other) => other.toLowerCase().includes(close));
  }
  if (/^ {0,3}<!--/.test(line)) {
    if (line.includes("-->", line.indexOf("<!--") + 4)) return at + 1;
    return firstAfter(lines, at, (other) => other.includes("-->"));
  }
  return !inParagraph && /^(?: {4}|\t)\s*\S/.test(line) ? at + 1 : at;
}

function firstAfter(lines: readonly string[], at: number, closes: (line: string) => boolean): number {
  for (let i = at + 1; i < lines.length; i++) if (closes(lines[i]!)) return i + 1;
  return lines.length;
}

/** Index of the first line behind `---` … `---` or `+++` … `+++` at the beginning. */
function frontMatterEnd(lines: readonly string[]): number {
  const mark = lines[0]?.trimEnd();
  if (mark !== "---" && mark !== "+++") return 0;
  for (let i = 1; i < lines.length; i++) {
    const line = lines[i]!.trimEnd();
    if (line === mark || (mark === "---" && line === "...")) return i + 1;
  }
  return 0;
}

/** The text as a reader sees it: links by their text, no emphasis, no code marks, no tags, no `{#id}`. */
function headingName(raw: string): string {
  return raw
    .slice(0, MOST_NAME)
    .replace(/[ \t]*\{#[^}]*\}[ \t]*$/, "")
    .replace(/!?\[([^\]]*)\](?:\([^)]*\)|\[[^\]]*\])/g, "$1")
    .replace(/<\/?[A-Za-z][^>]*>/g, "")
    .replace(/(?<!\\)[`*]+/g, "")
    .replace(/(^|\s)_{1,2}(\S(?:.*?\S)?)_{1,2}(?=\s|$)/g, "$1$2")
    .replace(/\\([!-/:-@[-`{-~])/g, "$1")
    .replace(/\s+/g, " ")
    .trim();
}

function symbolsOf(headings: readonly Heading[], lines: readonly string[]): SyntaxSymbol[] {
  const symbols: SyntaxSymbol[] = [];
  const open: { level: number; symbol: number }[] = [];
  const ends = sectionEnds(headings, lines);
  for (const [i, heading] of headings.entries()) {
    while (open.length > 0 && open[open.length - 1]!.level >= heading.level) open.pop();
    // A heading without a name ends sections and is none.
    if (heading.name === "") continue;
    const parent = open.length > 0 ? open[open.length - 1]!.symbol : -1;
    const end = ends[i]!;
    const own = lines[heading.line]!;
    const nameStart = own.length - own.slice(heading.column).trimStart().length;
    const nameEnd = own.trimEnd().length;
    symbols.push({
      name: heading.name,
      qualified: parent === -1 ? heading.name : symbols[parent]!.qualified + SECTION_SEPARATOR + heading.name,
      kind: "section",
      exported: true,
      signature: lines
        .slice(heading.line, Math.max(heading.last, heading.line + 1))
        .join(" ")
        .trim()
        .slice(0, MOST_NAME),
      doc: "",
      range: { start: heading.line + 1, startColumn: 1, end: end + 1, endColumn: lines[end]!.length + 1 },
      nameRange: {
        start: heading.line + 1,
        startColumn: Math.min(nameStart, nameEnd) + 1,
        end: heading.line + 1,
        endColumn: nameEnd + 1,
      },
      bodyStart: end > heading.last ? heading.last + 2 : 0,
      parent,
      bases: [],
    });
    open.push({ level: heading.level, symbol: symbols.length - 1 });
  }
  return symbols;
}

/** Index of each section's last line that is not blank. Sections of a level end before the next of it or above. */
function sectionEnds(headings: readonly Heading[], lines: readonly string[]): number[] {
  const ends: number[] = Array.from({ length: headings.length }, () => 0);
  /** First line behind the section, by level: the nearest later heading of the level or above. */
  const next: number[] = Array.from({ length: 7 }, () => lines.length);
  for (let i = headings.length - 1; i >= 0; i--) {
    const { level, line, last } = headings[i]!;
    let end = next[level]! - 1;
    while (end > last && lines[end]!.trim() === "") end--;
    ends[i] = end;
    for (let deeper = level; deeper < 7; deeper++) next[deeper] = line;
  }
  return ends;
}
