// Which texts are not worth a parse, or not safe? Told before the parse by counting, and during it by the parser's own
// steps: never by a clock, so that the same content has the same facts on every machine.
import { type Ceilings, defaultCeilings } from "../config/ceilings.ts";
import type { SyntaxSkip } from "./facts.ts";

export type SyntaxCeilings = Pick<Ceilings, "syntaxBytes" | "nesting" | "parserSteps">;

export const syntaxCeilings = (): SyntaxCeilings => {
  const { syntaxBytes, nesting, parserSteps } = defaultCeilings();
  return { syntaxBytes, nesting, parserSteps };
};

/**
 * Progress calls that the parser may make for a text, beside the ceiling of all. Code of seven languages makes 3 to 25
 * for 1,000 code units; what goes on far beyond that has gone astray.
 */
const STEPS_FREE = 500;
const STEPS_PER_THOUSAND = 30;

/**
 * Memory of the parser, in bytes, that ends a parse as too many steps do: on text that is no code, a few hundred steps
 * can take gigabytes (`x=>` over and over as Java). Repositories of seven languages never take more than 40 MB.
 */
const HEAP_FREE = 192 * 1024 * 1024;
const HEAP_PER_UNIT = 64;
/** Memory is not given back: beyond this much the thread should be replaced. */
export const TIRED_HEAP = 384 * 1024 * 1024;
/** The module may not take more: a file that asks for it is `failed`, and so is the module. In pages of 64 kB. */
export const MOST_PAGES = 10_240;

/** A tree is deeper than its brackets: each operator and each member access is a level. */
export const TREE_LEVELS_PER_NESTING = 4;

/** Nodes of a tree that are read: about ten times as many as a file at the ceiling for bytes has. */
export const MOST_NODES = 4_000_000;

/** Share of a tree's nodes directly in errors, and the least number of nodes for the share to mean something. */
const MOST_ERROR_SHARE = 0.5;
const LEAST_NODES_FOR_SHARE = 200;

/** A text with most of its characters in lines this long was written by a tool. In UTF-16 code units. */
const LONG_LINE = 1_000;
const LEAST_LENGTH_OF_MINIFIED = 10_000;

export function mostSteps(length: number, ceilings: SyntaxCeilings): number {
  return Math.min(ceilings.parserSteps, STEPS_FREE + Math.ceil((length / 1000) * STEPS_PER_THOUSAND));
}

export function mostHeap(length: number): number {
  return HEAP_FREE + length * HEAP_PER_UNIT;
}

export function tooManyErrors(shape: { errors: number; total: number }): boolean {
  return shape.total >= LEAST_NODES_FOR_SHARE && shape.errors > shape.total * MOST_ERROR_SHARE;
}

export function isTooLarge(text: string, ceilings: SyntaxCeilings): boolean {
  if (text.length > ceilings.syntaxBytes) return true;
  // A code unit is three bytes of UTF-8 at most.
  return text.length * 3 > ceilings.syntaxBytes && Buffer.byteLength(text) > ceilings.syntaxBytes;
}

/** Reason not to parse, or null. One pass over the text. */
export function skipBeforeParse(text: string, ceilings: SyntaxCeilings): SyntaxSkip | null {
  if (isTooLarge(text, ceilings)) return "too-large";
  const shape = measure(text, ceilings.nesting);
  if (shape.tooDeep) return "too-deep";
  if (text.length >= LEAST_LENGTH_OF_MINIFIED && shape.inLongLines * 2 > text.length) return "minified";
  return null;
}

/** Depth of brackets (strings and comments count too: a bound, not a parse) and of indentation; length of long lines. */
function measure(text: string, nesting: number): { tooDeep: boolean; inLongLines: number } {
  let depth = 0;
  let inLongLines = 0;
  let lineStart = 0;
  let indent = 0;
  let atIndent = true;
  const indents: number[] = [0];
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 10) {
      if (i - lineStart > LONG_LINE) inLongLines += i - lineStart;
      lineStart = i + 1;
      indent = 0;
      atIndent = true;
      continue;
    }
    if (atIndent) {
      if (code === 32 || code === 9) {
        indent++;
        continue;
      }
      atIndent = false;
      if (code !== 13) {
        while (indents.length > 1 && indents[indents.length - 1]! >= indent) indents.pop();
        if (indent > 0) indents.push(indent);
        if (indents.length > nesting) return { tooDeep: true, inLongLines };
      }
    }
    // ( [ { and ) ] }
    if (code === 40 || code === 91 || code === 123) {
      if (++depth > nesting) return { tooDeep: true, inLongLines };
    } else if ((code === 41 || code === 93 || code === 125) && depth > 0) {
      depth--;
    }
  }
  if (text.length - lineStart > LONG_LINE) inLongLines += text.length - lineStart;
  return { tooDeep: false, inLongLines };
}
