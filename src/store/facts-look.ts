// Which syntax facts are there, told without a trace? An ordinary look at a database with a write-ahead log leaves files
// beside it.
import { pathToFileURL } from "node:url";
import { isPlainOrAbsent } from "../base/plain-file.ts";
import { openDatabase } from "./sqlite.ts";
import { isCurrent, versionOf } from "./facts-tables.ts";

/** Those of the keys; what another process is about to write is not among them. None where nothing can be told. */
export function heldFacts(path: string, keys: readonly string[]): Set<string> {
  if (!isPlainOrAbsent(path)) return new Set();
  let db: ReturnType<typeof openDatabase> | null = null;
  try {
    const place = pathToFileURL(path);
    place.searchParams.set("immutable", "1");
    db = openDatabase(place, { readOnly: true });
    if (!isCurrent(versionOf(db))) return new Set();
    const select = db.prepare("select 1 from facts where key = ?");
    return new Set(keys.filter((key) => select.get(key) !== undefined));
  } catch {
    // None yet, a damaged one, or a Node that knows no such names.
    return new Set();
  } finally {
    db?.close();
  }
}
