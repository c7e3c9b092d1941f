// CSS.
import { stylesheetDeclarations, stylesheetImports } from "./stylesheet-lines.ts";
import type { Language } from "./language.ts";

export const css: Language = {
  id: "css",
  name: "CSS",
  extensions: [".css", ".pcss", ".postcss"],
  comments: { line: [], block: [["/*", "*/"]] },
  declarations: stylesheetDeclarations,
  imports: stylesheetImports,
  extent: "indent",
  attached: [],
  attachedEnd: ",",
  sections: "css",
};
