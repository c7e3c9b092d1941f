// A repository as a scripted agent sees it: the files that Git lists, grep over them, windows of lines.
import { execFileSync } from "node:child_process";
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";

const MOST_BYTES = 1_000_000;

export interface Hit {
  path: string;
  line: number;
  text: string;
}

export class Tree {
  readonly root: string;
  readonly paths: string[];
  readonly #lines = new Map<string, readonly string[]>();

  constructor(root: string) {
    this.root = root;
    const listed = execFileSync("git", ["-C", root, "ls-files", "-z"], { maxBuffer: 1e9 }).toString("utf8");
    this.paths = listed.split("\0").filter((path) => path !== "" && this.lines(path).length > 0);
  }

  /** Nothing for what is no text, as grep passes it over. */
  lines(path: string): readonly string[] {
    let lines = this.#lines.get(path);
    if (lines === undefined) this.#lines.set(path, (lines = linesOf(join(this.root, path))));
    return lines;
  }

  grep(pattern: RegExp, within: (path: string) => boolean = () => true): Hit[] {
    return this.paths
      .filter(within)
      .flatMap((path) =>
        this.lines(path).flatMap((text, i) => (pattern.test(text) ? [{ path, line: i + 1, text }] : [])),
      );
  }
}

function linesOf(path: string): readonly string[] {
  try {
    const stats = statSync(path);
    if (!stats.isFile() || stats.size > MOST_BYTES) return [];
    const text = readFileSync(path, "utf8");
    return text.includes("\0") ? [] : text.replace(/\n$/, "").split("\n");
  } catch {
    return [];
  }
}

export function isTest(path: string): boolean {
  return /(?:^|\/)(?:tests?|spec|specs|__tests__|testdata|docs_src|examples?)(?:\/|$)|[._-](?:test|spec|tests)\.|Tests?\.\w+$|_test\.\w+$|(?:^|\/)test_/.test(
    path,
  );
}

export function isProse(path: string): boolean {
  return /\.(?:md|rst|txt|adoc|html|json|lock|ya?ml|toml)$|CHANGES|CHANGELOG|LICENSE/i.test(path);
}
