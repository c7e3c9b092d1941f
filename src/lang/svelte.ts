// Svelte components: markup with code inside; its words are read as one text.
import { ecmascriptImports, ecmascriptStrings, typescriptDeclarations } from "./ecmascript-lines.ts";
import type { Language } from "./language.ts";
import { ecmascriptNames } from "./name-rules.ts";

export const svelte: Language = {
  id: "svelte",
  name: "Svelte",
  extensions: [".svelte"],
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
  embeds: "svelte",
};
