// How lines of C and C++ declare and include. One list for both: a `.h` may be either.
import type { DeclarationPattern, ImportPattern } from "./language.ts";

/** Words that a statement starts with: what follows is no type. */
const NOT_A_TYPE =
  "(?!(?:return|else|if|for|while|switch|case|do|goto|typedef|using|namespace|delete|throw|new|co_return|co_await|co_yield|default|and|or|not|public|private|protected|class|union|enum|template|concept|requires|static_assert|friend\\s+class|friend\\s+struct)\\b)";
/** Names that a parenthesis follows without making them functions. */
const NOT_A_NAME =
  "(?!(?:__attribute__|__declspec|alignas|decltype|if|for|while|switch|return|sizeof|defined|catch|noexcept|throw|typeof|requires|and|or|not|assert|static_assert|explicit|new|delete|alignof)\\b)";
const TEMPLATE = "(?:template\\s*<.{0,300}>\\s*)?";
const ATTRIBUTES =
  "(?:(?:__attribute__\\s*\\(\\([^()]*(?:\\([^()]*\\)[^()]*)*\\)\\)|__declspec\\(\\w+\\)|\\[\\[[^\\]]*\\]\\]|alignas\\([^()]*\\)|explicit\\([^()]*\\))\\s*)*";
/** One word of a type with what may cling to it, and the gap behind it. */
const TYPE_WORD = "[A-Za-z_][\\w:]*(?:<[^;(){}=]{0,200}>(?:::\\w+)*)?(?:\\s+|\\s*[*&]+\\s*)";
const TYPE = `${NOT_A_TYPE}(?:${TYPE_WORD}){1,6}?`;
const OPERATOR = 'operator\\s*(?:\\(\\)|\\[\\]|[^\\s\\w(]+|""\\s*\\w+|new|delete|bool|\\w+)';
const NAME = `${NOT_A_NAME}(?<name>~?[A-Za-z_]\\w*|${OPERATOR})`;
const QUALIFIER = "(?:[A-Za-z_]\\w*(?:<[^;(){}=]{0,100}>)?::)";
/** Export macros between `class` and the name. */
const EXPORT_MACRO = "(?:[A-Z][A-Z0-9_]+(?:\\([^()]*\\))?\\s+)?";

const types: DeclarationPattern[] = [
  // Without a value it is a guard or a switch.
  { regex: /^\s*#\s*define\s+(?<name>\w+)(?:\(|\s+[^\s/])/, kind: "macro" },
  {
    regex: new RegExp(
      `^\\s*${TEMPLATE}(?:typedef\\s+)?class\\s+${ATTRIBUTES}${EXPORT_MACRO}(?:\\w+::)*(?<name>\\w+)\\s*(?:<.{0,200}>)?\\s*(?:final\\s*)?(?:[:{]|$)`,
    ),
    kind: "class",
  },
  {
    regex: new RegExp(
      `^\\s*${TEMPLATE}(?:typedef\\s+|static\\s+|const\\s+)*(?:struct|union)\\s+${ATTRIBUTES}${EXPORT_MACRO}(?:\\w+::)*(?<name>\\w+)\\s*(?:<.{0,200}>)?\\s*(?:final\\s*)?(?:[:{]|$)`,
    ),
    kind: "struct",
  },
  {
    regex: new RegExp(
      `^\\s*(?:typedef\\s+)?enum\\s+(?:class\\s+|struct\\s+)?${ATTRIBUTES}(?:\\w+::)*(?<name>\\w+)\\s*(?:[:{]|$)`,
    ),
    kind: "enum",
  },
  { regex: /^\s*(?:inline\s+)?namespace\s+(?<name>\w+(?:::\w+)*)\s*(?:\{|$)/, kind: "namespace" },
  { regex: new RegExp(`^\\s*${TEMPLATE}concept\\s+(?<name>\\w+)\\s*=`), kind: "interface" },
  { regex: new RegExp(`^\\s*${TEMPLATE}using\\s+(?<name>\\w+)\\s*=`), kind: "type" },
  // `typedef int (*name)(…);`
  { regex: /^\s*typedef\s+[^;{}(]{1,120}\(\s*\*\s*(?<name>\w+)\s*\)/, kind: "type" },
  { regex: /^\s*typedef\s+[^;{}(]{1,200}?\b(?<name>\w+)(?:\[\w*\])?\s*;/, kind: "type" },
  // The name at the end of `typedef struct { … } name;`
  { regex: /^\}\s*(?<name>\w+)\s*;/, kind: "type" },
];

const functions: DeclarationPattern[] = [
  // A test or handler made by a macro: `TEST_F(Suite, name) {`, `TEST_IMPL(name) {`.
  {
    regex:
      /^\s*(?:[A-Z][A-Z0-9_]*(?:TEST|BENCHMARK|IMPL|CASE|DECLARE)[A-Z0-9_]*|TEST|BENCHMARK)\s*\(\s*(?:\w+\s*,\s*)?"?(?<name>\w[^",()]{0,80})/,
    kind: "function",
  },
  // Defined outside its class, constructors included. At an indent only if nothing ends the statement.
  {
    regex: new RegExp(`^${TEMPLATE}${ATTRIBUTES}(?:${TYPE})?${QUALIFIER}+${NAME}\\s*\\(`),
    kind: "method",
  },
  {
    regex: new RegExp(`^\\s+${TEMPLATE}(?:${TYPE})?${QUALIFIER}+${NAME}\\s*\\([^;]*\\)[^;=]*\\{[^}]*$`),
    kind: "method",
  },
  // A type, a name and `(` at the margin: a definition or a prototype.
  {
    regex: new RegExp(
      `^${TEMPLATE}${ATTRIBUTES}${TYPE}${ATTRIBUTES}${NAME}\\s*\\((?!\\s*\\*\\s*\\w+\\s*\\))`,
    ),
    kind: "function",
  },
  // The type stands on the line above (GNU style).
  { regex: /^(?<name>[A-Za-z_]\w*)\s*\([^;{}]*\)\s*$/, below: /^\{/, kind: "function" },
  // At an indent a prototype looks like a variable with arguments, so the line may not end the statement …
  {
    regex: new RegExp(
      `^\\s+${TEMPLATE}${ATTRIBUTES}${TYPE}${ATTRIBUTES}${NAME}\\s*\\((?=[^;]*$|[^;]*\\)[^;]*\\{)`,
    ),
    kind: "function",
  },
  // … unless what follows or stands before it tells.
  {
    regex: new RegExp(
      `^\\s+${TEMPLATE}${ATTRIBUTES}${TYPE}${ATTRIBUTES}${NAME}\\s*\\([^;]*\\)\\s*(?:const|override|noexcept|final|=\\s*0|=\\s*default|=\\s*delete)\\b`,
    ),
    kind: "method",
  },
  {
    regex: new RegExp(
      `^\\s+${TEMPLATE}(?:(?:virtual|static|inline|constexpr|friend|extern|explicit)\\s+)+(?:${TYPE})?${NAME}\\s*\\(`,
    ),
    kind: "method",
  },
  // Constructors and destructors inside their class.
  { regex: /^\s+(?:virtual\s+)?(?<name>~\w+)\s*\(/, kind: "method" },
  {
    regex:
      /^\s+(?!(?:if|for|while|switch|catch|return|sizeof)\b)(?<name>[A-Za-z_]\w*)\s*\((?:[^;()]|\([^;()]*\))*\)\s*(?:noexcept\s*)?(?::\s*\w+\s*[({][^;]*)?\{/,
    kind: "constructor",
    member: true,
  },
];

const values: DeclarationPattern[] = [
  {
    regex:
      /^(?:(?:static|const|constexpr|constinit|extern|inline|thread_local|volatile)\s+)+[A-Za-z_][\w:<>,*&\s]{0,120}?[\s*&](?<name>[A-Za-z_]\w*)\s*(?:\[[^\]]*\]\s*)*(?:=(?!=)|\{|;)/,
    kind: "constant",
  },
];

export const cDeclarations: readonly DeclarationPattern[] = [...types, ...functions, ...values];

export const cImports: readonly ImportPattern[] = [
  { regex: /^\s*#\s*(?:include|import)\s*[<"](?<name>[^>"]+)[>"]/ },
  { regex: /^\s*(?:export\s+)?import\s+(?<name>[\w.:]+)\s*;/ },
];
