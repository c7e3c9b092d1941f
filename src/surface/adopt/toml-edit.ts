// Puts a table `[mcp_servers.pith]` into a TOML text and takes it out again. Nothing is written that a TOML reader does not
// take for the same file with that one table more, less or changed; every other byte stays.
import { isDeepStrictEqual } from "node:util";
import { parse, TomlError } from "smol-toml";
import type { TomlTable } from "smol-toml";
import { broken, editRefused } from "./edit-refused.ts";
import { cutAll, insertAll, lineEndOf } from "./splice.ts";
import type { Edited } from "./splice.ts";
import { tomlStatements } from "./toml-statements.ts";

export interface TomlPlace {
  file: string;
  /** Two names: that of the tables, and that of ours. */
  path: readonly string[];
}

type Value = string | boolean | readonly string[];

/** The text with the table; null: it says so already. */
export function putTable(
  text: string,
  place: TomlPlace,
  value: Readonly<Record<string, Value>>,
): Edited | null {
  const before = read(place.file, text);
  const old = tableAt(before, place.path);
  if (old === undefined) {
    const eol = lineEndOf(text);
    const gap = /^\uFEFF?$/.test(text) ? "" : text.endsWith("\n") ? eol : eol + eol;
    const lines = [
      `[${place.path.join(".")}]`,
      ...Object.entries(value).map(([key, v]) => `${key} = ${written(v)}`),
    ];
    const insertion = { at: text.length, text: gap + lines.join(eol) + eol };
    const after = insertAll(text, [insertion]);
    checked(place, after, before, value);
    return { after, insertions: [insertion] };
  }
  if (Object.entries(value).every(([key, v]) => isDeepStrictEqual(old[key], v))) return null;
  const after = changed(text, place, value);
  checked(place, after, before, { ...old, ...value });
  return { after, insertions: null };
}

export function hasTable(text: string, place: TomlPlace): boolean {
  return tableAt(read(place.file, text), place.path) !== undefined;
}

/** The text without the table; null: it has none. */
export function takeTable(text: string, place: TomlPlace): string | null {
  const before = read(place.file, text);
  if (tableAt(before, place.path) === undefined) return null;
  const statements = tomlStatements(text);
  const cuts = statements.flatMap((statement, i) => {
    if (statement.header === null || !startsWith(statement.header, place.path)) return [];
    const next = statements.findIndex((other, j) => j > i && other.header !== null);
    const last = statements[(next === -1 ? statements.length : next) - 1]!;
    return [{ start: blankLineBefore(text, statement.start), end: lineAfter(text, last.end) }];
  });
  const after = cutAll(text, cuts);
  checked(place, after, before, undefined);
  return after;
}

function changed(text: string, { path }: TomlPlace, value: Readonly<Record<string, Value>>): string {
  const statements = tomlStatements(text);
  const at = statements.findIndex(({ header }) => header !== null && isDeepStrictEqual(header, path));
  if (at === -1) return text;
  const next = statements.findIndex(({ header }, i) => i > at && header !== null);
  const pairs = statements.slice(at + 1, next === -1 ? undefined : next);
  const eol = lineEndOf(text);
  const edits: { start: number; end: number; text: string }[] = [];
  const head = statements[at]!.end;
  for (const [key, wanted] of Object.entries(value)) {
    const line = `${key} = ${written(wanted)}`;
    const old = pairs.find((pair) => isDeepStrictEqual(pair.key, [key]));
    edits.push(old === undefined ? { start: head, end: head, text: eol + line } : { ...old, text: line });
  }
  for (const pair of pairs)
    if (pair.key?.length === 1 && OF_REMOTE.has(pair.key[0]!))
      edits.push({ start: pair.start, end: lineAfter(text, pair.end), text: "" });
  let after = text;
  for (const edit of edits.toSorted((a, b) => b.start - a.start))
    after = after.slice(0, edit.start) + edit.text + after.slice(edit.end);
  return after;
}

/** Keys of a server that is reached at an address: Codex takes no command beside them. */
const OF_REMOTE = new Set(["url", "bearer_token_env_var", "http_headers", "env_http_headers"]);

function checked(place: TomlPlace, after: string, before: TomlTable, ours: unknown): void {
  let now: TomlTable | null = null;
  try {
    now = parse(after, { integersAsBigInt: "asNeeded" });
  } catch {
    // Such as a table that was written in one line: nothing may be added to it from outside.
  }
  const [tables = "", name = ""] = place.path;
  const table = now === null ? undefined : tableAt(now, place.path);
  const isRight = ours === undefined ? table === undefined : includes(table, ours);
  if (now !== null && isRight && isDeepStrictEqual(without(now, tables, name), without(before, tables, name)))
    return;
  throw editRefused(
    place.file,
    `writes ${tables} in a form that is not edited (in one line, or as dotted keys). It was left as it is.`,
    `Write it as a table [${place.path.join(".")}] by hand; --print shows it.`,
  );
}

/** Of what goes, only the remote keys. */
function includes(table: TomlTable | undefined, wanted: unknown): boolean {
  return (
    table !== undefined &&
    Object.entries(wanted as Record<string, unknown>).every(
      ([key, value]) =>
        isDeepStrictEqual(table[key], value) || (OF_REMOTE.has(key) && table[key] === undefined),
    )
  );
}

function without(whole: TomlTable, tables: string, name: string): unknown {
  const others = Object.entries(whole).filter(([key]) => key !== tables);
  const inner = whole[tables];
  const rest = isTable(inner) ? Object.entries(inner).filter(([key]) => key !== name) : [];
  return [others, isTable(inner) || inner === undefined ? rest : inner];
}

function read(file: string, text: string): TomlTable {
  try {
    return parse(text.replace(/^\uFEFF/, ""), { integersAsBigInt: "asNeeded" });
  } catch (error) {
    if (error instanceof TomlError) {
      const [why = ""] = error.message.replace(/^Invalid TOML document: /, "").split("\n");
      throw broken(file, error, why, error);
    }
    throw broken(file, { line: 1, column: 1 }, "it is nested too deep", error);
  }
}

function tableAt(whole: TomlTable, path: readonly string[]): TomlTable | undefined {
  let at: unknown = whole;
  for (const key of path) at = isTable(at) && Object.hasOwn(at, key) ? at[key] : undefined;
  return isTable(at) ? at : undefined;
}

function isTable(value: unknown): value is TomlTable {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Date);
}

function startsWith(header: readonly string[], path: readonly string[]): boolean {
  return path.every((key, i) => header[i] === key);
}

/** A basic string of TOML is written as one of JSON, save that it has no surrogates: none occur in paths that are shown. */
function written(value: Value): string {
  return typeof value === "object"
    ? `[${value.map((one) => JSON.stringify(one)).join(", ")}]`
    : JSON.stringify(value);
}

function lineAfter(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  return end === -1 ? text.length : end + 1;
}

/** One blank line above goes too: it was put there for the table. */
function blankLineBefore(text: string, at: number): number {
  const blank = /(?:^|\n)(\r?\n)$/.exec(text.slice(0, at));
  return blank === null ? at : at - blank[1]!.length;
}
