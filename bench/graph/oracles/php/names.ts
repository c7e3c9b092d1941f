// The names of a PHP file and where they stand, by a parser that isn't Pith's (php-parser): what is called, what is declared,
// what a type names as its bases.
import { createRequire } from "node:module";
import type { Role } from "../../truth.ts";

export interface Named {
  file: string;
  sites: [number, number, string, Role][];
  /** Line, column, name, kind, line of the type around it or 0. */
  declared: [number, number, string, string, number][];
  /** Line, column, name, places of the bases. */
  types: [number, number, string, [number, number, string][]][];
  /** Names under which something is imported. */
  aliases: string[];
  /** Where `new class` stands, and the line of the class. */
  made: [number, number, number][];
  /** The parser's error. */
  failed: string;
}

interface Node {
  kind: string;
  loc?: { start: Position; end: Position };
  [field: string]: unknown;
}

interface Position {
  line: number;
  column: number;
  offset: number;
}

interface Parser {
  parseCode(text: string, path: string): Node;
}

const require = createRequire(new URL("../../../peers/graph/package.json", import.meta.url));
const { Engine } = require("php-parser") as { Engine: new (options: unknown) => Parser };
const parser = new Engine({
  parser: { php8: true, suppressErrors: false, version: "8.4" },
  ast: { withPositions: true },
  lexer: { short_tags: false },
});

const TYPES: Record<string, string> = {
  class: "class",
  interface: "interface",
  trait: "trait",
  enum: "enum",
};

export function namesOf(file: string, text: string): Named {
  const named: Named = { file, sites: [], declared: [], types: [], aliases: [], made: [], failed: "" };
  let tree: Node;
  try {
    tree = parser.parseCode(text, file);
  } catch (error) {
    named.failed = String(error);
    return named;
  }
  const last = (node: Node): [number, number, string] | null => {
    // The last part of a name, where it ends.
    const { start, end } = node.loc ?? {};
    if (start === undefined || end === undefined) return null;
    const written = text.slice(start.offset, end.offset);
    const match = /^([\w\\\u0080-\uffff]*?)([\w\u0080-\uffff]+)$/.exec(written);
    if (match === null) return null;
    return [start.line, start.column + match[1]!.length + 1, match[2]!];
  };
  const nameAfter = (from: number, name: string): [number, number] => {
    const at = text.indexOf(name, from);
    const line = text.slice(0, at).split("\n").length;
    return [line, at - (text.lastIndexOf("\n", at - 1) + 1) + 1];
  };
  const declare = (node: Node, name: string, kind: string, type: number): [number, number] => {
    const own = node["name"] as Node | string;
    const place: [number, number] =
      typeof own === "object" && own.loc !== undefined
        ? [own.loc.start.line, own.loc.start.column + 1]
        : nameAfter(wordOf(text, node.loc!.start.offset, kind), name);
    named.declared.push([...place, name, kind, type]);
    return place;
  };
  const walk = (node: unknown, type: number): void => {
    if (Array.isArray(node)) {
      for (const one of node) walk(one, type);
      return;
    }
    if (node === null || typeof node !== "object" || !("kind" in node)) return;
    const here = node as Node;
    let inner = type;
    const kind = TYPES[here.kind];
    if (kind !== undefined) {
      const name = nameOf(here["name"]);
      const bases = [here["extends"], here["implements"]]
        .flat()
        .filter((b): b is Node => b !== null && typeof b === "object" && b !== undefined);
      const traits = (Array.isArray(here["body"]) ? (here["body"] as Node[]) : [])
        .filter((b) => b.kind === "traituse")
        .flatMap((b) => b["traits"] as Node[]);
      const places = [...bases, ...traits].map(last).filter((p) => p !== null);
      if (name === "") {
        inner = here.loc!.start.line;
        named.types.push([inner, here.loc!.start.column + 1, "class", places]);
      } else {
        const [line, column] = declare(here, name, kind, 0);
        inner = line;
        named.types.push([line, column, name, places]);
      }
    } else if (here.kind === "function") {
      if (nameOf(here["name"]) !== "") declare(here, nameOf(here["name"]), "function", 0);
    } else if (here.kind === "method") {
      const name = nameOf(here["name"]);
      declare(here, name, name.toLowerCase() === "__construct" ? "constructor" : "method", type);
    } else if (here.kind === "call") {
      const what = here["what"] as Node;
      const callee = what.kind.endsWith("lookup") ? (what["offset"] as Node) : what;
      const place =
        callee.kind === "identifier" || callee.kind === "name" || callee.kind === "constref"
          ? last(callee)
          : null;
      if (place !== null) named.sites.push([...place, "call"]);
    } else if (here.kind === "new") {
      const what = here["what"] as Node;
      const isName =
        what.kind === "name" ||
        what.kind === "selfreference" ||
        what.kind === "parentreference" ||
        what.kind === "staticreference";
      // A class without a name runs the constructor of its base.
      if (what.kind === "class" && nameOf(what["name"]) === "")
        named.made.push([...nameAfter(here.loc!.start.offset, "class"), what.loc!.start.line]);
      const place = isName ? last(what) : null;
      if (place !== null) named.sites.push([...place, "new"]);
    } else if (here.kind === "useitem") {
      const alias = nameOf(here["alias"]);
      if (alias !== "") named.aliases.push(alias);
    } else if (here.kind === "attribute") {
      const at = here.loc?.start;
      const name = String(here["name"]);
      const short = /[\w\u0080-\uffff]+$/.exec(name)?.[0] ?? "";
      if (at !== undefined && short !== "") {
        const [line, column] = nameAfter(at.offset, short);
        named.sites.push([line, column, short, "decorator"]);
      }
    }
    for (const [field, value] of Object.entries(here)) {
      if (field !== "loc" && field !== "leadingComments" && field !== "trailingComments") walk(value, inner);
    }
  };
  walk(tree, 0);
  return named;
}

function nameOf(name: unknown): string {
  if (typeof name === "string") return name;
  if (name !== null && typeof name === "object" && "name" in name) return String(name.name);
  return "";
}

/** Behind the word that declares. */
function wordOf(text: string, from: number, kind: string): number {
  const word = TYPES[kind] ?? "function";
  const at = text.slice(from).search(new RegExp(`\\b${word}\\b`, "i"));
  return from + Math.max(0, at) + word.length;
}
