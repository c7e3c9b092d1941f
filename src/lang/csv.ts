// Tables in text.
import type { Language } from "./language.ts";

export const csv: Language = {
  id: "csv",
  name: "CSV",
  extensions: [".csv", ".tsv", ".psv"],
  comments: { line: [], block: [] },
  declarations: [],
  imports: [],
  extent: "next",
  strings: [],
  attached: [],
  data: true,
  wordsHead: 2_000,
};
