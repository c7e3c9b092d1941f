// Under which other names do types of PHP take over a method of a trait (`use T { f as g; }`)?
import { tablesOf, type FileTables, type Place } from "./file-tables.ts";
import { phpCode, skipBack } from "./php-code.ts";
import { membersOf } from "./php-members.ts";
import { same } from "./php-names.ts";
import { basesOf } from "./php-types.ts";
import type { Resolver } from "./resolve.ts";

interface TakenAs {
  /** The trait as it is written; empty where none is named. */
  readonly trait: string;
  readonly name: string;
  readonly as: string;
  /** Offset behind the new name. */
  readonly end: number;
}

const TAKEN =
  /(?:([\w\\\u0080-\uffff]+)\s*::\s*)?([A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)\s+as\s+(?:(?:public|protected|private|final)\s+)*(?!(?:public|protected|private|final)\s*;)([A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)\s*;/gi;

const made = new WeakMap<FileTables, readonly TakenAs[]>();

/** All of a file. An import (`use A\B as C;`) has the same form outside of braces. */
function takenAs(tables: FileTables): readonly TakenAs[] {
  let known = made.get(tables);
  if (known !== undefined) return known;
  const { code } = phpCode(tables);
  const found: TakenAs[] = [];
  for (const match of code.matchAll(TAKEN)) {
    const before = code[skipBack(code, match.index) - 1];
    if (before !== "{" && before !== ";") continue;
    const [, trait, name, as] = match;
    found.push({
      trait: trait ?? "",
      name: name!,
      as: as!,
      end: match.index + match[0].replace(/\s*;$/, "").length,
    });
  }
  made.set(tables, (known = found));
  return known;
}

/** Names that files give a method, by file: those of every file in which a method of its name is taken over. */
export async function aliasesOf(
  r: Resolver,
  tables: FileTables,
  symbol: number,
): Promise<ReadonlyMap<number, ReadonlySet<string>>> {
  const { name, kind, parent } = tables.facts.symbols[symbol]!;
  const found = new Map<number, ReadonlySet<string>>();
  if (kind !== "method" || parent === -1 || tables.facts.symbols[parent]!.kind !== "trait") return found;
  const files = r.view.naming(name).filter((file) => r.view.languageOf(file) === "php");
  const own = name.toLowerCase();
  const taking = await r.among(`takes ${own} as`, files, (_, other) => {
    return other !== null && takenAs(other).some((taken) => taken.name.toLowerCase() === own);
  });
  for await (const file of r.each(taking)) {
    const names = takenAs(tablesOf(file)!).filter((taken) => taken.name.toLowerCase() === own);
    found.set(file.index, new Set(names.map((taken) => taken.as)));
  }
  return found;
}

/** The methods that a type takes over by a declaration of another name for them. */
export async function takenOver(r: Resolver, place: Place): Promise<readonly Place[]> {
  const tables = tablesOf(await r.file(place.file));
  const symbol = tables?.facts.symbols[place.at];
  if (symbol === undefined || symbol.kind !== "method" || symbol.parent === -1) return [];
  const start = tables!.startOf(symbol.nameRange);
  const taken = takenAs(tables!).find(({ end }) => end === start + symbol.name.length);
  if (taken === undefined) return [];
  const bases = (await basesOf(r, tables!.place(symbol.parent))).filter(
    ({ how, name }) => how === "uses" && (taken.trait === "" || same(name, taken.trait)),
  );
  const found: Place[] = [];
  for (const { type } of bases)
    if (type.kind === "declared") found.push(...(await membersOf(r, type.place, taken.name, "method")).found);
  return found;
}
