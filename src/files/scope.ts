// Which files are meant by `src`, `*.ts`, `packages/*/test`, `!vendor`? One syntax for scopes, include and exclude.
//
// A pattern without wildcards is a file or a folder, from the root. A pattern with wildcards and without a slash is
// matched with the names of files and folders at any depth, one with a slash from the root; `**` crosses folders and
// `{a,b}` stands for either. A folder that matches stands for all that is in it. `!` takes out; the last pattern that
// matches decides. A name that holds wildcard signs (`app/[id]/page.tsx`) also matches itself.
import { PithError } from "../base/error.ts";
import { nearestNames } from "../base/order.ts";
import { compileWild, toBytes } from "../git/wildmatch.ts";
import { shownPath } from "../redact/shown-path.ts";
import { outside } from "./guard.ts";
import type { Root } from "./guard.ts";
import { findPackages } from "./packages.ts";
import type { ReadText } from "./read.ts";
import { withForwardSlashes, withoutRoot } from "./root-prefix.ts";

export interface Scope {
  matches(path: string): boolean;
  /** False where no file below the folder can match. */
  mayHoldMatches(folder: string): boolean;
  /** True where every file below the folder, whatever its name, matches. */
  holdsAll(folder: string): boolean;
  /** The patterns in one line; `all files` for none. */
  describe: string;
  patterns: readonly string[];
}

interface Pattern {
  text: string;
  negative: boolean;
  test: (path: string) => boolean;
  /** The folder in which every match lies; empty for the root. */
  folder: string;
}

/** Braces may not make more patterns than this of one. */
const MOST_ALTERNATIVES = 64;

export interface ScopeOptions {
  /** Absolute path of the root: patterns that start with it are taken from there. */
  root?: string;
  /** What a pattern with wildcards is matched with, for a path: by matching more and more of it, one could learn it all. */
  seen?: (path: string) => string;
}

export function compileScope(patterns: readonly string[], options: ScopeOptions = {}): Scope {
  const compiled = patterns.map((pattern) => compilePattern(pattern, options));
  const positive = compiled.filter((pattern) => !pattern.negative);
  const allByDefault = positive.length === 0;
  const anyNegative = positive.length < compiled.length;
  const matches = (path: string) => {
    for (let i = compiled.length - 1; i >= 0; i--) {
      const pattern = compiled[i]!;
      if (pattern.test(path)) return !pattern.negative;
    }
    return allByDefault;
  };
  return {
    patterns,
    describe: patterns.length === 0 ? "all files" : patterns.join(" "),
    matches,
    holdsAll: (folder) => !anyNegative && matches(folder),
    mayHoldMatches(folder) {
      if (allByDefault) return true;
      return positive.some(
        (p) =>
          p.folder === "" ||
          p.folder === folder ||
          p.folder.startsWith(`${folder}/`) ||
          folder.startsWith(`${p.folder}/`),
      );
    },
  };
}

const WILD = /[*?[{\\]/;

/** Without `./` in front and slashes at the end; on Windows with forward slashes. */
function plainPath(pattern: string): string {
  return withForwardSlashes(pattern)
    .replace(/^(\.?\/)+/, "")
    .replace(/\/+$/, "");
}

function compilePattern(given: string, { root, seen = (path) => path }: ScopeOptions): Pattern {
  const negative = given.startsWith("!");
  const text = plainPath(withoutRoot(negative ? given.slice(1) : given, root));
  if (text === "" || text === "." || text === "**" || text === "*") {
    return { text: given, negative, test: () => true, folder: "" };
  }
  const itself = (path: string) => path === text || path.startsWith(`${text}/`);
  if (!WILD.test(text)) return { text: given, negative, test: itself, folder: text };

  const tests = expandBraces(text).map(compileGlob);
  const plain = text.slice(0, text.search(WILD));
  return {
    text: given,
    negative,
    test: (path) => {
      const shown = seen(path);
      return tests.some((test) => test(shown)) || itself(path);
    },
    folder: text.includes("/") ? plain.slice(0, Math.max(0, plain.lastIndexOf("/"))) : "",
  };
}

function compileGlob(glob: string): (path: string) => boolean {
  const extension = /^(?:\*\*\/)?\*(\.[^/*?[\\]+)$/.exec(glob)?.[1];
  if (extension !== undefined) {
    const inFolder = `${extension}/`;
    return (path) => path.endsWith(extension) || path.includes(inFolder);
  }
  const anchored = glob.includes("/") ? glob : `**/${glob}`;
  const whole = compileWild(toBytes(anchored), { pathname: true, fold: false });
  const below = compileWild(toBytes(`${anchored}/**`), { pathname: true, fold: false });
  const least = leastLength(anchored);
  return (path) => {
    // Most of the time of a long pattern would go into paths that are shorter than anything it matches.
    if (path.length < least.units || path.length * MOST_BYTES < least.bytes) return false;
    const bytes = toBytes(path);
    return whole(bytes) || below(bytes);
  };
}

/** Of a UTF-16 code unit in UTF-8: two units make a character of four. */
const MOST_BYTES = 3;

/** No shorter path matches. A set may stand for anything, so what follows one is not counted. */
function leastLength(glob: string): { units: number; bytes: number } {
  let units = 0;
  let bytes = 0;
  for (let at = 0; at < glob.length && glob[at] !== "["; at++) {
    const char = glob[at]!;
    if (char === "\\") at++;
    // `**` may take a slash with it.
    if (char === "*" || char === "/") continue;
    bytes++;
    // A question mark stands for a byte: a letter of several has as many of them.
    if (char !== "?") units++;
  }
  return { units, bytes };
}

/** `a.{ts,tsx}` → `a.ts`, `a.tsx`; nested braces too. Braces without a comma, or too many, stand for themselves. */
function expandBraces(pattern: string): string[] {
  const done: string[] = [];
  const open = [pattern];
  while (open.length > 0) {
    const next = open.pop()!;
    const parts = splitBrace(next);
    if (parts === null) done.push(next);
    else open.push(...parts.reverse());
    if (done.length + open.length > MOST_ALTERNATIVES) return [pattern];
  }
  return done;
}

/** The alternatives of the first pair of braces that has a comma. */
function splitBrace(pattern: string): string[] | null {
  for (let start = pattern.indexOf("{"); start !== -1; start = pattern.indexOf("{", start + 1)) {
    const commas: number[] = [];
    let depth = 0;
    for (let at = start; at < pattern.length; at++) {
      const char = pattern[at];
      if (char === "\\") at++;
      else if (char === "{") depth++;
      else if (char === "," && depth === 1) commas.push(at);
      else if (char === "}" && --depth === 0) {
        if (commas.length === 0) break;
        const head = pattern.slice(0, start);
        const tail = pattern.slice(at + 1);
        const cuts = [start, ...commas, at];
        return cuts.slice(1).map((cut, i) => head + pattern.slice(cuts[i]! + 1, cut) + tail);
      }
    }
  }
  return null;
}

/**
 * A scope as a question gives it: a pattern that is no path may be the name of a package. `read` reads the manifests among
 * the paths. Throws SCOPE_EMPTY, naming the nearest that exists.
 */
export function resolveScope(
  root: Root,
  patterns: readonly string[],
  paths: readonly string[],
  read: ReadText,
): Scope {
  const options = { root: root.path, seen: shownPath };
  const isEmpty = (scope: Scope) => !paths.some((path) => scope.matches(path));
  let packages: Map<string, string> | null = null;
  const named = patterns.map((written) => {
    const pattern = settled(written, root.path);
    const bare = pattern.replace(/^!/, "");
    if (WILD.test(bare) || !isEmpty(compileScope([bare], options))) return pattern;
    packages ??= findPackages(read, paths);
    const folder = packages.get(bare);
    return folder === undefined ? pattern : pattern.slice(0, -bare.length) + (folder === "" ? "." : folder);
  });
  const scope = compileScope(named, options);
  requireMatch(scope, paths);
  return scope;
}

/** Without `..`. Throws PATH_OUTSIDE_ROOT where a pattern climbs out of the root: nothing there is ever looked at. */
function settled(pattern: string, root: string): string {
  if (!/(^|[!/])\.\.(\/|$)/.test(withForwardSlashes(pattern))) return pattern;
  const negative = pattern.startsWith("!") ? "!" : "";
  const parts: string[] = [];
  for (const part of plainPath(withoutRoot(pattern.slice(negative.length), root)).split("/")) {
    if (part !== "..") parts.push(part);
    else if (parts.pop() === undefined) throw outside(pattern);
  }
  return `${negative}./${parts.join("/")}`;
}

/** Throws SCOPE_EMPTY, naming the nearest that exists, unless a path is in the scope. */
export function requireMatch(scope: Scope, paths: readonly string[]): void {
  if (scope.patterns.length === 0 || paths.some((path) => scope.matches(path))) return;
  const near = scope.patterns.flatMap((pattern) => nearestPaths(pattern, paths));
  throw new PithError("SCOPE_EMPTY", `No file is in the scope ${scope.describe}.`, {
    subject: scope.describe,
    next:
      near.length > 0
        ? `The nearest that exists: ${[...new Set(near)].slice(0, 3).join(", ")}.`
        : "Leave the scope out, or name a folder from the root.",
  });
}

/** Existing files and folders that may have been meant: the same name elsewhere, else a similar name in that place. */
export function nearestPaths(pattern: string, paths: readonly string[], limit = 3): string[] {
  const wanted = plainPath(pattern.replace(/^!/, ""));
  const parts = wanted.split("/").filter((part) => !/[*?[{]/.test(part));
  const name = parts.at(-1);
  if (name === undefined || name === "") return [];
  const known = new Set<string>();
  for (const path of paths) {
    // Nearness to a name with a secret in it would tell the secret.
    if (shownPath(path) !== path) continue;
    known.add(path);
    for (let slash = path.lastIndexOf("/"); slash > 0; slash = path.lastIndexOf("/", slash - 1)) {
      const folder = path.slice(0, slash);
      if (known.has(folder)) break;
      known.add(folder);
    }
  }
  const lower = name.toLowerCase();
  const nameOf = (path: string) => path.slice(path.lastIndexOf("/") + 1);
  const byDepth = (a: string, b: string) => a.split("/").length - b.split("/").length || (a < b ? -1 : 1);
  const same = [...known].filter((path) => nameOf(path).toLowerCase() === lower).sort(byDepth);
  if (same.length > 0) return same.slice(0, limit);

  const near = nearestNames(wanted, known, limit);
  if (near.length > 0) return near;
  // The deepest folder of the pattern that exists, and what is in it by a similar name.
  for (let depth = parts.length - 1; depth >= 0; depth--) {
    const folder = parts.slice(0, depth).join("/");
    if (depth > 0 && !known.has(folder)) continue;
    const inside = [...known].filter((path) => path.slice(0, Math.max(0, path.lastIndexOf("/"))) === folder);
    const close = nearestNames(parts[depth]!, inside.map(nameOf), limit);
    if (close.length > 0) return close.map((n) => (folder === "" ? n : `${folder}/${n}`));
    if (depth > 0) return [folder];
  }
  return [];
}
