// What is a declaration or an export given, where its value is a plain chain of names and calls?
import type { Range } from "../parse/facts.ts";
import { isSpace } from "./code-before.ts";
import { isChain, valueBefore } from "./expressions.ts";
import { UNKNOWN, type Entity } from "./meaning.ts";
import type { Resolver } from "./resolve.ts";
import type { GraphFile } from "./view.ts";

/** The value that a declaration or an export of this extent is given, where it is a plain chain. */
export function initializer(r: Resolver, file: GraphFile, range: Range, from: number): Promise<Entity> {
  return r.once(`i${file.index}:${range.start}:${range.startColumn}`, UNKNOWN, async () => {
    const tables = r.tables(file)!;
    const start = from === -1 ? tables.startOf(range) : from;
    let end = tables.endOf(range);
    const { text } = file;
    while (
      end > start &&
      (isSpace(text.charCodeAt(end - 1)) || text[end - 1] === ";" || text[end - 1] === ",")
    )
      end--;
    const head =
      /^(?:export\s+default\s+|export\s*=\s*|(?:(?:module\s*\.\s*)?exports(?:\.[\w$]+)?\s*=\s*)+|[^=]{0,200}?=\s*)/;
    const written = text.slice(start, end);
    const value = head.exec(written);
    if (value === null || value[0].length === written.length || written.length > 4_000) return UNKNOWN;
    const rest = written.slice(value[0].length);
    const awaited = /^await\s/.test(rest);
    const cast = /\bas\s+(?!const\b|any\b|unknown\b)([\w$.\u0080-\uffff]+)\s*$/.exec(rest)?.[1];
    const { line, column } = tables.position(end - 1);
    const enclosing = tables.enclosing(line, column);
    if (cast !== undefined) return r.typed(cast, file, enclosing);
    if (!isChain(awaited ? rest.replace(/^await\s+/, "") : rest)) return UNKNOWN;
    const { entity } = await valueBefore(r, tables, end, -1);
    return awaited && entity.kind === "later" ? entity.of : entity;
  });
}
