// JSX.
import {
  ecmascriptComments,
  ecmascriptImports,
  ecmascriptStrings,
  javascriptDeclarations,
} from "./ecmascript-lines.ts";
import type { Language } from "./language.ts";

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
};
