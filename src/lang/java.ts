// Java.
import type { Language } from "./language.ts";
import { javaSyntax } from "./java-syntax.ts";
import { LETTERS_AND_DOLLAR, words } from "./name-rules.ts";

const MODIFIERS =
  "(?:(?:public|protected|private|static|final|abstract|sealed|non-sealed|strictfp|synchronized|native|default|transient|volatile)\\s+)";
const ANNOTATIONS = "(?:@[\\w.]+(?:\\([^)]*\\))?\\s+)*";
const ID = "[A-Za-z_$\\u0080-\\uffff][\\w$\\u0080-\\uffff]*";
/** Words that a statement starts with: what follows is no type. */
const NOT_A_TYPE = "(?!(?:return|new|throw|else|assert|case|yield|do|package|import|instanceof)\\b)";
const TYPE = `${NOT_A_TYPE}[A-Za-z_$\\u0080-\\uffff][\\w.$\\u0080-\\uffff]*(?:<[^()=;]*>)?(?:\\s*\\[\\s*\\])*`;
export const java: Language = {
  id: "java",
  name: "Java",
  extensions: [".java"],
  comments: { line: ["//"], block: [["/*", "*/"]] },
  declarations: [
    { regex: new RegExp(`^\\s*${ANNOTATIONS}${MODIFIERS}*class\\s+(?<name>${ID})`), kind: "class" },
    { regex: new RegExp(`^\\s*${ANNOTATIONS}${MODIFIERS}*@?interface\\s+(?<name>${ID})`), kind: "interface" },
    { regex: new RegExp(`^\\s*${ANNOTATIONS}${MODIFIERS}*enum\\s+(?<name>${ID})`), kind: "enum" },
    { regex: new RegExp(`^\\s*${ANNOTATIONS}${MODIFIERS}*record\\s+(?<name>${ID})\\s*[(<]`), kind: "class" },
    {
      regex: new RegExp(
        `^\\s+${ANNOTATIONS}${MODIFIERS}+(?:<[^()=;]*>\\s*)?(?!(?:new|return)\\b)(?<name>[A-Z]\\w*)\\s*\\(`,
      ),
      kind: "constructor",
    },
    {
      regex: new RegExp(
        `^\\s+${ANNOTATIONS}${MODIFIERS}*(?:<[^()=;]*>\\s*)?${TYPE}\\s+(?<name>${ID})\\s*\\(`,
      ),
      kind: "method",
    },
    // A constructor without a modifier.
    { regex: /^\s+(?<name>[A-Z]\w*)\s*\([^;=]*\)\s*(?:throws[^{]*)?\{\s*$/, kind: "constructor" },
    {
      regex: new RegExp(`^\\s+${ANNOTATIONS}${MODIFIERS}+${TYPE}\\s+(?<name>[A-Z][A-Z0-9_]*)\\s*=`),
      kind: "constant",
    },
  ],
  imports: [{ regex: /^\s*import\s+(?:static\s+)?(?<name>[\w.]+?)(?:\.\*)?\s*;/ }],
  extent: "indent",
  strings: [
    { open: '"""', close: '"""', multiline: true },
    { open: '"', close: '"' },
    { open: "'", close: "'", char: true },
  ],
  names: {
    form: LETTERS_AND_DOLLAR,
    reserved: words(
      "abstract assert boolean break byte case catch char class const continue default do double else enum extends final finally float for goto if implements import instanceof int interface long native new package private protected public return short static strictfp super switch synchronized this throw throws transient try void volatile while true false null _",
    ),
  },
  syntax: javaSyntax,
};
