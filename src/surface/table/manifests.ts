// Commands for manifests: content in tiers, for small windows. Typed with `manifest` in front.
import { LONGEST_PATH } from "../../base/limits.ts";
import type { Entry, Parameter } from "../entry.ts";
import { MANIFEST_BUILD } from "./manifest-build.ts";
import { endpoint } from "./endpoint-flags.ts";
import { admitting, listening } from "./http-flags.ts";

/** A budget or a list of them may be written in thousands of 1,024: `4k`. */
const BUDGET = /^[1-9]\d{0,8}$|^[1-9]\d{0,5}k$/i;

/** Tokens; null where it is none. */
export function budgetOf(text: string): number | null {
  const bare = text.trim();
  if (!BUDGET.test(bare)) return null;
  return bare.toLowerCase().endsWith("k") ? Number(bare.slice(0, -1)) * 1024 : Number(bare);
}

const manifest: Parameter = {
  name: "manifest",
  type: "string",
  longest: LONGEST_PATH,
  required: true,
  description: "File of a manifest.",
  cli: { position: "one", placeholder: "file" },
};

const validate: Entry = {
  name: "manifest-validate",
  under: "manifest",
  group: "Look after",
  summary: "Check that a manifest is sound.",
  use: "Use it on a manifest of any origin, and in CI.",
  not: "Not for how well it leads: that is manifest eval.",
  parameters: [
    manifest,
    {
      name: "schema",
      type: "boolean",
      default: false,
      description: "Hold it to the JSON Schema of its version as well.",
      note: "Draft 2020-12; the files lie in `schema/`. It forbids fields that a reader would keep.",
    },
    { name: "strict", type: "boolean", default: false, description: "Warnings are faults too." },
  ],
  exitOne: "it is not sound",
  examples: [
    { command: "pith manifest validate dist/docs.pcx.4k.json", says: "Codes, nodes, and what mends them" },
    {
      command: "pith manifest validate docs.pcx.json --schema --json",
      says: "With the JSON Schema, for a program",
    },
  ],
};

/** What a walk may be given. */
const walk: readonly Parameter[] = [
  {
    name: "budget",
    type: "integer",
    minimum: 1,
    maximum: 1_000_000_000,
    description: "Tokens to walk within. Default: the manifest's own.",
    cli: { short: "-b", placeholder: "tokens" },
  },
  {
    name: "reserve",
    type: "integer",
    minimum: 0,
    maximum: 1_000_000_000,
    default: 0,
    description: "Tokens of the budget that are kept free.",
    cli: { placeholder: "tokens" },
  },
  {
    name: "mode",
    type: "enum",
    values: ["local", "remote"],
    default: "local",
    description: "Short lines, or full ones with small leaves at once.",
  },
  {
    name: "evict",
    type: "boolean",
    default: false,
    description: "Close the leaves used longest ago to make room.",
  },
];

const open: Entry = {
  name: "manifest-open",
  under: "manifest",
  group: "Look after",
  summary: "Walk a manifest by hand: a tree with costs, inside its budget.",
  use: "Use it to see what an agent would see; in a pipe each line is a step.",
  not: "Not for an agent: mcp --tools manifest.",
  parameters: [
    manifest,
    ...walk,
    { name: "lines", type: "boolean", default: false, description: "A line a step, on a terminal too." },
  ],
  exitOne: null,
  examples: [
    {
      command: "pith manifest open dist/docs.pcx.4k.json",
      says: "Arrows move, right opens, left closes, q ends",
    },
    {
      command: "printf 'open guide\\nsearch install\\n' | pith manifest open docs.pcx.4k.json",
      says: "The same by lines",
    },
  ],
};

const show: Entry = {
  name: "manifest-show",
  under: "manifest",
  group: "Look after",
  summary: "Show the first view of a manifest, or nodes opened.",
  use: "Use it in scripts, or to look at one node.",
  not: "Not to walk step by step: manifest open.",
  parameters: [
    manifest,
    {
      name: "ids",
      type: "strings",
      longest: 1_000,
      most: 200,
      description: "Nodes to open, in this order.",
      cli: { position: "many", placeholder: "ids" },
    },
    {
      name: "find",
      type: "string",
      longest: 2_000,
      description: "Nodes that answer this.",
      cli: { placeholder: "query" },
    },
    ...walk,
  ],
  exitOne: null,
  examples: [
    { command: "pith manifest show dist/docs.pcx.4k.json", says: "Its parts, with costs" },
    { command: "pith manifest show docs.pcx.4k.json guide guide/install", says: "A branch, then a leaf" },
    { command: 'pith manifest show docs.pcx.4k.json --find "behind a proxy"', says: "Nodes that answer" },
  ],
};

const evaluate: Entry = {
  name: "manifest-eval",
  under: "manifest",
  group: "Look after",
  summary: "Measure how often a manifest leads to the answer within its budget.",
  use: "Use it to see what a manifest is worth, and in CI to keep it so.",
  not: "Not for the ranking of a repository: that is eval.",
  parameters: [
    manifest,
    {
      name: "cases",
      type: "string",
      longest: LONGEST_PATH,
      description: "File of cases; made of the contents where there is none.",
      note: 'A JSON list of `{"query": "…", "target": "id of a node", "facet": {"kind": "form"}}`; `note` and `facet` may be left out.',
      cli: { position: "one", placeholder: "cases" },
    },
    {
      name: "budgets",
      type: "strings",
      longest: 10,
      most: 20,
      description: "Budgets to walk within, such as 4k,8k. Default: the manifest's own.",
      cli: { commas: true, placeholder: "tokens" },
    },
    {
      name: "reserve",
      type: "integer",
      minimum: 0,
      maximum: 1_000_000_000,
      default: 0,
      description: "Tokens of each budget that are kept free.",
    },
    {
      name: "maxHops",
      type: "integer",
      minimum: 1,
      maximum: 1_000,
      default: 8,
      description: "Nodes that one walk may open.",
    },
    {
      name: "navigator",
      type: "enum",
      values: ["all", "find", "ranked", "keyword", "model"],
      default: "all",
      description: "Who walks: by a search first, by ranked contents, or by the words in view.",
    },
    {
      name: "words",
      type: "enum",
      values: ["outside", "sentence"],
      default: "outside",
      description: "Of cases that are made: words that no descriptor of the leaf has, or whole sentences.",
    },
    {
      name: "limit",
      type: "integer",
      minimum: 1,
      maximum: 10_000,
      default: 100,
      description: "Most cases that are made.",
      cli: { placeholder: "count" },
    },
    ...endpoint(
      "Address of a model that walks too, in OpenAI's form.",
      "The network is used for this alone, and only where it is given: one question for each step of each walk.",
    ),
    { name: "facets", type: "boolean", default: false, description: "Narrow by the facets of a case first." },
    {
      name: "related",
      type: "boolean",
      default: false,
      description: "After a miss, follow see-also to the answer.",
    },
    {
      name: "verbose",
      type: "boolean",
      default: false,
      description: "Every case, not only those that were missed.",
      cli: { short: "-v" },
    },
    {
      name: "minSuccess",
      type: "integer",
      minimum: 0,
      maximum: 100,
      description: "Exit code 1 where the best navigator finds less of the answers, in percent.",
      cli: { placeholder: "percent" },
    },
    {
      name: "html",
      type: "string",
      longest: LONGEST_PATH,
      description: "Write the report as a page with plots.",
      note: "One file, without script, that fetches nothing. Only such a page is written over.",
      cli: { placeholder: "file" },
    },
  ],
  exitOne: "less was found than asked for, or no case could be made",
  examples: [
    { command: "pith manifest eval dist/docs.pcx.4k.json", says: "Cases made of the contents" },
    { command: "pith manifest eval docs.pcx.4k.json cases.json -v", says: "Given cases, each with its way" },
    {
      command: "pith manifest eval docs.pcx.4k.json --budgets 2k,4k,8k --html walks.html",
      says: "What a larger budget brings, as a page",
    },
  ],
};

const serve: Entry = {
  name: "manifest-serve",
  under: "manifest",
  group: "Connect",
  summary: "Serve manifests over HTTP to those who load them.",
  use: "Use it as the origin of a loader: each variant has a path and an ETag.",
  not: "Not for agents: mcp --tools manifest.",
  parameters: [
    {
      name: "place",
      type: "string",
      longest: LONGEST_PATH,
      required: true,
      description: "A manifest, or a folder of them.",
      cli: { position: "one", placeholder: "place" },
    },
    ...listening(7485),
    ...admitting,
  ],
  exitOne: null,
  examples: [
    { command: "pith manifest serve dist", says: "At http://127.0.0.1:7485/: a list; /docs/4096 a variant" },
    { command: "pith manifest serve dist --port 0", says: "At a free port" },
  ],
};

/** In the order of lists and of help. */
export const MANIFESTS: readonly Entry[] = [MANIFEST_BUILD, validate, show, open, evaluate, serve];
