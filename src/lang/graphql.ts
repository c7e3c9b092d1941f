// GraphQL: schemas and operations.
import type { Language } from "./language.ts";

export const graphql: Language = {
  id: "graphql",
  name: "GraphQL",
  extensions: [".graphql", ".gql", ".graphqls"],
  comments: { line: ["#"], block: [] },
  declarations: [
    { regex: /^\s*(?:extend\s+)?type\s+(?<name>\w+)/, kind: "type" },
    { regex: /^\s*(?:extend\s+)?interface\s+(?<name>\w+)/, kind: "interface" },
    { regex: /^\s*(?:extend\s+)?input\s+(?<name>\w+)/, kind: "struct" },
    { regex: /^\s*(?:extend\s+)?enum\s+(?<name>\w+)/, kind: "enum" },
    { regex: /^\s*(?:extend\s+)?(?:union|scalar)\s+(?<name>\w+)/, kind: "type" },
    { regex: /^\s*directive\s+@(?<name>\w+)/, kind: "macro" },
    { regex: /^\s*(?:query|mutation|subscription)\s+(?<name>\w+)/, kind: "function" },
    { regex: /^\s*fragment\s+(?<name>\w+)\s+on\b/, kind: "function" },
    { regex: /^(?:extend\s+)?(?<name>schema)\b/, kind: "section" },
    { regex: /^ {2}(?<name>\w+)\s*(?:\((?:[^)]*\))?)?\s*:\s*[[\w]/, kind: "field" },
    { regex: /^ {2}(?<name>\w+)\s*\(\s*$/, kind: "field" },
    { regex: /^ {2}(?<name>[A-Z][A-Z0-9_]*)\s*(?:@.*)?$/, kind: "constant" },
  ],
  imports: [{ regex: /^#\s*import\s+["'](?<name>[^"']+)["']/ }],
  extent: "indent",
  strings: [
    { open: '"""', close: '"""', multiline: true, doc: true },
    { open: '"', close: '"', doc: true },
  ],
  attached: ['"'],
};
