// What does the pattern of an arm of `match` bind? Read backwards from its arrow, or from the `if` of its guard.
import type { Binding } from "./rust-bindings.ts";
import { binds } from "./rust-pattern-names.ts";
import { firstAt } from "./rust-spans.ts";
import { isName, wordAt, type Tokens } from "./rust-tokens.ts";

/** The pattern before `=>` or before the `if` of its guard, and the bracket that opens the match around. */
export function ofArm(tokens: Tokens, arrow: number, name: string): { found: Binding | null; open: number } {
  let from = arrow;
  let at = arrow - 1;
  for (; at >= 0; at--) {
    const word = wordAt(tokens, at);
    if (word === ")" || word === "]" || word === "}") {
      // A block without a comma ends the arm before.
      if (word === "}" && from < arrow && !isPath(tokens, tokens.pairs[at]! - 1)) break;
      at = tokens.pairs[at]!;
      if (at === -1) return { found: null, open: -1 };
      from = at;
      continue;
    }
    if (word === "," || word === "{" || word === "=>") break;
    from = at;
  }
  let open = at;
  for (; open >= 0; open--) {
    const word = wordAt(tokens, open);
    if (word === ")" || word === "]" || word === "}") {
      open = tokens.pairs[open]!;
      if (open === -1) return { found: null, open: -1 };
      continue;
    }
    if (word === "{" || word === "(" || word === "[") break;
  }
  const guard = firstAt(tokens, from, arrow, (w) => w === "if");
  const pattern = { from, to: guard };
  if (open < 0 || !binds(tokens, pattern, name)) return { found: null, open };
  let head = open - 1;
  for (; head >= 0; head--) {
    const word = wordAt(tokens, head);
    if (word === ")" || word === "]" || word === "}") {
      head = tokens.pairs[head]!;
      if (head === -1) return { found: null, open };
      continue;
    }
    if (word === "match" && wordAt(tokens, head - 1) !== ".") break;
    if (word === ";" || word === "{" || word === "(" || word === ",") return { found: null, open };
  }
  if (head < 0) return { found: null, open };
  return { found: { pattern, type: "", value: { from: head + 1, to: open }, how: "value", place: 0 }, open };
}

const BEFORE_IF = new Set(
  "else return break in match if while move unsafe loop async await let mut ref".split(" "),
);

/** `pattern if …`: what stands before the word ends a pattern, and no statement begins there. */
export function isGuard(tokens: Tokens, at: number): boolean {
  const before = wordAt(tokens, at - 1);
  if (before === "}") return isPath(tokens, tokens.pairs[at - 1]! - 1);
  // An attribute may stand before a statement.
  if (before === "]") return !/[#!]/.test(wordAt(tokens, tokens.pairs[at - 1]! - 1));
  if (before === ")" || before === "_" || before === "..") return true;
  return (isName(before) && !BEFORE_IF.has(before)) || /^(?:\d|b?["'])/.test(before);
}

function isPath(tokens: Tokens, at: number): boolean {
  return isName(wordAt(tokens, at)) && !/^(?:else|loop|unsafe|move)$/.test(wordAt(tokens, at));
}
