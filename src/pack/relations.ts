// What a span calls, extends and is called by, in brief: the shape, and one line of text.
//
//     calls write (src/store.ts:11), 3 more, 2 possible; bases Store (src/store.ts:1); callers run (src/app.ts:3), 1 possible
import { oneLine, pathLabel } from "./label.ts";

/** The other end: a declaration, or the place of a caller outside any. */
export interface Related {
  path: string;
  line: number;
  /** Qualified name; empty at the top of a file. */
  name: string;
}

export interface RelatedList {
  /** The first of those that are proven, each once. */
  proven: Related[];
  /** How many are proven, each counted once. */
  total: number;
  /** Uses, or bases, of which it isn't settled what they mean. */
  possible: number;
}

export interface Relations {
  /** The declaration whose they are: a span may hold several. */
  of: string;
  /** Absent: none. */
  calls?: RelatedList;
  bases?: RelatedList;
  callers?: RelatedList;
}

/** One indented line, which says whose they are where the span is not named so; empty where there is nothing to say. */
export function relationsLine(relations: Relations, name: string): string {
  const parts = (["calls", "bases", "callers"] as const).flatMap((name) => {
    const list = relations[name];
    if (list === undefined) return [];
    const { proven, total, possible } = list;
    const some = proven.map(({ path, line, name: other }) => {
      const place = `${pathLabel(path)}:${line}`;
      return other === "" ? place : `${oneLine(other)} (${place})`;
    });
    if (total > proven.length) some.push(`${total - proven.length} more`);
    if (possible > 0) some.push(`${possible} possible`);
    return [`${name} ${some.join(", ")}`];
  });
  const whose = relations.of === name ? "" : `${oneLine(relations.of)}: `;
  return parts.length === 0 ? "" : `  ${whose}${parts.join("; ")}`;
}
