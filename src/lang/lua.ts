// Lua and Luau.
import type { Language } from "./language.ts";
import { luaSyntax } from "./lua-syntax.ts";
import { words } from "./name-rules.ts";

export const lua: Language = {
  id: "lua",
  name: "Lua",
  extensions: [".lua", ".luau", ".rockspec"],
  fileNames: [".luacheckrc"],
  shebangs: ["lua", "luajit", "luau"],
  comments: {
    line: ["--"],
    block: [
      ["--[[", "]]"],
      ["--[=[", "]=]"],
      ["--[==[", "]==]"],
    ],
  },
  declarations: [
    { regex: /^\s*(?:local\s+)?function\s+(?:[\w.]+[.:])?(?<name>\w+)\s*\(/, kind: "function" },
    { regex: /^\s*(?:local\s+)?(?:[\w.]+\.)?(?<name>\w+)\s*=\s*function\b/, kind: "function" },
    { regex: /^\s*\[?["']?(?:[\w.]+\.)?(?<name>\w+)["']?\]?\s*=\s*function\b/, kind: "function" },
    { regex: /^\s*(?:export\s+)?type\s+(?<name>\w+)\s*(?:<[^=]*>)?\s*=/, kind: "type" },
    { regex: /^local\s+(?<name>[A-Z][A-Z0-9_]+)\s*(?:<\w+>)?\s*=/, kind: "constant" },
    { regex: /^local\s+(?<name>\w+)\s*=(?!\s*require\b)/, kind: "variable" },
    { regex: /^(?:\w+\.)+(?<name>\w+)\s*=(?!=)/, kind: "variable" },
  ],
  imports: [{ regex: /\brequire\s*\(?\s*["'](?<name>[\w./-]+)["']/ }],
  extent: "indent",
  strings: [
    { open: "[[", close: "]]", multiline: true, escape: "" },
    { open: "[=[", close: "]=]", multiline: true, escape: "" },
    { open: '"', close: '"' },
    { open: "'", close: "'" },
  ],
  attached: [],
  names: {
    form: /^[A-Za-z_]\w*$/,
    reserved: words(
      "and break do else elseif end false for function goto if in local nil not or repeat return then true until while",
    ),
  },
  syntax: luaSyntax,
};
