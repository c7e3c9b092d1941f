// Commands of the command line that are no operations: they connect Pith to something.
import { LARGEST_BATCH, LONGEST_PATH } from "../../base/limits.ts";
import type { Entry, Parameter } from "../entry.ts";
import { COMPAT_NAMES } from "../compat/compat-set.ts";
import { root } from "../shared-parameters.ts";
import { admitting, listening } from "./http-flags.ts";
import { ADOPTION } from "./adoption.ts";
import { MANIFESTS } from "./manifests.ts";

const compat: Parameter = {
  name: "compat",
  type: "enum",
  values: COMPAT_NAMES,
  description: "Offer another system's tools in place of ours.",
  note: "The same engine under the names, arguments and results of [pasr](../coming-from/pasr.md), [cirurgic](../coming-from/cirurgic.md) or [mast](../coming-from/mast.md).",
};

const manifests: Parameter = {
  name: "manifest",
  type: "strings",
  longest: LONGEST_PATH,
  most: 50,
  description: "Manifest to walk, with the tools for that alone. May be repeated.",
  note: "`--tools manifest` without it offers the manifests that lie in the root: [manifests](../guide/manifests.md).",
  cli: { placeholder: "file" },
};

export const COMMANDS: readonly Entry[] = [
  {
    name: "mcp",
    group: "Connect",
    summary: "Serve the tools over MCP, on standard input and output or over HTTP.",
    use: "Use it in the settings of an agent or editor that speaks MCP.",
    not: "Not for the terminal: it waits for a client.",
    parameters: [
      {
        name: "tools",
        type: "enum",
        values: ["default", "full", "manifest"],
        default: "default",
        description: "Which tools to offer.",
        note: "The configured tool set unless given.",
        cli: { short: "-t" },
      },
      compat,
      manifests,
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
      {
        name: "transport",
        type: "enum",
        values: ["stdio", "http", "sse"],
        default: "stdio",
        description:
          "How clients reach it: they start it, or connect over Streamable HTTP or the older HTTP+SSE.",
        note: "What follows is for HTTP alone: [over HTTP](../guide/mcp-http.md).",
      },
      ...listening(7484),
      {
        name: "path",
        type: "string",
        longest: 200,
        description: "Path of the endpoint. Default: /mcp, of sse /sse.",
      },
      { name: "stateless", type: "boolean", description: "Keep no sessions: each request stands alone." },
      ...admitting,
    ],
    exitOne: null,
    examples: [
      { command: "claude mcp add pith -- pith mcp", says: "Set up in Claude Code" },
      { command: "pith mcp --tools full", says: "Also status, index, receipt, why, config, doctor" },
      {
        command: "pith mcp --transport http --port 7484",
        says: "For clients that connect to http://127.0.0.1:7484/mcp",
      },
    ],
  },
  {
    name: "query",
    group: "Connect",
    summary: "Print what an MCP client would get for a call, byte for byte.",
    use: "Use it to see what an agent sees, and in scripts that have no client.",
    not: "Not for people who ask: the commands above take words and flags.",
    parameters: [
      {
        name: "tool",
        type: "string",
        longest: 100,
        required: true,
        description: "Name of the tool.",
        cli: { position: "one" },
      },
      {
        name: "arguments",
        type: "string",
        longest: LARGEST_BATCH,
        description: "Its arguments, one JSON object; - reads it from standard input. Default: {}.",
        cli: { position: "one", placeholder: "json" },
      },
      {
        name: "tools",
        type: "enum",
        values: ["default", "full", "manifest"],
        default: "default",
        description: "Which tools the client is offered.",
        note: "The configured tool set unless given.",
        cli: { short: "-t" },
      },
      compat,
      manifests,
      { ...root, description: "As of mcp: the folder that holds, whatever the call says." },
      {
        name: "envelope",
        type: "boolean",
        description: "Print the whole result as JSON, not its text alone.",
      },
    ],
    exitOne: "nothing was found",
    examples: [
      {
        command: `pith query context '{"query": "where is the session token checked"}'`,
        says: "The answer to an agent",
      },
      {
        command: "pith query read - --envelope < call.json",
        says: "The whole result of a call kept in a file",
      },
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
  ...MANIFESTS,
];
