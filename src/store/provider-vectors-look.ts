// Which contents have all of their vectors of a provider, told without a trace, as syntax facts are (`facts-look.ts`).
import { pathToFileURL } from "node:url";
import { isPlainOrAbsent } from "../base/plain-file.ts";
import { idsIn, MISSING } from "./provider-vectors.ts";
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
      "select texts from contents where key = ? and model = (select id from models where name = ?)",
    );
    return new Set(
      keys.filter((key) => {
        const ids = idsIn(select.get(key, name)?.["texts"]);
        return ids !== null && !ids.includes(MISSING);
      }),
    );
  } catch {
    // None yet, a damaged one, or a Node that knows no such names.
    return new Set();
  } finally {
    db?.close();
  }
}
