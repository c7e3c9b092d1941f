// Dart.
import { dartSyntax } from "./dart-syntax.ts";
import type { Language } from "./language.ts";
import { LETTERS_AND_DOLLAR, words } from "./name-rules.ts";

const NOT_A_TYPE =
  "(?!(?:return|await|throw|new|else|if|for|while|switch|case|yield|assert|in|is|as|import|export|part|library|do|try|catch|finally|const|var|super|this|on|rethrow|default)\\b)";
const MODIFIERS = "(?:(?:static|external|late|final|const|covariant|abstract|augment|var)\\s+)";
const TYPE = `${NOT_A_TYPE}[A-Za-z_$][\\w$.]*(?:<[^()=;]*>)?\\??`;
const ID = "[A-Za-z_$][\\w$]*";

export const dart: Language = {
  id: "dart",
  name: "Dart",
  extensions: [".dart"],
  comments: { line: ["//"], block: [["/*", "*/"]], nested: true },
  declarations: [
    {
      regex: new RegExp(
        `^(?:(?:abstract|base|final|sealed|interface|mixin|augment)\\s+)*class\\s+(?<name>${ID})`,
      ),
      kind: "class",
    },
    { regex: new RegExp(`^(?:base\\s+)?mixin\\s+(?!class\\b)(?<name>${ID})`), kind: "trait" },
    {
      regex: new RegExp(`^extension\\s+(?:type\\s+)?(?:const\\s+)?(?!on\\b)(?<name>${ID})`),
      kind: "implementation",
    },
    { regex: new RegExp(`^enum\\s+(?<name>${ID})`), kind: "enum" },
    {
      regex: new RegExp(`^typedef\\s+(?:${TYPE}\\s+)?(?<name>${ID})\\s*(?:<[^()=;]*>)?\\s*[=(]`),
      kind: "type",
    },
    {
      regex: new RegExp(
        `^\\s*${MODIFIERS}*(?:${TYPE}\\s+)?get\\s+(?<name>${ID})\\s*(?:=>|\\{|async|sync|;|$)`,
      ),
      kind: "method",
    },
    { regex: new RegExp(`^\\s*${MODIFIERS}*set\\s+(?<name>${ID})\\s*\\(`), kind: "method" },
    {
      regex: new RegExp(`^\\s+(?:(?:const|external)\\s+)*factory\\s+(?<name>${ID}(?:\\.${ID})?)\\s*\\(`),
      kind: "constructor",
    },
    // `Name(`, `Name.named(` with a body, an initialiser list or field parameters.
    {
      regex: new RegExp(
        `^\\s+(?:const\\s+)?(?<name>[A-Z][\\w$]*(?:\\.${ID})?)\\((?:\\{?\\s*(?:required\\s+)?(?:this|super)\\.|\\{\\s*$|[^;]*\\)\\s*(?:[:{]|async))`,
      ),
      kind: "constructor",
    },
    {
      regex: new RegExp(`^\\s+${MODIFIERS}*${TYPE}\\s+operator\\s*(?<name>[^\\s(\\w]+)\\s*\\(`),
      kind: "method",
    },
    {
      regex: new RegExp(
        `^\\s*${MODIFIERS}*${TYPE}\\s+(?!(?:get|set|operator|Function)\\b)(?<name>${ID})\\s*(?:<[^()=;]*>)?\\((?![^()]*\\)\\s*\\.)`,
      ),
      kind: "function",
    },
    {
      regex: new RegExp(`^(?:(?:const|final|late|var)\\s+)+(?:${TYPE}\\s+)?(?<name>${ID})\\s*=`),
      kind: "constant",
    },
    {
      regex: new RegExp(`^ {2}(?:(?:static|const|final|late)\\s+)+(?:${TYPE}\\s+)?(?<name>${ID})\\s*[=;]`),
      kind: "property",
    },
  ],
  imports: [{ regex: /^\s*(?:import|export|part)\s+(?:of\s+)?["'](?<name>[^"']+)["']/ }],
  extent: "indent",
  strings: [
    { open: '"""', close: '"""', multiline: true },
    { open: "'''", close: "'''", multiline: true },
    { open: '"', close: '"' },
    { open: "'", close: "'" },
  ],
  names: {
    form: LETTERS_AND_DOLLAR,
    reserved: words(
      "assert await break case catch class const continue default do else enum extends false final finally for if in is new null rethrow return super switch this throw true try var void while with yield",
    ),
  },
  syntax: dartSyntax,
};
