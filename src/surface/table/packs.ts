// The operation that looks after named selections: what it is called, takes and is for.
import { LONGEST_PACK, LONGEST_PATTERN, LONGEST_SCOPE, MOST_CHOICES, MOST_PACKS } from "../../base/limits.ts";
import type { Operation, Parameter } from "../entry.ts";
import { budget, common, language, query, unit } from "../shared-parameters.ts";

/** Of `context`. */
export const pack: Parameter = {
  name: "pack",
  type: "strings",
  longest: LONGEST_PACK,
  most: MOST_PACKS,
  description: "Saved packs to show first.",
  note: "Made with `pith pack`. Their lines as they stand now, stale ones named, then what the query adds; without a query the packs alone. A pack is shown whole, or the answer says what budget it needs: [receipts and packs](../guide/receipts-and-packs.md).",
  cli: { placeholder: "name" },
};

export const packs: Operation = {
  name: "pack",
  group: "Look after",
  tool: null,
  readOnly: false,
  summary: "Save a selection under a name, for a team to begin answers with.",
  use: "Use it for lines that many questions of one area need.",
  not: "Not for one answer: context gives that, and its receipt can be kept.",
  parameters: [
    {
      name: "name",
      type: "string",
      longest: LONGEST_PACK,
      description: "Name of the pack: letters, digits, dots, underscores, hyphens.",
      note: "Its file is `.pith/packs/NAME.json`. With a name alone the pack is shown, with what became of it.",
      cli: { position: "one" },
    },
    {
      ...query,
      required: false,
      description: "What it is selected by.",
      note: "In quotes on the command line: what follows are paths.",
      cli: { position: "one" },
    },
    {
      name: "paths",
      type: "strings",
      longest: LONGEST_PATTERN,
      most: MOST_CHOICES,
      inAll: LONGEST_SCOPE,
      description: "Only these folders, files or globs.",
      cli: { position: "many" },
    },
    language,
    {
      name: "refresh",
      type: "boolean",
      default: false,
      description: "Select it anew by its own query, and say what changed.",
    },
    { name: "list", type: "boolean", default: false, description: "All packs of this root." },
    { name: "remove", type: "boolean", default: false, description: "Take the pack away." },
    {
      name: "dryRun",
      type: "boolean",
      default: false,
      description: "Say what would be done; write nothing.",
    },
    budget,
    unit,
    ...common,
  ],
  exitOne: "nothing answers the query, a span changed, or no pack to list",
  examples: [
    { command: 'pith pack auth "session login token" src/auth/', says: "Save what answers, from one folder" },
    { command: "pith pack auth --refresh", says: "Select it anew, and see what changed" },
    { command: "pith pack --list", says: "Which packs there are" },
  ],
};
