// Which encoding does the repository declare for a file? (`.gitattributes`: working-tree-encoding, encoding)
import type { Root } from "./guard.ts";

/** Null where none is declared. */
export function declaredEncoding(_root: Root, _path: string): string | null {
  return null;
}
