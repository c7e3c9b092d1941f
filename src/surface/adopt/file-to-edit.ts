// A file of the user's that may be edited: opened with what has to stay (links, mode, bytes), and written whole or not at
// all. Other users' clients write such files at the same time, so what was read is compared before anything is replaced.
import { randomUUID } from "node:crypto";
import { chmodSync, chownSync, closeSync, fsyncSync, lstatSync, openSync, readFileSync } from "node:fs";
import { readdirSync, realpathSync, rmdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import type { Stats } from "node:fs";
import { basename, dirname, join, relative, sep } from "node:path";
import { makeFolder } from "../../base/make-folder.ts";
import { realPlace, resolveInside } from "../../files/guard.ts";
import type { Root } from "../../files/guard.ts";
import { replaceFile } from "../../store/atomic-write.ts";
import { editRefused } from "./edit-refused.ts";

export interface FileToEdit {
  /** As a person names it: `.mcp.json`, `~/.cursor/mcp.json`. */
  shown: string;
  /** Where its bytes lie, links followed. */
  real: string;
  /** Null: it is not there. */
  before: string | null;
  /** Each byte as one character, for files that may be no text. */
  asBytes: boolean;
  /** Permissions; of a file that isn't there those that it will get. */
  mode: number;
}

export interface Opening {
  shown: string;
  /** Nothing outside of it is touched, and no link that leaves it followed. Null: a file of the user's own. */
  inside: Root | null;
  asBytes?: boolean;
  /** Of a new file. */
  mode?: number;
}

/** The largest settings that clients are known to write themselves (histories in `~/.claude.json`) have some 10 MB. */
const MOST_BYTES = 64_000_000;

/** `path`: absolute, or from the root that it must lie in. */
export function openToEdit(
  path: string,
  { shown, inside, asBytes = false, mode = 0o644 }: Opening,
): FileToEdit {
  const named = inside === null ? path : join(inside.path, path);
  const link = look(lstatSync, named, shown);
  const stats = link?.isSymbolicLink() === true ? look(statSync, named, shown) : link;
  if (link !== undefined && stats === undefined)
    throw editRefused(
      shown,
      "is a link that leads nowhere.",
      "Remove the link, or make the file that it names.",
    );
  const real = inside === null ? realOf(named) : resolveInside(inside, path);
  if (inside !== null) mustNotBeGits(shown, relative(inside.path, real));
  if (stats === undefined) return { shown, real, before: null, asBytes, mode };
  if (!stats.isFile())
    throw editRefused(shown, "is no plain file.", "Move it out of the way, or write there by hand.");
  if (stats.size > MOST_BYTES)
    throw editRefused(shown, `has ${stats.size} bytes; ${MOST_BYTES} is the most.`, "Edit it by hand.");
  const before = decoded(readBytes(real, shown), asBytes);
  if (before === null)
    throw editRefused(
      shown,
      "is no UTF-8 text. It was left as it is.",
      "Save it as UTF-8, or edit it by hand.",
    );
  return { shown, real, before, asBytes, mode: stats.mode & 0o7777 };
}

/** Links come with a repository, and what lies in Git's folder says which programs Git runs. */
function mustNotBeGits(shown: string, fromRoot: string): void {
  if (!fromRoot.split(sep).some((part) => part.toLowerCase() === ".git")) return;
  throw editRefused(
    shown,
    "is a link into Git's own folder.",
    "Remove the link, or that of the folder on the way to it.",
  );
}

/** Whether anything would stand in the way of writing; said before a person is asked. */
export function mustBeWritable({ shown, before, mode }: FileToEdit): void {
  if (before !== null && (mode & 0o222) === 0)
    throw editRefused(shown, "is read-only.", "Make it writable (chmod u+w), or edit it by hand.");
}

/** Folders that were made for it, the outermost first. */
export function writeEdited(file: FileToEdit, after: string): string[] {
  const folder = dirname(file.real);
  const made = missingFolders(folder);
  const unfinished = join(folder, `.${basename(file.real)}.${process.pid}-${randomUUID().slice(0, 8)}.tmp`);
  try {
    makeFolder(folder, 0o755);
    removeLeftOvers(file.real);
    writeFileSync(unfinished, encoded(after, file.asBytes), { flag: "wx", mode: 0o600 });
    if (file.before !== null) keepOwner(unfinished, file);
    // Not by the mode of the writing: what the user's mask leaves out is part of a file's permissions.
    chmodSync(unfinished, file.before === null ? file.mode & ~process.umask() : file.mode);
    flush(unfinished);
    mustBeAsRead(file);
    replaceFile(unfinished, file.real);
  } catch (error) {
    rmSync(unfinished, { force: true });
    removeEmpty(made);
    throw notWritten(file.shown, error);
  }
  return made;
}

/** One who writes for others (sudo, a shared folder) must not take their file from them. Before the mode, which it may change. */
function keepOwner(unfinished: string, { real, shown }: FileToEdit): void {
  const own = lstatSync(unfinished);
  const before = lstatSync(real, { throwIfNoEntry: false });
  if (before === undefined || (own.uid === before.uid && own.gid === before.gid)) return;
  try {
    chownSync(unfinished, before.uid, before.gid);
  } catch (error) {
    throw editRefused(
      shown,
      "belongs to another user or group, and would not any more.",
      "Run the command as its owner, or edit it by hand.",
      error,
    );
  }
}

/** What a run left that was killed while it wrote this file. */
function removeLeftOvers(real: string): void {
  const start = `.${basename(real)}.`;
  for (const name of readdirSync(dirname(real))) {
    const pid = name.startsWith(start)
      ? /^(\d+)-[0-9a-f]{8}\.tmp$/.exec(name.slice(start.length))?.[1]
      : undefined;
    if (pid !== undefined && !isAlive(Number(pid))) rmSync(join(dirname(real), name), { force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== "ESRCH";
  }
}

export function removeFile(file: FileToEdit): void {
  try {
    mustBeAsRead(file);
    rmSync(file.real);
  } catch (error) {
    throw notWritten(file.shown, error);
  }
}

/** Of folders that were made, those that hold nothing. */
export function removeEmpty(folders: readonly string[]): void {
  for (const folder of folders.toReversed()) {
    try {
      rmdirSync(folder);
    } catch {
      return;
    }
  }
}

export function bytesOf(text: string, asBytes: boolean): Buffer {
  return encoded(text, asBytes);
}

function mustBeAsRead({ shown, real, before, asBytes }: FileToEdit): void {
  const now = look(lstatSync, real, shown) === undefined ? null : decoded(readBytes(real, shown), asBytes);
  if (now !== before)
    throw editRefused(
      shown,
      "was changed by somebody else meanwhile. Nothing was written.",
      "Run the command again.",
    );
}

function missingFolders(folder: string): string[] {
  const missing: string[] = [];
  for (let at = folder; statSync(at, { throwIfNoEntry: false }) === undefined; at = dirname(at)) {
    missing.unshift(at);
    if (dirname(at) === at) break;
  }
  return missing;
}

function realOf(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return realPlace(path);
  }
}

function look(
  stat: (path: string, options: { throwIfNoEntry: false }) => Stats | undefined,
  path: string,
  shown: string,
): Stats | undefined {
  try {
    return stat(path, { throwIfNoEntry: false });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOTDIR" && stat === statSync) return undefined;
    throw editRefused(shown, `can't be reached (${code}).`, "Check the folders on the way to it.", error);
  }
}

function readBytes(path: string, shown: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw editRefused(
      shown,
      `can't be read (${code}).`,
      "Change who may read it, or edit it by hand.",
      error,
    );
  }
}

/** Null: no UTF-8. A byte order mark stays a character of the text. */
function decoded(bytes: Buffer, asBytes: boolean): string | null {
  if (asBytes) return bytes.toString("latin1");
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

function encoded(text: string, asBytes: boolean): Buffer {
  return Buffer.from(text, asBytes ? "latin1" : "utf8");
}

function flush(path: string): void {
  const handle = openSync(path, "r+");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

function notWritten(shown: string, error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (typeof code !== "string" || !/^E[A-Z]+$/.test(code) || code.includes("_")) return error;
  return editRefused(
    shown,
    `can't be written (${code}).`,
    "Change who may write there, or edit it by hand.",
    error,
  );
}
