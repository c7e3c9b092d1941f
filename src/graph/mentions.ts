// Where is a name written that no program reads? In comments, in documents, in longer strings: words of its letters that
// are neither a declaration nor a reference.
import { hasBlocks } from "./ecmascript-blocks.ts";
import { codeOf } from "./ecmascript-code.ts";
import type { FileTables } from "./file-tables.ts";
import type { Mention, Mentions, NotLooked } from "./graph-answers.ts";
import { graphOf } from "./languages.ts";
import { cutIn, MOST_IN_FILE } from "./not-looked.ts";
import type { Resolver } from "./resolve.ts";
import { textOf } from "./sites.ts";
import type { GraphFile } from "./view.ts";

const MARKUP = new Set(["tsx", "jsx", "vue", "svelte", "astro"]);
const PLAIN_WORD = /^(?:[A-Za-z][a-z]*|[A-Z]+)$/;
const PROSE = new Set(["markdown", "rst", "asciidoc", "text"]);
/** Documents that are looked through for a plain word. */
const MOST_PROSE = 5_000;
/** Before a word on its line: a comment has begun. `#` begins one where a blank or the line's start is before it. */
const COMMENT = /(?:^|\s)(?:\/\/|#|--|;|%|"""|''')|\/\*|<!--|^\s*\*/;

/** Words that are the name, by path and place, but for those on a place that is listed already (`path:line:column`). */
export async function mentionsOf(r: Resolver, name: string, listed: ReadonlySet<string>): Promise<Mentions> {
  const found: Mention[] = [];
  const notLooked: NotLooked[] = [];
  // A plain word has no place of its own in the words of a document: those are looked through, and count as code alone.
  const plain = PLAIN_WORD.test(name);
  const prose = plain ? r.view.paths.map((_, i) => i).filter((i) => PROSE.has(r.view.languageOf(i))) : [];
  if (prose.length > MOST_PROSE) {
    const what = `${prose.length - MOST_PROSE} documents, for a name that is a plain word`;
    notLooked.push({ what, why: `ceiling of ${MOST_PROSE} documents` });
  }
  const wanted = new Set([...r.view.naming(name), ...prose.slice(0, MOST_PROSE)]);
  for await (const file of r.each([...wanted].sort((a, b) => a - b))) {
    const tables = r.tables(file);
    const declared = new Set(tables?.facts.symbols.map((s) => tables.startOf(s.nameRange)) ?? []);
    for (const { offset, line, column } of words(file, name, notLooked)) {
      if (listed.has(`${file.path}:${line}:${column}`)) continue;
      if (tables !== null && (declared.has(offset) || tables.referenceAt(offset) !== -1)) continue;
      const kind = kindOf(file, tables, offset, column);
      if (kind === null || (plain && PROSE.has(file.language) && !isCode(file.text, offset, name))) continue;
      const symbol = tables === null ? -1 : tables.enclosing(line, column);
      found.push({
        path: file.path,
        line,
        column,
        kind,
        enclosing: symbol === -1 ? "" : tables!.facts.symbols[symbol]!.qualified,
        get text() {
          return textOf(file, line);
        },
      });
    }
  }
  return { mentions: found, notLooked };
}

/** Null for a word of the code: what it means there is no question of this file. */
function kindOf(
  file: GraphFile,
  tables: FileTables | null,
  offset: number,
  column: number,
): Mention["kind"] | null {
  if (tables === null || graphOf(file.language) === null) return "document";
  const before = file.text.slice(offset - column + 1, offset);
  if (isInBlock(file.text, offset)) return "comment";
  const code = hasBlocks(file.language) ? codeOf(tables, file.text) : null;
  const hidden = code === null ? isQuoted(before) || COMMENT.test(before) : code.isHidden(offset);
  if (hidden) return isQuoted(before) || !COMMENT.test(before) ? "string" : "comment";
  // Between tags stands text for people.
  return MARKUP.has(file.language) && />[^<>{}]*$/.test(before) ? "text" : null;
}

/** Whether quotes are open on the line before it. */
function isQuoted(before: string): boolean {
  const plain = before.replace(/\\./g, "");
  for (let at = 0; at < plain.length; at++) {
    const quote = plain[at]!;
    if (quote !== '"' && quote !== "'" && quote !== "`") continue;
    const end = plain.indexOf(quote, at + 1);
    if (end === -1) return true;
    at = end;
  }
  return false;
}

/** `name`, name(…), x.name, name.x: not a word of a sentence. */
function isCode(text: string, offset: number, name: string): boolean {
  const end = offset + name.length;
  if (text[end] === "(" || /[`.#:]/.test(text[offset - 1] ?? "")) return true;
  return text[end] === "`" || /^(?:\.|::|#)\w/.test(text.slice(end, end + 3));
}

/** Whether a comment over several lines is open. */
function isInBlock(text: string, offset: number): boolean {
  const open = text.lastIndexOf("/*", offset);
  if (open === -1 || offset - open > 20_000) return false;
  const close = text.indexOf("*/", open + 2);
  return close === -1 || close >= offset;
}

function* words(
  file: GraphFile,
  name: string,
  cut: NotLooked[],
): Generator<{ offset: number; line: number; column: number }> {
  const { text } = file;
  let line = 1;
  let start = 0;
  let found = 0;
  for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + name.length)) {
    if (isWord(text, at - 1) || isWord(text, at + name.length)) continue;
    if (++found > MOST_IN_FILE) {
      cut.push(cutIn(file));
      return;
    }
    for (let next = text.indexOf("\n", start); next !== -1 && next < at; next = text.indexOf("\n", start)) {
      line++;
      start = next + 1;
    }
    yield { offset: at, line, column: at - start + 1 };
  }
}

function isWord(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return (
    (code >= 48 && code <= 57) ||
    (code >= 65 && code <= 90) ||
    (code >= 97 && code <= 122) ||
    code === 95 ||
    code === 36 ||
    code >= 128
  );
}
