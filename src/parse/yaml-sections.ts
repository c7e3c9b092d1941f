// The keys of a YAML file at the margin and one step in, each with what belongs to it. Read by indentation: blocks of
// text, flow collections and lists hide what looks like a key.
import { type SectionDraft, TextLines } from "./section-facts.ts";

const KEY =
  /^("(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[^\s\-?:,[\]{}#&*!|>'"%@`][^#]*?|[-?:](?=[^\s])[^#]*?)\s*:(?=\s|$)(.*)$/;
/** What may stand behind a key whose value follows below: an anchor, a tag, a comment. */
const NOTHING = /^\s*(?:[&!]\S*\s*)*(?:#.*)?$/;
/** Longest key that is looked for, in UTF-16 code units: bounds the pattern. */
const MOST_KEY = 300;

interface Open {
  draft: SectionDraft;
  indent: number;
  /** Keys may follow one step in. */
  holds: boolean;
}

export function yamlSections(text: string): SectionDraft[] {
  const lines = new TextLines(text);
  const drafts: SectionDraft[] = [];
  let outer: Open | null = null;
  let inner: SectionDraft | null = null;
  let innerIndent = -1;
  /** End of the last line with content that is no comment. */
  let last = 0;
  const closeInner = (): void => {
    if (inner !== null) inner.end = last;
    inner = null;
  };
  const closeAll = (): void => {
    closeInner();
    if (outer !== null) outer.draft.end = last;
    outer = null;
    innerIndent = -1;
  };
  for (let i = 0; i < lines.size; i++) {
    const line = lines.line(i);
    const own = line.trimStart();
    if (own === "" || own.startsWith("#")) continue;
    const indent = line.length - own.length;
    if (indent === 0) {
      if (/^(?:---|\.\.\.)(?:\s|$)/.test(line) || line.startsWith("%")) closeAll();
      else if (/^-(?:\s|$)/.test(line)) {
        // A list at the margin belongs to the key above it.
        closeInner();
        if (outer !== null) (outer as Open).holds = false;
      } else {
        const key = keyOf(line);
        if (key !== null) {
          closeAll();
          const draft = draftOf(lines, i, 0, key);
          drafts.push(draft);
          outer = { draft, indent: 0, holds: NOTHING.test(key.rest) };
        }
      }
    } else if (outer !== null && (outer as Open).holds) {
      if (innerIndent === -1) {
        innerIndent = indent;
        if (/^[-?](?:\s|$)/.test(own)) (outer as Open).holds = false;
      }
      const key =
        (outer as Open).holds && indent === innerIndent && !own.startsWith("- ") ? keyOf(own) : null;
      if (key !== null) {
        closeInner();
        inner = draftOf(lines, i, indent, key);
        drafts.push(inner);
      }
    }
    last = lines.end(i);
  }
  closeAll();
  return drafts;
}

interface Key {
  name: string;
  length: number;
  rest: string;
}

function keyOf(text: string): Key | null {
  const match = KEY.exec(text.slice(0, MOST_KEY));
  if (match === null) return null;
  const raw = match[1]!;
  const quote = raw[0] === '"' || raw[0] === "'";
  return { name: quote ? raw.slice(1, -1) : raw, length: raw.length, rest: match[2]! };
}

function draftOf(lines: TextLines, index: number, indent: number, key: Key): SectionDraft {
  const at = lines.start(index) + indent;
  // A comment that stands further in belongs to what is above.
  const above = lines.commentAbove(index, new RegExp(`^ {0,${indent}}#`));
  return {
    name: key.name,
    kind: "key",
    start: above.doc === "" ? at : above.start,
    end: lines.end(index),
    nameStart: at,
    nameEnd: at + key.length,
    body: NOTHING.test(key.rest) ? lines.start(index + 1) : undefined,
    doc: above.doc,
  };
}
