// The texts of a symbol: its doc comment without marks, and its head on one line.

/** Longest signature and doc kept: what an outline can show. In UTF-16 code units. */
const MOST_SIGNATURE = 400;
const MOST_DOC = 4_000;

/** Comments that speak to a tool, not to a reader. */
const DIRECTIVE =
  /^(?:eslint\b|@ts-|prettier-|tslint:|istanbul |c8 |v8 |biome-|oxlint|deno-lint|webpack|@vite-|noqa\b|type:|pylint:|mypy:|pyright:|fmt:|ruff:|isort:|pragma:|nolint\b|go:|\+build\b|line |export |NOSONAR|CHECKSTYLE|noinspection\b|#region|#endregion|[-=*#/~_]{3,}$)/;

/** The text of a block comment, or of line comments joined by line ends, without their marks. */
export function commentText(whole: string): string {
  const comment = whole.slice(0, 2 * MOST_DOC);
  if (comment.startsWith("/*")) {
    let end = comment.endsWith("*/") ? comment.length - 2 : comment.length;
    while (end > 2 && comment[end - 1] === "*") end--;
    const inner = comment.slice(2, end).replace(/^[*!]*[ \t]*/, "");
    return trimLines(inner.split("\n").map((line) => line.replace(/^\s*\*(?!\*) ?/, "")));
  }
  const dashed = /^(?:--\[(=*)\[|\{-)/.exec(comment);
  if (dashed !== null) return dashedText(comment, dashed);
  return trimLines(
    comment
      .split("\n")
      .map((line) => line.replace(/^\s*(?:\/{2,}!?|#+!?|--+(?: ?[|^](?= |$))?) ?/, ""))
      .filter((line) => !DIRECTIVE.test(line)),
  );
}

/** `--[[ … ]]` of Lua, `{- | … -}` of Haskell. */
function dashedText(comment: string, opening: RegExpExecArray): string {
  const close = opening[1] === undefined ? "-}" : `]${opening[1]}]`;
  const end = comment.endsWith(close) ? comment.length - close.length : comment.length;
  return trimLines(
    comment
      .slice(opening[0].length, end)
      .replace(/^ ?[|^](?= |$)/, "")
      .split("\n"),
    false,
  );
}

/** The doc of a run of comments above a declaration: those that begin as doc comments do, else all of them. */
export function docOfComments(comments: readonly string[], docComments: readonly string[]): string {
  const marked = comments.filter((c) => docComments.some((mark) => c.startsWith(mark)));
  const chosen = marked.length > 0 ? marked : comments;
  // Of several block comments only the last speaks of what follows.
  const last = chosen.findLastIndex((c) => c.startsWith("/*"));
  const block = last === -1 ? "" : commentText(chosen[last]!);
  const lines = commentText(chosen.slice(last + 1).join("\n"));
  return cut([block, lines].filter((text) => text !== "").join("\n"), MOST_DOC);
}

/** The text of a docstring (Python, Elixir): prefix and quotes removed, indentation taken off. */
export function docstringText(literal: string): string {
  const match = /^~?[A-Za-z]{0,3}("""|'''|"|')([\s\S]*)\1\s*$/.exec(literal);
  return match === null ? "" : cut(trimLines(match[2]!.split("\n"), false), MOST_DOC);
}

/** White space folded, a list over several lines closed up, the opener of the body left off. */
export function signatureText(head: string): string {
  const closed = head
    .replace(/([([{<])[ \t]*\r?\n\s*/g, "$1")
    .replace(/,?[ \t]*\r?\n\s*([)\]}>])/g, "$1")
    .replace(/\s+/g, " ")
    .trim();
  return cut(closed.replace(/\s*(?:\{|=>|:=|=|;|,|:)$/, ""), MOST_SIGNATURE);
}

/**
 * Blank lines at the ends, white space at the ends of lines and common indentation removed. The first line of a
 * docstring stands behind its quotes: its indentation says nothing.
 */
function trimLines(lines: string[], firstCounts = true): string {
  const kept = lines.map((line) => line.trimEnd());
  const first = kept.findIndex((line) => line !== "");
  if (first === -1) return "";
  while (kept[kept.length - 1] === "") kept.pop();
  let indent = Infinity;
  for (const [i, line] of kept.entries()) {
    if (line !== "" && (i > 0 || firstCounts))
      indent = Math.min(indent, line.length - line.trimStart().length);
  }
  return kept
    .slice(first)
    .map((line, i) =>
      first + i === 0 && !firstCounts ? line.trimStart() : line.slice(Math.min(indent, line.length)),
    )
    .join("\n");
}

function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  // Never between the halves of a surrogate pair.
  const end = (text.charCodeAt(most - 2) & 0xfc00) === 0xd800 ? most - 2 : most - 1;
  return `${text.slice(0, end)}…`;
}
