// Which of the folders that a client over HTTP names are heeded? It need not be the person who started the server, so it
// chooses among what that person gave: the folder itself, folders in it, or the same part of another work tree.
import { isInside, realPlace } from "../../../files/guard.ts";
import { inOtherWorkTree } from "../../../git/work-trees.ts";
import type { ClientRoots } from "../client-roots.ts";

export function rootsWithin(given: string): (named: ClientRoots) => ClientRoots {
  const holds = (folder: string, path: string): boolean => path === folder || isInside(path, folder);
  const isOpen = (path: string): boolean => {
    if (holds(given, path)) return true;
    const other = inOtherWorkTree(given, path);
    return other !== null && holds(other, path);
  };
  return (named) => ({
    async find(context) {
      const found = await named.find(context);
      if (!isList(found)) return found;
      const open = found.map(realPlace).filter(isOpen);
      return open.length === 0 ? [given] : open;
    },
  });
}

function isList<T>(found: readonly string[] | T): found is readonly string[] {
  return Array.isArray(found);
}
