// The operation that finds code like other code: what it is called, takes and is for.
import { LONGEST_CODE, LONGEST_PATH } from "../../base/limits.ts";
import type { Operation } from "../entry.ts";
import { budget, common, language, rev, scope, unit } from "../shared-parameters.ts";

export const similar: Operation = {
  name: "similar",
  group: "Ask",
  // The tools that agents pay for on each turn are full: see docs/limits.md.
  tool: null,
  readOnly: true,
  summary: "Code like a span, a declaration or a text: copies first, then what is like it.",
  use: "Use it before writing what may be there already, and to find all copies of a fault.",
  not: "Not for questions (context) or a text as it stands (search with mode exact).",
  parameters: [
    {
      name: "subject",
      type: "string",
      longest: LONGEST_PATH,
      path: true,
      description: "path:start-end, or the name of a declaration; - is standard input.",
      note: "This or a text. `path:12` is the declaration around that line. Its own lines are no answer. Standard input on the command line alone.",
      cli: { position: "one" },
    },
    {
      name: "text",
      type: "string",
      longest: LONGEST_CODE,
      description: "The code, or the prose, to which similar code is looked for.",
      cli: { placeholder: "code" },
    },
    {
      name: "textFile",
      type: "string",
      longest: LONGEST_PATH,
      description: "File with the text; - is standard input.",
      surfaces: ["cli"],
      cli: { placeholder: "file" },
    },
    scope,
    language,
    budget,
    unit,
    rev,
    ...common,
  ],
  exitOne: "nothing in scope is like it",
  examples: [
    { command: "pith similar src/server.ts:40-72", says: "Copies of these lines, and what is like them" },
    { command: "pith similar parseHeader --scope src", says: "Of a declaration, in one folder" },
    { command: "pith similar --text 'for (const part of line.split(sep))'", says: "Of a text" },
  ],
};
