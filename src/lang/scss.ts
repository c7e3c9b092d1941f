// SCSS and Sass.
import { stylesheetDeclarations, stylesheetImports } from "./stylesheet-lines.ts";
import type { Language } from "./language.ts";

export const scss: Language = {
  id: "scss",
  name: "SCSS",
  extensions: [".scss", ".sass"],
  comments: { line: ["//"], block: [["/*", "*/"]] },
  declarations: stylesheetDeclarations,
  imports: stylesheetImports,
  extent: "indent",
  attached: [],
  attachedEnd: ",",
  sections: "css",
};
