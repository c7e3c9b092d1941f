// The operation that answers with lines: what it is called, takes and is for.
import { ANSWER_CHOICES } from "../../base/answer-choices.ts";
import { LONGEST_ISSUE, LONGEST_NAME, LONGEST_PATH, MOST_BUDGET } from "../../base/limits.ts";
import type { Operation, Parameter } from "../entry.ts";
import { pack } from "./packs.ts";
import {
  budget,
  common,
  explain,
  language,
  query,
  relations,
  rev,
  scope,
  session,
  unit,
} from "../shared-parameters.ts";

const issue: readonly Parameter[] = [
  {
    name: "issue",
    type: "string",
    longest: LONGEST_ISSUE,
    surfaces: ["cli"],
    description: "The text of an issue in place of a query.",
    note: "Its title and what its author says, then errors and stacks, then names in its code; what the form of a tracker adds is left out. The answer's query is what was read from it.",
    cli: { placeholder: "text" },
  },
  {
    name: "issueFile",
    type: "string",
    longest: LONGEST_PATH,
    surfaces: ["cli"],
    description: "File with the text of an issue; - is standard input.",
    cli: { placeholder: "file" },
  },
];

const contextFile: Parameter = {
  name: "contextFile",
  type: "string",
  longest: LONGEST_PATH,
  surfaces: ["cli"],
  description: "Write the answer to this file, and to standard output one line about it.",
  note: "Whole or not at all. `--format` is that of the file; with `--json` the line is JSON. A plain file that is there is written over; a link, a folder or the root's `pith.json` is not.",
  cli: { placeholder: "file" },
};

const receiptFile: Parameter = {
  name: "receipt",
  type: "string",
  longest: LONGEST_PATH,
  surfaces: ["cli"],
  description: "Also write the receipt to this file: JSON, or a page for a name ending in .md.",
  note: "To be committed or sent; `pith receipt verify FILE` checks it later, in whatever clone.",
  cli: { placeholder: "file" },
};

const forms: readonly Parameter[] = [
  {
    name: "answer",
    type: "enum",
    values: ANSWER_CHOICES,
    default: "auto",
    description: "slice: lines; exact: every line with query; aggregate: counts.",
    note: "`auto` takes what the question asks for: see [which form for which question](../guide/questions.md).",
    cli: { short: "-a" },
  },
  {
    name: "trace",
    type: "string",
    longest: LONGEST_NAME,
    description: "Declaration to show with its callers and callees.",
    cli: { placeholder: "name" },
  },
  {
    name: "map",
    type: "integer",
    minimum: 0,
    maximum: MOST_BUDGET,
    toolSet: "full",
    description: "Tokens of the budget for a map of signatures before the spans.",
    note: "At most half of the budget. Left out where everything in scope fits.",
    cli: { placeholder: "tokens" },
  },
  {
    name: "outline",
    type: "boolean",
    toolSet: "full",
    description: "The outline of what would be shown, in place of it.",
  },
  {
    name: "prefix",
    type: "integer",
    minimum: 0,
    maximum: MOST_BUDGET,
    toolSet: "full",
    description: "Tokens of the first lines of the first file in scope. Default: none.",
    cli: { placeholder: "tokens" },
  },
  {
    name: "tail",
    type: "integer",
    minimum: 0,
    maximum: MOST_BUDGET,
    toolSet: "full",
    description: "Tokens of the last lines of the last file in scope. Default: none.",
    cli: { placeholder: "tokens" },
  },
];

const metricsFile: Parameter = {
  name: "metricsFile",
  type: "string",
  longest: LONGEST_PATH,
  surfaces: ["cli"],
  description: "Write what the answer cost to this file, as JSON.",
  note: "For CI: tokens out, what other ways would have cost, files scanned, spans, time: [report](../guide/sessions-and-report.md).",
  cli: { placeholder: "file" },
};

export const context: Operation = {
  name: "context",
  group: "Ask",
  tool: "default",
  readOnly: true,
  summary: "The lines that answer a question, inside a budget.",
  use: "Use it first, when you don't know where something is or how it works.",
  not: "Not for a known name (symbol), every occurrence (search) or a known file (read).",
  parameters: [
    { ...query, surfaces: ["mcp", "library"] },
    { ...query, required: false, surfaces: ["cli"] },
    ...issue,
    budget,
    unit,
    {
      ...scope,
      note: `${scope.note!} \`path:start-end\` is those lines of a file: ranges add up, and a file that is named without one is all of it.`,
    },
    { ...language, surfaces: ["cli", "library"] },
    ...forms,
    relations,
    explain,
    session,
    rev,
    pack,
    receiptFile,
    contextFile,
    metricsFile,
    ...common,
  ],
  exitOne: "nothing found in what was scanned",
  examples: [
    { command: 'pith context "where is the session token checked"', says: "Ask in plain words" },
    {
      command: 'pith "where is the session token checked"',
      says: "The same: a quoted question needs no verb",
    },
    {
      command: "pith context retry backoff --budget 1000 --scope src",
      says: "A smaller answer from one folder",
    },
    { command: 'pith context "how are roots resolved" --json', says: "The same facts as JSON" },
    { command: 'pith context "how is a token renewed" --pack auth', says: "A saved pack first" },
    {
      command: 'pith context --issue "Prompt shows the raw default" --budget 6000',
      says: "What an issue is about",
    },
  ],
};
