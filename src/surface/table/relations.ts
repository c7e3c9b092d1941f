// The operations that answer from the code graph: what each is called, takes and is for.
import { DEFAULT_IMPACT_DEPTH, LONGEST_NAME, LONGEST_PATCH, MOST_TRACE_DEPTH } from "../../base/limits.ts";
import { TRACE_DIRECTIONS } from "../../base/trace-directions.ts";
import type { Operation } from "../entry.ts";
import { budget, common, kind, rev, sessionAgain, unit } from "../shared-parameters.ts";

export const trace: Operation = {
  name: "trace",
  group: "Ask",
  tool: "default",
  readOnly: true,
  summary:
    "Who calls a symbol, what it calls, implementors, bases, file dependencies: proven and possible apart.",
  use: "Use it before changing a signature, to see what depends on it.",
  not: "Not for text occurrences (search with mode exact).",
  parameters: [
    {
      name: "symbol",
      type: "string",
      longest: LONGEST_NAME,
      required: true,
      rule: "query",
      description: "Name, Class.method, path:name, path:line, or a file's path.",
      note: "A file's path traces its importers (`dependents`, the default there) or its imports (`dependencies`). A name that several declarations have is not traced: they are listed, each with its own counts; ask for one by its place. What the rules and reasons mean: [trace](../guide/trace.md).",
      cli: { position: "one" },
    },
    {
      name: "direction",
      type: "enum",
      values: TRACE_DIRECTIONS,
      default: "callers",
      description: "What to follow.",
      note: "`implementors` of a class or interface are the types below it, of a method the methods that override or implement it; `bases` the reverse.",
      cli: { short: "-d" },
    },
    {
      name: "depth",
      type: "integer",
      minimum: 1,
      maximum: MOST_TRACE_DEPTH,
      default: 1,
      description: "Steps over proven edges.",
      note: "Possible edges are counted at each step and not followed. Without it `implementors` and `bases` are followed to their end.",
      cli: { placeholder: "steps" },
    },
    { ...kind, surfaces: ["cli", "library"] },
    budget,
    unit,
    ...sessionAgain,
    rev,
    ...common,
  ],
  exitOne: "no declaration of that name, or nothing found for it",
  examples: [
    { command: "pith trace createServer", says: "Who calls it" },
    { command: "pith trace Store.save --direction callees", says: "What a method calls" },
    { command: "pith trace Repository --direction implementors", says: "The types below one" },
    { command: "pith trace src/db.ts --direction dependents --depth 3", says: "Files that rest on one" },
  ],
};

export const impact: Operation = {
  name: "impact",
  group: "Ask",
  // The tools that agents pay for on each turn are full: see docs/limits.md.
  tool: null,
  readOnly: true,
  summary: "What could break: proven dependents by depth, possible ones by reason, tests, exports.",
  use: "Use it before a change of a symbol, or on a diff before it is merged.",
  not: "Not for one step of calls (trace). It changes and runs nothing.",
  parameters: [
    {
      name: "symbol",
      type: "string",
      longest: LONGEST_NAME,
      rule: "query",
      description: "Name, Class.method, path:name, or a place (path:line).",
      note: "This, `diff` or `patch`. A name that several declarations have is not followed: they are listed, each with its own counts.",
      cli: { position: "one" },
    },
    {
      name: "diff",
      type: "string",
      longest: LONGEST_NAME,
      description: "A commit, branch or tag: what the work tree changed since it.",
      note: "Asked of Git, without programs that the repository names. Files that Git does not track are not compared. For a range give a patch.",
      cli: { placeholder: "revision" },
    },
    {
      name: "patch",
      type: "string",
      longest: LONGEST_PATCH,
      description: "A unified diff.",
      note: "It may be applied already or not: each file is held against both sides, and what fits neither is named. For a range: `git diff A..B | pith impact --patch -`.",
      cli: { placeholder: "file", description: "File of a unified diff; - is standard input." },
    },
    {
      name: "depth",
      type: "integer",
      minimum: 1,
      maximum: MOST_TRACE_DEPTH,
      default: DEFAULT_IMPACT_DEPTH,
      description: "Steps over proven edges.",
      note: "Possible dependents are listed for what changes itself, and counted further out.",
      cli: { placeholder: "steps" },
    },
    kind,
    budget,
    unit,
    rev,
    ...common,
  ],
  exitOne: "no declaration of that name, or nothing depends on it",
  examples: [
    { command: "pith impact Store.save", says: "What depends on a method" },
    { command: "pith impact --diff main", says: "What the work tree's changes since a branch may break" },
  ],
};

export const rename: Operation = {
  name: "rename",
  group: "Ask",
  tool: null,
  readOnly: true,
  summary: "One checklist for a new name: declarations, references, exports, strings, comments, conflicts.",
  use: "Use it before renaming a symbol.",
  not: "Not to make the edits: it changes nothing.",
  parameters: [
    {
      name: "symbol",
      type: "string",
      longest: LONGEST_NAME,
      required: true,
      rule: "query",
      description: "Name, Class.method, path:name, or a place (path:line).",
      note: "A name that several declarations have is not followed: they are listed, each with its own counts.",
      cli: { position: "one" },
    },
    {
      name: "to",
      type: "string",
      longest: LONGEST_NAME,
      required: true,
      description: "The new name, without what qualifies it.",
      cli: { position: "one" },
    },
    kind,
    budget,
    unit,
    ...common,
  ],
  exitOne: "no declaration of that name",
  examples: [
    { command: "pith rename createServer openServer", says: "All places of a name" },
    { command: "pith rename src/db.ts:41 openDatabase", says: "The declaration on a line" },
  ],
};
