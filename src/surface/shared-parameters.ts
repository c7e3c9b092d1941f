// Parameters that several operations have, said once.
import {
  LEAST_BUDGET,
  LONGEST_CHOICE,
  LONGEST_NAME,
  LONGEST_PATH,
  LONGEST_PATTERN,
  LONGEST_QUERY,
  LONGEST_SCOPE,
  LONGEST_SESSION,
  MOST_BUDGET,
  MOST_CHOICES,
} from "../base/limits.ts";
import { SYMBOL_KINDS } from "../base/span.ts";
import { thousands } from "../base/thousands.ts";
import { UNITS } from "../tokens/units.ts";
import type { Parameter } from "./entry.ts";

export const root: Parameter = {
  name: "root",
  type: "string",
  longest: LONGEST_PATH,
  description: "Absolute folder. Default: the client's root.",
  note: "Taken literally. Without it: the client's first root (MCP), then the work tree around the working directory. Over MCP it lies in one of these. Every answer names the root that it used.",
  cli: {
    short: "-r",
    placeholder: "folder",
    description: "Folder to work in. Default: the work tree around the working directory.",
  },
};

export const format: Parameter = {
  name: "format",
  type: "enum",
  values: ["text", "json"],
  default: "text",
  description: "Form of the answer.",
  note: "Both forms carry the same facts, and the budget is counted on the form that is sent.",
};

const terminalFormat: Parameter = {
  ...format,
  values: ["text", "json", "terminal"],
  note: "Both forms carry the same facts, and the budget is counted on the form that is sent. `terminal` is text with colours, the default where standard output is a terminal; `--json` is short for `--format json`.",
};

/** The parameters that every operation has; the terminal form only where there can be a terminal. */
export const common: readonly Parameter[] = [
  root,
  { ...format, surfaces: ["mcp", "library"] },
  { ...terminalFormat, surfaces: ["cli"] },
];

export const unit: Parameter = {
  name: "unit",
  type: "enum",
  values: UNITS,
  description: "What budget counts.",
  note: "`o200k_base` unless configured. `estimate` is for models without a public tokenizer, and the answer says that it is one.",
  cli: { short: "-u" },
};

export const budget: Parameter = {
  name: "budget",
  type: "integer",
  minimum: LEAST_BUDGET,
  maximum: MOST_BUDGET,
  rule: "budget",
  description: "Most tokens that the answer may cost.",
  note: "Counted on the finished text or JSON. The configured budget unless given.",
  cli: { short: "-b", placeholder: "tokens" },
};

export const scope: Parameter = {
  name: "scope",
  type: "strings",
  longest: LONGEST_PATTERN,
  most: MOST_CHOICES,
  inAll: LONGEST_SCOPE,
  description: "Only these folders, files or globs.",
  note: "Bounds every lane before ranking. On the command line give the flag once for each.",
  cli: { short: "-s", placeholder: "glob" },
};

export const rev: Parameter = {
  name: "rev",
  type: "string",
  longest: LONGEST_NAME,
  // The tools that agents pay for on each turn are full: see docs/limits.md.
  surfaces: ["cli", "library"],
  description: "Commit, branch or tag to read instead of the disk.",
  note: "Without a checkout. Texts are as Git stores them: a checkout's line ends and encodings are not made. Settings are those of the commit's `pith.json`. The root line names the commit.",
  cli: { placeholder: "revision" },
};

export const session: Parameter = {
  name: "session",
  type: "string",
  longest: LONGEST_SESSION,
  longestUnsaid: true,
  description: "Id you choose: nothing is sent twice under it.",
  note: "Of lines that the client holds and that stand as they were the places are named instead; what changed is sent again, and that is said. After a client has forgotten (its context was compacted) it takes another id, or `pith session forget ID`: [sessions](../guide/sessions-and-report.md).",
  cli: { placeholder: "id" },
};

/** For the tools after the first: every word is paid for in each of them. */
export const sessionAgain: readonly Parameter[] = [
  { ...session, surfaces: ["cli", "library"] },
  { ...session, surfaces: ["mcp"], description: "As in context." },
];

export const language: Parameter = {
  name: "language",
  type: "strings",
  longest: LONGEST_CHOICE,
  most: MOST_CHOICES,
  valuesFrom: "languages",
  description: "Only these languages.",
  note: "By name, or by an extension of theirs: `rust` or `rs`, `typescript` or `ts`.",
  cli: { short: "-l", placeholder: "name", commas: true },
};

export const kind: Parameter = {
  name: "kind",
  type: "strings",
  longest: LONGEST_CHOICE,
  most: MOST_CHOICES,
  values: SYMBOL_KINDS,
  description: "Only these kinds, such as function, class.",
  cli: { short: "-k", placeholder: "kind", commas: true },
};

export const exported: Parameter = {
  name: "exported",
  type: "boolean",
  description: "Only exported symbols; false: only the others.",
  cli: { deniable: true },
};

export const relations: Parameter = {
  name: "relations",
  type: "boolean",
  default: false,
  description: "Calls, bases and callers of each span.",
  note: "In brief, proven ones by name, possible ones counted; `trace` has them all. Looked up for the first spans.",
};

export const explain: Parameter = {
  name: "explain",
  type: "boolean",
  default: false,
  description: "Say how each span got its place.",
  note: "What each number means: [explain](../guide/explain.md).",
};

export const query: Parameter = {
  name: "query",
  type: "string",
  required: true,
  rule: "query",
  longest: LONGEST_QUERY,
  description: "Question or task in plain words, with any names you know.",
  note: `At most ${thousands(LONGEST_QUERY)} characters. Several words need no quotes on the command line.`,
  cli: { position: "words" },
};

export const RANKED = ["ranked"] as const;
export const BY_LINES = ["exact", "regex"] as const;
