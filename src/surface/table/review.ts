// The operation that shows a change to whoever reviews it: what it is called, takes and is for.
import { DEFAULT_REVIEW_BUDGET, LONGEST_NAME, LONGEST_PATCH } from "../../base/limits.ts";
import type { Operation } from "../entry.ts";
import { budget, common, unit } from "../shared-parameters.ts";

export const review: Operation = {
  name: "review",
  group: "Ask",
  tool: "full",
  readOnly: true,
  summary: "A change with what a reviewer needs: changed definitions, contracts, callers, tests, history.",
  use: "Use it to review what is staged, a range of commits or a diff.",
  not: "Not for what depends on it further out (impact).",
  parameters: [
    {
      name: "staged",
      type: "boolean",
      default: false,
      description: "What is staged.",
      note: "Read from the index. One of `staged`, `range` and `diff`; without any of them the work tree is compared with HEAD.",
    },
    {
      name: "range",
      type: "string",
      longest: LONGEST_NAME,
      description: "A..B; A...B: what B changed since both parted.",
      note: "Read from B, without a checkout. An end that is left out is HEAD.",
      cli: { placeholder: "A..B" },
    },
    {
      name: "diff",
      type: "string",
      longest: LONGEST_PATCH,
      description: "A unified diff.",
      note: "Of the files on disk; it may be applied already or not: each file is held against both sides, and where it fits neither that is said.",
      cli: { placeholder: "file", description: "File of a unified diff; - is standard input." },
    },
    { ...budget, default: DEFAULT_REVIEW_BUDGET, note: "Counted on the finished text or JSON." },
    unit,
    ...common,
  ],
  exitOne: "nothing changes",
  examples: [
    { command: "pith review --staged", says: "What the next commit changes" },
    { command: "pith review --range main...HEAD", says: "What a branch changes" },
    { command: "pith review", says: "What the work tree changes since HEAD" },
  ],
};
