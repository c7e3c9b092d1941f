// The types that the library exports, as they stand in the sources: each with what it refers to. Read as text: the sources
// are formatted, so a declaration ends where its brackets do.
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";

export interface TypeDeclaration {
  name: string;
  /** Without `export`, with its doc comment. */
  text: string;
}

/** The types named, then those that they refer to, each once. */
export function typesOf(file: string, names: readonly string[]): TypeDeclaration[] {
  const found = new Map<string, TypeDeclaration>();
  const left = names.map((name) => ({ file, name }));
  while (left.length > 0) {
    const { file: from, name } = left.shift()!;
    if (found.has(name)) continue;
    const place = placeOf(from, name);
    if (place === null) continue;
    const text = declarationOf(place, name);
    if (text === null) continue;
    found.set(name, { name, text });
    for (const other of referencesOf(text)) left.push({ file: place, name: other });
  }
  return [...found.values()];
}

/** The names that a file exports as types. */
export function exportedTypes(file: string): string[] {
  const text = read(file);
  const passedOn = [...text.matchAll(/^export type \{([^}]*)\}/gm)].flatMap((m) => m[1]!.split(","));
  const own = [...text.matchAll(/^export (?:interface|type) (\w+)/gm)].map((m) => m[1]!);
  const all = starsOf(file).flatMap((from) => exportedTypes(from));
  return [...passedOn.map((name) => name.trim()).filter((name) => name !== ""), ...own, ...all];
}

/** The files whose types are passed on all together. */
function starsOf(file: string): string[] {
  const stars = read(file).matchAll(/^export type \* from "(\.[^"]+)";/gm);
  return [...stars].map(([, from]) => join(dirname(file), from!));
}

const texts = new Map<string, string>();

function read(file: string): string {
  let text = texts.get(file);
  if (text === undefined) texts.set(file, (text = readFileSync(file, "utf8")));
  return text;
}

function headOf(name: string): RegExp {
  return new RegExp(`^(?:export )?(?:interface|type) ${name}\\b[^{=]*[{=]`, "m");
}

/** The file that declares the name as it is known in `file`. */
function placeOf(file: string, name: string): string | null {
  const text = read(file);
  if (headOf(name).test(text)) return file;
  for (const [, names, from] of text.matchAll(
    /^(?:import|export)\s[^;]*?\{([^}]*)\}\s*from\s*"(\.[^"]+)";/gm,
  )) {
    const known = names!.split(",").map((part) => part.trim().replace(/^type /, ""));
    if (known.includes(name)) return placeOf(join(dirname(file), from!), name);
  }
  for (const from of starsOf(file)) if (exportedTypes(from).includes(name)) return placeOf(from, name);
  return null;
}

function declarationOf(file: string, name: string): string | null {
  const text = read(file);
  const head = headOf(name).exec(text);
  if (head === null) return null;
  const end = endOf(text, head.index + head[0].length - 1);
  const doc = /\/\*\*(?:(?!\*\/)[\s\S])*\*\/\n$/.exec(text.slice(0, head.index))?.[0] ?? "";
  const declared = text.slice(head.index, end).replace(/^export /, "");
  return doc + (listed(text, declared) ?? declared);
}

/** Where what begins with `{` or `=` ends. */
function endOf(text: string, start: number): number {
  let depth = 0;
  for (let i = start; i < text.length; i++) {
    const c = text[i]!;
    if (c === "/" && (text[i + 1] === "*" || text[i + 1] === "/")) {
      i = text.indexOf(text[i + 1] === "*" ? "*/" : "\n", i) + 1;
    } else if ("{[(".includes(c)) depth++;
    else if ("}])".includes(c)) {
      depth--;
      if (depth === 0 && text[start] === "{") return i + 1;
    } else if (c === ";" && depth === 0) return i + 1;
  }
  return text.length;
}

/** `(typeof LIST)[number]` and `keyof typeof TABLE` with the names that they stand for. */
function listed(text: string, declared: string): string | null {
  const of = /^type (\w+) = (?:\(typeof (\w+)\)\[number\]|keyof typeof (\w+));$/.exec(declared);
  if (of === null) return null;
  const [, name, list, table] = of;
  const start = new RegExp(`const ${list ?? table}\\b[^=]*= `).exec(text);
  if (start === null) return null;
  const at = start.index + start[0].length;
  const body = text.slice(at, endOf(text, at));
  const values =
    list === undefined
      ? [...body.matchAll(/^ {2}"?([\w-]+)"?:/gm)].map((m) => m[1]!)
      : [...body.matchAll(/"([^"]+)"/g)].map((m) => m[1]!);
  return values.length === 0 ? null : `type ${name} = ${values.map((v) => `"${v}"`).join(" | ")};`;
}

/** Names of types in a declaration, its comments aside. */
function referencesOf(text: string): string[] {
  const code = text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/g, "").replaceAll(/"[^"]*"/g, '""');
  return [...new Set([...code.matchAll(/\b[A-Z]\w*/g)].map((m) => m[0]))];
}
