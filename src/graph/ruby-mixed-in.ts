// Which modules does a class of Ruby get from outside of its body? `Name.prepend(M)`, `Name.send(:include, M)`,
// `Name.singleton_class.include(M)`, `Name.class_eval do include M end`. Whether and when such a line runs is not known.
import { tablesOf, type FileTables } from "./file-tables.ts";
import type { Resolver } from "./resolve.ts";
import { blocksAt, rubyCode } from "./ruby-code.ts";
import { constantAt, spaceOf } from "./ruby-constants.ts";

/** `before`: its methods come before those of the class. */
export interface MixedIn {
  readonly on: "instance" | "static";
  readonly before: boolean;
  readonly name: string;
  readonly tables: FileTables;
  /** The symbol in which the line stands. */
  readonly enclosing: number;
}

export const CONSTANT_PATH = "(?:::)?[A-Z\\u0080-\\uffff][\\w\\u0080-\\uffff:]*";

/** Names of blocks that run for the class before the dot. */
export const OPENING = /^(?:class|module)_(?:eval|exec)$/;

/** Modules that are given to the class of the full name, in the order of files. */
export function mixedInto(r: Resolver, path: string): Promise<readonly MixedIn[]> {
  return r.once(`rp${path}`, [] as readonly MixedIn[], async () => {
    const found: MixedIn[] = [];
    const mixing = new Set(["prepend", "include", "extend"].flatMap((word) => r.view.naming(word)));
    const last = path.slice(path.lastIndexOf(":") + 1);
    const files = r.view
      .naming(last)
      .filter((file) => mixing.has(file) && r.view.languageOf(file) === "ruby");
    for await (const file of r.each(files)) {
      const tables = tablesOf(file);
      if (tables !== null) found.push(...(await mixedIn(r, tables, path, last)));
    }
    return found;
  });
}

async function mixedIn(r: Resolver, tables: FileTables, path: string, last: string): Promise<MixedIn[]> {
  // Symbols that are arguments are blanked out of the code.
  const { code } = rubyCode(tables);
  const { text } = tables.file;
  const call = new RegExp(
    `(?<![\\w:.])(${CONSTANT_PATH})((?:\\s*\\.\\s*singleton_class)?)\\s*&?\\.\\s*` +
      "(?:(prepend|include|extend)\\b[ \\t]*\\(?|(?:send|public_send|__send__)[ \\t]*\\(?\\s*:?[\"']?(prepend|include|extend)\\b[\"']?\\s*,)\\s*([^\\n;]*)",
    "g",
  );
  const found: MixedIn[] = [];
  for (const match of text.matchAll(call)) {
    const [, object = "", singleton = "", plain, sent, given = ""] = match;
    // In a comment or a string its place is blank.
    if (lastOf(object) !== last || code[match.index] !== text[match.index]) continue;
    found.push(
      ...(await ofLine(r, tables, path, object, match.index, singleton !== "", plain ?? sent!, given)),
    );
  }
  for (const match of code.matchAll(/(?<=^|[\n;{]|\bdo\b)[ \t]*(prepend|include|extend)[ \t(]+([^\n;}]*)/g)) {
    const at = match.index + match[0].indexOf(match[1]!);
    const block = blocksAt(rubyCode(tables), at).find(({ kind }) => kind !== "other");
    if (block === undefined || !isOpening(block.kind, block.name)) continue;
    const opened = openedBy(code, block);
    if (opened === null || lastOf(opened.object) !== last) continue;
    found.push(...(await ofLine(r, tables, path, opened.object, at, opened.singleton, match[1]!, match[2]!)));
  }
  return found;
}

function isOpening(kind: string, name: string): boolean {
  return (kind === "block" && OPENING.test(name)) || (kind === "singleton" && name !== "self");
}

/** The class for which a block of `class_eval` or a `class << Name` runs. */
export function openedBy(
  code: string,
  block: { readonly kind: string; readonly start: number; readonly name: string },
): { object: string; singleton: boolean } | null {
  if (block.kind === "singleton") return { object: block.name, singleton: true };
  const line = code.slice(code.lastIndexOf("\n", block.start - 1) + 1, block.start);
  const head = new RegExp(
    `(${CONSTANT_PATH})((?:\\s*\\.\\s*singleton_class)?)\\s*&?\\.\\s*\\w+[\\s()]*$`,
  ).exec(line);
  return head === null ? null : { object: head[1]!, singleton: head[2] !== "" };
}

async function ofLine(
  r: Resolver,
  tables: FileTables,
  path: string,
  object: string,
  at: number,
  singleton: boolean,
  word: string,
  given: string,
): Promise<MixedIn[]> {
  const enclosing = symbolAt(tables, at);
  if (!(await isNamed(r, tables, object, enclosing, path))) return [];
  const names = given.replace(/\)?\s*(?:\b(?:if|unless)\s.*|#.*)?$/, "").replace(/(?:[)}]|\bend\b).*$/, "");
  return names.split(",").flatMap((part): MixedIn[] => {
    const name = part.trim();
    if (name === "" || name === "self") return [];
    const on = singleton || word === "extend" ? "static" : "instance";
    return [{ on, before: word === "prepend", name, tables, enclosing }];
  });
}

/** Whether a constant, as it is written there, is the class or module of the full name. */
export async function isNamed(
  r: Resolver,
  tables: FileTables,
  written: string,
  enclosing: number,
  path: string,
): Promise<boolean> {
  const found = await constantAt(r, tables, written, enclosing);
  if (found.kind !== "declared") return found.kind === "unknown" && lastOf(written) === lastOf(path);
  return found.path === path || (await spaceOf(r, found))?.path === path;
}

/** The innermost symbol around an offset. */
export function symbolAt(tables: FileTables, offset: number): number {
  const { symbols } = tables.facts;
  let found = -1;
  for (const [at, { range }] of symbols.entries()) {
    const start = tables.startOf(range);
    if (start > offset) break;
    if (tables.endOf(range) > offset) found = at;
  }
  return found;
}

function lastOf(path: string): string {
  return path.slice(path.lastIndexOf(":") + 1);
}
