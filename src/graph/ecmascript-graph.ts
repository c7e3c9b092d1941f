// TypeScript and JavaScript in the graph: modules, exports, types by annotations, static and instance members.
import type { SyntaxSymbol } from "../parse/facts.ts";
import type { LanguageGraph } from "./language-graph.ts";
import { OUTSIDE } from "./language-graph.ts";

export const ecmascriptGraph: LanguageGraph = {
  languages: ["typescript", "tsx", "javascript", "jsx", "vue", "svelte", "astro"],
  separator: ".",
  offers: "exports",
  starBinds: false,
  self: ["this"],
  base: ["super"],
  module: async () => OUTSIDE,
  siblings: async () => [],
  importNames: () => [],
  typeOf: () => "",
  resultOf: () => "",
  isStatic: (symbol: SyntaxSymbol) => /\bstatic\b/.test(symbol.signature),
};
