// Which family understands a language? The one list of them.
import { cGraph } from "./c-graph.ts";
import { csharpGraph } from "./csharp-graph.ts";
import { ecmascriptGraph } from "./ecmascript-graph.ts";
import { javaGraph } from "./java-graph.ts";
import { goGraph } from "./go-graph.ts";
import { kotlinGraph } from "./kotlin-graph.ts";
import { languages } from "../lang/registry.ts";
import { unresolvedGraph } from "./unresolved-graph.ts";
import type { LanguageGraph } from "./language-graph.ts";
import { phpGraph } from "./php-graph.ts";
import { pythonGraph } from "./python-graph.ts";
import { rubyGraph } from "./ruby-graph.ts";
import { rustGraph } from "./rust-graph.ts";

export const languageGraphs: readonly LanguageGraph[] = [
  cGraph,
  csharpGraph,
  ecmascriptGraph,
  goGraph,
  javaGraph,
  kotlinGraph,
  phpGraph,
  pythonGraph,
  rubyGraph,
  rustGraph,
];

const byLanguage = new Map(languageGraphs.flatMap((g) => g.languages.map((id) => [id, g] as const)));
for (const { id, syntax } of languages) {
  if (syntax !== undefined && !byLanguage.has(id)) byLanguage.set(id, unresolvedGraph(id));
}

/** Null where names of the language are found by their words alone. */
export function graphOf(language: string): LanguageGraph | null {
  return byLanguage.get(language) ?? null;
}
