// Commands by which Pith comes into a repository, a client, a shell or a hook, and goes again. None of them is a tool: what
// they write is the user's.
import { LONGEST_CHOICE } from "../../base/limits.ts";
import { CLIENT_IDS, SCOPES } from "../adopt/client-ids.ts";
import type { Entry, Parameter } from "../entry.ts";
import { root } from "../shared-parameters.ts";

const yes: Parameter = {
  name: "yes",
  type: "boolean",
  description: "Write without asking.",
  cli: { short: "-y" },
};

const dryRun: Parameter = {
  name: "dryRun",
  type: "boolean",
  description: "Show the difference and write nothing.",
};

const removeIt: Parameter = {
  name: "remove",
  type: "boolean",
  description: "Take out what was put in, and nothing else.",
};

const json: Parameter = { name: "json", type: "boolean", description: "Answer as JSON." };

const DECLINED = "nothing was written, because you said no";

const project: Parameter = {
  ...root,
  description: "Folder of the project. Default: the work tree around the working directory.",
  note: undefined,
  cli: { short: "-r", placeholder: "folder" },
};

export const setup: Entry = {
  name: "setup",
  group: "Connect",
  summary: "Set Pith up in an agent or editor, or list those that are here.",
  use: "Use it once for each client: it shows the difference in the client's settings, asks, and writes.",
  not: "Not needed where the client has a command or a link of its own that you prefer: --print shows what to enter.",
  parameters: [
    {
      name: "client",
      type: "string",
      longest: LONGEST_CHOICE,
      description: `One of: ${CLIENT_IDS.join(", ")}. Without it: the clients on this machine.`,
      cli: { position: "one" },
    },
    {
      name: "scope",
      type: "enum",
      values: SCOPES,
      default: "user",
      description: "Whose settings: the project's, which others share, or yours.",
    },
    {
      name: "launch",
      type: "enum",
      values: ["name", "path"],
      description: "Start Pith by its name, or by absolute paths.",
      note: "In a project's file by name. In yours by paths where the client may be started without your shell's PATH, on Windows, or where no `pith` is on the PATH.",
    },
    {
      name: "tools",
      type: "enum",
      values: ["default", "full"],
      description: "Which tools the server offers. As configured unless given.",
      cli: { short: "-t" },
    },
    {
      name: "fixRoot",
      type: "boolean",
      description: "Write the project's folder into the entry.",
      note: "For clients that tell a server of no folder. Always done for Claude Desktop.",
    },
    {
      name: "hooks",
      type: "boolean",
      description: "Claude Code: also let it ask for advice before a search.",
      note: "The advice is one sentence, at most three times in a session; it allows, denies and changes nothing.",
    },
    { name: "print", type: "boolean", description: "Print the entry, and the link where there is one." },
    removeIt,
    yes,
    dryRun,
    json,
    project,
  ],
  exitOne: DECLINED,
  examples: [
    { command: "pith setup", says: "Which clients are here, and in which Pith is set up" },
    { command: "pith setup claude-code", says: "For you, in every project" },
    { command: "pith setup cursor --scope project", says: "For everybody who works in this repository" },
    { command: "pith setup codex --dry-run", says: "What would be written, and where" },
    { command: "pith setup vscode --remove", says: "Out again" },
  ],
};

export const advise: Entry = {
  name: "advise",
  group: "Connect",
  summary: "Give advice to an agent's hook; it never blocks.",
  use: "Use it through pith setup claude-code --hooks, which writes the hook.",
  not: "Not for the terminal: it reads the hook's JSON on standard input, and ends with 0 whatever it reads.",
  parameters: [],
  exitOne: null,
  examples: [{ command: "pith advise < hook.json", says: "One sentence as JSON, or nothing" }],
};

/** In the order of lists and of help. */
export const ADOPTION: readonly Entry[] = [setup, advise];
