// Zig.
import type { Language } from "./language.ts";
import { zigSyntax } from "./zig-syntax.ts";
import { words } from "./name-rules.ts";

const NAME = '(?<name>[A-Za-z_]\\w*|@"[^"]*")';
const CONST = `^\\s*(?:pub\\s+)?(?:export\\s+|threadlocal\\s+)?const\\s+${NAME}\\s*(?::[^=]{1,100})?=\\s*`;

export const zig: Language = {
  id: "zig",
  name: "Zig",
  extensions: [".zig", ".zon"],
  comments: { line: ["//"], block: [] },
  declarations: [
    {
      regex: new RegExp(
        `^\\s*(?:pub\\s+)?(?:export\\s+|extern\\s+(?:"[^"]*"\\s+)?|inline\\s+|noinline\\s+)*fn\\s+${NAME}\\s*\\(`,
      ),
      kind: "function",
    },
    { regex: new RegExp(`${CONST}(?:extern\\s+|packed\\s+)?(?:struct|opaque)\\b`), kind: "struct" },
    { regex: new RegExp(`${CONST}(?:extern\\s+|packed\\s+)?union\\b`), kind: "struct" },
    { regex: new RegExp(`${CONST}(?:enum\\b|error\\s*\\{)`), kind: "enum" },
    { regex: /^\s*test\s+"(?<name>[^"]+)"/, kind: "function" },
    { regex: /^\s*test\s+(?<name>[A-Za-z_][\w.]*)\s*\{/, kind: "function" },
    {
      regex: new RegExp(
        `^(?:pub\\s+)?(?:export\\s+|extern\\s+(?:"[^"]*"\\s+)?|threadlocal\\s+)?(?:const|var)\\s+${NAME}\\s*(?::|=(?!\\s*@import))`,
      ),
      kind: "constant",
    },
    { regex: new RegExp(`^\\s+pub\\s+(?:const|var)\\s+${NAME}\\s*(?::|=(?!\\s*@import))`), kind: "constant" },
  ],
  imports: [{ regex: /@import\(\s*"(?<name>[^"]+)"\s*\)/ }],
  extent: "indent",
  strings: [
    { open: "\\\\", close: "\n", escape: "" },
    { open: '"', close: '"' },
    { open: "'", close: "'", char: true },
  ],
  attached: [],
  names: {
    form: /^[A-Za-z_]\w*$/,
    reserved: words(
      "addrspace align allowzero and anyframe anytype asm async await break callconv catch comptime const continue defer else enum errdefer error export extern fn for if inline linksection noalias noinline nosuspend opaque or orelse packed pub resume return struct suspend switch test threadlocal try union unreachable usingnamespace var volatile while",
    ),
  },
  syntax: zigSyntax,
};
