// How lines of CSS, SCSS and Less declare: rules by their selector, mixins, functions, variables.
import type { DeclarationPattern, ImportPattern } from "./language.ts";

export const stylesheetDeclarations: readonly DeclarationPattern[] = [
  { regex: /^\s*@(?:mixin|function)\s+(?<name>[\w-]+)/, kind: "function" },
  { regex: /^\s*@(?:-\w+-)?keyframes\s+(?<name>[\w-]+)/, kind: "rule" },
  { regex: /^\s*@(?:property|layer|container|counter-style|namespace)\s+(?<name>[\w.-]+)/, kind: "rule" },
  { regex: /^\s*(?<name>@(?:media|supports|font-face|page)[^{};]{0,200}?)\s*\{/, kind: "rule" },
  { regex: /^\s*\$(?<name>[\w-]+)\s*:/, kind: "variable" },
  {
    regex:
      /^\s*@(?<name>(?!media\b|import\b|use\b|forward\b|charset\b|plugin\b|include\b|extend\b|if\b|else\b|for\b|each\b|while\b|return\b|apply\b|tailwind\b)[\w-]+)\s*:(?!hover|focus)/,
    kind: "variable",
  },
  { regex: /^\s*(?<name>--[\w-]+)\s*:/, kind: "variable" },
  { regex: /^\s*%(?<name>[\w-]+)\s*\{/, kind: "rule" },
  { regex: /^\s*(?<name>[.#&:*\w[>+~][^{};]{0,300}?)\s*\{/, kind: "rule" },
];

export const stylesheetImports: readonly ImportPattern[] = [
  { regex: /^\s*@(?:import|use|forward|reference)\s+(?:\([^)]*\)\s*)?(?:url\()?["']?(?<name>[\w@./:~-]+)/ },
];
