// Where do the vectors of a provider rest? In one SQLite database for each repository: by the name of the model, and the
// hash of the text that was sent. Beside them which texts the chunks of a content are, so that a question finds the vectors
// of a file without reading it. What is wrong with the database costs vectors, never an answer.
import { rmSync, statSync } from "node:fs";
import { dirname } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { makeFolder } from "../base/make-folder.ts";
import { isPlainOrAbsent } from "../base/plain-file.ts";
import { Damaged, chooseJournal, inTransaction, isDamage } from "./facts-tables.ts";
import { openDatabase, SQLITE_BUSY, SQLITE_LOCKED, sqliteCode } from "./sqlite.ts";

/** Raised whenever the tables or the bytes in them change. */
const FORMAT = 1;
/** Another process may write at the same time. */
const BUSY_MS = 1_000;
/** Past this size the older half of the vectors goes. */
const MOST_BYTES = 2_000_000_000;
const BUSY = new Set([SQLITE_BUSY, SQLITE_LOCKED]);
/** What SQLite puts beside a database. */
const BESIDE = ["-wal", "-shm", "-journal"];

const TABLES = `
  drop table if exists texts;
  drop table if exists contents;
  drop table if exists models;
  create table models (id integer primary key, name text not null unique, known text not null);
  create table texts (
    id integer primary key autoincrement, model integer not null, hash text not null, vector blob not null, unique (model, hash)
  );
  create table contents (model integer not null, key text not null, texts blob not null, primary key (model, key));
  pragma user_version = ${FORMAT};
`;

/** A chunk without a vector: there was nothing to send, or the provider can't take it. */
export const NO_TEXT = "";

/** The vector of a text that there is none of yet. No id comes near. */
export const MISSING = 0xffffffff;

/** Vectors of one model. */
export class ProviderVectors {
  readonly #path: string;
  readonly #name: string;
  readonly #mostBytes: number;
  #db: DatabaseSync | null = null;
  #model = 0;
  #fault: string | null = null;
  /** Of the file that is open. */
  #inode: number | null = null;
  #writes = 0;

  constructor(path: string, name: string, mostBytes = MOST_BYTES) {
    this.#path = path;
    this.#name = name;
    this.#mostBytes = mostBytes;
  }

  /** Why nothing can be kept, or null. */
  get fault(): string | null {
    return this.#fault;
  }

  /** What is known of the model itself, by name. */
  known(): Map<string, Int8Array> {
    const found = this.#guarded((db) =>
      knownIn(db.prepare("select known from models where id = ?").get(this.#model)?.["known"]),
    );
    return found ?? new Map<string, Int8Array>();
  }

  setKnown(vectors: ReadonlyMap<string, Int8Array>): void {
    const known = JSON.stringify(
      Array.from(vectors, ([name, vector]) => [name, bytesOf(vector).toString("base64")]),
    );
    this.#guarded((db) => db.prepare("update models set known = ? where id = ?").run(known, this.#model));
  }

  /** Vectors of texts by their hash: those that are there. */
  vectors(hashes: Iterable<string>): Map<string, Int8Array> {
    const found = new Map<string, Int8Array>();
    this.#guarded((db) => {
      const select = db.prepare("select vector from texts where model = ? and hash = ?");
      for (const hash of new Set(hashes)) {
        const row = select.get(this.#model, hash);
        if (row !== undefined) found.set(hash, vectorIn(row["vector"]));
      }
      return true;
    });
    return found;
  }

  /** False where they can't be kept. */
  put(vectors: Iterable<readonly [hash: string, vector: Int8Array]>): boolean {
    const rows = [...vectors];
    if (rows.length === 0) return true;
    const done = this.#guarded((db) => {
      inTransaction(db, () => {
        const insert = db.prepare("insert or ignore into texts (model, hash, vector) values (?, ?, ?)");
        for (const [hash, vector] of rows) insert.run(this.#model, hash, bytesOf(vector));
      });
      return true;
    });
    return done === true;
  }

  /** Of the contents that are known at all: how many of their chunks have a vector, or are known to have none. */
  settled(keys: Iterable<string>): Map<string, number> {
    const found = new Map<string, number>();
    this.#guarded((db) => {
      const select = db.prepare("select texts from contents where model = ? and key = ?");
      const isThere = db.prepare("select 1 from texts where id = ?");
      for (const key of keys) {
        const ids = idsIn(select.get(this.#model, key)?.["texts"]);
        if (ids === null) continue;
        found.set(
          key,
          ids.filter((id) => id === 0 || (id !== MISSING && isThere.get(id) !== undefined)).length,
        );
      }
      return true;
    });
    return found;
  }

  /** The chunks of a content, by the hash of each one's text, in their order; NO_TEXT for one that has none. */
  putContent(key: string, hashes: readonly string[]): void {
    this.#guarded((db) => {
      const select = db.prepare("select id from texts where model = ? and hash = ?");
      const ids = Uint32Array.from(hashes, (hash) =>
        hash === NO_TEXT ? 0 : Number(select.get(this.#model, hash)?.["id"] ?? MISSING),
      );
      this.#writes++;
      db.prepare("insert or replace into contents (model, key, texts) values (?, ?, ?)").run(
        this.#model,
        key,
        new Uint8Array(ids.buffer),
      );
      return true;
    });
  }

  /** The vectors of a content's chunks, null for one that has none; null where nothing is known of the content. */
  ofContent(key: string): (Int8Array | null)[] | null {
    return (
      this.#guarded((db) => {
        const content = db.prepare("select texts from contents where model = ? and key = ?");
        const ids = idsIn(content.get(this.#model, key)?.["texts"]);
        if (ids === null) return null;
        const select = db.prepare("select vector from texts where id = ?");
        return Array.from(ids, (id) => {
          const row = id === 0 ? undefined : select.get(id);
          return row === undefined ? null : vectorIn(row["vector"]);
        });
      }) ?? null
    );
  }

  /** Changes whenever contents got vectors; for what is remembered of the whole. */
  stamp(): string {
    const other = this.#guarded((db) => db.prepare("pragma data_version").get()?.["data_version"]);
    return `${this.#inode} ${String(other)} ${this.#writes}`;
  }

  close(): void {
    try {
      this.#db?.close();
    } catch {
      // It is being given up: what it still had to write is only lost work.
    }
    this.#db = null;
  }

  /** The action's result; null if there is no database for it. Damage is repaired once by beginning anew. */
  #guarded<T>(action: (db: DatabaseSync) => T): T | null {
    for (let tries = 1; ; tries++) {
      try {
        const db = this.#open();
        return db === null ? null : action(db);
      } catch (error) {
        this.close();
        if (isDamage(error) && tries === 1 && this.#removed()) continue;
        // Another writer was at it for long: another time.
        if (BUSY.has(sqliteCode(error))) return null;
        this.#fault = `the vectors at ${this.#path} can't be kept (${error instanceof Error ? error.message : String(error)})`;
        return null;
      }
    }
  }

  #open(): DatabaseSync | null {
    // Another process began anew: what would be written into the old file is lost with it.
    if (this.#db !== null && inodeOf(this.#path) !== this.#inode) this.close();
    if (this.#db !== null || this.#fault !== null) return this.#db;
    makeFolder(dirname(this.#path));
    // SQLite would wait for a pipe.
    if (!["", ...BESIDE].every((end) => isPlainOrAbsent(this.#path + end))) throw new Damaged();
    const db = openDatabase(this.#path);
    try {
      db.exec(`pragma busy_timeout = ${BUSY_MS}; pragma synchronous = normal`);
      const version = formatOf(db);
      if (version > FORMAT) throw new Error("a newer Pith wrote them");
      if (version < FORMAT) {
        chooseJournal(db);
        inTransaction(db, () => {
          // Another process may have made them in the meantime.
          if (formatOf(db) !== FORMAT) db.exec(TABLES);
        });
      }
      makeRoom(db, this.#mostBytes);
      db.prepare("insert or ignore into models (name, known) values (?, '[]')").run(this.#name);
      this.#model = Number(db.prepare("select id from models where name = ?").get(this.#name)?.["id"]);
    } catch (error) {
      db.close();
      throw error;
    }
    this.#db = db;
    this.#inode = inodeOf(this.#path);
    return db;
  }

  #removed(): boolean {
    try {
      for (const end of ["", ...BESIDE]) rmSync(this.#path + end, { recursive: true, force: true });
      return true;
    } catch {
      return false;
    }
  }
}

function formatOf(db: DatabaseSync): number {
  return Number(db.prepare("pragma user_version").get()?.["user_version"] ?? 0);
}

function makeRoom(db: DatabaseSync, mostBytes: number): void {
  const number = (name: string): number =>
    Number(Object.values(db.prepare(`pragma ${name}`).get() ?? {})[0] ?? 0);
  if ((number("page_count") - number("freelist_count")) * number("page_size") <= mostBytes) return;
  db.exec("delete from texts where id <= (select (min(id) + max(id)) / 2 from texts)");
}

function knownIn(value: unknown): Map<string, Int8Array> {
  try {
    const rows = JSON.parse(String(value)) as [string, string][];
    return new Map(rows.map(([name, base64]) => [name, new Int8Array(Buffer.from(base64, "base64"))]));
  } catch {
    throw new Damaged();
  }
}

function inodeOf(path: string): number | null {
  return statSync(path, { throwIfNoEntry: false })?.ino ?? null;
}

function bytesOf(vector: Int8Array): Buffer {
  return Buffer.from(vector.buffer, vector.byteOffset, vector.length);
}

/** SQLite checks neither the bytes of values nor their type. */
function vectorIn(value: unknown): Int8Array {
  if (!(value instanceof Uint8Array) || value.length === 0) throw new Damaged();
  return new Int8Array(value.buffer, value.byteOffset, value.length);
}

/** The numbers of a content's texts; null where there is none. */
export function idsIn(value: unknown): Uint32Array | null {
  if (value === undefined) return null;
  if (!(value instanceof Uint8Array) || value.length % 4 !== 0) throw new Damaged();
  return new Uint32Array(value.slice().buffer);
}
