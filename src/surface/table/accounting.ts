// The operations that say what was delivered, to whom and at what cost: what each is called, takes and is for.
import { LONGEST_CHOICE, LONGEST_SESSION } from "../../base/limits.ts";
import type { Operation, Parameter } from "../entry.ts";
import { common } from "../shared-parameters.ts";

export const session: Operation = {
  name: "session",
  group: "Look after",
  tool: null,
  readOnly: false,
  summary: "What a client holds by its session, or that it forgot.",
  use: "Use forget after a client's context was compacted; or let it take another id.",
  not: "Not needed to begin one: any id that is given to a question begins it.",
  parameters: [
    {
      name: "action",
      type: "enum",
      values: ["show", "forget"],
      required: true,
      description: "show what is held, or forget it.",
      cli: { position: "one" },
    },
    {
      name: "session",
      type: "string",
      longest: LONGEST_SESSION,
      required: true,
      description: "Id that the client chose.",
      cli: { position: "one" },
    },
    ...common,
  ],
  exitOne: "nothing is kept under this id",
  examples: [
    { command: "pith session show fix-login", says: "What was sent under this id, and what it cost" },
    { command: "pith session forget fix-login", says: "From now on everything is sent again" },
  ],
};

const all: Parameter = {
  name: "all",
  type: "boolean",
  default: false,
  description: "Of every root, not of this one alone.",
};

export const report: Operation = {
  name: "report",
  group: "Look after",
  tool: null,
  readOnly: false,
  summary: "What was asked, what it cost, and what other ways would have cost.",
  use: "Use it to see by day and tool whether answers are worth their tokens here.",
  not: "Not a bill: what other ways would have cost is estimated, and says how.",
  parameters: [
    {
      name: "since",
      type: "string",
      longest: LONGEST_CHOICE,
      description: "First day: 2026-12-01, or 7d for the last seven.",
      note: "Days are those of UTC.",
      cli: { placeholder: "day" },
    },
    {
      name: "price",
      type: "string",
      longest: LONGEST_CHOICE,
      description: "Price of a million tokens, to tell savings in money.",
      cli: { placeholder: "number" },
    },
    all,
    {
      name: "clear",
      type: "boolean",
      default: false,
      description: "Remove all that is kept, of every root.",
    },
    ...common,
  ],
  exitOne: null,
  examples: [
    { command: "pith report --since 7d", says: "The last week, by day and tool" },
    { command: "pith report --price 3", says: "With the savings at 3 a million tokens" },
    { command: "pith report --clear", says: "Forget all calls" },
  ],
};

export const metrics: Operation = {
  name: "metrics",
  group: "Look after",
  tool: null,
  readOnly: false,
  summary: "Calls month by month, and what is kept of them; rolls up what is over.",
  use: "Use it for the long run: months, tools, surfaces.",
  not: "Not for single days (report).",
  parameters: [all, ...common],
  exitOne: null,
  examples: [{ command: "pith metrics --all", says: "Every root, month by month" }],
};
