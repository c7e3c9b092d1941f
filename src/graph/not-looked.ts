// What did an answer not look at, and why?
import { counted } from "../base/counted.ts";
import { compareStrings } from "../base/order.ts";
import type { NotLooked } from "./graph.ts";
import type { GraphView } from "./view.ts";

/** A file has been written by a machine if it holds more of one name. */
export const MOST_IN_FILE = 1_000;

/** Why uses by an operator or an index are not looked at. */
export const NAMELESS = "they don't hold its name";

/** A file in which a name stands more often than it is looked at. */
export function cutIn({ path }: { readonly path: string }): NotLooked {
  return {
    what: `${path} behind its first ${MOST_IN_FILE} places of the name`,
    why: `ceiling of ${MOST_IN_FILE} places of a name in a file`,
  };
}

/** Files of other languages that hold the name, by language. */
export function ofOtherLanguages(counts: ReadonlyMap<string, number>): NotLooked[] {
  return sorted(counts).map(([language, count]) => ({
    what: `${counted(count, "file")} (${language}) that hold the name`,
    why: "another language",
  }));
}

/** Files that are there and are not indexed, by reason. */
export function notIndexed(view: GraphView): NotLooked[] {
  const reasons = new Map<string, number>();
  for (const { why } of view.unread) reasons.set(why, (reasons.get(why) ?? 0) + 1);
  return sorted(reasons).map(([why, count]) => ({ what: counted(count, "file"), why }));
}

function sorted(counts: ReadonlyMap<string, number>): [string, number][] {
  return [...counts].sort((a, b) => compareStrings(a[0], b[0]));
}
