// Plain text, and every file of which nothing better is known.
import type { Language } from "./language.ts";

export const text: Language = {
  id: "text",
  name: "Plain text",
  extensions: [".txt", ".text"],
  comments: { line: [], block: [] },
  declarations: [],
  imports: [],
  extent: "next",
  prose: true,
};
