// What directives of C and C++ say: includes, macros with the names in their bodies, and macros that the grammar was not
// shown.
import { hiddenMacros } from "./c-macros.ts";
import type { FactsBuilder, NodeRule, RuleRole, SyntaxTree } from "./syntax-rules.ts";

/** `#include "a.h"` keeps its quotes and `#include <a.h>` its brackets: they say where to look first. */
export const includeRule: NodeRule = (b, node) => {
  const path = b.tree.child(node, "path");
  if (path === -1) return;
  // The directive itself reaches over the end of its line.
  b.import({ module: b.tree.textOf(path), imported: "*", local: "", node: path });
  if (b.tree.type(path) !== "identifier") b.skip(node);
};

const WORDS = /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|\/\*[\s\S]*?\*\/|\/\/[^\n]*|\d[\w.']*|[A-Za-z_]\w*/g;
const KEYWORDS = new Set(
  "if else for while do switch case default break continue return goto sizeof struct union enum class typedef static extern inline const volatile void char short int long float double unsigned signed bool auto register defined new delete template typename namespace using this nullptr true false NULL __attribute__ __attribute __declspec __asm__ __volatile__ __extension__ __inline __VA_ARGS__ __VA_OPT__ __FILE__ __LINE__ __func__ public private protected virtual operator noexcept constexpr decltype static_cast reinterpret_cast const_cast dynamic_cast try catch throw explicit friend mutable pragma alignof alignas typeof".split(
    " ",
  ),
);

/** Names in the body of a macro, which the grammar leaves as text. */
function wordsIn(b: FactsBuilder, text: string, from: number, parameters: ReadonlySet<string>): void {
  const { tree } = b;
  for (const match of text.matchAll(WORDS)) {
    const name = match[0];
    if (!/^[A-Za-z_]/.test(name) || KEYWORDS.has(name) || parameters.has(name)) continue;
    const start = from + match.index;
    const end = start + name.length;
    const before = /(?:\.|->|::|##?)[ \t]*$/.exec(text.slice(Math.max(0, match.index - 6), match.index));
    const behind = text.slice(match.index + name.length, match.index + name.length + 4);
    if (/^\s*##/.test(behind) || before?.[0].startsWith("#")) continue;
    const role: RuleRole = /^\s*\(/.test(behind)
      ? "call"
      : /^\s*(?:[-+*/|&^]?=(?!=))/.test(behind)
        ? "write"
        : "read";
    if (before === null) {
      b.mention(start, end, role);
      continue;
    }
    const to = start - before[0].length;
    const object = /(?:[A-Za-z_]\w*|.)$/.exec(tree.text.slice(Math.max(from, to - 80), to));
    if (object !== null) b.mention(start, end, role, [to - object[0].length, to]);
    else b.mention(start, end, role);
  }
}

/** A word that is defined so that its file is read once. */
function isGuard(tree: SyntaxTree, node: number, name: string): boolean {
  const parent = tree.parent(node);
  if (parent === -1 || !tree.type(parent).startsWith("preproc_if")) return false;
  const asked = tree.child(parent, "name");
  if (asked !== -1)
    return (
      tree.textOf(asked) === name &&
      /^\s*#\s*ifndef/.test(tree.text.slice(tree.start(parent), tree.start(asked)))
    );
  const condition = tree.child(parent, "condition");
  return (
    condition !== -1 && /^!\s*defined\b/.test(tree.textOf(condition)) && tree.textOf(condition).includes(name)
  );
}

export const macroRule: NodeRule = (b, node) => {
  const { tree } = b;
  const name = tree.child(node, "name");
  if (name === -1) return;
  const value = tree.child(node, "value");
  const parameters = new Set<string>();
  const list = tree.child(node, "parameters");
  for (let child = list === -1 ? -1 : tree.first(list); child !== -1; child = tree.next(child)) {
    parameters.add(tree.textOf(child));
    b.ignore(child);
  }
  b.ignore(name);
  const symbolic = value !== -1 || list !== -1 || !isGuard(tree, node, tree.textOf(name));
  if (symbolic) {
    const oneLine = !/\n/.test(tree.textOf(node).trimEnd()) && tree.end(node) - tree.start(node) <= 120;
    const headEnd = oneLine ? undefined : tree.end(list === -1 ? name : list);
    const symbol = b.symbol({ node, kind: "macro", name, headEnd, declare: false });
    b.declareName(tree.textOf(name), "local", { symbol, level: "file" });
  }
  if (value !== -1) wordsIn(b, tree.textOf(value), tree.start(value), parameters);
};

/** Macros that the grammar was not shown are references all the same, but in comments and in other macros. */
export const fileRule: NodeRule = (b, node) => {
  const { tree } = b;
  const spans = hiddenMacros(tree.text);
  if (spans.length === 0) return;
  let next = 0;
  for (let at = node + 1; at < tree.size && next < spans.length; at++) {
    const type = tree.type(at);
    if (
      type !== "comment" &&
      type !== "preproc_arg" &&
      type !== "string_literal" &&
      type !== "raw_string_literal"
    )
      continue;
    const start = tree.start(at);
    const end = tree.end(at);
    for (; next < spans.length && spans[next]!.start < start; next++) mention(b, spans[next]!);
    while (next < spans.length && spans[next]!.start < end) next++;
  }
  for (; next < spans.length; next++) mention(b, spans[next]!);
};

function mention(b: FactsBuilder, span: { start: number; end: number; nameEnd: number }): void {
  if (span.end > span.nameEnd) {
    wordsIn(b, b.tree.text.slice(span.nameEnd, span.end), span.nameEnd, new Set());
  }
  b.mention(span.start, span.nameEnd, span.end > span.nameEnd ? "call" : "read");
}
