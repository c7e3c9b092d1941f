// Does the edits of `program-edits.ts`, each one line of text. An edit that can't be made (nothing to move, a folder in the
// way) is none.
import { spawnSync } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  linkSync,
  lstatSync,
  lutimesSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { VARIANTS } from "./program-variants.ts";

export const IGNORED = [
  "",
  "web/shape/",
  "*.py",
  "/web/*.ts !/web/draw.ts",
  "shape.*",
  "lib",
  "later*",
  "go.mod package.json",
];
export const ATTRIBUTES = [
  "",
  "*.ts encoding=latin1",
  "*.py linguist-generated",
  "*.md binary",
  "README.md text eol=crlf",
];
export const SETTINGS = [
  "{}",
  '{"exclude":["web/shape"]}',
  '{"include":["*.ts","*.py"]}',
  '{"languages":{"*.txt":"python"}}',
  "{",
];

export function writeProgram(root: string, git: boolean): void {
  for (const [path, [text]] of Object.entries(VARIANTS)) {
    // A module and a folder of the same name in the same place belong to the edits.
    if (["py/shape/__init__.py", "src/shape/mod.rs"].includes(path)) continue;
    write(root, path, text!);
    // Times that can be given back to the last bit.
    utimesSync(join(root, path), 1_000_000_000, 1_000_000_000);
  }
  if (!git) return;
  runGit(root, "init", "-q", "-b", "main");
  commit(root);
}

/** But for those that ask, start or compare: whoever holds the engines does these. */
export function applyEdit(root: string, edit: string): void {
  const [verb = "", ...args] = edit.split(" ");
  try {
    EDITS[verb]!(root, ...args);
  } catch (error) {
    if (!("code" in (error as object))) throw error;
  }
}

function write(root: string, path: string, content: string | Uint8Array): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), content);
}

function rewrite(root: string, path: string, change: (text: string) => string): void {
  writeFileSync(join(root, path), change(readFileSync(join(root, path), "utf8")));
}

/** Another text of the same length in bytes. */
function otherOfSameSize(text: string): string {
  const other = text.replaceAll("draw", "area").replaceAll("Shape", "Spare");
  if (other !== text) return other;
  return text.replaceAll("area", "draw").replaceAll("Spare", "Shape");
}

const EDITS: Readonly<Record<string, (root: string, ...args: string[]) => void>> = {
  write(root, path, n) {
    write(root, path!, (VARIANTS[path!] ?? VARIANTS["web/draw.ts"]!)[Number(n)]!);
  },
  remove(root, path) {
    rmSync(join(root, path!), { recursive: true });
  },
  move(root, from, to) {
    mkdirSync(dirname(join(root, to!)), { recursive: true });
    renameSync(join(root, from!), join(root, to!));
  },
  copy(root, from, to) {
    copyFileSync(join(root, from!), join(root, to!));
  },
  exchange(root, one, other) {
    const [a, b, aside] = [join(root, one!), join(root, other!), join(root, "aside.tmp")];
    if (!existsSync(a) || !existsSync(b)) return;
    renameSync(a, aside);
    renameSync(b, a);
    renameSync(aside, b);
  },
  replace(root, path, from, to) {
    rewrite(root, path!, (text) => text.replaceAll(from!, to!));
  },
  "kept-times"(root, path) {
    const file = join(root, path!);
    const { atime, mtime } = lstatSync(file);
    rewrite(root, path!, otherOfSameSize);
    utimesSync(file, atime, mtime);
  },
  "kept-times-anew"(root, path) {
    const file = join(root, path!);
    const { atime, mtime } = lstatSync(file);
    writeFileSync(`${file}.tmp`, otherOfSameSize(readFileSync(file, "utf8")));
    utimesSync(`${file}.tmp`, atime, mtime);
    renameSync(`${file}.tmp`, file);
  },
  time(root, path, at) {
    const now = Date.now() / 1000;
    const seconds = at!.startsWith("now") ? now + Number(at!.slice(3)) : Number(at);
    lutimesSync(join(root, path!), seconds, seconds);
  },
  "file-to-folder"(root, path) {
    const text = readFileSync(join(root, path!));
    rmSync(join(root, path!));
    write(root, `${path}/index.ts`, text);
  },
  "folder-to-file"(root, path) {
    rmSync(join(root, path!), { recursive: true });
    write(root, path!, VARIANTS["web/draw.ts"]![0]!);
  },
  case(root, path) {
    const at = path!.lastIndexOf("/") + 1;
    const name = path!.slice(at);
    const first = name[0] === name[0]!.toUpperCase() ? name[0]!.toLowerCase() : name[0]!.toUpperCase();
    renameSync(join(root, path!), join(root, path!.slice(0, at) + first + name.slice(1)));
  },
  link(root, path, to) {
    const target = to === "outside" ? join(dirname(root), "home") : join(root, to!);
    rmSync(join(root, path!), { recursive: true, force: true });
    mkdirSync(dirname(join(root, path!)), { recursive: true });
    symlinkSync(target, join(root, path!));
  },
  "hard-link"(root, path, to) {
    rmSync(join(root, path!));
    linkSync(join(root, to!), join(root, path!));
  },
  ignore(root, path, n) {
    write(root, path!, `${IGNORED[Number(n)]!.replaceAll(" ", "\n")}\n`);
  },
  attributes(root, path, n) {
    write(root, path!, `${ATTRIBUTES[Number(n)]!}\n`);
  },
  settings(root, n) {
    write(root, "pith.json", SETTINGS[Number(n)]!);
  },
  crlf(root, path) {
    rewrite(root, path!, (text) => text.replaceAll(/\r?\n/g, "\r\n"));
  },
  binary(root, path) {
    write(root, path!, Uint8Array.of(0, 1, 2, 3));
  },
  broken(root, path) {
    rewrite(root, path!, (text) => text.slice(0, text.length / 2));
  },
  repository(root, path) {
    if (!lstatSync(join(root, path!)).isDirectory()) return;
    write(root, `${path}/.git/HEAD`, "ref: refs/heads/main\n");
    for (const folder of ["objects", "refs"])
      mkdirSync(join(root, path!, ".git", folder), { recursive: true });
  },
  wait() {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 60);
  },
  branch(root, name) {
    commit(root);
    const made = runGit(root, "rev-parse", "-q", "--verify", `refs/heads/${name}`);
    runGit(root, "checkout", "-q", "-f", ...(made ? [name!] : ["-b", name!]));
  },
  commit,
  reset(root) {
    runGit(root, "reset", "-q", "--hard");
  },
  clean(root) {
    runGit(root, "clean", "-fdq");
  },
  stash(root) {
    runGit(root, "stash", "-q", "-u");
  },
  unstash(root) {
    runGit(root, "stash", "pop", "-q");
  },
  "no-index"(root) {
    rmSync(join(root, ".git/index"), { force: true });
  },
  track(root, path) {
    runGit(root, "add", "-f", path!);
  },
  forget(root, path) {
    runGit(root, "rm", "-q", "--cached", path!);
  },
};

function commit(root: string): void {
  runGit(root, "add", "-A");
  runGit(root, "commit", "-q", "-m", "step", "--allow-empty");
}

/** Whether it did what was wanted. Edits leave strange trees: Git may well refuse. */
function runGit(root: string, ...args: string[]): boolean {
  const env = {
    PATH: process.env["PATH"],
    HOME: root,
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_CEILING_DIRECTORIES: dirname(root),
    GIT_AUTHOR_NAME: "a",
    GIT_AUTHOR_EMAIL: "a@example.org",
    GIT_COMMITTER_NAME: "a",
    GIT_COMMITTER_EMAIL: "a@example.org",
  };
  return spawnSync("git", args, { cwd: root, env, stdio: "ignore", timeout: 30_000 }).status === 0;
}
