// The operation that answers with lines: what it is called, takes and is for.
import { LONGEST_ISSUE, LONGEST_PATH } from "../../base/limits.ts";
import type { Operation, Parameter } from "../entry.ts";
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
    scope,
    { ...language, surfaces: ["cli", "library"] },
    relations,
    explain,
    session,
    rev,
    contextFile,
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
    {
      command: 'pith context --issue "Prompt shows the raw default" --budget 6000',
      says: "What an issue is about",
    },
  ],
};
