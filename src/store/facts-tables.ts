// The tables of syntax facts: how they are made, told from those of another version, and kept from growing without end.
import type { DatabaseSync } from "node:sqlite";
import { FACTS_VERSION } from "../parse/facts.ts";
import { SQLITE_CORRUPT, SQLITE_NOT_A_DATABASE, sqliteCode } from "./sqlite.ts";

/** Raised whenever the tables or the bytes of facts change. */
export const DATABASE_FORMAT = 2;
/** A writer waits so long for another one. Facts that could not be written are made again when they are needed. */
const BUSY_MS = 250;

/** What a database says that is none any more; thrown also for facts whose bytes are not as they were written. */
export class Damaged extends Error {}

export function isDamage(error: unknown): boolean {
  const code = sqliteCode(error);
  return error instanceof Damaged || code === SQLITE_CORRUPT || code === SQLITE_NOT_A_DATABASE;
}

export function inTransaction(db: DatabaseSync, action: () => void): void {
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
export function prepareDatabase(db: DatabaseSync, mostBytes: number): boolean {
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

export function isCurrent(version: Version | null): boolean {
  return version?.format === DATABASE_FORMAT && version.facts === FACTS_VERSION;
}

export function versionOf(db: DatabaseSync): Version | null {
  if (db.prepare("select 1 from sqlite_master where name = 'meta'").get() === undefined) return null;
  const rows = db.prepare("select name, value from meta").all();
  const value = (name: string): number => Number(rows.find((row) => row["name"] === name)?.["value"] ?? 0);
  return { format: value("format"), facts: value("facts") };
}

/** A write-ahead log lets others read while one writes, but needs shared memory, which not every file system has. */
export function chooseJournal(db: DatabaseSync): void {
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

export function makeRoom(db: DatabaseSync, mostBytes: number): void {
  const number = (sql: string): number => Number(Object.values(db.prepare(sql).get() ?? {})[0] ?? 0);
  const used = (number("pragma page_count") - number("pragma freelist_count")) * number("pragma page_size");
  if (used <= mostBytes) return;
  db.exec("delete from facts where id <= (select (min(id) + max(id)) / 2 from facts)");
}
