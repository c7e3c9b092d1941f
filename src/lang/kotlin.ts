// Kotlin, scripts included.
import { kotlinSyntax } from "./kotlin-syntax.ts";
import type { Language } from "./language.ts";
import { LETTERS, words } from "./name-rules.ts";

const ANNOTATIONS = "(?:@[\\w.:]+(?:\\([^()]*\\))?\\s+)*";
const MODIFIERS =
  "(?:(?:public|private|protected|internal|open|abstract|final|sealed|data|inline|value|annotation|enum|inner|companion|override|suspend|operator|infix|tailrec|external|expect|actual|const|lateinit)\\s+)";
const HEAD = `^\\s*${ANNOTATIONS}${MODIFIERS}*`;
const ID = "[\\w\\u0080-\\uffff]+|`[^`]+`";
/** `List<T>.`, `Foo?.`: the type that an extension extends. */
const RECEIVER = "(?:[^\\s(=.][^(=]{0,200}?\\.)?";
/** Type parameters before the name. */
const PARAMETERS = "(?:<[^()]{1,200}>\\s*)?";

export const kotlin: Language = {
  id: "kotlin",
  name: "Kotlin",
  extensions: [".kt", ".kts"],
  comments: { line: ["//"], block: [["/*", "*/"]], nested: true },
  declarations: [
    {
      regex: new RegExp(`^\\s*${ANNOTATIONS}${MODIFIERS}*enum\\s+class\\s+(?<name>${ID})`),
      kind: "enum",
    },
    { regex: new RegExp(`${HEAD}class\\s+(?<name>${ID})`), kind: "class" },
    { regex: new RegExp(`${HEAD}(?:fun\\s+)?interface\\s+(?<name>${ID})`), kind: "interface" },
    { regex: new RegExp(`${HEAD}object\\s+(?<name>${ID})`), kind: "class" },
    {
      regex: new RegExp(`${HEAD}fun\\s+${PARAMETERS}${RECEIVER}(?<name>${ID})\\s*\\(`),
      kind: "function",
    },
    { regex: new RegExp(`${HEAD}typealias\\s+(?<name>${ID})`), kind: "type" },
    { regex: new RegExp(`${HEAD}const\\s+val\\s+(?<name>${ID})`), kind: "constant" },
    // Inside functions `val` is a local name: members are told by a modifier, the rest by standing at the margin.
    {
      regex: new RegExp(
        `^(?:${ANNOTATIONS}${MODIFIERS}*|\\s+${ANNOTATIONS}${MODIFIERS}+)(?:val|var)\\s+${PARAMETERS}${RECEIVER}(?<name>${ID})\\s*(?:[:=]|by\\b|$)`,
      ),
      kind: "property",
    },
    { regex: new RegExp(`^\\s+${ANNOTATIONS}${MODIFIERS}*(?<name>constructor)\\s*\\(`), kind: "constructor" },
  ],
  imports: [{ regex: /^\s*import\s+(?<name>[\w.`]+?)(?:\.\*)?\s*(?:\bas\b.*)?;?\s*$/ }],
  extent: "indent",
  strings: [
    { open: '"""', close: '"""', multiline: true, escape: "" },
    { open: '"', close: '"' },
    { open: "'", close: "'", char: true },
  ],
  names: {
    form: LETTERS,
    reserved: words(
      "as break class continue do else false for fun if in interface is null object package return super this throw true try typealias typeof val var when while",
    ),
  },
  syntax: kotlinSyntax,
};
