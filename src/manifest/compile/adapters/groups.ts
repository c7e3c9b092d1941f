// Parts under branches that no folder makes: by category, type, namespace. Those without one come first, beside the branches.
import { compareCodePoints } from "../../../base/order.ts";
import { nodeOf } from "../adapter.ts";
import { pushSome } from "../some-notes.ts";
import type { SourceNode, SourceNote } from "../source-tree.ts";
import { idOfName } from "../unique-ids.ts";

/** A star is escaped in the ids of files, so no path can be that of a group. */
export const GROUP_MARK = "/*";

export interface Grouped {
  /** Empty for none. */
  group: string;
  node: SourceNode;
}

export interface GroupForm {
  /** Id of what is around them, with a slash at its end; empty below the root. */
  within: string;
  /** What no other id has, at the end of that of a branch. */
  mark: string;
  /** Short name and hint of a branch. */
  describe: (group: string) => { name: string; hint?: string | undefined };
  /** From how many groups on branches are made; whether having none counts as one. */
  least: number;
  looseCounts?: boolean;
}

/** Branches by the names of their groups, below what has none; the parts alone where branches would tell nothing. */
export function underGroups(
  parts: readonly Grouped[],
  names: Map<SourceNode, string>,
  { within, mark, describe, least, looseCounts = false }: GroupForm,
): SourceNode[] {
  const loose = parts.filter(({ group }) => group === "").map(({ node }) => node);
  const groups = new Map<string, SourceNode[]>();
  for (const { group, node } of parts) {
    if (group === "") continue;
    const known = groups.get(group);
    if (known === undefined) groups.set(group, [node]);
    else known.push(node);
  }
  if (groups.size + (looseCounts && loose.length > 0 ? 1 : 0) < least) return parts.map(({ node }) => node);
  const branches = [...groups.keys()].sort(compareCodePoints).map((group) => {
    const { name, hint } = describe(group);
    const branch = nodeOf({
      id: `${within}${idOfName(group)}${mark}`,
      title: group,
      ...(hint !== undefined && { hint }),
      children: groups.get(group)!,
    });
    names.set(branch, name);
    return branch;
  });
  return [...loose, ...branches];
}

/** Things that are called the same cannot be told apart by whoever asks for them. `named`: id and name of each. */
export function noteSameNames(
  what: string,
  named: readonly (readonly [string, string])[],
  notes: SourceNote[],
): void {
  const known = new Map<string, string[]>();
  for (const [id, name] of named) known.set(name, [...(known.get(name) ?? []), id]);
  const noted: SourceNote[] = [];
  for (const [name, ids] of known) {
    if (ids.length < 2) continue;
    noted.push({
      code: "duplicate-name",
      subject: ids[0]!,
      text: `${ids.length} ${what} are called ${JSON.stringify(name)} (${ids.slice(0, 3).join(", ")}${ids.length > 3 ? ", …" : ""}). All are kept; give each a name of its own.`,
    });
  }
  pushSome(notes, noted);
}
