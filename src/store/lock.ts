// Who writes? One process at a time for each repository. Nobody waits for the lock: whoever doesn't get it works in
// memory. Files appear whole under names of their own content, so even two writers at once (a lock that was taken
// over although its owner lives) would only do the same work twice.
import { linkSync, lstatSync, renameSync, rmSync, unlinkSync, utimesSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { randomUUID } from "node:crypto";
import { readPlainFile } from "../base/plain-file.ts";

/** The owner touches its lock while it works; one untouched for longer is left over, whoever owned it. */
const ABANDONED_MS = 10 * 60_000;

/** A lock, or what Linux says of a process, is a line. */
const MOST_BYTES = 64_000;

interface Owner {
  pid: number;
  host: string;
  /** When the owner's process started, as its system tells it: another process may get the same number later. */
  started: string;
  token: string;
}

export interface Lock {
  /** Says that the owner is still at work. */
  touch(): void;
  release(): void;
}

export interface LockWorld {
  pid: number;
  host: string;
  /** Start of a process, "" where the system does not tell, null if there is no such process. */
  startOf(pid: number): string | null;
  now(): number;
}

const world: LockWorld = { pid: process.pid, host: hostname(), startOf: processStart, now: Date.now };

/** The lock, or null if another process has it. Throws the file system's error where the folder can't be written. */
export function takeLock(path: string, { pid, host, startOf, now }: LockWorld = world): Lock | null {
  const mine: Owner = { pid, host, started: startOf(pid) ?? "", token: randomUUID() };
  const create = (): boolean => {
    try {
      writeFileSync(path, JSON.stringify(mine), { flag: "wx" });
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
      // On a full disk a file appears that takes no words: nobody would hold it, and everybody wait for it.
      if (readOwner(path) === null) ignoreFailure(() => unlinkSync(path));
      throw error;
    }
  };
  if (!create() && !(removeLeftOver(path, mine, { pid, host, startOf, now }) && create())) return null;
  return {
    touch() {
      const time = now() / 1000;
      if (readOwner(path)?.token === mine.token) ignoreFailure(() => utimesSync(path, time, time));
    },
    release() {
      if (readOwner(path)?.token === mine.token) ignoreFailure(() => unlinkSync(path));
    },
  };
}

/** Whether a lock that nobody holds any more was there and is gone. */
function removeLeftOver(path: string, mine: Owner, { host, startOf, now }: LockWorld): boolean {
  const judged = readOwner(path);
  if (judged !== null && !isLeftOver(judged)) return false;
  // An unreadable lock may be one that is just being written.
  if (judged === null && age() < 1000 && !isAbandoned()) return false;
  const aside = `${path}.${mine.token}`;
  try {
    renameSync(path, aside);
  } catch (error) {
    // Nobody holds it, and nobody can: that the folder takes no changes is no other process at work.
    if (UNCHANGEABLE.has((error as NodeJS.ErrnoException).code ?? "") && process.platform !== "win32")
      throw error;
    return false;
  }
  // Another process may have taken over between the look and the move: then its lock goes back.
  const moved = readOwner(aside);
  const same = moved?.token === judged?.token;
  if (!same) ignoreFailure(() => linkSync(aside, path));
  rmSync(aside, { recursive: true, force: true });
  return same;

  function age(): number {
    try {
      return now() - lstatSync(path).mtimeMs;
    } catch {
      return 0;
    }
  }
  /** A time far ahead is from before the clock was set back: it would not pass for as long. */
  function isAbandoned(): boolean {
    return Math.abs(age()) > ABANDONED_MS;
  }
  function isLeftOver(owner: Owner): boolean {
    if (isAbandoned()) return true;
    if (owner.host !== host) return false;
    const started = startOf(owner.pid);
    return started === null || (started !== "" && owner.started !== "" && started !== owner.started);
  }
}

/** What a file system says that refuses every change. */
const UNCHANGEABLE = new Set(["EROFS", "EACCES", "EPERM"]);

function readOwner(path: string): Owner | null {
  try {
    const owner = JSON.parse(
      readPlainFile(path, MOST_BYTES, { links: "refused" }).toString("utf8"),
    ) as Partial<Owner> | null;
    if (typeof owner?.pid !== "number" || typeof owner.host !== "string" || typeof owner.token !== "string")
      return null;
    return { pid: owner.pid, host: owner.host, token: owner.token, started: String(owner.started ?? "") };
  } catch {
    return null;
  }
}

/** Field 22 of Linux's `/proc/<pid>/stat` is the start time; elsewhere only life itself can be asked for. */
function processStart(pid: number): string | null {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ESRCH") return null;
  }
  try {
    const stat = readPlainFile(`/proc/${pid}/stat`, MOST_BYTES).toString("latin1");
    // The second field is the program's name in brackets and may hold anything; the third is the state.
    const [state, ...fields] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    // A killed process stays a zombie until its parent asks for it.
    return state === "Z" || state === "X" ? null : (fields[18] ?? "");
  } catch {
    return "";
  }
}

function ignoreFailure(action: () => void): void {
  try {
    action();
  } catch {
    // The lock has gone or can't be changed: it will be taken over when it is old enough.
  }
}
