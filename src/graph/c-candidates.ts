// Which declarations can a name of C or C++ mean where it is used, and what answer do they make?
import type { Reference } from "../parse/facts.ts";
import { isSource, seenIn, type Seen } from "./c-includes.ts";
import { placesOf, type Named } from "./c-names.ts";
import type { FileTables } from "./file-tables.ts";
import type { Rule } from "./graph.ts";
import { possible, type Meaning } from "./meaning.ts";
import type { Resolver } from "./resolve.ts";

export interface Asked {
  readonly r: Resolver;
  readonly tables: FileTables;
  readonly reference: Reference;
  readonly seen: Seen;
  /** Every declaration of the name that can be meant in this role. */
  readonly all: readonly Named[];
  readonly cut: boolean;
}

export function orPossible(
  { all: every }: Asked,
  all: readonly Named[],
  why: "same-name" | "unresolved-receiver" | "ambiguous-declaration",
): Meaning {
  return possible(why, placesOf(all.length > 0 ? all : every));
}

export function proven(at: Asked, all: readonly Named[], rule?: Rule, owner?: Named["place"]): Meaning {
  const here = all.some((n) => n.tables === at.tables);
  const meaning: Meaning = {
    kind: "proven",
    rule: rule ?? (here ? "same-file" : "import"),
    targets: placesOf(all),
  };
  return owner === undefined ? meaning : { ...meaning, receiver: owner };
}

export function isSeen({ seen }: Asked, { tables }: Named): boolean {
  return seen.files.get(tables.file.index) === true;
}

/** Those that can be meant at the place at all. */
export async function ableOf(at: Asked): Promise<Named[]> {
  const able: Named[] = [];
  for (const n of at.all)
    if (!n.own || at.seen.files.has(n.tables.file.index) || (await canSee(at, n))) able.push(n);
  return able;
}

/** What is `static` in another unit can't be meant, unless one of the two is included by the other. */
async function canSee({ r, tables, seen }: Asked, n: Named): Promise<boolean> {
  const file = n.tables.file.index;
  if (!n.own || seen.files.has(file)) return true;
  if (isSource(tables.file.path) && isSource(n.tables.file.path)) {
    // A source is included now and then.
    return (await seenIn(r, n.tables.file)).files.has(tables.file.index);
  }
  return isSource(tables.file.path) ? false : (await seenIn(r, n.tables.file)).files.has(tables.file.index);
}
