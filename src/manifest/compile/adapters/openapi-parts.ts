// What belongs to one operation of an interface: itself, and all that it refers to inside of the document, so that it can be
// read alone. References keep their form: what they name stands at the same place in the part.
import { isMap } from "../json-words.ts";

type Members = Record<string, unknown>;

export interface OperationPart {
  content: Members;
  /** Pointers of what was carried along. */
  carried: Set<string>;
  /** References to other documents, and to what is not there. */
  unresolved: Set<string>;
}

/** `own`: what the part consists of before references are followed, at its place in the document. */
export function withReferences(document: Members, own: Members): OperationPart {
  const content = { ...own };
  const carried = new Set<string>();
  const unresolved = new Set<string>();
  /** Made here, and not of the document: these may be added to. */
  const made = new WeakSet<object>([content]);
  const seen = new WeakSet<object>();
  const open: unknown[] = [own];
  while (open.length > 0) {
    const at = open.pop();
    if (typeof at !== "object" || at === null || seen.has(at)) continue;
    seen.add(at);
    if (Array.isArray(at)) for (const entry of at.toReversed()) open.push(entry);
    if (!isMap(at)) continue;
    for (const reference of referencesOf(at)) {
      if (carried.has(reference)) continue;
      const keys = keysOf(reference);
      const value = keys === null ? undefined : valueAt(document, keys);
      if (keys === null || value === undefined) {
        unresolved.add(reference);
        continue;
      }
      carried.add(reference);
      if (valueAt(content, keys) !== value) putAt(content, keys, value, made);
      open.push(value);
    }
    for (const value of Object.values(at).toReversed()) open.push(value);
  }
  return { content, carried, unresolved };
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
