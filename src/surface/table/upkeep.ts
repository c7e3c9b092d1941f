// The operations that look after what Pith keeps and say what it knows: what each is called, takes and is for.
import { DEFAULT_MORE, LONGEST_PATH, MOST_BUDGET } from "../../base/limits.ts";
import type { Operation } from "../entry.ts";
import { common, rev } from "../shared-parameters.ts";

/** Not over MCP: a client may neither have files written outside the root nor be told what lies there. */
const FOR_PEOPLE = ["cli", "library"] as const;

export const status: Operation = {
  name: "status",
  group: "Look after",
  tool: "full",
  readOnly: true,
  summary: "What is indexed here, how fresh, and where it rests.",
  use: "Use it to see what answers are made from.",
  not: "Not needed before asking: the first question makes the index.",
  parameters: [...common],
  exitOne: null,
  examples: [{ command: "pith status", says: "Files, segments, cache folder, freshness" }],
};

export const index: Operation = {
  name: "index",
  group: "Look after",
  tool: "full",
  readOnly: true,
  summary: "Make or renew the index now.",
  use: "Use it to pay for a huge repository before the first question, or to rebuild.",
  not: "Not needed in general: every answer renews what changed.",
  parameters: [
    {
      name: "syntax",
      type: "boolean",
      default: false,
      description: "Also parse every file of a supported language.",
    },
    {
      name: "checker",
      type: "boolean",
      default: false,
      description: "Also ask the TypeScript compiler what every name means.",
      note: "For TypeScript and JavaScript. It needs TypeScript 5.4 to 6 beside Pith (npm install -g typescript@6), runs in a process of its own under the ceiling checkerMegabytes, and turns what trace calls possible into proven or drops it. Any later change of a file drops what it found.",
    },
    {
      name: "rebuild",
      type: "boolean",
      default: false,
      description: "Drop what is stored and start anew.",
    },
    {
      name: "dryRun",
      type: "boolean",
      default: false,
      surfaces: FOR_PEOPLE,
      description: "Say what would be read, how long and how large; write nothing.",
      note: "Told from names, sizes and the store; no file of the tree is opened. The rates are measured ones and are said.",
    },
    {
      name: "import",
      type: "string",
      longest: LONGEST_PATH,
      surfaces: FOR_PEOPLE,
      description: "Bundle to take facts from before any are made.",
      note: "Taken are facts of contents that this tree has, after some were made again and compared: [bundles](../guide/bundles.md).",
      cli: { placeholder: "file" },
    },
    {
      name: "verify",
      type: "boolean",
      default: false,
      surfaces: FOR_PEOPLE,
      description: "With import: make every fact of it again before any is taken.",
      note: "It takes as long as an index; for a bundle of unknown origin.",
    },
    {
      name: "export",
      type: "string",
      longest: LONGEST_PATH,
      surfaces: FOR_PEOPLE,
      description: "Write the facts of this tree to a bundle.",
      note: "With `syntax` every fact; without it the syntax facts that are there already. Only a bundle is written over.",
      cli: { placeholder: "file" },
    },
    ...common,
  ],
  exitOne: "the checker pass is not kept: changed files or unwritable cache",
  examples: [
    { command: "pith index --checker", says: "Also settle calls by the TypeScript compiler" },
    { command: "pith index", says: "Bring the index up to date" },
    { command: "pith index --rebuild --syntax", says: "Start anew, syntax included" },
    {
      command: "pith index --dry-run",
      says: "What that would read, how long it would take, how large it would get",
    },
    { command: "pith index --syntax --export facts.pith", says: "Make everything, and write it to a bundle" },
    { command: "pith index --import facts.pith", says: "In a fresh clone: take the facts of a bundle" },
  ],
};

export const receipt: Operation = {
  name: "receipt",
  group: "Look after",
  tool: "full",
  readOnly: true,
  summary: "Show what an answer kept and dropped, verify it later, or expand it.",
  use: "Use it to prove, re-check or enlarge an earlier answer by its receipt id.",
  not: "Not for the text itself: read takes receipt#n.",
  parameters: [
    {
      name: "action",
      type: "enum",
      values: ["show", "verify", "expand"],
      required: true,
      description: "show it, verify it against the disk, or expand it: ask again with a larger budget.",
      cli: { position: "one", placeholder: "action" },
    },
    {
      name: "receipt",
      type: "string",
      longest: LONGEST_PATH,
      required: true,
      path: true,
      description: "Receipt id, or path of a receipt file; to verify also a folder of them.",
      note: "The file lies inside the root, or in Pith's own folder of receipts for this root, in the cache. Elsewhere it is refused, but for a file that a person names on the command line.",
      cli: { position: "one" },
    },
    {
      name: "more",
      type: "integer",
      minimum: 1,
      maximum: MOST_BUDGET,
      default: DEFAULT_MORE,
      description: "To expand: so much more budget.",
      cli: { placeholder: "tokens" },
    },
    {
      name: "newOnly",
      type: "boolean",
      default: false,
      description: "To expand: only what the receipt has not.",
      note: "What the receipt has and stands as it was is named by its place alone.",
    },
    {
      name: "strict",
      type: "boolean",
      default: false,
      description: "To verify: moved is a difference too.",
      note: "Without it what was shown may stand elsewhere: the exit code is 1 only where it changed or is gone.",
    },
    { ...rev, description: "To verify: against this commit, branch or tag instead of the disk." },
    ...common,
  ],
  exitOne: "verify found what changed or is gone, or a broken file",
  examples: [
    {
      command: "pith receipt show 482913570264819305",
      says: "Every span kept and dropped, with the reason",
    },
    { command: "pith receipt verify 482913570264819305", says: "Is it still true?" },
    { command: "pith receipt verify docs/decisions", says: "Every receipt in a folder, for CI" },
    {
      command: "pith receipt expand 482913570264819305 --more 2000 --new-only",
      says: "What 2,000 tokens more would add",
    },
  ],
};

export const why: Operation = {
  name: "why",
  group: "Look after",
  tool: "full",
  readOnly: true,
  summary: "Why a path is read or skipped: the rule, its file and line.",
  use: "Use it when a file that you expect does not show up.",
  not: "Not for why a span ranks where it does (explain).",
  parameters: [
    {
      name: "path",
      type: "string",
      longest: LONGEST_PATH,
      required: true,
      path: true,
      description: "Path inside the root.",
      cli: { position: "one" },
    },
    ...common,
  ],
  exitOne: "the path is skipped, or nothing is there",
  examples: [{ command: "pith why build/out.js", says: "Which rule leaves this file out" }],
};

export const config: Operation = {
  name: "config",
  group: "Look after",
  tool: "full",
  readOnly: true,
  summary: "The settings in force, each with where it was set.",
  use: "Use it to see which budget, unit, includes and ceilings hold here.",
  not: "Not for changing them: edit pith.json.",
  parameters: [
    {
      name: "resolved",
      type: "boolean",
      default: false,
      description: "Every key with value and source, defaults included.",
    },
    ...common,
  ],
  exitOne: null,
  examples: [{ command: "pith config --resolved", says: "Every key, its value and its source" }],
};

export const doctor: Operation = {
  name: "doctor",
  group: "Look after",
  tool: "full",
  readOnly: true,
  summary: "Check Node, cache folder, grammars and Git; say what to do.",
  use: "Use it when something does not work as it should.",
  not: "Not for questions about the code.",
  parameters: [...common],
  exitOne: "a check says DEGRADED or FAULT: something needs attention",
  examples: [{ command: "pith doctor", says: "Check this installation" }],
};
