// JSX.
import {
  ecmascriptComments,
  ecmascriptImports,
  ecmascriptStrings,
  javascriptDeclarations,
} from "./ecmascript-lines.ts";
import { ecmascriptSyntax } from "./ecmascript-syntax.ts";
import type { Language } from "./language.ts";
import { ecmascriptNames } from "./name-rules.ts";

export const jsx: Language = {
  id: "jsx",
  name: "JSX",
  extensions: [".jsx"],
  comments: ecmascriptComments,
  declarations: javascriptDeclarations,
  imports: ecmascriptImports,
  extent: "indent",
  strings: ecmascriptStrings,
  slashRegex: true,
  names: ecmascriptNames,
  syntax: {
    ...ecmascriptSyntax,
    grammar: { package: "tree-sitter-javascript", file: "tree-sitter-javascript.wasm" },
  },
};
