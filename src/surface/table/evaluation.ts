// The operation that measures answers on the user's own repository: what it is called, takes and is for.
import { LONGEST_PATH } from "../../base/limits.ts";
import type { Operation } from "../entry.ts";
import { common, unit } from "../shared-parameters.ts";

export const evaluation: Operation = {
  name: "eval",
  group: "Look after",
  // It takes minutes, reads history and writes where it is told: for people.
  tool: null,
  readOnly: false,
  summary: "Measure how well files are found here, lane by lane.",
  use: "Use it to see what ranking is worth on your own code, and to fit its lanes to it.",
  not: "Not for a question about the code.",
  parameters: [
    {
      name: "questions",
      type: "string",
      longest: LONGEST_PATH,
      description: "File of further questions, a JSON object a line.",
      note: 'Each line is `{"query": "…", "targets": ["path", "path:10-40"]}`: from an issue tracker, for example. Beside the questions that are made from commits, tests and doc comments.',
      cli: { placeholder: "file" },
    },
    {
      name: "limit",
      type: "integer",
      minimum: 0,
      maximum: 1_000,
      default: 200,
      description: "Most questions of each kind that are made.",
      note: "0: only those of `questions`. Which are taken is told by hashes of where they come from, so it is the same each time.",
      cli: { placeholder: "count" },
    },
    {
      name: "apply",
      type: "boolean",
      default: false,
      description: "Write the learnt factors to pith.json, if they are not worse.",
      note: "By the rule in [eval](../guide/eval.md): on the held-back questions the mean is no lower, and the 95% interval of the difference lies above -0.01. Else nothing is written.",
    },
    {
      name: "html",
      type: "string",
      longest: LONGEST_PATH,
      description: "Write the report as a page with plots.",
      note: "One file, without script, that fetches nothing. Only such a page is written over.",
      cli: { placeholder: "file" },
    },
    { ...unit, description: "What tokens are counted in." },
    ...common,
  ],
  exitOne: "no question could be made",
  examples: [
    { command: "pith eval", says: "How well are files found, and what does each lane add?" },
    { command: "pith eval --html eval.html", says: "The same as a page with plots" },
    {
      command: "pith eval --questions issues.jsonl --apply",
      says: "With your own questions; fit the lanes if that helps",
    },
  ],
};
