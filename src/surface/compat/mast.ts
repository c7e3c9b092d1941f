// The eleven tools of MAST over Pith. Source of names, arguments, defaults and results: the project's README, and replies of
// its version 0.1.0 (docs/coming-from/mast.md says what is different).
import { LONGEST_NAME, LONGEST_PATH, LONGEST_PATTERN, LONGEST_QUERY } from "../../base/limits.ts";
import type { ArgumentSchema, CompatSet, CompatTool } from "./compat-set.ts";
import { CHUNK_KINDS, exportsOf, search, signature, skeleton } from "./mast-declarations.ts";
import { callers, dependencies, implementors, renameImpact } from "./mast-relations.ts";
import { efficiency, reindex, status } from "./mast-upkeep.ts";

const text = (description: string, maxLength: number): ArgumentSchema => ({
  type: "string",
  description,
  maxLength,
});
const symbol = text("Name, or Class.method.", LONGEST_NAME);
const file = text("Path of the file, from the root.", LONGEST_PATH);
const declaredIn = text("File that declares it.", LONGEST_PATH);
const pattern = text("Only files of this glob.", LONGEST_PATTERN);
const flag = (description: string, preset: boolean): ArgumentSchema => ({
  type: "boolean",
  description,
  default: preset,
});
const limit = (preset: number, maximum: number): ArgumentSchema => ({
  type: "integer",
  description: "Most results.",
  default: preset,
  minimum: 1,
  maximum,
});

const reads = (
  name: string,
  description: string,
  args: CompatTool["arguments"],
  required: readonly string[],
  answer: CompatTool["answer"],
): CompatTool => ({
  name,
  description,
  arguments: args,
  ...(required.length > 0 && { required }),
  readOnly: true,
  answer,
});

export const mast: CompatSet = {
  name: "mast",
  instructions:
    "Find code with mast_search, orient yourself with mast_project_skeleton, follow calls with mast_callers before you change anything. An empty answer means that nothing was found, not that nothing is there.",
  tools: [
    reads(
      "mast_search",
      "Ranked declarations and passages for a question or a name.",
      {
        query: text("Question or name.", LONGEST_QUERY),
        limit: limit(10, 50),
        language: {
          type: "string",
          description: "Only this language.",
          enum: ["typescript", "javascript", "markdown"],
        },
        file_pattern: pattern,
        chunk_type: { type: "string", description: "Only this kind.", enum: Object.keys(CHUNK_KINDS) },
        only_exported: flag("Only what is exported.", false),
      },
      ["query"],
      search,
    ),
    reads(
      "mast_project_skeleton",
      "Files with the names that they export.",
      {
        directory: text("Only below this folder.", LONGEST_PATH),
        max_depth: { type: "integer", description: "Folders deep.", minimum: 1, maximum: 1000 },
        file_pattern: pattern,
      },
      [],
      skeleton,
    ),
    reads(
      "mast_exports",
      "What a file exports: signatures without bodies.",
      { file_path: file, limit: limit(50, 500) },
      ["file_path"],
      exportsOf,
    ),
    reads(
      "mast_signature",
      "Signature of a name, with the types in it.",
      { symbol, file_path: declaredIn, limit: limit(50, 500) },
      ["symbol"],
      signature,
    ),
    reads(
      "mast_callers",
      "Who calls a name: verified and potential apart.",
      {
        symbol,
        file_path: declaredIn,
        transitive: flag("Callers of callers too.", false),
        include_potential: flag("Also what is not settled.", true),
      },
      ["symbol"],
      callers,
    ),
    reads(
      "mast_dependencies",
      "What a file imports, and where that leads.",
      { file_path: file },
      ["file_path"],
      dependencies,
    ),
    reads(
      "mast_implementors",
      "Classes that implement an interface, with their methods.",
      { interface_name: text("Name.", LONGEST_NAME), limit: limit(50, 500) },
      ["interface_name"],
      implementors,
    ),
    reads(
      "mast_rename_impact",
      "Every place that a rename touches.",
      { symbol, file_path: declaredIn },
      ["symbol"],
      renameImpact,
    ),
    reads(
      "mast_reindex",
      "Make what is known of changed files now; no answer needs it.",
      { full: flag("Of every file.", false) },
      [],
      reindex,
    ),
    reads("mast_status", "State of the index.", {}, [], status),
    reads(
      "mast_efficiency",
      "Tokens returned against whole files.",
      {
        scope: { type: "string", description: "Which calls.", enum: ["session", "global"] },
        since_minutes: {
          type: "integer",
          description: "Of global, rounded up to days.",
          minimum: 1,
          maximum: 576_000,
        },
      },
      ["scope"],
      efficiency,
    ),
  ],
};
