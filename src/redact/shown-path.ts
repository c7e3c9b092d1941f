// How is a path shown whose name holds a secret? Redacted like everything that leaves: it can't be read by that name then.
import { shownText } from "./redact.ts";

/** Paths are asked for many times while an answer is fitted. So many are kept. */
const MOST_KEPT = 20_000;
const kept = new Map<string, string>();

/** Every form of a secret has a run so long, or one of these signs; most paths have neither. */
const MAY_HOLD = /[\w+-]{12}|[=:@~%]/;

export function shownPath(path: string): string {
  if (!MAY_HOLD.test(path)) return path;
  const known = kept.get(path);
  if (known !== undefined) return known;
  // Its parts, and the whole for what is written over slashes.
  const parts = path.split("/").map((part) => shownText(part));
  const shown = shownText(parts.join("/"));
  if (kept.size >= MOST_KEPT) kept.clear();
  kept.set(path, shown);
  return shown;
}

/** Members of answers that are paths or begin with one. */
const PATHS = new Set(["path", "from", "file", "targets", "paths", "rule", "link", "what"]);

/** A value of JSON with every path in it as it may be shown. What holds none is given back as it is. */
export function withShownPaths<Value>(value: Value): Value {
  return walk(value, false) as Value;
}

function walk(value: unknown, isPath: boolean): unknown {
  if (typeof value === "string") return isPath ? shownPath(value) : value;
  if (Array.isArray(value)) {
    const items = value.map((item) => walk(item, isPath));
    return items.some((item, i) => item !== value[i]) ? items : value;
  }
  if (value === null || typeof value !== "object") return value;
  let changed: [string, unknown][] | null = null;
  const entries = Object.entries(value);
  for (const [i, [key, member]] of entries.entries()) {
    const shown = walk(member, PATHS.has(key));
    if (shown !== member) (changed ??= [...entries])[i] = [key, shown];
  }
  return changed === null ? value : Object.fromEntries(changed);
}
