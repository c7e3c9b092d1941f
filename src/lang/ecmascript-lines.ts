// How lines of JavaScript and TypeScript declare and import: shared by js, jsx, ts and tsx.
import type { CommentRules, DeclarationPattern, ImportPattern, StringRule } from "./language.ts";

export const ecmascriptComments: CommentRules = { line: ["//"], block: [["/*", "*/"]] };

export const ecmascriptStrings: readonly StringRule[] = [
  { open: '"', close: '"' },
  { open: "'", close: "'" },
  { open: "`", close: "`", multiline: true },
];

// Letters beyond ASCII are all let through: a compiler refuses the wrong ones, a line pattern need not.
const ID = "[A-Za-z_$\\u0080-\\uffff][\\w$\\u0080-\\uffff]*";
const EXPORT = "(?:export\\s+)?(?:default\\s+)?(?:declare\\s+)?";
/** The value is a function: `function`, `x =>`, `(…) =>`, or an open parameter list that goes on below. */
const FUNCTION_VALUE = `(?:async\\b\\s*)?(?:function\\b|${ID}\\s*=>|(?:<[^()]*>\\s*)?\\((?:.*=>|[^)]*$))`;
/** A type annotation before `=`, one arrow in it at most. Bounded, since a line may be long. */
const ANNOTATION = "(?::[^=]{1,200}(?:=>[^=]{0,200})?)?";
const MODIFIER =
  "(?:public|private|protected|static|override|abstract|readonly|async|get|set|accessor|declare)\\s+";
/** Words that stand before `(` without being a method's name. */
const NOT_A_METHOD =
  "(?!(?:if|for|while|switch|catch|function|return|with|new|typeof|await|throw|do|else|yield|super|import|void|delete|case|in|of|instanceof)\\b)";

const values: DeclarationPattern[] = [
  { regex: new RegExp(`^\\s*${EXPORT}(?:async\\s+)?function\\s*\\*?\\s*(?<name>${ID})`), kind: "function" },
  {
    regex: new RegExp(`^\\s*${EXPORT}(?:abstract\\s+)?class\\s+(?!extends\\b)(?<name>${ID})`),
    kind: "class",
  },
  {
    regex: new RegExp(
      `^\\s*${EXPORT}(?:const|let|var)\\s+(?<name>${ID})\\s*${ANNOTATION}\\s*=\\s*${FUNCTION_VALUE}`,
    ),
    kind: "function",
  },
  {
    regex: new RegExp(`^\\s*${EXPORT}(?:const|let|var)\\s+(?<name>${ID})\\s*=\\s*class\\b`),
    kind: "class",
  },
  { regex: new RegExp(`^(?:\\s*export\\s+)?(?:declare\\s+)?const\\s+(?<name>${ID})`), kind: "constant" },
  {
    regex: new RegExp(`^(?:\\s*export\\s+)?(?:declare\\s+)?(?:let|var)\\s+(?<name>${ID})`),
    kind: "variable",
  },
];

const members: DeclarationPattern[] = [
  { regex: new RegExp(`^\\s+(?:${MODIFIER})*(?<name>constructor)\\s*\\(`), kind: "constructor" },
  // `name(…) {` at an indent. A callback at the end of a call (`=> {`, `function`) is not a body.
  {
    regex: new RegExp(
      `^\\s+(?:${MODIFIER})*(?:\\*\\s*)?${NOT_A_METHOD}(?<name>#?${ID})\\??\\s*(?:<[^(]*>)?\\((?=[^{]*\\{)(?!.*(?:=>\\s*\\{|\\bfunction\\b)).*\\)\\s*(?::[^{]*)?\\{`,
    ),
    kind: "method",
  },
  // A modifier says that it is a method even where the parameters or the body go on below.
  {
    regex: new RegExp(
      `^\\s+(?:${MODIFIER})+(?:\\*\\s*)?${NOT_A_METHOD}(?<name>#?${ID})\\??\\s*(?:<[^(]*>)?\\((?!.*=>\\s*\\{)`,
    ),
    kind: "method",
  },
  {
    regex: new RegExp(`^\\s+(?:${MODIFIER})*(?<name>#?${ID})\\s*${ANNOTATION}\\s*=\\s*${FUNCTION_VALUE}`),
    kind: "method",
  },
  {
    regex: new RegExp(
      `^\\s+["']?(?<name>${ID})["']?\\s*:\\s*(?:async\\b\\s*)?(?:function\\b|${ID}\\s*=>|\\([^()]*\\)\\s*(?::[^=]{1,200})?=>)`,
    ),
    kind: "method",
  },
  { regex: new RegExp(`^\\s*(?:module\\.)?exports\\.(?<name>${ID})\\s*=`), kind: "constant" },
  { regex: new RegExp(`^\\s*${ID}(?:\\.${ID})*\\.prototype\\.(?<name>${ID})\\s*=`), kind: "method" },
  { regex: new RegExp(`^\\s*${ID}(?:\\.${ID})*\\.(?<name>${ID})\\s*=\\s*${FUNCTION_VALUE}`), kind: "method" },
];

const types: DeclarationPattern[] = [
  { regex: new RegExp(`^\\s*${EXPORT}interface\\s+(?<name>${ID})`), kind: "interface" },
  { regex: new RegExp(`^\\s*${EXPORT}type\\s+(?<name>${ID})\\s*(?:[<=]|$)`), kind: "type" },
  { regex: new RegExp(`^\\s*${EXPORT}(?:const\\s+)?enum\\s+(?<name>${ID})`), kind: "enum" },
  {
    regex: new RegExp(`^\\s*${EXPORT}(?:namespace|module)\\s+["']?(?<name>[\\w$./@-]+)["']?\\s*\\{`),
    kind: "namespace",
  },
  // Members without a body: interfaces, overloads, declaration files.
  {
    regex: new RegExp(
      `^\\s+(?:readonly\\s+)?${NOT_A_METHOD}(?<name>${ID})\\??\\s*(?:<[^(]*>)?\\([^;]*\\)\\s*:\\s*[^;{=]+;\\s*$`,
    ),
    kind: "method",
  },
];

export const javascriptDeclarations: readonly DeclarationPattern[] = [...values, ...members];
/** Types come first: `const enum` is not a constant. */
export const typescriptDeclarations: readonly DeclarationPattern[] = [...types, ...values, ...members];

export const ecmascriptImports: readonly ImportPattern[] = [
  { regex: /^\s*(?:import|export)\b[^"']*\bfrom\s*["'](?<name>[^"']+)["']/ },
  { regex: /^\s*\}\s*from\s*["'](?<name>[^"']+)["']/ },
  { regex: /^\s*import\s*["'](?<name>[^"']+)["']/ },
  { regex: /\b(?:require|import)\(\s*["'`](?<name>[^"'`]+)["'`]\s*\)/ },
];
