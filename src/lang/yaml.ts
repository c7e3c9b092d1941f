// YAML: keys at the margin, and blocks one step in.
import type { Language } from "./language.ts";

export const yaml: Language = {
  id: "yaml",
  name: "YAML",
  extensions: [".yaml", ".yml", ".eyaml"],
  fileNames: [
    ".clang-format",
    ".clang-tidy",
    ".clangd",
    ".yamllint",
    "CITATION.cff",
    "pubspec.lock",
    "yarn.lock",
  ],
  comments: { line: ["#"], block: [] },
  declarations: [
    { regex: /^["']?(?<name>[^\s"'#:{}[\],&*!|>%@`-][^"'#:{}]{0,100}?)["']?\s*:(?:\s|$)/, kind: "key" },
    {
      regex: /^ {2}["']?(?<name>[\w./@-][\w./@ -]{0,100}?)["']?\s*:\s*(?:[|>&][\w+-]*\s*)?(?:#.*)?$/,
      kind: "key",
    },
  ],
  imports: [],
  extent: "indent",
  strings: [
    { open: '"', close: '"' },
    { open: "'", close: "'", escape: "" },
  ],
  attached: [],
  continues: ["-"],
  data: true,
  wordsHead: 64_000,
  sections: "yaml",
};
