// Commands of the command line that are no operations: they connect Pith to something.
import type { Entry } from "../entry.ts";
import { root } from "../shared-parameters.ts";
import { ADOPTION } from "./adoption.ts";

export const COMMANDS: readonly Entry[] = [
  {
    name: "mcp",
    group: "Connect",
    summary: "Serve the tools over MCP on standard input and output.",
    use: "Use it in the settings of an agent or editor that speaks MCP.",
    not: "Not for the terminal: it waits for a client.",
    parameters: [
      {
        name: "tools",
        type: "enum",
        values: ["default", "full"],
        default: "default",
        description: "Which tools to offer.",
        note: "The configured tool set unless given.",
        cli: { short: "-t" },
      },
      {
        ...root,
        description: "Folder to work in, whatever the client says. Default: the client's root.",
        note: "A `root` argument of a call may name a folder inside it.",
      },
      {
        name: "watch",
        type: "boolean",
        description: "Read what changes ahead of the next question.",
        note: "Off by default: an answer is the same, and looks at every file either way. What it saves: [freshness](../guide/freshness.md).",
      },
    ],
    exitOne: null,
    examples: [
      { command: "claude mcp add pith -- pith mcp", says: "Set up in Claude Code" },
      { command: "pith mcp --tools full", says: "Also status, index, receipt, why, config, doctor" },
    ],
  },
  {
    name: "completion",
    group: "Connect",
    summary: "Print a completion script for a shell.",
    use: "Use it once, in your shell's start file.",
    not: "Not for zsh frameworks that bring their own loader: put the output on fpath instead.",
    parameters: [
      {
        name: "shell",
        type: "enum",
        values: ["bash", "zsh", "fish"],
        required: true,
        description: "bash, zsh or fish.",
        cli: { position: "one" },
      },
    ],
    exitOne: null,
    examples: [
      { command: "pith completion bash >> ~/.bashrc", says: "bash" },
      { command: "pith completion fish > ~/.config/fish/completions/pith.fish", says: "fish" },
    ],
  },
  ...ADOPTION,
];
