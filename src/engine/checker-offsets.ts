// Where in a file does the graph ask what a name means? At the references of the facts, and at members in quotes.
import { lineStarts } from "../base/lines.ts";
import type { GraphFile } from "../graph/view.ts";

/** `["name"]`: the place of the quote. */
const QUOTED = /\[\s*(?=["'`][\w$#~\u0080-\uffff-]{1,100}["'`]\s*\])/g;

/** Offsets in the decoded text, ascending. */
export function askedOffsets({ text, facts }: GraphFile): Uint32Array {
  if (facts === null) return new Uint32Array();
  const starts = lineStarts(text);
  const found = new Set<number>();
  for (const { range } of facts.references) found.add(starts[range.start - 1]! + range.startColumn - 1);
  for (const match of text.matchAll(QUOTED)) found.add(match.index + match[0].length);
  return Uint32Array.from(found).sort();
}
