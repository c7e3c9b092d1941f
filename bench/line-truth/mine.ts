// Questions whose answer is known to the line: the first sentence of a doc comment asks for the symbol below it. In the
// copy that is asked, no symbol keeps its doc comment: the answer can't be read off, and its neighbours, which often say
// nearly the same, have no comment to win by.
import { cpSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sha256 } from "../../src/base/hash.ts";
import { sentenceOf } from "../../src/eval/doc-questions.ts";
import { languageOf } from "../../src/lang/registry.ts";
import type { SyntaxSymbol } from "../../src/parse/facts.ts";
import type { InlineParser } from "../../src/parse/syntax-parser.ts";

export interface LineQuestion {
  repo: string;
  path: string;
  qualified: string;
  kind: string;
  language: string;
  query: string;
  /** Text of the declaration's line, trimmed, in the copy. */
  declaration: string;
  /** Its line in the copy. */
  line: number;
}

interface Found {
  path: string;
  symbol: SyntaxSymbol;
  language: string;
  query: string;
  order: string;
}

const KINDS = new Set(["function", "method", "class", "interface", "struct", "trait", "enum", "type"]);
const LEFT_OUT =
  /(^|\/)(\.git|node_modules|tests?|__tests__|spec|specs|testdata|examples?|docs?|vendor|benches|fixtures)(\/|$)|[._]test\.|\.spec\.|Test\.java$/;

/** Copies `from` into `to`, takes `quota` questions by the order of a hash, removes their doc comments in the copy. */
export function mine(
  repo: string,
  from: string,
  to: string,
  quota: number,
  parser: InlineParser,
): LineQuestion[] {
  cpSync(from, to, { recursive: true, filter: (path) => !/[/\\](\.git|node_modules)$/.test(path) });
  const found: Found[] = [];
  const documented = new Map<string, SyntaxSymbol[]>();
  for (const path of filesBelow(to)) {
    if (LEFT_OUT.test(path)) continue;
    const text = readFileSync(join(to, path), "utf8");
    const language = languageOf(path, text.slice(0, 200).split("\n")[0]!, {});
    if (language.syntax === undefined || text.length > 400_000) continue;
    const result = parser.parse(text, language.id);
    if (!("facts" in result)) continue;
    documented.set(
      path,
      result.facts.symbols.filter((s) => s.doc !== ""),
    );
    for (const symbol of result.facts.symbols) {
      const query = questionOf(symbol);
      if (query === null) continue;
      found.push({
        path,
        symbol,
        language: language.id,
        query,
        order: sha256(`${repo}\0${path}\0${symbol.qualified}\0${symbol.range.start}`),
      });
    }
  }
  found.sort((a, b) => (a.order < b.order ? -1 : 1));
  // The same sentence over two symbols has no one answer, and neither has one over one of several overloads.
  const times = new Map<string, number>();
  const count = (key: string) => times.set(key, (times.get(key) ?? 0) + 1);
  const named = (f: Found) => `${f.path} ${f.symbol.qualified}`;
  for (const f of found) {
    count(f.query);
    count(named(f));
  }
  const chosen = found.filter((f) => times.get(f.query) === 1 && times.get(named(f)) === 1).slice(0, quota);
  const byPath = Map.groupBy(chosen, (c) => c.path);
  const questions: LineQuestion[] = [];
  for (const [path, symbols] of documented) {
    if (symbols.length === 0) continue;
    const lines = removeDocs(to, path, symbols);
    const group = byPath.get(path);
    if (group !== undefined) questions.push(...located(repo, path, lines, group, parser));
  }
  return questions;
}

function questionOf(symbol: SyntaxSymbol): string | null {
  if (!KINDS.has(symbol.kind) || symbol.doc === "" || symbol.range.end - symbol.nameRange.start < 3)
    return null;
  return sentenceOf(symbol);
}

/** Writes the file without the doc comments of its symbols; gives its lines before and after. */
function removeDocs(
  root: string,
  path: string,
  symbols: readonly SyntaxSymbol[],
): { before: string[]; after: string[] } {
  const before = readFileSync(join(root, path), "utf8").split("\n");
  const drop = new Set<number>();
  for (const symbol of symbols) {
    for (let line = symbol.range.start; line < symbol.nameRange.start; line++) {
      if (/^\s*(\/\/|\/\*|\*|#(?!\[))/.test(before[line - 1]!)) drop.add(line);
    }
    dropDocstring(before, symbol, drop);
  }
  const after = before.filter((_, i) => !drop.has(i + 1));
  writeFileSync(join(root, path), after.join("\n"));
  return { before, after };
}

/** Where the declarations of the questions stand now. One that can't be told apart is no question. */
function located(
  repo: string,
  path: string,
  { before, after }: { before: string[]; after: string[] },
  group: readonly Found[],
  parser: InlineParser,
): LineQuestion[] {
  const result = parser.parse(after.join("\n"), group[0]!.language);
  if (!("facts" in result)) return [];
  return group.flatMap(({ symbol, language, query }) => {
    const declaration = before[symbol.nameRange.start - 1]!.trim();
    const again = result.facts.symbols.filter(
      (s) =>
        s.qualified === symbol.qualified &&
        s.kind === symbol.kind &&
        after[s.nameRange.start - 1]!.trim() === declaration,
    );
    const [only] = again;
    if (only === undefined || again.length > 1 || only.doc !== "") return [];
    const { qualified, kind } = symbol;
    return [{ repo, path, qualified, kind, language, query, declaration, line: only.nameRange.start }];
  });
}

function dropDocstring(lines: string[], symbol: SyntaxSymbol, drop: Set<number>): void {
  if (symbol.bodyStart === 0) return;
  const first = lines[symbol.bodyStart - 1]!;
  const mark = /^\s*[rRuU]?("""|''')/.exec(first)?.[1];
  if (mark === undefined) return;
  for (let line = symbol.bodyStart; line <= symbol.range.end; line++) {
    drop.add(line);
    const text = lines[line - 1]!;
    const from = line === symbol.bodyStart ? text.indexOf(mark) + 3 : 0;
    if (text.includes(mark, from)) return;
  }
}

function filesBelow(root: string): string[] {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((e) => e.isFile())
    .map((e) =>
      join(e.parentPath, e.name)
        .slice(root.length + 1)
        .replaceAll("\\", "/"),
    )
    .sort();
}
