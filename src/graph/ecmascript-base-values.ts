// Which `super(…)` may construct a class or an interface of which the head of the class names but a value? A variable that
// holds it or has its type (`const Base = C`, `let Base: typeof C`, `declare var C: CConstructor`), a parameter, what a function
// gives back or gets (`extends mixin(C)`). From the name it is followed to the values that are directly given it, and to theirs.
import { hasBlocks } from "./ecmascript-blocks.ts";
import { codeOf } from "./ecmascript-code.ts";
import { isInBase, superCalls } from "./ecmascript-calls.ts";
import { declarationAt, declarationKey } from "./declarations.ts";
import { holds, type FileTables } from "./file-tables.ts";
import type { Declaration, PossibleSite, Site } from "./graph.ts";
import type { Resolver } from "./resolve.ts";
import { possibleInText } from "./sites.ts";
import type { Subject } from "./subject.ts";

/** Values that are followed: longer chains are written by nobody. */
const MOST_VALUES = 50;
/** Code units before a use in which what takes it is looked for. */
const BEFORE = 400;

/** Before a name that is given to something as it is or through a function, or that is its type. */
const GIVEN =
  /(?:[=:?|&]|=>|\b(?:return|typeof|as|satisfies|extends)|=\s*[\w$.]+\((?:[^(){};]*,)?)\s*(?:[\w$]+\s*\.\s*)*$/;
/** Before what a function gives back. */
const GIVEN_BACK = /(?:=>|\breturn|\)\s*:)\s*(?:typeof\s+)?(?:[\w$]+\s*\.\s*)*$/;
/** The variable or the parameter that has it as its type, and the one to which it is given. */
const LOCALS = [
  /(?:^|[^\w$.])([\w$]+)\s*[?!]?\s*:[^;{}(),:]*$/,
  /(?:^|[^\w$.])([\w$]+)\s*[?!]?\s*(?::[^;{}(),=]*)?=[^;{}>]*$/,
];
const VALUES = new Set(["variable", "constant", "property", "field", "type", "interface"]);
const FUNCTIONS = new Set(["function", "method"]);

interface Use {
  readonly tables: FileTables;
  readonly start: number;
}

/** `own`: every use of the subject that was found. `references`: every use of another declaration. */
export async function baseCallsThroughValues(
  r: Resolver,
  { tables, declaration, symbol, constructedBy }: Subject,
  own: readonly Site[],
  references: (of: Declaration) => Promise<readonly Site[]>,
): Promise<readonly PossibleSite[]> {
  if (!hasBlocks(tables.file.language)) return [];
  const typed = hasConstructSignature(tables, declaration);
  if (!typed && constructedBy.length === 0) return [];
  const sites = symbol.kind === "constructor" ? await references(constructedBy[0]!) : own;
  const uses: Use[] = [];
  for (const { file, line, column, role } of sites) {
    if (role !== "read" && !(typed && role === "type")) continue;
    const at = r.tables(await r.file(file))!;
    uses.push({ tables: at, start: at.offset(line, column) });
  }
  return callsThroughValues(r, uses, references);
}

/** `uses`: where the declaration is read, or is the type of something. `references`: every use of another. */
async function callsThroughValues(
  r: Resolver,
  uses: readonly Use[],
  references: (of: Declaration) => Promise<readonly Site[]>,
): Promise<PossibleSite[]> {
  const found = new Map<string, PossibleSite>();
  const seen = new Set<string>();
  const open: Declaration[] = [];
  const look = ({ tables, start }: Use) => {
    for (const at of callsFrom(tables, start)) {
      found.set(`${tables.file.index}:${at}`, possibleInText(tables, at, "unresolved-base"));
    }
    const symbol = takerOf(tables, start);
    if (symbol === -1 || seen.size >= MOST_VALUES) return;
    const taker = declarationAt(tables, tables.first[symbol]!);
    if (seen.has(declarationKey(taker))) return;
    seen.add(declarationKey(taker));
    open.push(taker);
  };
  for (const use of uses) look(use);
  for (let next = open.shift(); next !== undefined; next = open.shift()) {
    for (const { file, line, column, role } of await references(next)) {
      if (role === "import") continue;
      const tables = r.tables(await r.file(file));
      if (tables !== null && hasBlocks(tables.file.language))
        look({ tables, start: tables.offset(line, column) });
    }
  }
  return [...found.values()];
}

/** `super(…)` in the class whose head holds the use, and in those that extend a local variable which is given it. */
function callsFrom(tables: FileTables, start: number): number[] {
  const { text } = tables.file;
  const before = text.slice(Math.max(0, start - BEFORE), start);
  if (isInBase(tables, start)) return superCalls(tables, start);
  if (!GIVEN.test(before)) return [];
  const names = LOCALS.flatMap((local) => local.exec(before)?.[1] ?? []);
  if (names.length === 0) return [];
  const scope = functionAround(tables, start);
  const from = scope === -1 ? 0 : tables.startOf(tables.facts.symbols[scope]!.range);
  const to = scope === -1 ? text.length : tables.endOf(tables.facts.symbols[scope]!.range);
  const code = codeOf(tables, text);
  const either = names.map((name) => name.replaceAll("$", "\\$")).join("|");
  const heads = new RegExp(`\\bextends\\s+(?:${either})(?![\\w$.(])`, "g");
  const found: number[] = [];
  for (const { index } of text.slice(from, to).matchAll(heads)) {
    if (code?.isHidden(from + index) !== true) found.push(...superCalls(tables, from + index));
  }
  return found;
}

/** The innermost function that holds the place, or -1. */
function functionAround(tables: FileTables, start: number): number {
  const { symbols } = tables.facts;
  let at = innermost(tables, start);
  while (at !== -1 && !/^(?:function|method|constructor)$/.test(symbols[at]!.kind)) at = symbols[at]!.parent;
  return at;
}

/** What is directly given the use, or has it as its type: a symbol of the file, or -1. */
function takerOf(tables: FileTables, start: number): number {
  const { text } = tables.file;
  const at = innermost(tables, start);
  if (at === -1) return -1;
  const before = text.slice(Math.max(0, start - BEFORE), start);
  const { kind } = tables.facts.symbols[at]!;
  if (FUNCTIONS.has(kind)) return GIVEN_BACK.test(before) ? at : -1;
  return VALUES.has(kind) && GIVEN.test(before) ? at : -1;
}

function innermost(tables: FileTables, start: number): number {
  const { line, column } = tables.position(start);
  const range = { start: line, startColumn: column, end: line, endColumn: column };
  let found = -1;
  for (const [i, symbol] of tables.facts.symbols.entries()) {
    if (symbol.range.start > line) break;
    if (holds(symbol.range, range)) found = i;
  }
  return found;
}

/** Whether something of the type can be constructed: `new (…): T` among its members, or it is such a type itself. */
function hasConstructSignature(tables: FileTables, { symbols }: Declaration): boolean {
  return symbols.some((s) => {
    const { range, kind } = tables.facts.symbols[s]!;
    if (kind !== "interface" && kind !== "type") return false;
    return /(?:^|[^\w$.])new\s*[<(]/.test(tables.file.text.slice(tables.startOf(range), tables.endOf(range)));
  });
}
