// The sections of a reStructuredText file: titles with a line of marks below, or above and below. Which marks mean which
// level is told by the order in which they appear.
import { splitLines } from "../base/lines.ts";
import { type SectionDraft, TextLines } from "./section-facts.ts";

const MARKS = /^([!-/:-@[-`{-~])\1*[ \t]*$/;

interface Title {
  style: string;
  /** Index of its first line (the marks above, if any), of the title, and of the last one. */
  first: number;
  line: number;
  last: number;
}

export function rstSections(text: string): SectionDraft[] {
  const lines = new TextLines(text);
  const drafts: SectionDraft[] = [];
  const styles: string[] = [];
  const open: { level: number; draft: SectionDraft }[] = [];
  for (const title of titlesOf(splitLines(text))) {
    let level = styles.indexOf(title.style);
    if (level === -1) level = styles.push(title.style) - 1;
    const start = lines.start(title.first);
    while (open.length > 0 && open[open.length - 1]!.level >= level) open.pop()!.draft.end = start;
    const line = lines.line(title.line);
    const indent = line.length - line.trimStart().length;
    const draft: SectionDraft = {
      name: nameOf(line),
      kind: "section",
      start,
      end: text.length,
      nameStart: lines.start(title.line) + indent,
      nameEnd: lines.start(title.line) + line.trimEnd().length,
      body: lines.start(title.last + 1),
      signature: line.trim(),
    };
    drafts.push(draft);
    open.push({ level, draft });
  }
  return drafts;
}

function titlesOf(lines: readonly string[]): Title[] {
  const titles: Title[] = [];
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i]!;
    const marks = MARKS.exec(line)?.[1];
    const blankAbove = i === 0 || lines[i - 1]!.trim() === "";
    if (marks !== undefined) {
      // Marks above a title: the same below it.
      const title = lines[i + 1] ?? "";
      const below = lines[i + 2] ?? "";
      const same = MARKS.exec(below)?.[1] === marks && below.trimEnd().length === line.trimEnd().length;
      if (blankAbove && same && title.trim() !== "" && MARKS.exec(title) === null && fits(title, below)) {
        titles.push({ style: `${marks}${marks}`, first: i, line: i + 1, last: i + 2 });
        i += 2;
      }
      continue;
    }
    if (!blankAbove || line.trim() === "" || /^\s/.test(line)) continue;
    const below = lines[i + 1] ?? "";
    const underline = MARKS.exec(below)?.[1];
    if (underline === undefined || !fits(line, below)) continue;
    titles.push({ style: underline, first: i, line: i, last: i + 1 });
    i++;
  }
  return titles;
}

/** The marks are as long as the title, or long enough to be no text. */
function fits(title: string, marks: string): boolean {
  const length = marks.trimEnd().length;
  return length >= Math.min(title.trim().length, 4) && length >= 2;
}

/** The text as a reader sees it: roles and links by their text, no emphasis. */
function nameOf(line: string): string {
  return line
    .slice(0, 400)
    .replace(/:[\w:+.-]+:`/g, "`")
    .replace(/`+([^`<]*?)\s*(?:<[^`>]*>)?`+_{0,2}/g, "$1")
    .replace(/(\*{1,2})(\S(?:[^*]*\S)?)\1/g, "$2")
    .replace(/\|([^|]+)\|/g, "$1")
    .replace(/\s+/g, " ")
    .trim();
}
