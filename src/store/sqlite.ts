// node:sqlite without the warning that it is experimental: it would stand on the standard error of every command.
import type { DatabaseSync } from "node:sqlite";

/** SQLite's primary result codes that this project tells apart (sqlite.org/rescode.html). */
export const SQLITE_BUSY = 5;
export const SQLITE_LOCKED = 6;
export const SQLITE_CORRUPT = 11;
export const SQLITE_NOT_A_DATABASE = 26;

export function openDatabase(path: string | URL, options: { readOnly?: boolean } = {}): DatabaseSync {
  const emitWarning = process.emitWarning;
  // Node warns when the module is first asked for, through this very property.
  process.emitWarning = ((warning: string | Error, ...rest: unknown[]) => {
    if (!String(warning).includes("SQLite")) Reflect.apply(emitWarning, process, [warning, ...rest]);
  }) as typeof process.emitWarning;
  try {
    const { DatabaseSync } = process.getBuiltinModule("node:sqlite");
    return new DatabaseSync(path, options);
  } finally {
    process.emitWarning = emitWarning;
  }
}

/** The primary result code of an error of SQLite, or 0 for any other. */
export function sqliteCode(error: unknown): number {
  const { errcode } = error as { errcode?: unknown };
  return typeof errcode === "number" ? errcode & 255 : 0;
}
