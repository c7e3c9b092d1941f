// Which calls of a constructor stand in other constructors? By the word for the base in the classes that derive from its
// own, and by the word for the object itself in its own class.
import type { PossibleSite, ProvenSite } from "./graph.ts";
import type { Resolver } from "./resolve.ts";
import type { Subject } from "./subject.ts";
import { baseCalls } from "./textual-uses.ts";

/** `callMakes`: calling the type makes an object of it, and its constructor is a method like any other. */
export async function constructionCalls(
  r: Resolver,
  subject: Subject,
  callMakes: boolean,
): Promise<{ proven: readonly ProvenSite[]; possible: readonly PossibleSite[] }> {
  const { declaration, tables, symbol, derived, constructedBy } = subject;
  const proven: ProvenSite[] = [];
  const possible: PossibleSite[] = [];
  for (const below of callMakes ? [] : derived) {
    const home = r.tables(await r.file(below.file))!;
    if (r.family(home.file)?.constructorCalls === undefined) proven.push(...baseCalls(home, below));
  }
  const family = r.family(tables.file);
  const calls = family?.constructorCalls;
  if (calls !== undefined && symbol.kind === "class" && family?.passesConstructors === true)
    return calls(tables, declaration.symbols[0]!, tables, declaration.symbols, "made");
  if (calls === undefined || symbol.kind !== "constructor") return { proven, possible };
  const own = constructedBy.map((d) => ({ of: d, word: "this" }));
  for (const { of, word } of [...own, ...derived.map((d) => ({ of: d, word: "super" }))]) {
    const home = r.tables(await r.file(of.file))!;
    const found = calls(tables, declaration.symbols[0]!, home, of.symbols, word);
    proven.push(...found.proven);
    possible.push(...found.possible);
  }
  return { proven, possible };
}
