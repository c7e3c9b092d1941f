// Where do the declarations of Kotlin stand? At the top of a package, whatever the file is called.
import type { FileTables } from "./file-tables.ts";
import type { Packages } from "./packaged-names.ts";
import { packageOf } from "./kotlin-text.ts";

const packages = new WeakMap<FileTables, string>();

export const KOTLIN: Packages = {
  languages: ["kotlin"],
  packageOf(tables, symbol) {
    return tables.facts.symbols[symbol]!.parent === -1 ? packageAt(tables) : null;
  },
  mayHold: (file, pack) => packageOf(file) === pack,
};

export function packageAt(tables: FileTables): string {
  let made = packages.get(tables);
  if (made === undefined) packages.set(tables, (made = packageOf(tables.file)));
  return made;
}
