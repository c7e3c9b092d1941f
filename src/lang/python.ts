// Python.
import type { Language } from "./language.ts";
import { pythonSyntax } from "./python-syntax.ts";
import { LETTERS, words } from "./name-rules.ts";

export const python: Language = {
  id: "python",
  name: "Python",
  extensions: [".py", ".pyi", ".pyw"],
  fileNames: ["SConstruct", "SConscript", "wscript"],
  shebangs: ["python", "python2", "python3", "pypy", "pypy3", "uv"],
  comments: { line: ["#"], block: [] },
  declarations: [
    { regex: /^\s*class\s+(?<name>[\w\u0080-\uffff]+)/, kind: "class" },
    { regex: /^(?:async\s+)?def\s+(?<name>[\w\u0080-\uffff]+)/, kind: "function" },
    { regex: /^\s+(?:async\s+)?def\s+(?<name>[\w\u0080-\uffff]+)/, kind: "method" },
    { regex: /^type\s+(?<name>[A-Za-z_]\w*)\s*(?:\[.*\])?\s*=/, kind: "type" },
    { regex: /^(?<name>[A-Z_][A-Z0-9_]*)\s*(?::[^=]+)?=(?!=)/, kind: "constant" },
    { regex: /^(?<name>[A-Za-z_]\w*)\s*(?::[^=]+)?=(?!=)/, kind: "variable" },
  ],
  imports: [{ regex: /^\s*from\s+(?<name>[\w.]+)\s+import\b/ }, { regex: /^\s*import\s+(?<name>[\w.]+)/ }],
  extent: "indent",
  // Nearly every triple-quoted text that starts a line is a docstring.
  strings: [
    { open: '"""', close: '"""', multiline: true, doc: true },
    { open: "'''", close: "'''", multiline: true, doc: true },
    { open: '"', close: '"' },
    { open: "'", close: "'" },
  ],
  names: {
    form: LETTERS,
    reserved: words(
      "False None True and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield",
    ),
  },
  syntax: pythonSyntax,
};
