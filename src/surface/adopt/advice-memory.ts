// How often was advice given in this session of an agent? A hint at the start is soon forgotten, one at each search is noise.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { sha256 } from "../../base/hash.ts";
import { makeFolder } from "../../base/make-folder.ts";
import { userCacheFolder } from "../../config/user-folders.ts";
import type { UserPlace } from "../../config/user-folders.ts";
import { writeFileAtomic } from "../../store/atomic-write.ts";

/** Set by hand: at the start, and twice more when the agent goes on searching. */
const MOST_IN_A_SESSION = 3;
/** Of a user; the oldest are forgotten. */
const MOST_SESSIONS = 50;

/** Counts this time. Where nothing can be written, advice is given each time: it is short. */
export function mayStillSpeak(place: UserPlace, session: string): boolean {
  const folder = userCacheFolder(place);
  const path = join(folder, "advice.json");
  const id = sha256(session).slice(0, 16);
  const known = read(path).filter(([name]) => name !== id);
  const said = read(path).find(([name]) => name === id)?.[1] ?? 0;
  if (said >= MOST_IN_A_SESSION) return false;
  try {
    makeFolder(folder);
    writeFileAtomic(path, JSON.stringify([...known.slice(-MOST_SESSIONS + 1), [id, said + 1]]), 0o600);
  } catch {
    // A cache that can't be written to.
  }
  return true;
}

function read(path: string): [string, number][] {
  try {
    const value: unknown = JSON.parse(readFileSync(path, "utf8"));
    return Array.isArray(value)
      ? value.filter(
          (one): one is [string, number] =>
            Array.isArray(one) && typeof one[0] === "string" && Number.isSafeInteger(one[1]),
        )
      : [];
  } catch {
    return [];
  }
}
