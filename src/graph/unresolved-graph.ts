// Languages whose imports and types the graph doesn't resolve yet. Where a language is scoped by its text alone, what the
// scopes of one file lead to is proven; everything else of the name stays possible: nothing is called unused.
import type { SyntaxSymbol } from "../parse/facts.ts";
import type { FileTables, Place } from "./file-tables.ts";
import type { LanguageGraph } from "./language-graph.ts";
import { ELSEWHERE, possible } from "./meaning.ts";

/** A bare name means what the text around it says: no inherited member, no monkey patch can come between. */
const LEXICAL: ReadonlySet<string> = new Set(["bash", "elixir", "haskell", "lua", "zig"]);

/** Declared here and perhaps defined in another file: a prototype, a variable that others see. */
function isAnnounced({ kind, bodyStart, exported }: SyntaxSymbol): boolean {
  return kind === "function" || kind === "method" ? bodyStart === 0 : exported && kind === "variable";
}

/** The declarations of its name beside it, itself among them. */
function namesakes(tables: FileTables, target: number): Place[] {
  const { symbols } = tables.facts;
  const { name, parent } = symbols[target]!;
  const same = symbols.flatMap((s, i) =>
    s.name === name && s.parent === parent && tables.first[i] === i ? [tables.place(i)] : [],
  );
  return same.length === 0 ? [tables.place(target)] : same;
}

export function unresolvedGraph(language: string): LanguageGraph {
  return {
    languages: [language],
    separator: ".",
    offers: "visible",
    starBinds: false,
    self: [],
    base: [],
    module: async () => ({
      files: [],
      external: false,
      why: "imports of this language are not resolved yet",
    }),
    siblings: async () => [],
    importNames: () => [],
    typeOf: () => "",
    resultOf: () => "",
    isStatic: () => null,
    async meaning(r, file, index) {
      const { receiver, target, binding } = file.facts!.references[index]!;
      if (receiver !== "") return possible("unresolved-receiver");
      if (target >= 0) {
        if (isAnnounced(file.facts!.symbols[target]!)) return possible("same-name");
        const targets = namesakes(r.tables(file)!, target);
        // Functions of Elixir differ by what they take; a script may define a name again.
        if (targets.length > 1) return possible("ambiguous-declaration", targets);
        return LEXICAL.has(language)
          ? { kind: "proven", rule: "same-file", targets }
          : possible("same-name", targets);
      }
      return binding === "local" || binding === "param" ? ELSEWHERE : possible("same-name");
    },
  };
}
