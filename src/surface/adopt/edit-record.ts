// What did Pith put into a file of the user's? Kept in the cache folder as offsets and lengths, never as text, so that
// `--remove` gives back the very bytes, and so that a file which the user removed is not made a second time. Without it
// (another machine, a cleared cache) what was put in is still found by its form.
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { sha256 } from "../../base/hash.ts";
import { makeFolder } from "../../base/make-folder.ts";
import { userCacheFolder } from "../../config/user-folders.ts";
import type { UserPlace } from "../../config/user-folders.ts";
import { writeFileAtomic } from "../../store/atomic-write.ts";
import { bytesOf } from "./file-to-edit.ts";
import type { FileToEdit } from "./file-to-edit.ts";
import { cutAll } from "./splice.ts";
import type { Insertion } from "./splice.ts";

export interface EditRecord {
  form: 1;
  /** Of the whole file as Pith left it. */
  after: string;
  /** Of the file before; null: there was none. */
  before: string | null;
  /** In the text as Pith left it. */
  inserted: { start: number; end: number }[];
  /** Folders that were made for the file. */
  folders: string[];
}

export function recordOf(file: FileToEdit, after: string, insertions: readonly Insertion[]): EditRecord {
  let moved = 0;
  const inserted = insertions.map(({ at, text }) => {
    const start = at + moved;
    moved += text.length;
    return { start, end: start + text.length };
  });
  const id = (text: string) => sha256(bytesOf(text, file.asBytes));
  return {
    form: 1,
    after: id(after),
    before: file.before === null ? null : id(file.before),
    inserted,
    folders: [],
  };
}

/** What the file was before; undefined: that can't be said, since it has changed meanwhile. Null: it was not there. */
export function textBefore(file: FileToEdit, record: EditRecord | null): string | null | undefined {
  const { before: now, asBytes } = file;
  if (record === null || now === null || sha256(bytesOf(now, asBytes)) !== record.after) return undefined;
  if (record.before === null) return null;
  const text = cutAll(now, record.inserted);
  return sha256(bytesOf(text, asBytes)) === record.before ? text : undefined;
}

/** The records of a user; `what` tells those of one file apart, such as its servers and its hooks. */
export function editRecords(place: UserPlace): {
  read: (file: FileToEdit, what: string) => EditRecord | null;
  write: (file: FileToEdit, what: string, record: EditRecord) => void;
  forget: (file: FileToEdit, what: string) => void;
} {
  const folder = join(userCacheFolder(place), "edits");
  const pathOf = ({ real }: FileToEdit, what: string) =>
    join(folder, `${sha256(`${what}\n${real}`).slice(0, 32)}.json`);
  return {
    read: (file, what) => parsed(pathOf(file, what)),
    write: (file, what, record) => {
      try {
        makeFolder(folder);
        writeFileAtomic(pathOf(file, what), `${JSON.stringify(record)}\n`, 0o600);
      } catch {
        // A cache that can't be written to: what was put in will be found by its form.
      }
    },
    forget: (file, what) => rmSync(pathOf(file, what), { force: true }),
  };
}

function parsed(path: string): EditRecord | null {
  try {
    const record = JSON.parse(readFileSync(path, "utf8")) as Partial<EditRecord>;
    return isRecord(record) ? record : null;
  } catch {
    return null;
  }
}

function isRecord(value: Partial<EditRecord>): value is EditRecord {
  return (
    value.form === 1 &&
    typeof value.after === "string" &&
    (value.before === null || typeof value.before === "string") &&
    Array.isArray(value.inserted) &&
    value.inserted.every((cut) => Number.isSafeInteger(cut?.start) && Number.isSafeInteger(cut.end)) &&
    Array.isArray(value.folders) &&
    value.folders.every((folder) => typeof folder === "string")
  );
}
