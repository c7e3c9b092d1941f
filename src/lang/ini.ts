// INI and its kin: sections, and keys with their values.
import type { Language } from "./language.ts";

export const ini: Language = {
  id: "ini",
  name: "INI",
  extensions: [
    ".ini",
    ".cfg",
    ".conf",
    ".cnf",
    ".properties",
    ".desktop",
    ".service",
    ".env",
    ".inf",
    ".reg",
  ],
  fileNames: [
    ".editorconfig",
    ".gitconfig",
    ".gitmodules",
    ".gitattributes",
    ".gitignore",
    ".dockerignore",
    ".npmrc",
    ".flake8",
    ".coveragerc",
    ".pylintrc",
    ".env",
    ".env.example",
    "Procfile",
  ],
  comments: { line: ["#", ";"], block: [] },
  declarations: [
    { regex: /^\s*\[(?<name>[^\]]{1,200})\]/, kind: "section", level: 1 },
    { regex: /^(?:export\s+)?(?<name>[\w][\w.\-/]{0,120})\s*[=:]/, kind: "key", level: 2 },
  ],
  imports: [],
  extent: "heading",
  strings: [],
  attached: [],
  data: true,
};
