// Where is a property of a type given or taken without a dot? By keys of patterns (`const { name } = x`), of objects that are
// written out (`{ name: 1 }`), and by attributes of JSX. The parser gives no references there.
import { hasBlocks } from "./ecmascript-blocks.ts";
import { skipSpace } from "./ecmascript-chains.ts";
import { codeOf, type Code } from "./ecmascript-code.ts";
import { placesTaken } from "./ecmascript-hidden-takers.ts";
import { isAttribute } from "./ecmascript-tags.ts";
import { importKeys } from "./ecmascript-import-keys.ts";
import { beginsKey, mayBeginKey } from "./ecmascript-keys.ts";
import { takenApart } from "./ecmascript-taken-apart.ts";
import { typeAt } from "./ecmascript-types.ts";
import { placeKey, type FileTables } from "./file-tables.ts";
import type { PossibleSite, ProvenSite } from "./graph.ts";
import { takenMember } from "./quoted-members.ts";
import type { Resolver } from "./resolve.ts";
import { possibleInText, ProvenInText } from "./sites.ts";
import { mayDispatchOn, type Subject } from "./subject.ts";

const BEHIND_KEY = /^["']?\s*(?:[:,}(<]|\/[*/])/;
const BEHIND_ATTRIBUTE = /^(?:\s*=\s*[{"']|\s*\/?>|\s+[\w{]|\s*\/[*/])/;

/**
 * Whether keys may give or take the subject: a property of a class, of an interface or of another type. What gives a method of
 * an interface is a use of its name, and no call.
 */
function hasKeys({ symbol, owner, inFile, tables }: Subject, references: boolean): boolean {
  if (!hasBlocks(tables.file.language) || inFile || owner === null || symbol.name.startsWith("#"))
    return false;
  const above = tables.facts.symbols[symbol.parent]?.kind;
  if (references && symbol.kind === "method" && (above === "interface" || above === "type")) return true;
  return (
    symbol.kind === "property" || (symbol.kind === "method" && /(?:^|\s)[gs]et\s/.test(symbol.signature))
  );
}

/** Whether a file holds such keys of the name. */
function mayHoldKeys(tables: FileTables, name: string): boolean {
  return keysIn(tables, name).length > 0 || placesTaken(tables, name).length > 0;
}

/** `files`: those that hold the name. */
export async function usesByWrittenKeys(
  r: Resolver,
  subject: Subject,
  files: readonly number[],
  references: boolean,
): Promise<{ proven: readonly ProvenSite[]; possible: readonly PossibleSite[] }> {
  const proven: ProvenSite[] = [];
  const possible: PossibleSite[] = [];
  if (!hasKeys(subject, references)) return { proven, possible };
  const { name } = subject.symbol;
  const keyed = await r.among(`keys ${name}`, files, (_, own) => own !== null && mayHoldKeys(own, name));
  for await (const file of r.each(keyed)) {
    const found = await usesIn(r, subject, r.tables(file)!);
    proven.push(...found.proven);
    possible.push(...found.possible);
  }
  return { proven, possible };
}

async function usesIn(
  r: Resolver,
  subject: Subject,
  tables: FileTables,
): Promise<{ proven: readonly ProvenSite[]; possible: readonly PossibleSite[] }> {
  const { symbol } = subject;
  const { name } = symbol;
  const proven: ProvenSite[] = [];
  const possible: PossibleSite[] = [];
  const isIt = (target: { file: number; at: number }) => subject.keys.has(placeKey(target));
  const add = async (
    offset: number,
    role: "read" | "write",
    found: Awaited<ReturnType<typeof takenMember>>,
  ): Promise<void> => {
    const { targets, receivers, unsure } = found;
    if (!unsure && targets.length > 0 && targets.every(isIt))
      proven.push(new ProvenInText(tables, offset, role, "variable-type"));
    else if (targets.some(isIt) || (await mayDispatchOn(r, subject, receivers, targets)))
      possible.push(possibleInText(tables, offset, "dispatch"));
    else if (unsure) possible.push(possibleInText(tables, offset, "unresolved-receiver"));
  };
  const isMethod = symbol.kind === "method" && !/(?:^|\s)[gs]et\s/.test(symbol.signature);
  for (const offset of isMethod ? [] : placesTaken(tables, name)) {
    const site = possibleInText(tables, offset, "unresolved-receiver");
    await add(offset, "read", await takenMember(r, tables, site, name));
  }
  for (const { at, type } of keysIn(tables, name)) {
    if (type === "") {
      possible.push(possibleInText(tables, at, "unresolved-receiver"));
      continue;
    }
    const { line, column } = tables.position(at);
    const entity = await r.typed(type, tables.file, tables.enclosing(line, column));
    const found =
      entity.kind === "outside" || entity.kind === "later" ? null : await r.members(entity, name, false);
    const targets = found?.kind === "found" ? found.places : [];
    const receivers = "place" in entity ? [entity.place] : [];
    await add(at, "write", { targets, receivers, unsure: targets.length === 0 });
  }
  return { proven, possible };
}

interface Key {
  readonly at: number;
  /** What is written for the object of which it is a key; empty where nothing is. */
  readonly type: string;
}

const made = new WeakMap<FileTables, Map<string, readonly Key[]>>();
/** Names that are kept of one file. */
const MOST_NAMES = 500;

function keysIn(tables: FileTables, name: string): readonly Key[] {
  let known = made.get(tables);
  if (known === undefined || known.size >= MOST_NAMES) made.set(tables, (known = new Map()));
  let keys = known.get(name);
  if (keys === undefined) known.set(name, (keys = findKeys(tables, name)));
  return keys;
}

function findKeys(tables: FileTables, name: string): Key[] {
  const { text, language } = tables.file;
  const found: Key[] = [];
  if (!hasBlocks(language)) return found;
  let code: Code | null = null;
  for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + name.length)) {
    if (
      /[\w$.#\u0080-\uffff]/.test(text[at - 1] ?? " ") ||
      /[\w$\u0080-\uffff]/.test(text[at + name.length] ?? " ")
    )
      continue;
    const quote = /["']/.test(text[at - 1] ?? "") && text[at + name.length] === text[at - 1] ? 1 : 0;
    const behind = text.slice(at + name.length, at + name.length + 40);
    // A call at the beginning of a block is a reference, a method of an object is none.
    const isCall = /^\s*[(<]/.test(behind) && tables.referenceAt(at) !== -1;
    const isKey = BEHIND_KEY.test(behind) && !isCall && mayBeginKey(text, at - quote);
    const mayBeAttribute =
      language !== "typescript" &&
      quote === 0 &&
      BEHIND_ATTRIBUTE.test(behind) &&
      /[\s"'}/]/.test(text[at - 1] ?? "");
    if (!isKey && !mayBeAttribute) continue;
    code ??= codeOf(tables, text);
    if (isDeclared(tables, at) || isType(tables, name, at)) continue;
    // Where braces do not match, nothing is told of it: it may be one.
    if (code === null) found.push({ at, type: "" });
    else if (code.isHidden(at - 2 * quote)) continue;
    else if (isKey && beginsKey(code, at - quote)) {
      if (isInObject(tables, code, at)) found.push({ at, type: typeOfObject(code, at) });
    } else if (mayBeAttribute && isAttribute(code, at)) found.push({ at, type: "" });
  }
  return found;
}

/** `new Map<A, name, B>()`. */
function isType(tables: FileTables, name: string, at: number): boolean {
  const { references } = tables.facts;
  return (tables.byName.get(name) ?? []).some(
    (i) => references[i]!.role === "type" && tables.startOf(references[i]!.range) === at,
  );
}

/** Where a member of a type is declared. What an object declares that is written out may be given to a type. */
function isDeclared(tables: FileTables, at: number): boolean {
  const { symbols } = tables.facts;
  const { line, column } = tables.position(at);
  const own = tables.enclosing(line, column);
  if (own === -1 || tables.startOf(symbols[own]!.nameRange) !== at) return false;
  const above = symbols[symbols[own]!.parent]?.kind;
  return above === "class" || above === "interface" || above === "type" || above === "enum";
}

/** In braces that are no pattern, and no list of an import or an export. */
function isInObject(tables: FileTables, code: Code, at: number): boolean {
  const open = code.innermost(at);
  if (open === -1 || code.text[open] !== "{" || importKeys(tables).has(at)) return false;
  const head = code.text.slice(Math.max(0, open - 60), open);
  if (/\b(?:import|export)\s+(?:type\s+)?(?:[\w$]+\s*,\s*)?$/.test(head)) return false;
  return takenApart(tables, at) === null;
}

const ANNOTATED = /\b(?:const|let|var)\s+[\w$\u0080-\uffff]+\s*:([^=;{}]{1,200})=\s*$/;
const CAST = /^(?:as|satisfies)\s+(?!const\b)(?=[\w$])/;
const AS_CONST = /^as\s+const\b/;
const GOES_ON = /^(?:[.[(`?&|+*/%=<>!-]|(?:as|satisfies|in|instanceof)\b)/;

/** `const x: Type = { … }`, `{ … } as Type`, `{ … } satisfies Type`; empty for anything else. */
function typeOfObject(code: Code, at: number): string {
  const { text } = code;
  const open = code.innermost(at);
  const close = code.closes(open);
  if (close === -1) return "";
  let behind = skipSpace(text, close + 1);
  const cast = CAST.exec(text.slice(behind, behind + 40));
  if (cast !== null) return typeAt(text, behind + cast[0].length);
  const constant = AS_CONST.exec(text.slice(behind, behind + 40))?.[0].length ?? 0;
  if (constant > 0) behind = skipSpace(text, behind + constant);
  if (!isEnd(text, close + 1, behind)) return "";
  const annotated = ANNOTATED.exec(text.slice(Math.max(0, open - 300), open))?.[1];
  return annotated === undefined ? "" : typeAt(annotated, 0);
}

/** Whether an expression ends: nothing is taken out of it (`{ … }[key]`), nothing says that it is of another type. */
function isEnd(text: string, end: number, behind: number): boolean {
  const next = text.slice(behind, behind + 20);
  if (next === "" || /^[;,)\]}]/.test(next)) return true;
  return text.slice(end, behind).includes("\n") && !GOES_ON.test(next);
}
