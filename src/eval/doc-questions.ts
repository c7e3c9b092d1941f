// Which doc comments ask a question? Their first sentence asks for the symbol below. What is searched has that comment no
// more: its lines are blank, so that all other lines stay where they are.
import type { CommentRules } from "../lang/language.ts";
import type { SyntaxSymbol } from "../parse/facts.ts";
import { isAscii } from "../rank/terms.ts";
import { isAskable, type Question, wordCount } from "./question.ts";

const KINDS: ReadonlySet<string> = new Set(
  "function method class interface struct trait enum type constructor property module protocol object".split(
    " ",
  ),
);
/** Shorter declarations are a line of a list, which has no answer of its own. */
const LEAST_LINES = 3;
const LEAST_LETTERED = 6;
const MOST_LETTERED = 40;

/** The first sentence of a doc comment without the symbol's own name, or null where that is no question. */
export function sentenceOf(symbol: SyntaxSymbol): string | null {
  if (symbol.doc === "") return null;
  const sentence = symbol.doc
    .replace(/\s+/g, " ")
    .split(/(?<=[.!?])\s|(?<=[。！？])|@\w+/u)[0]!
    .replace(/<[^<>]+>|\{@\w+ ([^{}]*)\}/g, "$1")
    .trim();
  // Go's doc comments begin with the name; elsewhere a name in its own doc gives the answer away as well.
  const bare = sentence
    .replaceAll(new RegExp(`(?<![\\w$])${escaped(symbol.name)}(?![\\w$])(\\(\\))?`, "g"), "")
    .replace(/\s+/g, " ")
    .trim();
  // Of text without spaces the pairs of characters count, of other text the words of three letters or more.
  const words = Math.max((bare.match(/\p{L}{3,}/gu) ?? []).length, isAscii(bare) ? 0 : wordCount(bare));
  if (/[{(:,]$/.test(bare) || /deprecated|copyright|TODO/i.test(bare)) return null;
  return words >= LEAST_LETTERED && words <= MOST_LETTERED ? bare : null;
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

/** One that is made of a symbol, with the lines of its comment. */
export interface DocQuestion {
  question: Question;
  /** Lines to blank, from 1. */
  comment: readonly number[];
  /** Qualified. */
  name: string;
}

export function docQuestions(
  path: string,
  lines: readonly string[],
  symbols: readonly SyntaxSymbol[],
  comments: CommentRules,
): DocQuestion[] {
  const times = new Map<string, number>();
  for (const { qualified } of symbols) times.set(qualified, (times.get(qualified) ?? 0) + 1);
  return symbols.flatMap((symbol): DocQuestion[] => {
    const { qualified, kind, nameRange, range } = symbol;
    // One of several overloads is no one answer.
    if (times.get(qualified) !== 1 || !KINDS.has(kind)) return [];
    if (range.end - nameRange.start + 1 < LEAST_LINES) return [];
    const query = sentenceOf(symbol);
    if (query === null || !isAskable(query)) return [];
    const comment = commentLines(lines, symbol, comments);
    if (comment.length === 0) return [];
    const question: Question = {
      id: `doc ${path} ${qualified}`,
      kind: "doc",
      source: `doc ${path}`,
      query,
      targets: [{ path, spans: [[nameRange.start, range.end]] }],
      without: null,
    };
    return [{ question, comment, name: qualified }];
  });
}

/** Lines of the comment above a symbol, or of the text at the start of its body; from 1. */
export function commentLines(
  lines: readonly string[],
  symbol: SyntaxSymbol,
  comments: CommentRules,
): number[] {
  const found: number[] = [];
  let close: string | null = null;
  for (let line = symbol.range.start; line < symbol.nameRange.start; line++) {
    const text = (lines[line - 1] ?? "").trim();
    if (close === null) {
      const attribute = /^@(?:doc|moduledoc|typedoc)\b(.*)/.exec(text);
      const heredoc = attribute === null ? null : /"""|'''/.exec(attribute[1]!)?.[0];
      const opened = comments.block.find(([open]) => text.startsWith(open));
      if (attribute !== null) {
        found.push(line);
        close = heredoc ?? null;
      } else if (opened !== undefined) {
        found.push(line);
        const [open, end] = opened;
        if (!text.slice(open.length).includes(end)) close = end;
      } else if (text !== "" && comments.line.some((mark) => text.startsWith(mark))) {
        // Rust's and PHP's attributes begin as comments of other languages do.
        if (!/^#!?\[/.test(text)) found.push(line);
      }
    } else {
      found.push(line);
      if (text.includes(close)) close = null;
    }
  }
  return [...found, ...docstringLines(lines, symbol)];
}

function docstringLines(lines: readonly string[], symbol: SyntaxSymbol): number[] {
  if (symbol.bodyStart === 0) return [];
  const first = lines[symbol.bodyStart - 1] ?? "";
  const mark = /^\s*[rRuU]?("""|'''|"(?=.*"\s*$))/.exec(first)?.[1];
  if (mark === undefined) return [];
  const found: number[] = [];
  for (let line = symbol.bodyStart; line <= symbol.range.end; line++) {
    found.push(line);
    const text = lines[line - 1] ?? "";
    if (text.includes(mark, line === symbol.bodyStart ? text.indexOf(mark) + mark.length : 0)) break;
  }
  return found;
}

/** The same number of lines, the given ones empty. */
export function blanked(lines: readonly string[], blank: ReadonlySet<number>): string {
  return lines.map((line, i) => (blank.has(i + 1) ? "" : line)).join("\n");
}
