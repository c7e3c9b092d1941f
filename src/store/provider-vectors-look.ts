// Which contents have vectors of a provider, told without a trace, as syntax facts are (`facts-look.ts`).
import { pathToFileURL } from "node:url";
import { isPlainOrAbsent } from "../base/plain-file.ts";
import { openDatabase } from "./sqlite.ts";

/** Those of the keys; what another process is about to write is not among them. None where nothing can be told. */
export function heldContents(path: string, name: string, keys: readonly string[]): Set<string> {
  if (!isPlainOrAbsent(path)) return new Set();
  let db: ReturnType<typeof openDatabase> | null = null;
  try {
    const place = pathToFileURL(path);
    place.searchParams.set("immutable", "1");
    db = openDatabase(place, { readOnly: true });
    const select = db.prepare(
      "select 1 from contents where key = ? and model = (select id from models where name = ?)",
    );
    return new Set(keys.filter((key) => select.get(key, name) !== undefined));
  } catch {
    // None yet, a damaged one, or a Node that knows no such names.
    return new Set();
  } finally {
    db?.close();
  }
}
