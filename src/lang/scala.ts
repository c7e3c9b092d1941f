// Scala 2 and 3, sbt.
import type { Language } from "./language.ts";
import { scalaSyntax } from "./scala-syntax.ts";
import { LETTERS_AND_DOLLAR, words } from "./name-rules.ts";

const ANNOTATIONS = "(?:@\\w+(?:\\([^()]*\\))?\\s+)*";
const MODIFIERS =
  "(?:(?:private|protected|override|final|sealed|abstract|implicit|lazy|inline|transparent|open|opaque|case|infix|erased)(?:\\[\\w+\\])?\\s+)";
const HEAD = `^\\s*${ANNOTATIONS}${MODIFIERS}*`;
const ID = "[A-Za-z_$\\u0080-\\uffff][\\w$\\u0080-\\uffff]*|`[^`]+`";
const OPERATOR = "[-+*/%<>=!~^&|?:#@\\\\]+";

export const scala: Language = {
  id: "scala",
  name: "Scala",
  extensions: [".scala", ".sc", ".sbt", ".mill"],
  shebangs: ["scala", "scala-cli", "amm"],
  comments: { line: ["//"], block: [["/*", "*/"]], nested: true },
  declarations: [
    { regex: new RegExp(`${HEAD}class\\s+(?<name>${ID})`), kind: "class" },
    { regex: new RegExp(`${HEAD}trait\\s+(?<name>${ID})`), kind: "trait" },
    { regex: new RegExp(`${HEAD}(?:package\\s+)?object\\s+(?<name>${ID})`), kind: "class" },
    { regex: new RegExp(`${HEAD}enum\\s+(?<name>${ID})`), kind: "enum" },
    { regex: new RegExp(`${HEAD}def\\s+(?<name>(?:${ID})(?:_${OPERATOR})?|${OPERATOR})`), kind: "function" },
    { regex: new RegExp(`${HEAD}type\\s+(?<name>${ID})`), kind: "type" },
    // A given without a name is known by what it gives.
    {
      regex: new RegExp(
        `${HEAD}given\\s+(?<name>${ID})\\s*(?:\\[.{0,200}?\\]\\s*)?(?:\\(.{0,200}?\\)\\s*)*:`,
      ),
      kind: "implementation",
    },
    {
      regex: new RegExp(`${HEAD}given\\s+(?:\\[.{0,200}?\\]\\s*(?:=>\\s*)?)?(?<name>${ID})`),
      kind: "implementation",
    },
    {
      regex: new RegExp(
        `${HEAD}extension\\s*(?:\\[.{0,200}?\\]\\s*)?\\(\\s*(?:using\\s+)?\\w+\\s*:\\s*(?<name>${ID})`,
      ),
      kind: "implementation",
    },
    // Inside methods `val` is a local name: members stand at a small indent or have a modifier.
    {
      regex: new RegExp(
        `^(?: {0,2}|\\t)(?:${ANNOTATIONS}${MODIFIERS}*)(?:val|var)\\s+(?<name>${ID})\\s*(?:[:=]|$)`,
      ),
      kind: "property",
    },
    {
      regex: new RegExp(
        `^\\s+${ANNOTATIONS}(?:(?:private|protected|override|final|implicit)(?:\\[\\w+\\])?\\s+)+(?:lazy\\s+)?(?:val|var)\\s+(?<name>${ID})\\s*[:=]`,
      ),
      kind: "property",
    },
    { regex: /^package\s+(?!object\b)(?<name>[\w.]+)\s*[{:]/, kind: "namespace" },
  ],
  imports: [
    { regex: /^\s*(?:import|export)\s+(?<name>[\w$.]+?)(?:\.(?:_|\*|given|\{.*))?\s*(?:,.*|\bas\b.*)?$/ },
  ],
  extent: "indent",
  strings: [
    { open: '"""', close: '"""', multiline: true, escape: "" },
    { open: '"', close: '"' },
    { open: "'", close: "'", char: true },
  ],
  names: {
    form: LETTERS_AND_DOLLAR,
    reserved: words(
      "abstract case catch class def do else enum export extends false final finally for given if implicit import lazy match new null object override package private protected return sealed super then this throw trait true try type val var while with yield",
    ),
  },
  syntax: scalaSyntax,
};
