// A tree so many times over, no two of its files the same, in a repository of its own.
import { execFileSync } from "node:child_process";
import { appendFileSync, cpSync, readdirSync, statSync, readFileSync } from "node:fs";
import { basename, extname, join } from "node:path";

/** What stands at the end of a file of a copy and changes nothing in it. */
const NOTES: Record<string, (text: string) => string> = {
  ...Object.fromEntries(
    [
      ".ts",
      ".tsx",
      ".js",
      ".jsx",
      ".mjs",
      ".cjs",
      ".mts",
      ".cts",
      ".go",
      ".rs",
      ".java",
      ".c",
      ".h",
      ".cpp",
      ".php",
    ].map((ending) => [ending, (text: string) => `// ${text}\n`]),
  ),
  ...Object.fromEntries(
    [".py", ".rb", ".sh", ".yml", ".yaml"].map((e) => [e, (text: string) => `# ${text}\n`]),
  ),
  ".md": (text) => `\n<!-- ${text} -->\n`,
};

export function copiesOf(tree: string, root: string, times: number): void {
  for (let copy = 0; copy < times; copy++) {
    const at = times === 1 ? root : join(root, `copy-${copy}`);
    cpSync(tree, at, {
      recursive: true,
      filter: (path) => basename(path) !== ".git",
      verbatimSymlinks: true,
    });
    if (times > 1) tellApart(at, `copy ${copy}`);
  }
  // A repository without a commit: all of the systems read the work tree.
  execFileSync("git", ["init", "-q"], { cwd: root });
}

function tellApart(folder: string, text: string): void {
  for (const path of filesIn(folder)) {
    const note = NOTES[extname(path)];
    if (note === undefined || readFileSync(path).includes(0)) continue;
    appendFileSync(path, note(text));
  }
}

export function countFiles(root: string): number {
  return filesIn(root).length;
}

export function bytesIn(folder: string): number {
  return filesIn(folder).reduce((sum, path) => sum + statSync(path).size, 0);
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !path.includes("/.git/"));
}
