// Commands by which Pith comes into a repository, a client, a shell or a hook, and goes again. None of them is a tool: what
// they write is the user's.
import { LONGEST_PATH, LONGEST_PATTERN, LONGEST_SCOPE, MOST_CHOICES } from "../../base/limits.ts";
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

const setup: Entry = {
  name: "setup",
  group: "Connect",
  summary: "Set Pith up in an agent or editor, or list those that are here.",
  use: "Use it once for each client: it shows the difference in the client's settings, asks, and writes.",
  not: "Not needed where the client has a command or a link of its own that you prefer: --print shows what to enter.",
  parameters: [
    {
      name: "client",
      type: "enum",
      values: CLIENT_IDS,
      description: "Agent or editor. Without it: those on this machine.",
      cli: { position: "one", placeholder: "client" },
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

const advise: Entry = {
  name: "advise",
  group: "Connect",
  summary: "Give advice to an agent's hook; it never blocks.",
  use: "Use it through pith setup claude-code --hooks, which writes the hook.",
  not: "Not for the terminal: it reads the hook's JSON on standard input, and ends with 0 whatever it reads.",
  parameters: [],
  exitOne: null,
  examples: [{ command: "pith advise < hook.json", says: "One sentence as JSON, or nothing" }],
};

const init: Entry = {
  name: "init",
  group: "Connect",
  summary: "Tell the agents of a repository about Pith, in their files of instructions.",
  use: "Use it once in a repository: it shows the difference, asks, and writes a marked block.",
  not: "Not needed before asking: every command works without it.",
  parameters: [
    {
      name: "file",
      type: "strings",
      longest: LONGEST_PATH,
      most: MOST_CHOICES,
      inAll: LONGEST_SCOPE,
      description: "Only this file of instructions, made if it isn't there.",
      note: "Otherwise those that are there of AGENTS.md, CLAUDE.md, GEMINI.md, .github/copilot-instructions.md, .cursorrules, .windsurfrules and .clinerules; where there is none, AGENTS.md, unless somebody removed it.",
      cli: { short: "-f", placeholder: "path" },
    },
    removeIt,
    yes,
    dryRun,
    project,
  ],
  exitOne: DECLINED,
  examples: [
    { command: "pith init", says: "Show what would be written, and ask" },
    { command: "pith init --dry-run", says: "Only show it" },
    { command: "pith init --remove", says: "Take it out again" },
  ],
};

const skill: Entry = {
  name: "skill",
  group: "Connect",
  summary: "Print what an agent should know of Pith, or install it as a skill.",
  use: "Use it to give an agent the long form of the instructions, read when it needs them.",
  not: "Not beside every other instruction: the block of pith init is enough for most agents.",
  parameters: [
    {
      name: "client",
      type: "enum",
      values: CLIENT_IDS,
      default: "claude-code",
      description: "Where to install it.",
      note: "One without a place for skills that Pith knows gets the short form in its file of instructions.",
      cli: { position: "one", placeholder: "client" },
    },
    { name: "install", type: "boolean", description: "Write it where the agent looks for skills." },
    {
      name: "scope",
      type: "enum",
      values: SCOPES,
      default: "project",
      description: "For everybody in this repository, or for you everywhere.",
    },
    removeIt,
    yes,
    dryRun,
    project,
  ],
  exitOne: DECLINED,
  examples: [
    { command: "pith skill", says: "Print it" },
    { command: "pith skill --install", says: "As .claude/skills/pith/SKILL.md of this repository" },
    { command: "pith skill gemini-cli --install --scope user", says: "For you, in Gemini CLI" },
  ],
};

const installHooks: Entry = {
  name: "install-hooks",
  group: "Connect",
  summary: "Let Git renew the index in the background after commits, checkouts, merges and rebases.",
  use: "Use it in a large repository, so that the first question after a pull needn't wait.",
  not: "Not needed for fresh answers: every answer looks at the disk.",
  parameters: [
    removeIt,
    yes,
    dryRun,
    { ...project, description: "Repository. Default: the one around the working directory." },
  ],
  exitOne: DECLINED,
  examples: [
    { command: "pith install-hooks", says: "Show what the hooks would get, and ask" },
    { command: "pith install-hooks --remove", says: "Give them back as they were" },
  ],
};

const docs: Entry = {
  name: "docs",
  group: "Connect",
  summary: "Print a page of the documents that came with this version.",
  use: "Use it for the guides without a browser: by name, or by words that they hold.",
  not: "Not for the flags of a command: pith help shows them.",
  parameters: [
    {
      name: "topic",
      type: "string",
      longest: LONGEST_PATTERN,
      description: "Name of a page, or words to look for. Without it: the list.",
      cli: { position: "words" },
    },
    json,
  ],
  exitOne: "no page is called or holds that",
  examples: [
    { command: "pith docs", says: "The list" },
    { command: "pith docs trace", says: "The guide of trace" },
    { command: "pith docs clients/cursor", says: "How to set Pith up in Cursor" },
    { command: "pith docs rebuild index", says: "Pages with these words" },
  ],
};

const upgrade: Entry = {
  name: "upgrade",
  group: "Connect",
  summary: "Which version is here, and what another one would make anew.",
  use: "Use it before an upgrade: it says which of the kept things change their form.",
  not: "It installs nothing and, without --check, asks nothing over the network.",
  parameters: [
    {
      name: "package",
      type: "string",
      longest: LONGEST_PATH,
      description: "Packed file (pith-0.2.0.tgz) or folder of the other version.",
      cli: { position: "one", placeholder: "file" },
    },
    { name: "check", type: "boolean", description: "Ask the registry for its newest version." },
    {
      name: "registry",
      type: "string",
      longest: LONGEST_PATH,
      description: "Address of the npm registry that has your Pith.",
      note: "There is no default: on the public one the name is not Pith's. Of what answers there, a package without Pith's own mark is not taken for it.",
      cli: { placeholder: "url" },
    },
    json,
  ],
  exitOne: "the other version can't be told",
  examples: [
    { command: "pith upgrade", says: "Version, place, and the command that upgrades" },
    { command: "pith upgrade build/pith-0.2.0.tgz", says: "What that file would cost" },
    { command: "pith upgrade --check --registry https://npm.example.com", says: "Ask one's own registry" },
  ],
};

/** In the order of lists and of help. */
export const ADOPTION: readonly Entry[] = [init, setup, skill, installHooks, docs, upgrade, advise];
