// What do values of the language and of packages outside give? What lies outside is certain where nothing of the
// repository can flow through it; else it may hold a value of the repository.
import { closing } from "./brackets.ts";
import { receiverOf } from "./expressions.ts";
import { NOTHING_KNOWN, OUTSIDE_SPACE, OUTSIDE_VALUE, PLAIN, type Valued } from "./meaning.ts";
import type { Resolver } from "./resolve.ts";
import type { GraphFile } from "./view.ts";

export const OUTSIDE: Valued = { entity: OUTSIDE_VALUE, rule: "same-file" };
export const SPACE: Valued = { entity: OUTSIDE_SPACE, rule: "same-file" };
export const LITERAL: Valued = { entity: PLAIN, rule: "same-file" };

/** What is read of something outside: of a module what it has; a value may hold one of the repository. */
export async function readOutside(r: Resolver, file: GraphFile, index: number): Promise<Valued> {
  if (file.facts!.references[index]!.receiver === "") return SPACE;
  const { entity } = await receiverOf(r, file, index);
  if (entity.kind !== "outside" || entity.of === "value") return NOTHING_KNOWN;
  return entity.of === "space" ? SPACE : LITERAL;
}

/** Methods of lists that give an element, and those that give a list of the same. */
const ELEMENT = new Set(["find", "findLast", "pop", "shift", "at"]);
const SAME_LIST = new Set(
  "filter slice concat sort reverse toSorted toReversed splice with fill copyWithin values".split(" "),
);

/** What a call of something outside gives: where values of the repository can flow through it, that is not known. */
export async function calledOutside(r: Resolver, file: GraphFile, index: number): Promise<Valued> {
  const { name, receiver, role, range } = file.facts!.references[index]!;
  // A proxy has what it stands for.
  if (role === "new") return name === "Proxy" ? NOTHING_KNOWN : OUTSIDE;
  const tables = r.tables(file)!;
  const closed = hasClosedArguments(file.text, tables.endOf(range));
  if (receiver === "") return closed ? OUTSIDE : NOTHING_KNOWN;
  const { entity, rule } = await receiverOf(r, file, index);
  if (entity.kind === "list") {
    if (ELEMENT.has(name)) return { entity: entity.of, rule };
    return SAME_LIST.has(name) ? { entity, rule } : NOTHING_KNOWN;
  }
  if (entity.kind !== "outside" || entity.of === "value") return NOTHING_KNOWN;
  if (entity.of === "plain") return OUTSIDE;
  return closed || r.family(file)!.givesNothing?.(receiver) === true ? OUTSIDE : NOTHING_KNOWN;
}

/** Whether a call's arguments are literals alone, and it has no type arguments: nothing of the repository goes in. */
function hasClosedArguments(text: string, after: number): boolean {
  const open = /^\s*(?:\?\.)?\s*\(/.exec(text.slice(after, after + 40));
  if (open === null) return false;
  const start = after + open[0].length;
  const close = closing(text, start - 1);
  if (close === -1 || close - start > 2_000) return false;
  const words = text
    .slice(start, close)
    .replace(/"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/g, "")
    .replace(/[\w$]+\s*:/g, "")
    .replace(/\b(?:true|false|null|undefined|-?\d[\w.]*)\b/g, "");
  return !/[\w$`]/.test(words);
}
