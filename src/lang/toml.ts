// TOML: tables, and the keys in them.
import type { Language } from "./language.ts";

export const toml: Language = {
  id: "toml",
  name: "TOML",
  extensions: [".toml"],
  fileNames: ["Cargo.lock", "poetry.lock", "uv.lock", "pdm.lock", "Pipfile", "Gopkg.lock"],
  comments: { line: ["#"], block: [] },
  declarations: [
    { regex: /^\s*\[{1,2}\s*(?<name>[^\]#]{1,200}?)\s*\]{1,2}/, kind: "table", level: 1 },
    { regex: /^["']?(?<name>[\w.-]+)["']?\s*=/, kind: "key", level: 2 },
  ],
  imports: [],
  extent: "heading",
  strings: [
    { open: '"""', close: '"""', multiline: true },
    { open: "'''", close: "'''", multiline: true, escape: "" },
    { open: '"', close: '"' },
    { open: "'", close: "'", escape: "" },
  ],
  attached: [],
  data: true,
  wordsHead: 16_000,
  sections: "toml",
};
