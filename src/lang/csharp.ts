// C#.
import { csharpSyntax } from "./csharp-syntax.ts";
import type { Language } from "./language.ts";
import { words } from "./name-rules.ts";

const ATTRIBUTES = "(?:\\[[^\\]]*\\]\\s*)*";
const MODIFIERS =
  "(?:(?:public|private|protected|internal|static|sealed|abstract|partial|virtual|override|async|readonly|unsafe|extern|new|file|required|ref|volatile|event|implicit|explicit)\\s+)";
const HEAD = `^\\s*${ATTRIBUTES}${MODIFIERS}*`;
/** Words that a statement starts with: what follows is no type. */
const NOT_A_TYPE =
  "(?!(?:return|new|await|throw|yield|else|using|lock|if|while|for|foreach|switch|case|goto|in|is|as|out|and|or|not|do|catch|finally|get|set|where|from|select|let|when|namespace|class|delegate)\\b)";
const TYPE = `${NOT_A_TYPE}(?:\\w[\\w.:]*(?:<[^()=;]*>)?|\\([^()]*\\))(?:\\?|\\[[\\s,]*\\]|\\*)*`;

export const csharp: Language = {
  id: "csharp",
  name: "C#",
  extensions: [".cs", ".csx"],
  comments: { line: ["//"], block: [["/*", "*/"]] },
  declarations: [
    { regex: /^\s*namespace\s+(?<name>[\w.]+)/, kind: "namespace" },
    { regex: new RegExp(`${HEAD}(?:record\\s+)?class\\s+(?<name>\\w+)`), kind: "class" },
    { regex: new RegExp(`${HEAD}(?:record\\s+)?struct\\s+(?<name>\\w+)`), kind: "struct" },
    { regex: new RegExp(`${HEAD}record\\s+(?!class\\b|struct\\b)(?<name>\\w+)\\s*[(<:{;]`), kind: "class" },
    { regex: new RegExp(`${HEAD}interface\\s+(?<name>\\w+)`), kind: "interface" },
    { regex: new RegExp(`${HEAD}enum\\s+(?<name>\\w+)`), kind: "enum" },
    { regex: new RegExp(`${HEAD}delegate\\s+${TYPE}\\s+(?<name>\\w+)\\s*[(<]`), kind: "type" },
    { regex: new RegExp(`${HEAD}const\\s+${TYPE}\\s+(?<name>\\w+)\\s*=`), kind: "constant" },
    // A modifier and a name before `(`: without a type between them it is a constructor.
    { regex: new RegExp(`^\\s+${ATTRIBUTES}${MODIFIERS}+(?<name>[A-Z]\\w*)\\s*\\(`), kind: "constructor" },
    { regex: /^\s+(?<name>~\w+)\s*\(\s*\)/, kind: "method" },
    {
      regex: new RegExp(`${HEAD}(?:${TYPE}\\s+)?operator\\s+(?<name>[^\\s(]+|true|false)\\s*\\(`),
      kind: "method",
    },
    {
      regex: new RegExp(`${HEAD}${TYPE}\\s+(?:[\\w<>,]+\\.)?(?<name>\\w+)\\s*(?:<[^()=;]*>)?\\s*\\(`),
      kind: "method",
    },
    {
      regex: new RegExp(
        `^\\s+${ATTRIBUTES}${MODIFIERS}+${TYPE}\\s+(?:[\\w<>,]+\\.)?(?<name>\\w+)\\s*(?:\\{\\s*(?:$|get|set|init|add|private|protected|internal)|=>)`,
      ),
      kind: "property",
    },
    {
      regex: new RegExp(`^\\s+${ATTRIBUTES}${MODIFIERS}+${TYPE}\\s+(?<name>\\w+)\\s*$`),
      below: /^\s*\{/,
      kind: "property",
    },
    { regex: new RegExp(`^\\s+${ATTRIBUTES}${MODIFIERS}+${TYPE}\\s+(?<name>\\w+)\\s*[=;]`), kind: "field" },
  ],
  imports: [
    { regex: /^\s*(?:global\s+)?using\s+(?:static\s+)?(?:\w+\s*=\s*)?(?<name>[\w.]+)(?:<[^;]*>)?\s*;/ },
  ],
  extent: "indent",
  strings: [
    { open: '"""', close: '"""', multiline: true, escape: "" },
    { open: '@"', close: '"', multiline: true, escape: "" },
    { open: '@$"', close: '"', multiline: true, escape: "" },
    { open: '"', close: '"' },
    { open: "'", close: "'", char: true },
  ],
  attached: ["["],
  marginal: ["#"],
  names: {
    form: /^@?[\p{L}\p{Nl}_][\p{L}\p{Nl}\p{N}\p{M}\p{Pc}]*$/u,
    reserved: words(
      "abstract as base bool break byte case catch char checked class const continue decimal default delegate do double else enum event explicit extern false finally fixed float for foreach goto if implicit in int interface internal is lock long namespace new null object operator out override params private protected public readonly ref return sbyte sealed short sizeof stackalloc static string struct switch this throw true try typeof uint ulong unchecked unsafe ushort using virtual void volatile while",
    ),
  },
  syntax: csharpSyntax,
};
