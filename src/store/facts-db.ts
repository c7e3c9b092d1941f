// Where do syntax facts rest? In one SQLite database for each repository, by facts key. Whatever is wrong with the
// database, callers get their facts: it is made again, or stands aside for memory, and says so once.
import { lstatSync, renameSync, rmSync, statSync } from "node:fs";
import { dirname } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { makeFolder } from "../base/make-folder.ts";
import { isPlainOrAbsent } from "../base/plain-file.ts";
import type { EncodedSyntax, SyntaxResult, SyntaxSkip } from "../parse/facts.ts";
import { decodeSyntax, encodeSyntax, openSyntax } from "./facts-codec.ts";
import { Damaged, inTransaction, isDamage, makeRoom, prepareDatabase } from "./facts-tables.ts";
import { openDatabase, SQLITE_BUSY, SQLITE_LOCKED, sqliteCode } from "./sqlite.ts";
import { DAMAGED } from "./store-folder.ts";

/** Past this size the older half of the facts goes. */
const MOST_BYTES = 1_000_000_000;
/** A process that lives on looks whether it is past it after so many writes. */
const PUTS_A_LOOK = 64;
/** Encoded facts kept in memory, where the database would not take them. */
const MEMORY_BYTES = 64_000_000;

/** Another connection is at work. */
const BUSY = new Set([SQLITE_BUSY, SQLITE_LOCKED]);

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
  /** Of the file that is open. */
  #inode: number | null = null;
  #rebuilt = false;
  /** Whether it was said that the database takes nothing. */
  #unkept = false;
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
    return this.#read(keys, decodeSyntax);
  }

  /** Why each of the keys asked for has no facts, or null where it has some: as sure as `get`, and nothing is decoded. */
  outcomes(keys: Iterable<string>): Map<string, SyntaxSkip | null> {
    const found = this.#read(keys, openSyntax);
    return new Map(Array.from(found, ([key, result]) => [key, "skip" in result ? result.skip : null]));
  }

  #read<T>(keys: Iterable<string>, decode: (key: string, value: Uint8Array) => T | null): Map<string, T> {
    const wanted = [...new Set(keys)];
    const found = this.#guarded((db) => select(db, wanted, decode)) ?? new Map<string, T>();
    for (const key of wanted) {
      const value = found.has(key) ? undefined : this.#memory.get(key);
      const result = value === undefined ? null : decode(key, value);
      if (result !== null) found.set(key, result);
    }
    return found;
  }

  /** Whether they are kept beyond this process. */
  put(results: Iterable<readonly [key: string, result: SyntaxResult | EncodedSyntax]>): boolean {
    const rows = Array.from(results, ([key, result]) => [key, encodeSyntax(key, result)] as const);
    if (rows.length === 0) return true;
    const written = this.#guarded((db) => {
      inTransaction(db, () => {
        const insert = db.prepare("insert or replace into facts (key, value) values (?, ?)");
        for (const row of rows) insert.run(...row);
      });
      if (++this.#puts % PUTS_A_LOOK === 0) makeRoom(db, this.#mostBytes);
      return true;
    });
    if (written === null) for (const [key, value] of rows) this.#remember(key, value);
    return written === true;
  }

  /** Those of the keys that have facts here. Looks at no facts. */
  has(keys: Iterable<string>): Set<string> {
    const wanted = [...new Set(keys)];
    const found = this.#guarded((db) => {
      const select = db.prepare("select 1 from facts where key = ?");
      return wanted.filter((key) => select.get(key) !== undefined);
    });
    return new Set([...(found ?? []), ...wanted.filter((key) => this.#memory.has(key))]);
  }

  /** Takes out facts that were put in and turned out to be none. */
  remove(keys: Iterable<string>): void {
    this.#guarded((db) => {
      inTransaction(db, () => {
        const remove = db.prepare("delete from facts where key = ?");
        for (const key of keys) remove.run(key);
      });
      return true;
    });
    for (const key of keys) {
      this.#memoryBytes -= this.#memory.get(key)?.byteLength ?? 0;
      this.#memory.delete(key);
    }
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
          this.#sayUnkept(error);
          return null;
        }
        this.#repair();
      }
    }
  }

  #open(): DatabaseSync | null {
    // Another process began anew: what would be written into the old file is lost with it.
    if (this.#state === "open" && inodeOf(this.#path) !== this.#inode) this.close();
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
          this.#inode = inodeOf(this.#path);
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

  /** Once; of another writer there is nothing to say: what could not be written now is written another time. */
  #sayUnkept(error: unknown): void {
    if (this.#unkept || BUSY.has(sqliteCode(error))) return;
    this.#unkept = true;
    this.#notices.push(`The syntax facts at ${this.#path} can't be kept (${reasonOf(error)}).`);
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

function select<T>(
  db: DatabaseSync,
  keys: readonly string[],
  decode: (key: string, value: Uint8Array) => T | null,
): Map<string, T> {
  const found = new Map<string, T>();
  const rows = db.prepare("select value from facts where key = ?");
  for (const key of keys) {
    const row = rows.get(key);
    if (row === undefined) continue;
    const value = row["value"];
    // SQLite checks neither the bytes of values nor their type: a flipped bit is seen here.
    const result = value instanceof Uint8Array ? decode(key, value) : null;
    if (result === null) throw new Damaged();
    found.set(key, result);
  }
  return found;
}

/** Kept for whoever wants to know what happened; what is no file, or doesn't move, goes. */
function moveAside(path: string): void {
  const aside = path + DAMAGED;
  const file = lstatSync(path, { throwIfNoEntry: false })?.isFile() === true;
  rmSync(file ? aside : path, { recursive: true, force: true });
  if (file) renameSync(path, aside);
}

function inodeOf(path: string): number | null {
  try {
    return statSync(path, { throwIfNoEntry: false })?.ino ?? null;
  } catch {
    // A link to itself, a folder that may not be looked into: whoever opens it finds out.
    return null;
  }
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
