// The tables of a TOML file, and the keys in them with their values. Strings and lists over several lines hide what
// looks like a key.
import { type SectionDraft, TextLines } from "./section-facts.ts";

const TABLE = /^\s*(\[\[?)\s*((?:"[^"]*"|'[^']*'|[^\]#"'])+?)\s*\]\]?\s*(?:#.*)?$/;
const KEY = /^\s*((?:"[^"]*"|'[^']*'|[\w-]+)(?:\s*\.\s*(?:"[^"]*"|'[^']*'|[\w-]+))*)\s*=(.*)$/;
/** Longest head of a line that is read, in UTF-16 code units: bounds the patterns. */
const MOST_HEAD = 500;
const COMMENT = /^\s*#/;

export function tomlSections(text: string): SectionDraft[] {
  const lines = new TextLines(text);
  const drafts: SectionDraft[] = [];
  let table: SectionDraft | null = null;
  let least = 0;
  for (let i = 0; i < lines.size; i++) {
    const line = lines.line(i);
    const head = line.slice(0, MOST_HEAD);
    const opened = TABLE.exec(head);
    if (opened !== null) {
      const above = lines.commentAbove(i, COMMENT, least);
      if (table !== null) table.end = above.start;
      const at = lines.start(i) + line.indexOf(opened[2]!);
      table = {
        name: plainName(opened[2]!),
        kind: "table",
        start: above.start,
        end: text.length,
        nameStart: at,
        nameEnd: at + opened[2]!.length,
        body: lines.start(i + 1),
        doc: above.doc,
      };
      drafts.push(table);
      least = i + 1;
      continue;
    }
    const key = KEY.exec(head);
    if (key === null) continue;
    const above = lines.commentAbove(i, COMMENT, least);
    const at = lines.start(i) + line.indexOf(key[1]!);
    const last = endOfValue(lines, i, head.length - key[2]!.length);
    drafts.push({
      name: plainName(key[1]!),
      kind: "key",
      start: above.start,
      end: lines.end(last),
      nameStart: at,
      nameEnd: at + key[1]!.length,
      doc: above.doc,
    });
    i = last;
    least = last + 1;
  }
  return drafts;
}

/** `tool . "ruff"` is `tool.ruff`. */
const plainName = (name: string): string => name.replace(/\s*\.\s*/g, ".").replace(/["']/g, "");

/** Index of the line where the value ends that begins on the line at the column. */
function endOfValue(lines: TextLines, first: number, column: number): number {
  let depth = 0;
  let quote = "";
  for (let i = first; i < lines.size; i++) {
    const line = lines.line(i);
    let at = i === first ? column : 0;
    while (at < line.length) {
      if (quote !== "") {
        const close = line.indexOf(quote, at);
        if (close === -1) break;
        at = close + quote.length;
        // A backslash hides the quote in strings of double quotes.
        if (quote[0] === '"' && escaped(line, close)) continue;
        quote = "";
        continue;
      }
      const mark = line[at]!;
      if (mark === "#") break;
      if (mark === '"' || mark === "'") {
        quote = line.startsWith(mark.repeat(3), at) ? mark.repeat(3) : mark;
        at += quote.length;
        continue;
      }
      if (mark === "[" || mark === "{") depth++;
      else if (mark === "]" || mark === "}") depth--;
      at++;
    }
    if (quote.length === 1) quote = "";
    if (quote === "" && depth <= 0) return i;
  }
  return lines.size - 1;
}

function escaped(line: string, at: number): boolean {
  let marks = 0;
  while (line[at - 1 - marks] === "\\") marks++;
  return marks % 2 === 1;
}
