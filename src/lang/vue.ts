// Vue components: markup with code inside; its words are read as one text.
import { ecmascriptImports, ecmascriptStrings, typescriptDeclarations } from "./ecmascript-lines.ts";
import type { Language } from "./language.ts";
import { ecmascriptNames } from "./name-rules.ts";

export const vue: Language = {
  id: "vue",
  name: "Vue",
  extensions: [".vue"],
  comments: {
    line: ["//"],
    block: [
      ["/*", "*/"],
      ["<!--", "-->"],
    ],
  },
  declarations: typescriptDeclarations,
  imports: ecmascriptImports,
  extent: "indent",
  strings: ecmascriptStrings,
  names: ecmascriptNames,
  embeds: "vue",
};
