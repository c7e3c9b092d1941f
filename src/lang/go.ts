// Go.
import type { Language } from "./language.ts";
import { goSyntax } from "./go-syntax.ts";
import { LETTERS, words } from "./name-rules.ts";

export const go: Language = {
  id: "go",
  name: "Go",
  extensions: [".go"],
  comments: { line: ["//"], block: [["/*", "*/"]] },
  declarations: [
    { regex: /^func\s+(?<name>[\w\u0080-\uffff]+)/, kind: "function" },
    { regex: /^func\s*\([^)]*\)\s*(?<name>[\w\u0080-\uffff]+)/, kind: "method" },
    { regex: /^type\s+(?<name>[\w\u0080-\uffff]+)\s*(?:\[.*\])?\s+struct\b/, kind: "struct" },
    { regex: /^type\s+(?<name>[\w\u0080-\uffff]+)\s*(?:\[.*\])?\s+interface\b/, kind: "interface" },
    { regex: /^type\s+(?<name>[\w\u0080-\uffff]+)/, kind: "type" },
    { regex: /^const\s+(?<name>[\w\u0080-\uffff]+)/, kind: "constant" },
    { regex: /^var\s+(?<name>[\w\u0080-\uffff]+)/, kind: "variable" },
    // Members of `type ( … )`, `const ( … )`, `var ( … )`. Lower case is left out: it would be any assignment.
    { regex: /^\t(?<name>[A-Za-z_]\w*)\s*(?:\[.*\])?\s+struct\s*\{/, kind: "struct" },
    { regex: /^\t(?<name>[A-Za-z_]\w*)\s*(?:\[.*\])?\s+interface\s*\{/, kind: "interface" },
    { regex: /^\t(?<name>[A-Z]\w*)\s+(?:[\w.*[\]]+\s+)?=\s/, kind: "constant" },
  ],
  imports: [
    { regex: /^import\s+(?:[\w.]+\s+)?"(?<name>[^"]+)"/ },
    { regex: /^\s+(?:[\w.]+\s+)?"(?<name>[^"\s]+)"\s*(?:\/\/.*)?$/ },
  ],
  extent: "indent",
  labels: true,
  strings: [
    { open: '"', close: '"' },
    { open: "`", close: "`", multiline: true, escape: "" },
    { open: "'", close: "'", char: true },
  ],
  names: {
    form: LETTERS,
    reserved: words(
      "break case chan const continue default defer else fallthrough for func go goto if import interface map package range return select struct switch type var",
    ),
  },
  syntax: goSyntax,
};
