// What does a pattern of JavaScript take apart (`const { run: go } = x`)? The keys that lead to a place in it, and what the
// whole pattern is given: a value, the elements of a list, a type.
import { skipSpace, valuesAt } from "./ecmascript-chains.ts";
import { codeOf, type Code } from "./ecmascript-code.ts";
import { beginsKey } from "./ecmascript-keys.ts";
import { typeAt } from "./ecmascript-types.ts";
import type { FileTables } from "./file-tables.ts";
import type { LocalValue } from "./language-graph.ts";

export interface TakenApart {
  /** Keys of the patterns around, from outside in. */
  readonly path: readonly string[];
  /** What the outermost pattern is given; null where that can't be told. */
  readonly given: LocalValue | null;
}

/** Patterns inside of patterns that are followed. */
const DEEPEST = 8;
/** A key of a pattern that holds another one. */
const KEY = /["']?([\w$\u0080-\uffff]+)["']?\s*:\s*$/;
const DEFAULT = /^\s*=(?![=>]|\s*\{\s*\}\s*[,}])/;
/** Before the round bracket of a statement, whose inside is no list of parameters. */
const STATEMENT = /\b(?:if|while|switch|for|with|return|await|typeof)\s*(?:await\s*)?$/;

/** Null where the offset stands in no pattern. */
export function takenApart(tables: FileTables, offset: number): TakenApart | null {
  const { text } = tables.file;
  const code = codeOf(tables, text);
  if (code === null) return null;
  const path: string[] = [];
  let known = true;
  let open = code.innermost(offset);
  for (let deep = 0; deep < DEEPEST && open !== -1 && text[open] !== "("; deep++) {
    const close = code.closes(open);
    if (close === -1) return null;
    const before = text.slice(Math.max(0, open - 120), open);
    if (/\b(?:const|let|var)\s+$/.test(before)) return { path, given: known ? given(text, close + 1) : null };
    const outer = code.innermost(open);
    const key = outer === -1 || text[outer] !== "{" ? null : KEY.exec(before);
    if (key !== null && beginsKey(code, open - key[0].length)) {
      path.unshift(key[1]!);
      // `{ key: { name } = other }`: it may be the other's.
      if (DEFAULT.test(text.slice(close + 1, close + 80))) known = false;
    } else if (outer !== -1 && text[outer] === "[" && /[[,]\s*$/.test(before)) known = false;
    else if (/^\s*=(?![=>])/.test(text.slice(close + 1, close + 80)) && !/:\s*$/.test(before))
      return { path, given: known ? given(text, close + 1) : null };
    else
      return isParameter(code, outer, before) ? { path, given: known ? given(text, close + 1) : null } : null;
    if (text[open] === "[") known = false;
    open = outer;
  }
  return null;
}

/** Whether what stands in the bracket behind `before` is a parameter. */
function isParameter(code: Code, bracket: number, before: string): boolean {
  const { text } = code;
  if (bracket === -1 || text[bracket] !== "(" || !/[(,]\s*$/.test(before)) return false;
  if (STATEMENT.test(text.slice(Math.max(0, bracket - 20), bracket))) return false;
  const close = code.closes(bracket);
  return close !== -1 && /^\s*(?::[^;{}=]{0,300})?(?:=>|\{)/.test(text.slice(close + 1, close + 400));
}

/** What stands behind the pattern: `: Type`, `= value`, `of list`. */
function given(text: string, behind: number): LocalValue | null {
  const at = skipSpace(text, behind);
  if (text[at] === ":") {
    const type = typeAt(text, at + 1);
    return type === "" ? null : { from: "type", type, member: "" };
  }
  if (/^of\s/.test(text.slice(at, at + 3))) {
    const [list, ...more] = valuesAt(text, at + 2) ?? [];
    return list === undefined || more.length > 0 ? null : { from: "element", of: list };
  }
  if (text[at] !== "=" || text[at + 1] === "=" || text[at + 1] === ">") return null;
  const of = valuesAt(text, at + 1);
  return of === null || of.length === 0 ? null : { from: "value", of, member: "" };
}
