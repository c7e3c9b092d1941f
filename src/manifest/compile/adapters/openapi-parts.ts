// What belongs to one part of an interface: itself, and all that it refers to inside of the document, so that it can be read
// alone. References keep their form: what they name stands at the same place in the part.
import { isMap } from "../json-words.ts";

type Members = Record<string, unknown>;

export interface InterfacePart {
  content: Members;
  /** References whose values were carried along. */
  carried: Set<string>;
  /** What it refers to and is too much to be carried along: to be found as a part of its own. */
  left: Set<string>;
  /** References to other documents, and to what is not there. */
  unresolved: Set<string>;
}

/** Of what is carried along with one part, in characters: some 10,000 tokens. In a large interface most refers to most. */
const MOST_CARRIED = 40_000;

export class InterfaceParts {
  readonly #document: Members;
  readonly #sizes = new Map<string, number>();

  constructor(document: Members) {
    this.#document = document;
  }

  /** `own`: what the part consists of before references are followed, at its place in the document. The nearest come first. */
  withReferences(own: Members): InterfacePart {
    const part: InterfacePart = {
      content: { ...own },
      carried: new Set(),
      left: new Set(),
      unresolved: new Set(),
    };
    /** Made here, and not of the document: these may be added to. */
    const made = new WeakSet<object>([part.content]);
    const seen = new WeakSet<object>();
    const open: unknown[] = [own];
    let room = MOST_CARRIED;
    for (const at of open) {
      if (typeof at !== "object" || at === null || seen.has(at)) continue;
      seen.add(at);
      for (const reference of isMap(at) ? referencesOf(at) : []) {
        if (part.carried.has(reference) || part.left.has(reference)) continue;
        const keys = keysOf(reference);
        const value = keys === null ? undefined : valueAt(this.#document, keys);
        if (keys === null || value === undefined) {
          part.unresolved.add(reference);
          continue;
        }
        const isThere = valueAt(part.content, keys) === value;
        const size = isThere ? 0 : this.#sizeOf(reference, value);
        if (size > room) {
          part.left.add(reference);
          continue;
        }
        room -= size;
        part.carried.add(reference);
        if (!isThere) putAt(part.content, keys, value, made);
        open.push(value);
      }
      if (!isMap(at) && !Array.isArray(at)) continue;
      for (const value of Object.values(at)) if (typeof value === "object") open.push(value);
    }
    return part;
  }

  /** One value at its place, with what it refers to. */
  valueWithReferences(reference: string): InterfacePart {
    const own: Members = {};
    const keys = keysOf(reference)!;
    putAt(own, keys, valueAt(this.#document, keys), new WeakSet<object>([own]));
    return this.withReferences(own);
  }

  #sizeOf(reference: string, value: unknown): number {
    let size = this.#sizes.get(reference);
    if (size === undefined) this.#sizes.set(reference, (size = JSON.stringify(value, null, 1).length));
    return size;
  }
}

/** Of a reference, and of the names by which variants are told apart. */
function referencesOf(at: Members): string[] {
  const { $ref, discriminator } = at;
  const mapping = isMap(discriminator) && isMap(discriminator["mapping"]) ? discriminator["mapping"] : {};
  const mapped = Object.values(mapping).filter((to) => typeof to === "string" && to.startsWith("#/"));
  return [...(typeof $ref === "string" ? [$ref] : []), ...(mapped as string[])];
}

/** Of a pointer into the document; null where it leads elsewhere. */
export function keysOf(reference: string): string[] | null {
  if (!reference.startsWith("#/")) return null;
  return reference
    .slice(2)
    .split("/")
    .map((key) => decoded(key).replaceAll("~1", "/").replaceAll("~0", "~"));
}

function decoded(key: string): string {
  try {
    return decodeURIComponent(key);
  } catch {
    return key;
  }
}

export function valueAt(document: unknown, keys: readonly string[]): unknown {
  let at = document;
  for (const key of keys) {
    if (!(isMap(at) || Array.isArray(at)) || !Object.hasOwn(at, key)) return undefined;
    at = (at as Members)[key];
  }
  return at;
}

/** What is on the way is made anew where it is of the document, so that nothing there is changed. */
function putAt(content: Members, keys: readonly string[], value: unknown, made: WeakSet<object>): void {
  let at = content;
  for (const [i, key] of keys.entries()) {
    const there = Object.hasOwn(at, key) ? at[key] : undefined;
    let next = value;
    if (i < keys.length - 1) {
      next = isMap(there) ? (made.has(there) ? there : { ...there }) : {};
      made.add(next as object);
    }
    // Any name may stand in a document, also one that an assignment would take for more than that.
    if (next !== there)
      Object.defineProperty(at, key, { value: next, enumerable: true, writable: true, configurable: true });
    at = next as Members;
  }
}
