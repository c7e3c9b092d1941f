// What do declarations of one name have in common? A hundred methods `run` of as many classes are judged by the same
// references; of all that is proven to mean one of them, the others need know but that it isn't them. So what a file says is
// kept with the declarations that were compared, for every declaration of the same shape that is none of those.
import type { NotLooked, PossibleSite } from "./graph.ts";
import type { Doubt } from "./doubt.ts";
import { isFoundByName } from "./files-of-uses.ts";
import type { Place } from "./file-tables.ts";
import type { LanguageGraph } from "./language-graph.ts";
import { OwnKeys } from "./own-keys.ts";
import type { Resolver } from "./resolve.ts";
import { hasStumbled } from "./stumbled-uses.ts";
import type { Subject } from "./subject.ts";
import type { GraphFile } from "./view.ts";

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
class SharedUses {
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
    hasStumbled(tables),
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

/** What one question takes over from others of the shape, and leaves to them. */
export class Sharing {
  readonly #shared: SharedUses;
  readonly #doubt: Doubt;
  readonly #own: OwnKeys;
  readonly #found: { readonly possible: PossibleSite[]; readonly cut: NotLooked[] };
  /** How much was found before the file that is looked at. */
  #before = { possible: 0, late: 0, outside: 0, cut: 0 };

  /** `found` gets what is taken over. */
  constructor(
    shared: SharedUses,
    subject: Subject,
    doubt: Doubt,
    found: { readonly possible: PossibleSite[]; readonly cut: NotLooked[] },
  ) {
    this.#shared = shared;
    this.#doubt = doubt;
    this.#own = new OwnKeys(subject);
    this.#found = found;
  }

  /** Takes over what is known of some of the files, and tells of which. */
  async take(r: Resolver, files: readonly number[]): Promise<ReadonlyMap<number, FileUses>> {
    const known = this.#shared.of(files, await this.#own.among(r, this.#shared.through));
    for (const { possible, late, outside, cut } of known.values()) {
      this.#found.possible.push(...possible);
      this.#doubt.late.push(...late);
      this.#doubt.outside += outside;
      this.#found.cut.push(...cut);
    }
    return known;
  }

  begin(): void {
    const { compared, through, late, outside } = this.#doubt;
    compared.clear();
    through.clear();
    this.#doubt.isSingular = false;
    const { possible, cut } = this.#found;
    this.#before = { possible: possible.length, late: late.length, outside, cut: cut.length };
  }

  /** Keeps what was found in the file, where it holds for others that look like the subject. */
  async keep(r: Resolver, file: GraphFile): Promise<void> {
    const { compared, through, late, outside, isSingular } = this.#doubt;
    // What could not be parsed now may be parsed the next time.
    if (isSingular || file.skip === "failed") return;
    const own = await this.#own.among(r, through);
    for (const key of compared) if (own.has(key)) return;
    const uses: FileUses = {
      possible: this.#found.possible.slice(this.#before.possible),
      late: late.slice(this.#before.late),
      outside: outside - this.#before.outside,
      cut: this.#found.cut.slice(this.#before.cut),
    };
    this.#shared.keep(file.index, uses, compared, through);
  }
}
