// Where do sessions rest? A file each in the cache folder, named by a hash of the id: first whose it is, then a row for each
// answer. Whatever is broken or gone in it is forgotten, and what was forgotten is sent again: a session can make an answer
// longer, never wrong.
import { readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { PithError } from "../base/error.ts";
import { sha256 } from "../base/hash.ts";
import { makeFolder } from "../base/make-folder.ts";
import { readPlainFile, UnfitFile } from "../base/plain-file.ts";
import { appendRow, rowsOf, type NumberedRow } from "./line-file.ts";
import { Session } from "./session.ts";

const FORMAT = "pith-session-1";
const FORMATS = "pith-session-";
const ENDING = ".jsonl";

/** Rows of some hundred long answers; beyond it a session begins anew. */
const MOST_SESSION_BYTES = 8_000_000;
/** Sessions that are kept; of more, those that were not used for the longest time go. */
const MOST_SESSIONS = 200;
/** A session is over when its client is: a month is longer than any. */
const KEPT_MS = 30 * 86_400_000;

export interface SessionPlace {
  cacheDir: string;
  /** Absolute path of the root. */
  root: string;
  id: string;
}

export interface StoredSession {
  session: Session;
  /** Lines of its file that are no rows; they were passed over. */
  broken: number;
  /** The file was too large, or none that is read: it begins anew. */
  begunAnew: boolean;
}

function folderOf(cacheDir: string): string {
  return join(cacheDir, "sessions");
}

function fileOf({ cacheDir, id }: Pick<SessionPlace, "cacheDir" | "id">): string {
  return join(folderOf(cacheDir), `${sha256(id).slice(0, 24)}${ENDING}`);
}

/** Throws SESSION_INVALID for one of another root or of a newer version. */
export function readSession(place: SessionPlace): StoredSession {
  const text = textOf(fileOf(place));
  if (text === null) return { session: new Session(place.id), broken: 0, begunAnew: false };
  if (text === "unfit") return { session: new Session(place.id), broken: 0, begunAnew: true };
  const { rows, broken } = rowsOf(text);
  const own = requireOwn(rows[0], place);
  const session = new Session(place.id, own ? rows.slice(1) : []);
  return { session, broken: broken.length, begunAnew: !own && rows.length > 0 };
}

/** False where the head is broken: whose it is nobody knows. */
function requireOwn(head: NumberedRow | undefined, { id, root }: SessionPlace): boolean {
  const { format, root: other, id: named } = head?.value ?? {};
  if (typeof format === "string" && format.startsWith(FORMATS) && format !== FORMAT)
    throw new PithError("SESSION_INVALID", `The session ${id} was written by a newer Pith (${format}).`, {
      subject: id,
      next: "Use another session id, or the newer version.",
    });
  if (format !== FORMAT || named !== id || typeof other !== "string") return false;
  if (other !== root)
    throw new PithError("SESSION_INVALID", `The session ${id} belongs to another root.`, {
      subject: id,
      next: "Use another session id for this root: what was shown there is not held here.",
    });
  return true;
}

/** Null where there is none. */
function textOf(path: string): string | "unfit" | null {
  try {
    return readPlainFile(path, MOST_SESSION_BYTES, { links: "refused" }).toString("utf8");
  } catch (error) {
    if (error instanceof UnfitFile) return "unfit";
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR") return null;
    return "unfit";
  }
}

/** Adds a row. Throws what the file system throws: no answer fails for its session. */
export function keepRow(
  place: SessionPlace,
  row: string,
  { begunAnew }: Pick<StoredSession, "begunAnew">,
): void {
  const { cacheDir, id, root } = place;
  makeFolder(folderOf(cacheDir));
  const path = fileOf(place);
  if (begunAnew) rmSync(path, { recursive: true, force: true });
  const isNew = statSync(path, { throwIfNoEntry: false }) === undefined;
  const head = JSON.stringify({ format: FORMAT, id, root });
  if (isNew) thinOut(cacheDir, Date.now());
  if (appendRow(path, row, { most: MOST_SESSION_BYTES, head })) return;
  rmSync(path, { recursive: true, force: true });
  appendRow(path, row, { most: MOST_SESSION_BYTES, head });
}

/** The client forgot all that it held. False where there is no such session. Throws as `readSession` does. */
export function forgetSession(place: SessionPlace): boolean {
  const path = fileOf(place);
  if (textOf(path) === null) return false;
  readSession(place);
  rmSync(path, { recursive: true, force: true });
  return true;
}

/** Sessions that are long unused go, and the oldest of too many. */
function thinOut(cacheDir: string, now: number): void {
  const folder = folderOf(cacheDir);
  const aged = readdirSync(folder)
    .filter((name) => name.endsWith(ENDING))
    .map((name) => join(folder, name))
    .map((path) => ({ path, age: now - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? now) }))
    .sort((a, b) => a.age - b.age || (a.path < b.path ? -1 : 1));
  for (const [i, { path, age }] of aged.entries())
    if (i >= MOST_SESSIONS - 1 || age > KEPT_MS) rmSync(path, { recursive: true, force: true });
}
