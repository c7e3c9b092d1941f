// Does a cache lie inside the root? Then it is no part of the tree.
import { isInside, realPlace, relativePath, type Root } from "../files/guard.ts";

/** The user's cache folder, whatever is set: compiled code of Pith's own rests in it. */
export const NO_CACHE = { cacheDir: "" };
/** What is made in a cache folder; all of it where the root is that folder. */
const MADE = ["repositories", "compiled", "sessions", "ledger"];

/** Of cache folders what lies in the root, from there. The root is a real path; a cache may be named through a link. */
export function cachesInRoot(root: Root, caches: readonly string[]): string[] {
  const own = caches.flatMap((cache) => {
    const place = realPlace(cache);
    if (place === root.path) return MADE;
    return isInside(place, root.path) ? [relativePath(root, place)] : [];
  });
  return [...new Set(own)];
}
