// Words that stand before the name of a command, and what is under each: `pith manifest eval`.
import { typedName, type CommandGroup, type Entry } from "../entry.ts";
import { ENTRIES } from "./flags.ts";

interface Group {
  name: CommandGroup;
  summary: string;
  group: Entry["group"];
  entries: readonly Entry[];
}

const SUMMARIES: Record<CommandGroup, { summary: string; group: Entry["group"] }> = {
  manifest: { summary: "Content in tiers for small windows: build, check, walk, measure.", group: "Connect" },
};

export const GROUPS: readonly Group[] = (Object.keys(SUMMARIES) as CommandGroup[]).map((name) => ({
  name,
  ...SUMMARIES[name],
  entries: ENTRIES.filter(({ under }) => under === name),
}));

export function groupNamed(name: string): Group | undefined {
  return GROUPS.find((group) => group.name === name);
}

/** The entry that two words name, such as `manifest` and `eval`; its own name is one as well. */
export function entryTyped(first: string | undefined, second: string | undefined): Entry | undefined {
  return ENTRIES.find((entry) => entry.under !== undefined && typedName(entry) === `${first} ${second}`);
}
