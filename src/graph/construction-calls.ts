// Which calls of a constructor stand in other constructors? By the word for the base in the classes that derive from its
// own, and by the word for the object itself in its own class.
import type { Reference } from "../parse/facts.ts";
import { placeOf } from "./declarations.ts";
import { placeKey, type FileTables } from "./file-tables.ts";
import type { PossibleSite, ProvenSite } from "./graph.ts";
import { typesAbove } from "./relatives.ts";
import type { Resolver } from "./resolve.ts";
import type { Subject } from "./subject.ts";
import { baseCalls } from "./textual-uses.ts";

export async function constructionCalls(
  r: Resolver,
  subject: Subject,
): Promise<{ proven: readonly ProvenSite[]; possible: readonly PossibleSite[] }> {
  const { declaration, tables, symbol, derived, constructedBy } = subject;
  const proven: ProvenSite[] = [];
  const possible: PossibleSite[] = [];
  for (const below of callMakes(r, subject) ? [] : derived) {
    const home = r.tables(await r.file(below.file))!;
    if (r.family(home.file)?.constructorCalls === undefined) proven.push(...baseCalls(home, below));
  }
  const family = r.family(tables.file);
  const calls = family?.constructorCalls;
  if (calls === undefined) return { proven, possible };
  const isClass = symbol.kind === "class" && family?.passesConstructors === true;
  if (!isClass && symbol.kind !== "constructor") return { proven, possible };
  if (family?.passesConstructors === true) {
    // What a class above makes of the class that is called (`new static`) may be one of this.
    for (const made of isClass ? [declaration] : constructedBy) {
      const own = placeKey(placeOf(made));
      const { keys } = await typesAbove(r, placeOf(made));
      for (const key of keys) {
        if (key === own) continue;
        const [file, at] = key.split(":").map(Number);
        const home = r.tables(await r.file(file!))!;
        const found = calls(tables, declaration.symbols[0]!, home, home.symbolsOf(at!), "late");
        possible.push(...found.possible);
      }
    }
  }
  if (isClass) {
    const made = calls(tables, declaration.symbols[0]!, tables, declaration.symbols, "made");
    return { proven: [...proven, ...made.proven], possible: [...possible, ...made.possible] };
  }
  const own = constructedBy.map((d) => ({ of: d, word: "this" }));
  for (const { of, word } of [...own, ...derived.map((d) => ({ of: d, word: "super" }))]) {
    const home = r.tables(await r.file(of.file))!;
    const found = calls(tables, declaration.symbols[0]!, home, of.symbols, word);
    proven.push(...found.proven);
    possible.push(...found.possible);
  }
  return { proven, possible };
}

/** Of several constructors of a class: whether a use means this one; null where others can be meant as well. */
export function isConstructed(
  r: Resolver,
  { symbol, tables, declaration }: Subject,
  caller: FileTables,
  reference: Reference,
  role: string,
): boolean | null {
  const family = r.family(tables.file);
  const makes = role === "new" || (role === "call" && family?.constructorName !== undefined);
  if (symbol.kind !== "constructor" || !makes || family?.constructs === undefined) return true;
  return family.constructs(tables, declaration.symbols[0]!, caller, reference);
}

/** Calling the type makes an object of it; its constructor is a method like any other. */
export function callMakes(r: Resolver, { tables }: Subject): boolean {
  return r.family(tables.file)?.constructorName !== undefined;
}

/** Whether a use of a type in this role calls its constructor. */
export function makesBy(r: Resolver, subject: Subject, role: string): boolean {
  if (role === "new") return true;
  if (role === "call") return callMakes(r, subject);
  return role === "decorator" && r.family(subject.tables.file)?.alsoNamed !== undefined;
}
