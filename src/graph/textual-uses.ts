// Uses that are no references of the parser: members by a name in quotes, names in strings, code that could not be read,
// calls of a base's constructor. Found in the text; what is possible stays possible.
import type { FileTables } from "./file-tables.ts";
import type { Declaration, NotLooked, PossibleSite, ProvenSite } from "./graph.ts";
import { cutIn, MOST_IN_FILE } from "./not-looked.ts";
import { FoundPossible, FoundSite, possibleInText } from "./sites.ts";
import type { GraphFile } from "./view.ts";

export interface TextOptions {
  /** The declared name; empty where no text can mean it. */
  readonly name: string;
  readonly dynamic: boolean;
  readonly strings: boolean;
  /** Strings count in files alone that call something by a computed name. */
  readonly stringsWhereDynamic: boolean;
}

/** `x[key](…)`, `Reflect.get(…)`, `getattr(…)`, `x.send(…)`, `$x->$key(…)`, `type.GetMethod(…)`: something is called by a name that is made as it runs. */
const CALLS_BY_NAME =
  /[\w$)\]]\s*\[\s*[A-Za-z_$][\w$.]*\s*\]\s*(?:\?\.|!)?\s*\(|\bReflect\s*\.|\bgetattr\s*\(|\bMethodByName\b|\b(?:get|Get|GetRuntime|GetDeclared)Methods?\s*\(|\b(?:InvokeMember|CreateDelegate)\s*\(|\b(?:public_)?send\s*\(|(?:->|::)\s*(?:\$\w+|\{[^{}]*\})\s*\(/;

interface InText {
  readonly sites: readonly PossibleSite[];
  readonly cut: readonly NotLooked[];
}

/** By names and options: declarations of one name have the same ones. */
const usesIn = new WeakMap<FileTables, Map<string, InText>>();
/** Questions of which the uses are kept of one file. */
const MOST_KEPT = 1_000;

/** `cut` takes what was left out. */
export function textualUses(
  tables: FileTables,
  names: ReadonlySet<string>,
  options: TextOptions,
  cut: NotLooked[],
): readonly PossibleSite[] {
  const { name, dynamic, strings, stringsWhereDynamic } = options;
  // Other names are looked for where the parser stumbled alone.
  const others = tables.facts.errors ? [...names].join("\0") : "";
  const key = `${name}\0${dynamic}\0${strings}\0${stringsWhereDynamic}\0${others}`;
  let ofFile = usesIn.get(tables);
  if (ofFile === undefined || ofFile.size >= MOST_KEPT) usesIn.set(tables, (ofFile = new Map()));
  let known = ofFile.get(key);
  if (known === undefined) {
    const left: NotLooked[] = [];
    ofFile.set(key, (known = { sites: findUses(tables, names, options, left), cut: left }));
  }
  cut.push(...known.cut);
  return known.sites;
}

function findUses(
  tables: FileTables,
  names: ReadonlySet<string>,
  options: TextOptions,
  cut: NotLooked[],
): PossibleSite[] {
  const { text } = tables.file;
  const found: PossibleSite[] = [];
  const { name } = options;
  const inQuotes = options.dynamic || options.strings ? quotedIn(tables, name) : [];
  if (inQuotes.length > MOST_IN_FILE) cut.push(cutIn(tables.file));
  for (const offset of inQuotes.slice(0, MOST_IN_FILE)) {
    if (inComment(text, offset)) continue;
    const before = text.slice(Math.max(0, offset - 40), offset - 1);
    const after = text.slice(offset + name.length + 1, offset + name.length + 20);
    const access = /[\w$)\]?.!]\s*\[\s*$/.test(before) && /^\s*\]/.test(after);
    if (access) {
      if (options.dynamic) found.push(possibleInText(tables, offset, "dynamic-access"));
    } else if (/\bReflect\s*\.\s*\w+\([^()]*$|\bgetattr\s*\([^()]*$/.test(before))
      found.push(possibleInText(tables, offset, "reflection"));
    else if (options.strings && !isModuleName(before) && !isTitle(before)) {
      if (!options.stringsWhereDynamic || callsByName(tables))
        found.push(possibleInText(tables, offset, "string"));
    }
  }
  // Where the parser stumbled, names may stand that it did not see.
  if (tables.facts.errors) found.push(...unseen(tables, names, cut));
  return found;
}

/** Whether a file may hold uses of the kinds above: the names in quotes, or code that was not understood. */
export function mayUseByText({ file, facts }: FileTables, name: string): boolean {
  const { text } = file;
  return facts.errors || ['"', "'", "`"].some((quote) => text.includes(quote + name + quote));
}

/** Names in quotes, with their offsets, of which one more is kept than is looked at; and whether a file calls by name. Made once for a file. */
const quoted = new WeakMap<FileTables, Map<string, number[]>>();
const calling = new WeakMap<FileTables, boolean>();

function quotedIn(tables: FileTables, name: string): readonly number[] {
  let made = quoted.get(tables);
  if (made === undefined) {
    made = new Map();
    for (const match of tables.file.text.matchAll(/(["'`])([\w$#~\u0080-\uffff-]{1,100})(?=\1)/g)) {
      const offset = match.index + 1;
      const known = made.get(match[2]!);
      if (known === undefined) made.set(match[2]!, [offset]);
      else if (known.length <= MOST_IN_FILE) known.push(offset);
    }
    quoted.set(tables, made);
  }
  return made.get(name) ?? [];
}

function callsByName(tables: FileTables): boolean {
  let known = calling.get(tables);
  if (known === undefined) calling.set(tables, (known = CALLS_BY_NAME.test(tables.file.text)));
  return known;
}

/** What a test says of itself. */
function isTitle(before: string): boolean {
  return /\b(?:describe|it|test|suite|context|specify|bench)(?:\.\w+)*\s*\(\s*$/.test(before);
}

function isModuleName(before: string): boolean {
  return /\b(?:from|import|require\s*\(|import\s*\()\s*$/.test(before);
}

/** Comments of one line, and lines of longer ones, as far as the line's beginning tells. */
function inComment(text: string, offset: number): boolean {
  const line = text.slice(text.lastIndexOf("\n", offset - 1) + 1, offset);
  return /^\s*(?:\*|\/\*|#)|(?:^|\s)\/\/|\/\*(?!.*\*\/)/.test(line);
}

/** Names in the code of a file with errors that are neither references nor declarations. */
function unseen(tables: FileTables, names: ReadonlySet<string>, cut: NotLooked[]): PossibleSite[] {
  const { text } = tables.file;
  const declared = new Set(tables.facts.symbols.map(({ nameRange }) => tables.startOf(nameRange)));
  const found: PossibleSite[] = [];
  for (const name of names) {
    for (const offset of placesOf(tables.file, name, cut)) {
      if (declared.has(offset) || tables.referenceAt(offset) !== -1) continue;
      if (inComment(text, offset) || /["'`]/.test(text[offset - 1] ?? "")) continue;
      if (!/^\s*(?:\?\.)?\s*[(<]/.test(text.slice(offset + name.length, offset + name.length + 10))) continue;
      // The file was read: what is not known is what the name belongs to.
      const behind = /(?:\.|->|::)\s*$/.test(text.slice(Math.max(0, offset - 20), offset));
      found.push(possibleInText(tables, offset, behind ? "unresolved-receiver" : "same-name"));
    }
  }
  return found;
}

/** Every line of a file without facts that holds one of the names; `cut` takes what was left out. */
export function unparsedUses(file: GraphFile, names: ReadonlySet<string>, cut: NotLooked[]): PossibleSite[] {
  const found: PossibleSite[] = [];
  const seen = new Set<number>();
  for (const name of names) {
    let line = 1;
    let from = 0;
    for (const offset of placesOf(file, name, cut)) {
      for (
        let at = file.text.indexOf("\n", from);
        at !== -1 && at < offset;
        at = file.text.indexOf("\n", at + 1)
      ) {
        line++;
        from = at + 1;
      }
      if (seen.has(line)) continue;
      seen.add(line);
      const column = offset - (file.text.lastIndexOf("\n", offset - 1) + 1) + 1;
      const why = /\.(?:vue|svelte|astro|html?)$/.test(file.path) ? "template" : "unparsed-file";
      found.push(new FoundPossible(file, { line, column, symbol: -1 }, null, why));
    }
  }
  return found;
}

/** Offsets at which the name stands as a word. */
function placesOf(file: GraphFile, name: string, cut: NotLooked[]): number[] {
  const { text } = file;
  const found: number[] = [];
  for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + name.length)) {
    if (isWord(text.charCodeAt(at - 1)) || isWord(text.charCodeAt(at + name.length))) continue;
    if (found.length === MOST_IN_FILE) {
      cut.push(cutIn(file));
      break;
    }
    found.push(at);
  }
  return found;
}

function isWord(code: number): boolean {
  return (
    (code >= 48 && code <= 57) ||
    (code >= 65 && code <= 90) ||
    (code >= 97 && code <= 122) ||
    code === 95 ||
    code === 36 ||
    code >= 128
  );
}

class BaseCall extends FoundSite implements ProvenSite {
  readonly rule = "super-method";
}

/** `super(…)` in the constructor of a class that derives from the one that is asked for. */
export function baseCalls(tables: FileTables, derived: Declaration): ProvenSite[] {
  const { symbols } = tables.facts;
  const found: ProvenSite[] = [];
  for (const s of derived.symbols.flatMap((d) => tables.children(d))) {
    if (symbols[s]!.kind !== "constructor") continue;
    const from = tables.startOf(symbols[s]!.range);
    const text = tables.file.text.slice(from, tables.endOf(symbols[s]!.range));
    for (const match of text.matchAll(/\bsuper\s*\(/g)) {
      const { line, column } = tables.position(from + match.index);
      const head = text.slice(text.lastIndexOf("\n", match.index) + 1, match.index);
      if (/\/\/|^\s*\*/.test(head)) continue;
      found.push(new BaseCall(tables.file, line, column, s, "call"));
    }
  }
  return found;
}
