// A content as a walk has it: at the level that is asked for, in full where there is no summary.
import { contentMissing } from "./walk-faults.ts";
import type { LeafLevel, Resolver } from "./walk.ts";

/** Null without a resolver: its place alone is known then. Throws MANIFEST_CONTENT_MISSING. */
export function contentFor(
  resolver: Resolver | undefined,
  id: string,
  level: LeafLevel,
): { text: string; level: LeafLevel } | null {
  if (resolver === undefined) return null;
  const text = resolver(id, level);
  if (text !== undefined) return { text, level };
  const full = level === "full" ? undefined : resolver(id, "full");
  if (full !== undefined) return { text: full, level: "full" };
  throw contentMissing(id, "its content is not there");
}
