// What do attribute files say about a path? Lines `pattern name=value -name name`, macros, later lines before earlier.
import { toBytes } from "./wildmatch.ts";

/** Text for `name=value`, true for `name`, false for `-name`, null for `!name`. */
export type AttributeValue = string | boolean | null;

export interface AttributeLine {
  pattern: string;
  attributes: readonly (readonly [name: string, value: AttributeValue])[];
}

export interface AttributeFile {
  lines: readonly AttributeLine[];
  /** `[attr]name …`: what setting `name` sets as well. */
  macros: ReadonlyMap<string, AttributeLine["attributes"]>;
}

/** Git ignores longer lines and larger files. */
const MOST_LINE = 2_048;
export const MOST_ATTRIBUTE_BYTES = 100 * 1024 * 1024;

export function parseAttributes(content: Buffer): AttributeFile {
  const lines: AttributeLine[] = [];
  const macros = new Map<string, AttributeLine["attributes"]>();
  const text = content.toString("utf8").replace(/^\ufeff/, "");
  for (const written of text.split("\n")) {
    const line = written.replace(/^[ \t\r]+/, "");
    if (line === "" || line[0] === "#" || line.length >= MOST_LINE) continue;
    const macro = line.startsWith("[attr]");
    const head = macro ? readWord(line.slice("[attr]".length).trimStart()) : readPattern(line);
    // A pattern that starts with `!` is forbidden here.
    if (head.word === "" || (!macro && head.word[0] === "!")) continue;
    const attributes = head.rest
      .split(/[ \t\r]+/)
      .filter((part) => part !== "")
      .map(readAttribute);
    if (macro) macros.set(head.word, attributes);
    else lines.push({ pattern: head.word, attributes });
  }
  return { lines, macros };
}

function readWord(text: string): { word: string; rest: string } {
  const end = text.search(/[ \t\r]/);
  return end === -1 ? { word: text, rest: "" } : { word: text.slice(0, end), rest: text.slice(end) };
}

const ESCAPES: Readonly<Record<string, string>> = {
  a: "\x07",
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
  v: "\v",
};

/** A pattern with blanks in it stands in quotes, C style. */
function readPattern(line: string): { word: string; rest: string } {
  const quoted = /^"((?:[^"\\]|\\.)*)"/.exec(line);
  if (quoted === null) return readWord(line);
  const bytes = toBytes(quoted[1]!).replace(/\\([0-7]{3}|.)/g, (_, escape: string) =>
    escape.length === 3
      ? String.fromCharCode(Number.parseInt(escape, 8) & 0xff)
      : (ESCAPES[escape] ?? escape),
  );
  return { word: Buffer.from(bytes, "latin1").toString("utf8"), rest: line.slice(quoted[0].length) };
}

function readAttribute(part: string): readonly [string, AttributeValue] {
  if (part[0] === "-") return [part.slice(1), false];
  if (part[0] === "!") return [part.slice(1), null];
  const equals = part.indexOf("=");
  return equals === -1 ? [part, true] : [part.slice(0, equals), part.slice(equals + 1)];
}

/**
 * The value of an attribute for a path, or null. `files` come from the strongest to the weakest, each with its own test
 * of patterns; macros hold for all of them.
 */
export function attributeOf(
  files: readonly { file: AttributeFile; matches(pattern: string): boolean }[],
  name: string,
): AttributeValue {
  const macros = new Map<string, AttributeLine["attributes"]>();
  for (const { file } of files) {
    for (const [macro, sets] of file.macros) if (!macros.has(macro)) macros.set(macro, sets);
  }
  for (const { file, matches } of files) {
    for (let i = file.lines.length - 1; i >= 0; i--) {
      const line = file.lines[i]!;
      const value = valueIn(line.attributes, name, macros, 0);
      if (value !== undefined && matches(line.pattern)) return value;
    }
  }
  return null;
}

/** Macros may name macros; a circle ends here. */
const MOST_MACROS = 8;

function valueIn(
  attributes: AttributeLine["attributes"],
  name: string,
  macros: ReadonlyMap<string, AttributeLine["attributes"]>,
  depth: number,
): AttributeValue | undefined {
  for (let i = attributes.length - 1; i >= 0; i--) {
    const [given, value] = attributes[i]!;
    if (given === name) return value;
    const sets = value === true && depth < MOST_MACROS ? macros.get(given) : undefined;
    if (sets !== undefined) {
      const inner = valueIn(sets, name, macros, depth + 1);
      if (inner !== undefined) return inner;
    }
  }
  return undefined;
}
