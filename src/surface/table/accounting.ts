// The operations that say what was delivered, to whom and at what cost: what each is called, takes and is for.
import { LONGEST_SESSION } from "../../base/limits.ts";
import type { Operation } from "../entry.ts";
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
