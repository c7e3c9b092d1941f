// Swift.
import type { Language } from "./language.ts";
import { swiftSyntax } from "./swift-syntax.ts";
import { LETTERS, words } from "./name-rules.ts";

const ATTRIBUTES = "(?:@\\w+(?:\\([^()]*\\))?\\s+)*";
const MODIFIERS =
  "(?:(?:public|private|fileprivate|internal|open|package|static|class|final|override|mutating|nonmutating|required|convenience|dynamic|optional|lazy|weak|unowned|indirect|isolated|nonisolated|prefix|postfix|infix|distributed|borrowing|consuming|sending)(?:\\(\\w+\\))?\\s+)";
const HEAD = `^\\s*${ATTRIBUTES}${MODIFIERS}*`;
const ID = "[\\w\\u0080-\\uffff]+|`[^`]+`";

export const swift: Language = {
  id: "swift",
  name: "Swift",
  extensions: [".swift", ".swiftinterface"],
  shebangs: ["swift"],
  comments: { line: ["//"], block: [["/*", "*/"]], nested: true },
  declarations: [
    {
      regex: new RegExp(`${HEAD}func\\s+(?<name>${ID}|[-+*/%<>=!~^&|?.]+)\\s*[(<]`),
      kind: "function",
    },
    {
      regex: new RegExp(`${HEAD}(?:class|actor)\\s+(?!func\\b|var\\b|let\\b|subscript\\b)(?<name>${ID})`),
      kind: "class",
    },
    { regex: new RegExp(`${HEAD}struct\\s+(?<name>${ID})`), kind: "struct" },
    { regex: new RegExp(`${HEAD}enum\\s+(?<name>${ID})`), kind: "enum" },
    { regex: new RegExp(`${HEAD}protocol\\s+(?<name>${ID})`), kind: "interface" },
    { regex: new RegExp(`${HEAD}extension\\s+(?:\\w+\\.)*(?<name>${ID})`), kind: "implementation" },
    { regex: new RegExp(`${HEAD}(?<name>init)[?!]?\\s*[(<]`), kind: "constructor" },
    { regex: new RegExp(`${HEAD}(?<name>deinit)\\s*\\{`), kind: "method" },
    { regex: new RegExp(`${HEAD}(?<name>subscript)\\s*[(<]`), kind: "method" },
    { regex: new RegExp(`${HEAD}(?:typealias|associatedtype)\\s+(?<name>${ID})`), kind: "type" },
    { regex: new RegExp(`${HEAD}macro\\s+(?<name>${ID})`), kind: "macro" },
    { regex: new RegExp(`${HEAD}precedencegroup\\s+(?<name>${ID})`), kind: "type" },
    // Inside functions `let` is a local name: members are told by a modifier, the rest by standing at the margin.
    {
      regex: new RegExp(
        `^(?:${ATTRIBUTES}${MODIFIERS}*|\\s+${ATTRIBUTES}${MODIFIERS}+)(?:let|var)\\s+(?<name>${ID})`,
      ),
      kind: "property",
    },
  ],
  imports: [
    {
      regex:
        /^\s*(?:@\w+(?:\([^()]*\))?\s+)*(?:public\s+|internal\s+|private\s+)?import\s+(?:(?:struct|class|enum|protocol|func|var|let|typealias)\s+)?(?<name>[\w.]+)/,
    },
  ],
  extent: "indent",
  strings: [
    { open: '"""', close: '"""', multiline: true },
    { open: '#"', close: '"#', escape: "" },
    { open: '"', close: '"' },
  ],
  marginal: ["#if", "#else", "#elseif", "#endif"],
  names: {
    form: LETTERS,
    reserved: words(
      "associatedtype class deinit enum extension fileprivate func import init inout internal let open operator private precedencegroup protocol public rethrows static struct subscript typealias var break case catch continue default defer do else fallthrough for guard if in repeat return switch throw where while Any as await false is nil self Self super throws true try",
    ),
  },
  syntax: swiftSyntax,
};
