// Where do syntax facts rest? In one SQLite database for each repository, by facts key. Whatever is wrong with the
// database, callers get their facts: it is made again, or stands aside for memory, and says so once.
import { lstatSync, renameSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { makeFolder } from "../base/make-folder.ts";
import { isPlainOrAbsent } from "../base/plain-file.ts";
import { FACTS_VERSION } from "../parse/facts.ts";
import type { SyntaxResult } from "../parse/facts.ts";
import { decodeSyntax, encodeSyntax } from "./facts-codec.ts";
import { SQLITE_CORRUPT, SQLITE_NOT_A_DATABASE, openDatabase, sqliteCode } from "./sqlite.ts";

/** Raised whenever the tables or the bytes of facts change. */
const DATABASE_FORMAT = 2;
/** A writer waits so long for another one. Facts that could not be written are made again when they are needed. */
const BUSY_MS = 250;
/** Past this size the older half of the facts goes. */
const MOST_BYTES = 1_000_000_000;
/** A process that lives on looks whether it is past it after so many writes. */
const PUTS_A_LOOK = 64;
/** Encoded facts kept in memory, where the database would not take them. */
const MEMORY_BYTES = 64_000_000;

/** What SQLite puts beside a database. */
const BESIDE = ["-wal", "-shm", "-journal"];

type State = "unopened" | "open" | "memory";

export function openFactsDb(path: string, mostBytes = MOST_BYTES): FactsDb {
  return new FactsDb(path, mostBytes);
}

export class FactsDb {
  readonly #path: string;
  #state: State = "unopened";
  #db: DatabaseSync | null = null;
  #rebuilt = false;
  #notices: string[] = [];
  readonly #memory = new Map<string, Uint8Array>();
  readonly #mostBytes: number;
  #memoryBytes = 0;
  /** Since room was last looked for. */
  #puts = 0;

  constructor(path: string, mostBytes = MOST_BYTES) {
    this.#path = path;
    this.#mostBytes = mostBytes;
  }

  /** The facts that are there, of the keys asked for. */
  get(keys: Iterable<string>): Map<string, SyntaxResult> {
    const wanted = [...new Set(keys)];
    const found = this.#guarded((db) => this.#select(db, wanted)) ?? new Map<string, SyntaxResult>();
    for (const key of wanted) {
      const value = found.has(key) ? undefined : this.#memory.get(key);
      const result = value === undefined ? null : decodeSyntax(key, value);
      if (result !== null) found.set(key, result);
    }
    return found;
  }

  put(results: Iterable<readonly [key: string, result: SyntaxResult]>): void {
    const rows = Array.from(results, ([key, result]) => [key, encodeSyntax(key, result)] as const);
    if (rows.length === 0) return;
    const written = this.#guarded((db) => {
      inTransaction(db, () => {
        const insert = db.prepare("insert or replace into facts (key, value) values (?, ?)");
        for (const row of rows) insert.run(...row);
      });
      if (++this.#puts % PUTS_A_LOOK === 0) makeRoom(db, this.#mostBytes);
      return true;
    });
    if (written === null) for (const [key, value] of rows) this.#remember(key, value);
  }

  /** What has to be said to the user since the last call. */
  takeNotices(): string[] {
    const notices = this.#notices;
    this.#notices = [];
    return notices;
  }

  close(): void {
    closeQuietly(this.#db);
    this.#db = null;
    this.#state = "unopened";
  }

  #select(db: DatabaseSync, keys: readonly string[]): Map<string, SyntaxResult> {
    const found = new Map<string, SyntaxResult>();
    const select = db.prepare("select value from facts where key = ?");
    for (const key of keys) {
      const row = select.get(key);
      if (row === undefined) continue;
      const result = decodeSyntax(key, row["value"] as Uint8Array);
      // SQLite doesn't check the bytes of values: a flipped bit is seen here.
      if (result === null) throw new Damaged();
      found.set(key, result);
    }
    return found;
  }

  /** The action's result; null if there is no database for it. Damage is repaired once by beginning anew. */
  #guarded<T>(action: (db: DatabaseSync) => T): T | null {
    for (;;) {
      const db = this.#open();
      if (db === null) return null;
      try {
        return action(db);
      } catch (error) {
        if (!isDamage(error)) {
          // Locked by another writer, or the disk is full: this time without the database.
          return null;
        }
        this.#repair();
      }
    }
  }

  #open(): DatabaseSync | null {
    while (this.#state === "unopened") {
      let db: DatabaseSync | null = null;
      try {
        makeFolder(dirname(this.#path));
        // SQLite would wait for a pipe.
        if (!["", ...BESIDE].every((end) => isPlainOrAbsent(this.#path + end))) throw new Damaged();
        db = openDatabase(this.#path);
        const newer = prepareDatabase(db, this.#mostBytes);
        if (newer) {
          closeQuietly(db);
          this.#bypass("The syntax facts were written by a newer Pith and are left alone.");
        } else {
          this.#db = db;
          this.#state = "open";
        }
      } catch (error) {
        closeQuietly(db);
        if (isDamage(error)) this.#repair();
        else this.#bypass(`The syntax facts at ${this.#path} can't be kept (${reasonOf(error)}).`);
      }
    }
    return this.#db;
  }

  #repair(): void {
    closeQuietly(this.#db);
    this.#db = null;
    this.#state = "unopened";
    if (this.#rebuilt) return this.#bypass(`The syntax facts at ${this.#path} are damaged again and again.`);
    this.#rebuilt = true;
    this.#notices.push("The syntax facts in the cache were damaged and are made again.");
    try {
      moveAside(this.#path);
      for (const end of BESIDE) rmSync(this.#path + end, { recursive: true, force: true });
    } catch (error) {
      this.#bypass(`The syntax facts at ${this.#path} can't be kept (${reasonOf(error)}).`);
    }
  }

  #bypass(notice: string): void {
    this.#state = "memory";
    this.#notices.push(notice);
  }

  #remember(key: string, value: Uint8Array): void {
    this.#memoryBytes += value.byteLength - (this.#memory.get(key)?.byteLength ?? 0);
    this.#memory.delete(key);
    this.#memory.set(key, value);
    for (const [oldest, { byteLength }] of this.#memory) {
      if (this.#memoryBytes <= MEMORY_BYTES) break;
      this.#memory.delete(oldest);
      this.#memoryBytes -= byteLength;
    }
  }
}

class Damaged extends Error {}

/** Kept for whoever wants to know what happened; what is no file, or doesn't move, goes. */
function moveAside(path: string): void {
  const aside = `${path}.damaged`;
  const file = lstatSync(path, { throwIfNoEntry: false })?.isFile() === true;
  rmSync(file ? aside : path, { recursive: true, force: true });
  if (file) renameSync(path, aside);
}

function isDamage(error: unknown): boolean {
  const code = sqliteCode(error);
  return error instanceof Damaged || code === SQLITE_CORRUPT || code === SQLITE_NOT_A_DATABASE;
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function closeQuietly(db: DatabaseSync | null): void {
  try {
    db?.close();
  } catch {
    // It is being given up: what it still had to write is only lost work.
  }
}

function inTransaction(db: DatabaseSync, action: () => void): void {
  db.exec("begin immediate");
  try {
    action();
    db.exec("commit");
  } catch (error) {
    try {
      db.exec("rollback");
    } catch {
      // SQLite has rolled back by itself.
    }
    throw error;
  }
}

/** Tables of this version, whatever was there; true if a newer Pith wrote them. */
function prepareDatabase(db: DatabaseSync, mostBytes: number): boolean {
  // Never the constructor's timeout option: Node before 22.16 ignores it.
  db.exec(`pragma busy_timeout = ${BUSY_MS}; pragma synchronous = normal`);
  const version = versionOf(db);
  if (isNewer(version)) return true;
  if (!isCurrent(version)) {
    chooseJournal(db);
    inTransaction(db, () => {
      // Another process may have made them in the meantime.
      if (!isCurrent(versionOf(db))) db.exec(TABLES);
    });
  }
  makeRoom(db, mostBytes);
  return false;
}

interface Version {
  format: number;
  facts: number;
}

const TABLES = `
  drop table if exists facts;
  drop table if exists meta;
  create table facts (id integer primary key, key text not null unique, value blob not null);
  create table meta (name text primary key, value integer not null);
  insert into meta values ('format', ${DATABASE_FORMAT}), ('facts', ${FACTS_VERSION});
`;

function isNewer(version: Version | null): boolean {
  return version !== null && (version.format > DATABASE_FORMAT || version.facts > FACTS_VERSION);
}

function isCurrent(version: Version | null): boolean {
  return version?.format === DATABASE_FORMAT && version.facts === FACTS_VERSION;
}

function versionOf(db: DatabaseSync): Version | null {
  if (db.prepare("select 1 from sqlite_master where name = 'meta'").get() === undefined) return null;
  const rows = db.prepare("select name, value from meta").all();
  const value = (name: string): number => Number(rows.find((row) => row["name"] === name)?.["value"] ?? 0);
  return { format: value("format"), facts: value("facts") };
}

/** A write-ahead log lets others read while one writes, but needs shared memory, which not every file system has. */
function chooseJournal(db: DatabaseSync): void {
  const write = (): void =>
    inTransaction(db, () => db.exec("create table if not exists probe (x); drop table probe"));
  try {
    db.exec("pragma journal_mode = wal");
    write();
  } catch (error) {
    if (isDamage(error)) throw error;
    db.exec("pragma journal_mode = delete");
    write();
  }
}

function makeRoom(db: DatabaseSync, mostBytes: number): void {
  const number = (sql: string): number => Number(Object.values(db.prepare(sql).get() ?? {})[0] ?? 0);
  const used = (number("pragma page_count") - number("pragma freelist_count")) * number("pragma page_size");
  if (used <= mostBytes) return;
  db.exec("delete from facts where id <= (select (min(id) + max(id)) / 2 from facts)");
}
