// From the sections that a format's reader finds to the facts of a file: ranges that nest, qualified names, ceilings.
import type { SpanKind } from "../base/span.ts";
import type { SyntaxFacts, SyntaxSymbol } from "./facts.ts";
import { Positions } from "./syntax-positions.ts";

/** Between the names of enclosing sections: names hold dots, but hardly this. */
export const SECTION_SEPARATOR = " > ";
/** Sections of a file: more than the longest documents and schemas have. Deeper ones give way first. */
export const MOST_SECTIONS = 5_000;
/** Longest name and signature kept, in UTF-16 code units. */
export const MOST_NAME = 400;

/** Offsets in UTF-16 code units; ends are exclusive. */
export interface SectionDraft {
  name: string;
  kind: SpanKind;
  start: number;
  end: number;
  nameStart: number;
  nameEnd: number;
  /** Offset of the body, if it has one. */
  body?: number;
  /** Its line, unless said. */
  signature?: string;
  doc?: string;
  /** Where it is not the names of what encloses it (`aws_instance.web`). */
  qualified?: string;
}

export function sectionsAsFacts(text: string, drafts: readonly SectionDraft[]): SyntaxFacts {
  const positions = new Positions(text);
  const symbols: SyntaxSymbol[] = [];
  const open: { symbol: number; end: number }[] = [];
  for (const draft of withinCeiling(drafts)) {
    while (open.length > 0 && open[open.length - 1]!.end <= draft.start) open.pop();
    const above = open[open.length - 1];
    const end = trimmedEnd(text, draft.start, Math.min(draft.end, above?.end ?? text.length));
    const name = draft.name.slice(0, MOST_NAME);
    const parent = above?.symbol ?? -1;
    const nameStart = Math.min(Math.max(draft.nameStart, draft.start), end);
    const body = draft.body !== undefined && draft.body < end ? draft.body : -1;
    const nameEnd = trimmedEnd(text, nameStart, Math.min(Math.max(draft.nameEnd, nameStart), end));
    const nameRange = positions.range(nameStart, nameEnd);
    const lineStart = nameStart - nameRange.startColumn + 1;
    symbols.push({
      name,
      qualified:
        draft.qualified ??
        (parent === -1 ? name : symbols[parent]!.qualified + SECTION_SEPARATOR + name).slice(
          0,
          4 * MOST_NAME,
        ),
      kind: draft.kind,
      exported: true,
      signature:
        draft.signature?.replace(/\s+/g, " ").trim().slice(0, MOST_NAME) ??
        lineOfName(text, draft.start, lineStart, nameStart, end),
      doc: draft.doc ?? "",
      range: positions.range(draft.start, end),
      nameRange,
      bodyStart: body === -1 ? 0 : positions.line(body),
      parent,
      bases: [],
    });
    open.push({ symbol: symbols.length - 1, end });
  }
  return { symbols, references: [], imports: [], exports: [], errors: false };
}

/** In the order of their starts, the wider one first; if they are too many, those that stand in no other. */
function withinCeiling(drafts: readonly SectionDraft[]): SectionDraft[] {
  const ordered = drafts
    .filter((draft) => draft.name.trim() !== "" && draft.end > draft.start)
    .sort((a, b) => a.start - b.start || b.end - a.end);
  if (ordered.length <= MOST_SECTIONS) return ordered;
  let until = 0;
  const outer = ordered.filter((draft) => {
    const own = draft.start >= until;
    if (own) until = draft.end;
    return own;
  });
  return outer.slice(0, MOST_SECTIONS);
}

function trimmedEnd(text: string, start: number, end: number): number {
  let at = end;
  while (at > start + 1 && text.charCodeAt(at - 1) <= 32) at--;
  return at;
}

/** The line of the name, as far as it is the section's own. */
function lineOfName(text: string, start: number, lineStart: number, nameStart: number, end: number): string {
  const from = Math.max(start, lineStart, nameStart - MOST_NAME);
  const line = text.slice(from, Math.min(end, nameStart + MOST_NAME));
  const stop = line.indexOf("\n", nameStart - from);
  return (stop === -1 ? line : line.slice(0, stop)).replace(/\s+/g, " ").trim().slice(0, MOST_NAME);
}

/** A text by its lines: what readers that go line by line ask. */
export class TextLines {
  readonly text: string;
  readonly starts: number[] = [];
  readonly lines: string[];

  constructor(text: string) {
    this.text = text;
    this.lines = text.split("\n");
    let at = 0;
    for (const [i, line] of this.lines.entries()) {
      this.starts.push(at);
      at += line.length + 1;
      if (line.endsWith("\r")) this.lines[i] = line.slice(0, -1);
    }
  }

  get size(): number {
    return this.lines.length;
  }

  line(index: number): string {
    return this.lines[index] ?? "";
  }

  start(index: number): number {
    return this.starts[index] ?? this.text.length;
  }

  /** End of the line without its line end. */
  end(index: number): number {
    return index < this.size ? this.starts[index]! + this.lines[index]!.length : this.text.length;
  }

  /** Offset of the first line of the comments directly above, and their text. */
  commentAbove(index: number, mark: RegExp, least = 0): { start: number; doc: string } {
    let first = index;
    while (first > least && index - first < 100 && mark.test(this.line(first - 1))) first--;
    const doc = this.lines
      .slice(first, index)
      .map((line) =>
        line
          .trim()
          .replace(mark, "")
          .replace(/^[#/*;-]+ ?|\s*\*+\/$/g, ""),
      )
      .join("\n")
      .trim();
    return { start: this.start(first), doc: doc.slice(0, 4_000) };
  }
}
