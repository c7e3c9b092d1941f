// C. Headers are C by their name; the patterns read C++ as well.
import { cDeclarations, cImports } from "./c-lines.ts";
import { cSyntax } from "./c-syntax.ts";
import type { Language } from "./language.ts";
import { LETTERS, cWords, words } from "./name-rules.ts";

export const c: Language = {
  id: "c",
  name: "C",
  extensions: [".c", ".h", ".idc", ".xs"],
  comments: { line: ["//"], block: [["/*", "*/"]] },
  declarations: cDeclarations,
  imports: cImports,
  extent: "indent",
  attached: ["template", "requires", "[[", "__attribute__", "@"],
  marginal: ["#"],
  labels: true,
  names: { form: LETTERS, reserved: words(cWords) },
  syntax: cSyntax,
};
