// What of a client's settings may be shown? They hold other programs' keys: names, brackets and what Pith writes, and of all
// else only that it is there. Lines stay lines.
import { endOf, parseJson } from "./json-tree.ts";
import type { JsonNode } from "./json-tree.ts";
import { tomlStatements } from "./toml-statements.ts";

/** Texts, remarks and numbers. */
const JSON_PARTS = /"(?:[^"\\\r\n]|\\.)*"|\/\/[^\r\n]*|\/\*.*?\*\/|-?\d[\d.eE+-]*/gs;

/** `ours`: the nodes that are shown whole. */
export function concealJson(text: string, ours: (root: JsonNode) => readonly JsonNode[]): string {
  const { root } = parseJson("", text);
  const shown = root === undefined ? [] : ours(root);
  return text.replaceAll(JSON_PARTS, (part, at: number) => {
    if (shown.some((node) => at >= node.offset && at < endOf(node))) return part;
    const end = at + part.length;
    if (part.startsWith('"')) return /^\s*:/.test(text.slice(end, end + 200)) ? part : '"…"';
    return part.startsWith("//") ? "// …" : blanked(part);
  });
}

/** `path`: of the table of which the values of `names` are shown. */
export function concealToml(text: string, path: readonly string[], names: readonly string[]): string {
  let done = 0;
  let shown = "";
  let isOurs = false;
  for (const { start, end, header, key } of tomlStatements(text)) {
    shown += withoutRemarks(text.slice(done, start));
    if (header !== null)
      isOurs = header.length === path.length && path.every((name, i) => header[i] === name);
    const statement = text.slice(start, end);
    const isShown = key === null || (isOurs && key.length === 1 && names.includes(key[0]!));
    const value = isShown ? -1 : statement.indexOf("=");
    shown +=
      value === -1 ? statement : `${statement.slice(0, value + 1)} ${blanked(statement.slice(value + 1))}`;
    done = end;
  }
  return shown + withoutRemarks(text.slice(done));
}

function withoutRemarks(text: string): string {
  return text.replaceAll(/#[^\r\n]*/g, "# …");
}

function blanked(text: string): string {
  return text.replaceAll(/[^\r\n]+/g, "…");
}
