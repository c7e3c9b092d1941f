// By which keys is a subject met, where uses are compared with it? Its own, those of what constructs it, and those of the types
// through which it may be called.
import type { Place } from "./file-tables.ts";
import { typesAbove } from "./relatives.ts";
import type { Resolver } from "./resolve.ts";
import type { Subject } from "./subject.ts";

export class OwnKeys {
  readonly #subject: Subject;
  readonly #keys = new Set<string>();
  /** Keys of types that were compared with the subject's own. */
  readonly #compared = new Set<string>();

  constructor(subject: Subject) {
    this.#subject = subject;
  }

  /** The keys, with those of the types that its own satisfies without naming them. */
  async among(r: Resolver, types: ReadonlyMap<string, Place>): Promise<ReadonlySet<string>> {
    const { keys, constructed, owner, isStatic, tables } = this.#subject;
    const through = isStatic ? null : owner;
    if (this.#keys.size === 0) {
      const above = through === null ? [] : (await typesAbove(r, through)).keys;
      for (const some of [keys, constructed, above]) for (const key of some) this.#keys.add(key);
    }
    const satisfies = r.family(tables.file)?.satisfies;
    if (through === null || satisfies === undefined) return this.#keys;
    for (const [key, type] of types) {
      if (this.#compared.has(key) || this.#keys.has(key)) continue;
      this.#compared.add(key);
      if (await satisfies(r, through, type)) this.#keys.add(key);
    }
    return this.#keys;
  }
}
