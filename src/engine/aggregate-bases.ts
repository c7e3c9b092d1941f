// Which types extend which, directly or not, by the names that their heads give?
import type { CountedItem } from "./aggregate-files.ts";
import type { Source } from "./sources.ts";

export const TYPE_KINDS: ReadonlySet<string> = new Set([
  "class",
  "interface",
  "struct",
  "trait",
  "enum",
  "implementation",
]);
export const EXCEPTION =
  /^(?:BaseException|Exception|Throwable|Error|\w+(?:Error|Exception|Warning|Interrupt|Exit))$/;

export function lastPart(name: string): string {
  return name
    .replace(/[<([].*$/s, "")
    .split(/\.|::/)
    .at(-1)!
    .trim();
}

/** The names that extend one that is meant, directly or not. */
export function closure(
  bases: ReadonlyMap<string, ReadonlySet<string>>,
  isMeant: (name: string) => boolean,
): Set<string> {
  const found = new Set<string>();
  for (let before = -1; before !== found.size;) {
    before = found.size;
    for (const [name, own] of bases)
      if (!found.has(name) && [...own].some((base) => isMeant(base) || found.has(base))) found.add(name);
  }
  return found;
}

/** Rust's `impl T for X`; elsewhere the types that say so. */
export function implementationsIn(source: Source, base: string, below: ReadonlySet<string>): CountedItem[] {
  if (source.syntax === null || !("facts" in source.syntax)) return [];
  return source.syntax.facts.symbols.flatMap(({ kind, name, qualified, bases, nameRange }): CountedItem[] => {
    const is =
      kind === "implementation"
        ? bases.some((own) => lastPart(own) === base)
        : ["class", "struct", "enum"].includes(kind) && source.language !== "rust" && below.has(name);
    return is ? [{ line: nameRange.start, name: qualified, kind }] : [];
  });
}
