// What does an annotation of Python stand for? Names by the references that the parser found in it; of the library's own
// types those that are made of others: `Optional`, unions, lists, `type[X]`, awaitables.
import { divided } from "./brackets.ts";
import type { FileTables } from "./file-tables.ts";
import { OUTSIDE_VALUE, UNKNOWN, type Entity } from "./meaning.ts";
import type { Resolver } from "./resolve.ts";
import type { GraphFile } from "./view.ts";
import { instanceOf, meaningOf } from "./written-types.ts";

const set = (text: string): ReadonlySet<string> => new Set(text.split(" "));
const LISTS = set(
  "list List set Set frozenset FrozenSet deque Deque Sequence MutableSequence Iterable Iterator Collection AbstractSet MutableSet AsyncIterable AsyncIterator Generator AsyncGenerator Reversible",
);
const LATER = set("Awaitable Coroutine Future Task");
const SAME = set("Annotated Final ClassVar Required NotRequired ReadOnly");
/** Of these nothing is known. */
const OPEN = set("Any object Callable Protocol Generic");

export async function pythonType(
  r: Resolver,
  written: string,
  file: GraphFile,
  enclosing: number,
  self: Entity | undefined,
): Promise<Entity> {
  // What a coroutine gives when it is awaited.
  if (written.startsWith("await "))
    return { kind: "later", of: await r.typed(written.slice(6), file, enclosing) };
  const text = unquoted(written.trim());
  const choices = divided(text, "|").map((c) => c.trim());
  if (choices.length > 1) return either(r, choices, file, enclosing, self);
  const open = text.indexOf("[");
  const head = (open === -1 ? text : text.slice(0, open)).trim();
  if (!/^[^\W\d]\w*(?:\.[^\W\d]\w*)*$/.test(head)) return UNKNOWN;
  const library = isOfLibrary(r, head, file);
  if (!library) return named(r, head, file, enclosing);
  const name = head.slice(head.lastIndexOf(".") + 1);
  if (name === "Self") return self ?? UNKNOWN;
  if (open === -1) return OPEN.has(name) ? UNKNOWN : OUTSIDE_VALUE;
  const args = divided(text.slice(open + 1, text.lastIndexOf("]")), ",").map((a) => a.trim());
  if (name === "Optional") return r.typed(args[0]!, file, enclosing, self);
  if (name === "Union") return either(r, args, file, enclosing, self);
  if (SAME.has(name)) return r.typed(args[0]!, file, enclosing, self);
  if (LISTS.has(name)) return { kind: "list", of: await r.typed(args[0]!, file, enclosing, self) };
  if (name === "tuple" || name === "Tuple") {
    return args[1] === "..."
      ? { kind: "list", of: await r.typed(args[0]!, file, enclosing, self) }
      : OUTSIDE_VALUE;
  }
  if (LATER.has(name)) return { kind: "later", of: await r.typed(args.at(-1)!, file, enclosing, self) };
  if (name === "type" || name === "Type") {
    const made = await r.typed(args[0]!, file, enclosing, self);
    return made.kind === "instance" ? { kind: "declared", place: made.place } : UNKNOWN;
  }
  return OPEN.has(name) ? UNKNOWN : OUTSIDE_VALUE;
}

function unquoted(text: string): string {
  return /^(["'])([^"'\\\n]*)\1$/.exec(text)?.[2]?.trim() ?? text;
}

/** What may be `None` is used where it is not. */
async function either(
  r: Resolver,
  choices: readonly string[],
  file: GraphFile,
  enclosing: number,
  self: Entity | undefined,
): Promise<Entity> {
  const of: Entity[] = [];
  for (const choice of choices) if (choice !== "None") of.push(await r.typed(choice, file, enclosing, self));
  if (of.length === 0) return OUTSIDE_VALUE;
  return of.length === 1 ? of[0]! : { kind: "either", of, sure: false };
}

/** Built in, or imported from the modules of types: what the file itself declares is not. */
function isOfLibrary(r: Resolver, head: string, file: GraphFile): boolean {
  const tables = r.tables(file);
  if (tables === null) return false;
  const [first] = head.split(".");
  if (tables.top.has(first!)) return false;
  const facts = tables.facts.imports.filter((i) => i.local === first);
  if (facts.length === 0) {
    return /^(?:list|set|frozenset|tuple|type|dict|object|str|int|bytes|float|bool|None)$/.test(head);
  }
  return facts.every((f) =>
    /^(?:typing|typing_extensions|collections|collections\.abc|asyncio|_typeshed)$/.test(f.module),
  );
}

async function named(r: Resolver, name: string, file: GraphFile, enclosing: number): Promise<Entity> {
  const meaning = await meaningOf(r, name, file, enclosing, "type");
  if (meaning === null) return UNKNOWN;
  if (meaning.kind === "external") return OUTSIDE_VALUE;
  if (meaning.kind === "possible") return { kind: "unknown", why: meaning.why };
  if (meaning.kind !== "proven" || meaning.targets.length !== 1) return UNKNOWN;
  const place = meaning.targets[0]!;
  const home = await r.file(place.file);
  const tables = r.tables(home);
  const symbol = tables?.facts.symbols[place.at];
  if (tables === null || symbol === undefined) return UNKNOWN;
  if (symbol.kind === "class") return instanceOf(r, place);
  if (symbol.kind !== "type" && symbol.kind !== "variable" && symbol.kind !== "constant") return UNKNOWN;
  const alias = aliasOf(tables, place.at);
  return alias === "" ? UNKNOWN : r.typed(alias, home, symbol.parent);
}

/** `X = Foo`, `X: TypeAlias = "Foo | Bar"`, `type X = Foo`. */
function aliasOf({ file, facts }: FileTables, at: number): string {
  const { range } = facts.symbols[at]!;
  const lines = file.text
    .split("\n")
    .slice(range.start - 1, range.end)
    .join("\n");
  const match = /^\s*(?:type\s+)?\w+\s*(?::\s*[\w.]*TypeAlias\s*)?=\s*([\w."'|\s[\],]+)$/.exec(lines);
  const text = match?.[1]?.trim() ?? "";
  return /^["']?[A-Z_a-z]/.test(text) ? text : "";
}
