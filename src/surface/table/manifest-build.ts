// `pith manifest build`: what it can be told.
import { LONGEST_PATH } from "../../base/limits.ts";
import type { Entry, Parameter } from "../entry.ts";
import { endpoint } from "./endpoint-flags.ts";

/** A number with decimals, checked when it is used. */
function decimal(name: string, description: string, placeholder: string): Parameter {
  return { name, type: "string", longest: 10, description, cli: { placeholder } };
}

export const MANIFEST_BUILD: Entry = {
  name: "manifest-build",
  under: "manifest",
  group: "Look after",
  summary: "Make manifests of a source, one for each budget, with the contents of their leaves.",
  use: "Use it to let a small window walk documents, skills, memories, tools, sites or code.",
  not: "Not for a question to a repository: context answers that without a build.",
  parameters: [
    {
      name: "path",
      type: "string",
      longest: LONGEST_PATH,
      required: true,
      description: "Folder or file of the source.",
      cli: { position: "one", placeholder: "path" },
    },
    {
      name: "kind",
      type: "enum",
      values: ["docs", "skills", "memory", "tools", "website", "openapi", "mcp", "code", "mixed"],
      description: "What the source is. Found out unless given.",
      note: "`website`: a folder of pages, or a sitemap on disk. `mcp`: the list of tools that a server gives. `mixed`: a folder of several kinds.",
    },
    {
      name: "parts",
      type: "strings",
      longest: LONGEST_PATH,
      most: 100,
      description: "A part of a mixed source, as kind:path. May be repeated.",
      cli: { placeholder: "kind:path" },
    },
    {
      name: "budgets",
      type: "strings",
      longest: 10,
      most: 20,
      description: "Budgets, a manifest each; 1k is 1,024. Default: 4k,32k.",
      cli: { commas: true, placeholder: "tokens" },
    },
    {
      name: "preset",
      type: "enum",
      values: ["docs-heavy", "tool-routing", "low-budget"],
      description: "Settings that go together; a flag that is given stays.",
      note: "`docs-heavy`: 4k,32k, `--flatten`, `--synthesis`, `--fidelity lexical`. `tool-routing`: 4k,32k, `--collision-threshold 0.4`, `--max-collision 0.6`. `low-budget`: 4k, `--flatten`.",
    },
    {
      name: "out",
      type: "string",
      longest: LONGEST_PATH,
      default: "dist",
      description: "Folder for the files.",
      cli: { placeholder: "folder" },
    },
    {
      name: "id",
      type: "string",
      longest: 200,
      description: "Name of the source, in the names of the files. Default: that of its folder or file.",
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
      name: "firstView",
      type: "integer",
      minimum: 1,
      maximum: 100,
      default: 25,
      description: "Most of what is left that the first view takes, in percent.",
      note: "The usage text, the root and its children. All that is in view on the way to a leaf takes at most three eighths, or as much as the first view may.",
      cli: { placeholder: "percent" },
    },
    {
      name: "unit",
      type: "enum",
      values: ["code-points/4", "o200k_base", "cl100k_base"],
      default: "code-points/4",
      description: "How tokens are counted: the format's estimate, or an encoding.",
    },
    {
      name: "leaves",
      type: "enum",
      values: ["beside", "in-place"],
      description:
        "Contents in a file beside the manifests, or read from the source. Default: beside; of code in-place.",
    },
    {
      name: "flatten",
      type: "boolean",
      description: "A branch with one child gives way to it.",
      cli: { deniable: true },
    },
    {
      name: "contrast",
      type: "boolean",
      default: true,
      description: "Tell siblings apart.",
      cli: { deniable: true },
    },
    decimal(
      "collisionThreshold",
      "Likeness from which on siblings are told apart, 0 to 1. Default: 0.5.",
      "likeness",
    ),
    {
      name: "maxContrastRounds",
      type: "integer",
      minimum: 0,
      maximum: 20,
      default: 2,
      description: "Rounds in which siblings are told apart.",
      cli: { placeholder: "count" },
    },
    {
      name: "maxRepairs",
      type: "integer",
      minimum: 0,
      maximum: 20,
      default: 1,
      description: "Times that a description is mended.",
      cli: { placeholder: "count" },
    },
    {
      name: "crossLinks",
      type: "boolean",
      description: "See-also between parts that are alike, by Pith's vectors.",
    },
    ...endpoint(
      "Address of a model that describes, in OpenAI's form. Without one, rules do.",
      "The network is used for this alone, and only where it is given. What it will cost at least and at most is said before it starts; `--dry-run` says it and asks nobody. What it said is kept, so that a build that breaks off goes on from there.",
    ),
    {
      name: "jobs",
      type: "integer",
      minimum: 1,
      maximum: 64,
      default: 4,
      description: "Questions to the model at once.",
      cli: { placeholder: "count" },
    },
    {
      name: "synthesis",
      type: "boolean",
      description: "A model describes branches from contents below them.",
      cli: { deniable: true },
    },
    {
      name: "fidelity",
      type: "enum",
      values: ["lexical", "model"],
      description: "Measure whether descriptions are borne out by contents: by words, or by the model.",
    },
    decimal("minFidelity", "Write nothing where the mean of it is lower, 1 to 5.", "score"),
    {
      name: "strictShape",
      type: "boolean",
      default: false,
      description: "Write nothing where the tree's shape makes walks hard.",
    },
    decimal("maxCollision", "Write nothing where siblings are more alike, 0 to 1.", "likeness"),
    {
      name: "maxVacuous",
      type: "integer",
      minimum: 0,
      maximum: 1_000_000_000,
      description: "Write nothing where more descriptions say nothing.",
      cli: { placeholder: "count" },
    },
    {
      name: "generatedAt",
      type: "string",
      longest: 40,
      description:
        "Time to write into the manifests, or now. Left out, the same source gives the same bytes.",
      cli: { placeholder: "time" },
    },
    {
      name: "cache",
      type: "boolean",
      default: true,
      description: "Take from earlier builds what has not changed.",
      note: "It lies in Pith's cache folder. What is built is the same with it and without.",
      cli: { deniable: true },
    },
    { name: "dryRun", type: "boolean", default: false, description: "Build and check, and write nothing." },
  ],
  exitOne: "a gate was not passed, and nothing was written",
  examples: [
    { command: "pith manifest build docs", says: "dist/docs.pcx.4k.json and its companions" },
    {
      command: "pith manifest build . --kind code --budgets 8k",
      says: "A repository, its contents where they are",
    },
    {
      command: "pith manifest build skills --kind skills --max-collision 0.6 --dry-run",
      says: "In CI: do skills tell themselves apart?",
    },
  ],
};
