// How configuration files of TypeScript and JavaScript are read: JSON with comments, lists in YAML, patterns of folders;
// and the paths in them.
import { isRecord } from "../base/record.ts";
import { folderPattern } from "./folder-pattern.ts";

export function folderOf(path: string): string {
  const slash = path.lastIndexOf("/");
  return slash === -1 ? "" : path.slice(0, slash);
}

export function parentOf(folder: string): string | null {
  return folder === "" ? null : folderOf(folder);
}

export function under(folder: string, name: string): string {
  return folder === "" ? name : `${folder}/${name}`;
}

/** A relative path from a folder, or null where it leaves the root. */
export function joined(folder: string, written: string): string | null {
  const parts = written.startsWith("/") || folder === "" ? [] : folder.split("/");
  for (const part of written.split(/[/\\]/)) {
    if (part === "" || part === ".") continue;
    if (part !== "..") parts.push(part);
    else if (parts.pop() === undefined) return null;
  }
  return parts.join("/");
}

/** JSON with comments and trailing commas; null where it is none. */
export function readJson(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(plainJson(text));
    return isRecord(value) ? value : null;
  } catch {
    return null;
  }
}

function plainJson(text: string): string {
  // What is not closed goes to its end, so that no letter is looked at again.
  const plain = text.replace(/"(?:[^"\\\n]|\\.)*"?|\/\/[^\n]*|\/\*[^]*?(?:\*\/|$)/g, (part) =>
    part.startsWith('"') ? part : " ",
  );
  return plain.replace(/"(?:[^"\\\n]|\\.)*"?|,(?=\s*[}\]])/g, (part) => (part.startsWith('"') ? part : ""));
}

/** A longer line is no name of a folder. In UTF-16 code units. */
const LONGEST_ITEM = 4096;

/** The strings of a list at the top of a YAML file. */
export function listOfYaml(text: string, key: string): string[] {
  const lines = text.split("\n");
  const start = lines.findIndex((line) => new RegExp(`^${key}\\s*:`).test(line));
  if (start === -1) return [];
  const inline = /\[(.*)\]/.exec(lines[start]!)?.[1];
  if (inline !== undefined)
    return inline
      .split(",")
      .map((item) => unquoted(item))
      .filter(Boolean);
  const items: string[] = [];
  for (const line of lines.slice(start + 1)) {
    if (line.length > LONGEST_ITEM) break;
    if (/^\s*(?:#.*)?$/.test(line)) continue;
    const item = /^\s*-\s*(.*?)\s*(?:\s#.*)?$/.exec(line)?.[1];
    if (item === undefined) break;
    items.push(unquoted(item));
  }
  return items;
}

function unquoted(text: string): string {
  return text.trim().replace(/^(["'])(.*)\1$/, "$2");
}

/** Patterns of workspaces: `*` for one folder, `**` for any, `!` takes back. */
export function matcher(globs: readonly string[]): (folder: string) => boolean {
  const rules = globs.map((glob) => {
    const negated = glob.startsWith("!");
    const plain = glob.replace(/^!/, "").replace(/^\.\//, "").replace(/\/+$/, "");
    return { negated, matches: folderPattern(plain) };
  });
  return (folder) => {
    let matched = false;
    for (const { negated, matches } of rules) if (matches(folder)) matched = !negated;
    return matched;
  };
}
