// What does a document say of itself before it begins? The YAML between two lines of three dashes at its head. A document
// whose YAML is none keeps its text, and what its plain `key: value` lines say.
import type * as Yaml from "yaml";
import type { YamlLibrary } from "./yaml-words.ts";
import { plainFrontMatter } from "./plain-front-matter.ts";

export interface FrontMatter {
  /** As YAML types it: numbers, dates as texts, maps as `Map`. */
  data: ReadonlyMap<string, unknown>;
  /** A single value as it is written, so that `1.10` stays `1.10`; undefined where there is none, or it is empty. */
  text: (...path: string[]) => string | undefined;
  /** Entries of a list, as they are written; empty where the value is no list. */
  list: (key: string) => string[];
  /** Index of the first line of the body; blank lines below the front matter are not of it. */
  body: number;
  /** What is wrong with it, with the line of the file. */
  fault: string | null;
}

/** All that is asked of it, as plain data. */
export interface KeptMatter {
  body: number;
  fault: string | null;
  /** By the path of each as JSON. */
  texts: Readonly<Record<string, string>>;
  lists: Readonly<Record<string, string[]>>;
}

export function keepMatter({ data, text, list, body, fault }: FrontMatter): KeptMatter {
  const texts: [string, string][] = [];
  const lists: [string, string[]][] = [];
  for (const [key, value] of data) {
    const inner = value instanceof Map ? [...value.keys()].map((name) => [key, String(name)]) : [];
    for (const path of [[key], ...inner]) {
      const found = text(...path);
      if (found !== undefined) texts.push([JSON.stringify(path), found]);
    }
    const entries = list(key);
    if (entries.length > 0) lists.push([key, entries]);
  }
  return { body, fault, texts: Object.fromEntries(texts), lists: Object.fromEntries(lists) };
}

export function matterOf({ body, fault, texts, lists }: KeptMatter): Omit<FrontMatter, "data"> {
  const own = <T>(all: Readonly<Record<string, T>>, key: string): T | undefined =>
    Object.hasOwn(all, key) ? all[key] : undefined;
  return {
    body,
    fault,
    text: (...path) => own(texts, JSON.stringify(path)),
    list: (key) => [...(own(lists, key) ?? [])],
  };
}

/** In UTF-16 code units: what is longer is no description of a document. */
const MOST_LENGTH = 256_000;
const FENCE = /^---[ \t]*$/;
/** YAML ends with three dots as well. */
const END = /^(?:---|\.\.\.)[ \t]*$/;
const NONE: Omit<FrontMatter, "body"> = {
  data: new Map(),
  text: () => undefined,
  list: () => [],
  fault: null,
};

/** `lines`: of the whole file, without a byte order mark. */
export function frontMatterOf(lines: readonly string[], yaml: YamlLibrary): FrontMatter {
  if (lines[0] === undefined || !FENCE.test(lines[0])) return { ...NONE, body: 0 };
  let end = 1;
  while (end < lines.length && !END.test(lines[end]!)) end++;
  if (end === lines.length) return { ...NONE, body: 0 };
  let body = end + 1;
  while (body < lines.length && lines[body] === "") body++;
  return { ...read(lines.slice(1, end), yaml), body };
}

function read(lines: readonly string[], yaml: YamlLibrary): Omit<FrontMatter, "body"> {
  const source = lines.join("\n");
  if (source.length > MOST_LENGTH) return { ...NONE, fault: `it is longer than ${MOST_LENGTH} characters` };
  const simple = plainFrontMatter(lines);
  if (simple !== null) return simple;
  let document: Yaml.Document.Parsed;
  let data: unknown;
  try {
    document = yaml.parseDocument(source, { prettyErrors: true, logLevel: "error" });
    const [fault] = document.errors.filter(({ code }) => code !== "DUPLICATE_KEY");
    if (fault !== undefined) return plain(lines, said(fault));
    // Aliases of aliases are refused by the library.
    data = document.toJS({ mapAsMap: true });
  } catch (error) {
    return plain(lines, `it can't be read (${(error as Error).message.split("\n")[0]})`);
  }
  if (!(data instanceof Map)) {
    return { ...NONE, fault: data === null ? null : "it is no map of names to values" };
  }
  const written = (node: unknown): string | undefined => {
    const found = yaml.isAlias(node) ? node.resolve(document) : node;
    if (!yaml.isScalar(found) || found.value === null) return undefined;
    const text = typeof found.value === "string" ? found.value : (found.source ?? String(found.value));
    return text.trim() === "" ? undefined : text.trim();
  };
  const [twice] = document.errors;
  return {
    data: new Map([...data].map(([key, value]) => [String(key), value])),
    text: (...path) => written(document.getIn(path, true)),
    list: (key) => {
      const found = document.get(key, true) as unknown;
      return yaml.isSeq(found) ? found.items.flatMap((item) => written(item) ?? []) : [];
    },
    fault: twice === undefined ? null : said(twice),
  };
}

function said({ message, linePos }: Yaml.YAMLParseError): string {
  // The first line of the file is the one with the dashes.
  const line = linePos === undefined ? "" : `line ${linePos[0].line + 1}: `;
  return `${line}${message.split("\n")[0]!.replace(/ at line \d+, column \d+:?$/, "")}`;
}

/** Lines that are `key: value` by themselves. */
function plain(lines: readonly string[], fault: string): Omit<FrontMatter, "body"> {
  const data = new Map<string, string>();
  for (const line of lines) {
    const [, key, value = ""] = /^([\w-]+):[ \t]+(\S.*)$/.exec(line) ?? [];
    if (key === undefined || data.has(key)) continue;
    const bare = value.trim().replace(/^(["'])(.*)\1$/, "$2");
    // A part of what goes on in the next lines, or of a list that has no end, would say something else.
    if (/^[[{&*|>"']/.test(bare)) continue;
    data.set(key, bare);
  }
  return {
    data,
    text: (key, ...more) => (more.length > 0 ? undefined : data.get(key!)),
    list: () => [],
    fault,
  };
}
