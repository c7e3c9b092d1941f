// What do declarations of one name have in common? A hundred methods `run` of as many classes are judged by the same
// references; of all that is proven to mean one of them, the others need know but that it isn't them. So what a file says is
// kept with the declarations that were compared, for every declaration of the same shape that is none of those.
import type { NotLooked, PossibleSite } from "./graph.ts";
import { isFoundByName } from "./files-of-uses.ts";
import type { Place } from "./file-tables.ts";
import type { LanguageGraph } from "./language-graph.ts";
import type { Subject } from "./subject.ts";

/** What a file says of a declaration that is not proven to be meant in it. */
export interface FileUses {
  readonly possible: readonly PossibleSite[];
  /** Possible where the module of the declaration was handed on as a value. */
  readonly late: readonly PossibleSite[];
  /** Calls on what lies outside that may lead to it. */
  readonly outside: number;
  readonly cut: readonly NotLooked[];
}

/** By shape. */
export class KeptUses {
  readonly #shapes = new Map<string, SharedUses>();
  #size = 0;

  /** Sites and keys that are kept. */
  get size(): number {
    return this.#size;
  }

  of(shape: string): SharedUses {
    let known = this.#shapes.get(shape);
    if (known === undefined)
      this.#shapes.set(shape, (known = new SharedUses((more) => (this.#size += more))));
    return known;
  }

  clear(): void {
    this.#shapes.clear();
    this.#size = 0;
  }
}

/** Uses of declarations of one shape. */
export class SharedUses {
  readonly #grow: (more: number) => void;
  readonly #files = new Map<number, FileUses>();
  /** Files by the keys of the declarations and types that were compared in them. */
  readonly #compared = new Map<string, number[]>();
  /** Types among them that others may satisfy without naming them. */
  readonly through = new Map<string, Place>();

  constructor(grow: (more: number) => void) {
    this.#grow = grow;
  }

  keep(
    file: number,
    uses: FileUses,
    compared: ReadonlySet<string>,
    through: ReadonlyMap<string, Place>,
  ): void {
    this.#files.set(file, uses);
    for (const [key, type] of through) this.through.set(key, type);
    for (const key of compared) {
      const files = this.#compared.get(key);
      if (files === undefined) this.#compared.set(key, [file]);
      else files.push(file);
    }
    this.#grow(1 + uses.possible.length + uses.late.length + compared.size);
  }

  /** What is known of those of the files in which none of `own` was compared. */
  of(files: readonly number[], own: Iterable<string>): ReadonlyMap<number, FileUses> {
    const other = new Set<number>();
    for (const key of own) for (const file of this.#compared.get(key) ?? []) other.add(file);
    const known = new Map<number, FileUses>();
    for (const file of files) {
      const uses = other.has(file) ? undefined : this.#files.get(file);
      if (uses !== undefined) known.set(file, uses);
    }
    return known;
  }
}

/**
 * All of a declaration but which one it is that decides what its callers are; null where more does: where its file alone can
 * know it, and where arguments choose.
 */
export function shapeOf(
  subject: Subject,
  names: ReadonlySet<string>,
  family: LanguageGraph | null,
): string | null {
  const { symbol, declaration, tables, owner, isStatic, constructed, constructedBy } = subject;
  if (family === null || !isFoundByName(family) || family.accepts !== undefined || subject.inFile)
    return null;
  return JSON.stringify([
    declaration.language,
    symbol.name,
    declaration.symbols.map((s) => tables.facts.symbols[s]!.kind),
    symbol.kind,
    symbol.parent === -1,
    symbol.qualified === symbol.name,
    owner === null,
    isStatic,
    subject.global,
    subject.plain,
    constructed.size === 0,
    constructedBy.map((d) => d.name),
    [...names],
  ]);
}
