// Gettext catalogues: texts to find, never code to show first.
import type { Language } from "./language.ts";

export const po: Language = {
  id: "po",
  name: "gettext catalogue",
  extensions: [".po", ".pot"],
  comments: { line: ["#"], block: [] },
  declarations: [],
  imports: [],
  extent: "next",
  strings: [],
  attached: [],
  data: true,
  wordsHead: 2_000,
};
