// Rust.
import type { Language } from "./language.ts";
import { rustSyntax } from "./rust-syntax.ts";
import { LETTERS, words } from "./name-rules.ts";

export const rust: Language = {
  id: "rust",
  name: "Rust",
  extensions: [".rs"],
  shebangs: ["rust-script"],
  comments: { line: ["//"], block: [["/*", "*/"]], nested: true },
  declarations: [
    {
      regex:
        /^\s*(?:pub(?:\([^)]*\))?\s+)?(?:(?:default|const|async|unsafe|safe|extern(?:\s+"[^"]*")?)\s+)*fn\s+(?:r#)?(?<name>\w+)/,
      kind: "function",
    },
    { regex: /^\s*(?:pub(?:\([^)]*\))?\s+)?(?:struct|union)\s+(?<name>\w+)/, kind: "struct" },
    { regex: /^\s*(?:pub(?:\([^)]*\))?\s+)?enum\s+(?<name>\w+)/, kind: "enum" },
    { regex: /^\s*(?:pub(?:\([^)]*\))?\s+)?(?:unsafe\s+)?(?:auto\s+)?trait\s+(?<name>\w+)/, kind: "trait" },
    // `impl Trait for Type` is named for the type; `for<'a>` has no space after it.
    {
      regex:
        /^\s*(?:default\s+)?(?:unsafe\s+)?impl\b.*?\sfor\s+(?:&\s*)?(?:'\w+\s+)?(?:mut\s+)?(?:dyn\s+)?(?:\w+::)*(?<name>[A-Za-z_]\w*)/,
      kind: "implementation",
    },
    {
      regex: /^\s*(?:unsafe\s+)?impl(?:\s*<.*?>)?\s+(?:\w+::)*(?<name>[A-Za-z_]\w*)/,
      kind: "implementation",
    },
    { regex: /^\s*(?:pub(?:\([^)]*\))?\s+)?mod\s+(?<name>\w+)/, kind: "module" },
    { regex: /^\s*(?:pub(?:\([^)]*\))?\s+)?macro(?:_rules!)?\s+(?<name>\w+)/, kind: "macro" },
    { regex: /^\s*(?:pub(?:\([^)]*\))?\s+)?type\s+(?<name>\w+)/, kind: "type" },
    {
      regex: /^\s*(?:pub(?:\([^)]*\))?\s+)?(?:const|static)\s+(?:mut\s+)?(?<name>\w+)\s*:/,
      kind: "constant",
    },
  ],
  imports: [
    { regex: /^\s*(?:pub(?:\([^)]*\))?\s+)?use\s+(?:::)?(?<name>\w+(?:::\w+)*)/ },
    { regex: /^\s*(?:pub(?:\([^)]*\))?\s+)?mod\s+(?<name>\w+)\s*;/ },
    { regex: /^\s*(?:pub(?:\([^)]*\))?\s+)?extern\s+crate\s+(?<name>\w+)/ },
  ],
  extent: "indent",
  strings: [
    { open: 'r#"', close: '"#', multiline: true, escape: "" },
    { open: 'r"', close: '"', multiline: true, escape: "" },
    { open: '"', close: '"', multiline: true },
    { open: "'", close: "'", char: true },
  ],
  attached: ["#[", "#!["],
  names: {
    form: LETTERS,
    reserved: words(
      "as break const continue crate dyn else enum extern false fn for if impl in let loop match mod move mut pub ref return self Self static struct super trait true type unsafe use where while async await abstract become box do final macro override priv try typeof unsized virtual yield",
    ),
  },
  syntax: rustSyntax,
};
