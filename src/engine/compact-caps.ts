// What an answer says of files that changed under it, in few words: the first are named, the others counted.
import { counted } from "../base/counted.ts";

/** Files of one sort that are named each. */
const MOST_NAMED = 3;
const OF_ONE_FILE = /^(.*?) ((?:was being written|[a-z-]+) while it was \w+(?: \(ask again\))?)$/s;

export function compactCaps(caps: readonly string[]): string[] {
  const byEnd = Map.groupBy(caps, (cap) => OF_ONE_FILE.exec(cap)?.[2] ?? cap);
  return [...byEnd].flatMap(([end, same]) => {
    if (same.length <= MOST_NAMED) return same;
    if (same[0] === end) return [end];
    const named = same.slice(0, MOST_NAMED).map((cap) => cap.slice(0, -end.length - 1));
    return [`${named.join(", ")} and ${counted(same.length - MOST_NAMED, "other file")}: ${end}`];
  });
}
