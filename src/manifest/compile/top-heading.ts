// What is a document of Markdown called by its own heading? The first of the first level; one in a block of code is none.
import { sectionFacts } from "../../parse/sections.ts";

/** In lines: a title stands near the top. */
const TOP = 400;
const ATX = /^ {0,3}#(?!#)/;
const UNDERLINE = /^ {0,3}=+[ \t]*$/;

export function topHeading(lines: readonly string[]): string | null {
  const head = lines.slice(0, TOP);
  for (const { name, range, bodyStart } of sectionFacts(head.join("\n")).symbols) {
    if (ATX.test(head[range.start - 1]!)) return name;
    // Its underline stands above the first line of its body; of one without a body it is the last line.
    if (UNDERLINE.test(head[(bodyStart === 0 ? range.end : bodyStart - 1) - 1] ?? "")) return name;
  }
  return null;
}
