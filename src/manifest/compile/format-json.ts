// JSON as the format keeps a tool: keys by code point, two blanks a level, all but ASCII escaped.
import { compareCodePoints } from "../../base/order.ts";
import { isNumberWord } from "./json-words.ts";

/** Of a value that `parseJsonWords` gave, which is never deeper than the stack: the parser refuses what is. */
export function formatJson(value: unknown, indent = ""): string {
  if (value === null || typeof value !== "object" || isNumberWord(value)) return ascii(JSON.stringify(value));
  const inner = `${indent}  `;
  if (Array.isArray(value)) {
    if (value.length === 0) return "[]";
    return `[\n${value.map((entry) => inner + formatJson(entry, inner)).join(",\n")}\n${indent}]`;
  }
  const entries = Object.entries(value);
  if (entries.length === 0) return "{}";
  const lines = entries
    .sort(([a], [b]) => compareCodePoints(a, b))
    .map(([key, entry]) => `${inner}${ascii(JSON.stringify(key))}: ${formatJson(entry, inner)}`);
  return `{\n${lines.join(",\n")}\n${indent}}`;
}

function ascii(json: string): string {
  return json.replaceAll(
    /[\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
