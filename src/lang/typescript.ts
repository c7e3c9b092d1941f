// TypeScript.
import {
  ecmascriptComments,
  ecmascriptImports,
  ecmascriptStrings,
  typescriptDeclarations,
} from "./ecmascript-lines.ts";
import { typedSyntax } from "./ecmascript-syntax.ts";
import type { Language } from "./language.ts";
import { ecmascriptNames } from "./name-rules.ts";

export const typescript: Language = {
  id: "typescript",
  name: "TypeScript",
  extensions: [".ts", ".mts", ".cts"],
  shebangs: ["deno", "bun", "ts-node", "tsx"],
  comments: ecmascriptComments,
  declarations: typescriptDeclarations,
  imports: ecmascriptImports,
  extent: "indent",
  strings: ecmascriptStrings,
  slashRegex: true,
  names: ecmascriptNames,
  syntax: {
    ...typedSyntax,
    grammar: { package: "tree-sitter-typescript", file: "tree-sitter-typescript.wasm" },
  },
};
