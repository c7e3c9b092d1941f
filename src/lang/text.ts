// Plain text, and every file of which nothing better is known.
import type { Language } from "./language.ts";
import { underlinedHeading } from "./underlined.ts";

export const text: Language = {
  id: "text",
  name: "Plain text",
  extensions: [".txt", ".text"],
  comments: { line: [], block: [] },
  declarations: [underlinedHeading],
  imports: [],
  extent: "heading",
  strings: [],
  attached: [],
  prose: true,
};
