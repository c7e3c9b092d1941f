// Less.
import { stylesheetDeclarations, stylesheetImports } from "./stylesheet-lines.ts";
import type { Language } from "./language.ts";

export const less: Language = {
  id: "less",
  name: "Less",
  extensions: [".less"],
  comments: { line: ["//"], block: [["/*", "*/"]] },
  declarations: stylesheetDeclarations,
  imports: stylesheetImports,
  extent: "indent",
  attached: [],
  attachedEnd: ",",
  sections: "css",
};
