// In which block of JavaScript or TypeScript does something stand? Told by braces; where they do not match, by indents.
import { codeOf } from "./ecmascript-code.ts";

interface Source {
  readonly file: { readonly text: string };
}

const LANGUAGES = new Set(["typescript", "tsx", "javascript", "jsx", "vue", "svelte", "astro"]);

/** Whether names of the language belong to the block in which they are declared. */
export function hasBlocks(language: string): boolean {
  return LANGUAGES.has(language);
}

/** Offset of the brace that opens the block around the offset; -1 at the top of the file. */
export function blockAt(source: Source, offset: number): number {
  const { text } = source.file;
  const code = codeOf(source, text);
  if (code === null) return lineAbove(text, offset);
  for (let at = code.innermost(offset); at !== -1; at = code.innermost(at)) if (text[at] === "{") return at;
  return -1;
}

/** Offset of the nearest line above that begins further left, or -1. */
function lineAbove(text: string, offset: number): number {
  const own = indentAt(text, offset);
  if (own === 0) return -1;
  let start = text.lastIndexOf("\n", offset - 1);
  while (start > 0) {
    const above = text.lastIndexOf("\n", start - 1);
    const line = text.slice(above + 1, start);
    if (line.trim() !== "" && line.length - line.trimStart().length < own) return above + 1;
    start = above;
  }
  return 0;
}

function indentAt(text: string, offset: number): number {
  const start = text.lastIndexOf("\n", offset - 1) + 1;
  const line = text.slice(start, start + 400);
  return line.length - line.trimStart().length;
}
