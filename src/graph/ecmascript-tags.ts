// Does a name stand where a tag of JSX has its attributes? Told by what stands before it, back to the beginning of the tag.
import type { Code } from "./ecmascript-code.ts";
import { backOverBlank } from "./ecmascript-keys.ts";

/** Parts of a tag before an attribute that are looked at: names, signs and values. A longer list is made by machines. */
const MOST_PARTS = 500;
/** Attributes without a value that are looked at: more words are a text between tags. */
const MOST_BARE = 20;
/** Code units of the types that a tag is given (`<List<Row> …>`). */
const LONGEST_TYPES = 400;

/** Whether nothing but attributes stands between the beginning of a tag and the offset. */
export function isAttribute(code: Code, offset: number): boolean {
  const { text } = code;
  let at = offset;
  let bare = 0;
  let hasValue = false;
  for (let parts = 0; parts < MOST_PARTS && bare <= MOST_BARE; parts++) {
    at = backOverBlank(text, at);
    if (at === 0) return false;
    const comment = code.commentAt(at - 1);
    const string = code.stringAt(at - 1);
    const c = text[at - 1]!;
    if (comment !== -1) at = comment;
    else if (string !== -1) at = string;
    else if (c === "}") at = code.opens(at - 1);
    else if (c === "=") {
      hasValue = true;
      at--;
    } else if (c === ">") at = openingAngle(code, at - 1);
    else if (/[\w$.:\u0080-\uffff-]/.test(c)) {
      while (at > 0 && /[\w$.:\u0080-\uffff-]/.test(text[at - 1]!)) at--;
      if (hasValue) hasValue = false;
      else bare++;
      if (text[at - 1] === "<") return /[A-Za-z_$]/.test(text[at]!) && !/[\w$)\]]/.test(text[at - 2] ?? "");
    } else return false;
    if (at === -1) return false;
  }
  return false;
}

/** Where the angle opens that closes at the offset, as far as names alone stand between; -1 for anything else. */
function openingAngle({ text }: Code, close: number): number {
  let depth = 0;
  for (let at = close; at > close - LONGEST_TYPES && at >= 0; at--) {
    const c = text[at]!;
    if (c === ">" && text[at - 1] !== "=") depth++;
    else if (c === "<" && --depth === 0) return at;
    else if (/[;(){}]/.test(c)) return -1;
  }
  return -1;
}
