// What is common to MAST's replies: its envelope, what a reply may cost, and the files in which it looks.
import { statSync } from "node:fs";
import { join } from "node:path";
import { LONGEST_PATH } from "../../base/limits.ts";
import { openCounter } from "../../tokens/counter.ts";
import type { ArgumentSchema, CompatCall } from "./compat-set.ts";
import { fittedJson } from "./fitted-json.ts";

/** There is no budget there: Pith's own holds. */
const REPLY_BUDGET = 4000;
/** For what is asked of an operation, whose own form has more to say of each place. */
export const ASKED_BUDGET = REPLY_BUDGET * 3;
/** A whole file where it isn't read: bytes for each token of o200k_base in source code, a middle over many. */
const BYTES_PER_TOKEN = 3.8;

export const filePath: ArgumentSchema = {
  type: "string",
  description: "File, from the root.",
  maxLength: LONGEST_PATH,
};
export const limit = (preset: number, maximum: number): ArgumentSchema => ({
  type: "integer",
  description: "Most results.",
  default: preset,
  minimum: 1,
  maximum,
});

/** `make`: what the tool says with so many of its rows; `_stats` is added, and all of it is counted. */
export async function mastReply(
  { elapsed }: CompatCall,
  tool: string,
  {
    rows,
    root,
    files,
    make,
  }: {
    rows: number;
    root: string;
    files: readonly string[];
    make: (shown: number) => Record<string, unknown>;
  },
): Promise<string> {
  const named = [...new Set(files)];
  const bound = named.reduce((sum, path) => sum + Math.ceil(sizeOf(root, path) / BYTES_PER_TOKEN), 0);
  const duration = Math.round(elapsed());
  const counter = await openCounter("o200k_base");
  const { text } = await fittedJson(rows, REPLY_BUDGET, (shown) => {
    const body = make(shown);
    const returned = counter.count(JSON.stringify(body));
    return {
      ...body,
      _stats: {
        tool,
        tokens_returned: returned,
        tokens_full_file_upper_bound: bound,
        files_referenced: named.slice(0, MOST_NAMED),
        efficiency_ratio: bound === 0 ? 0 : 1 - returned / bound,
        duration_ms: duration,
      },
    };
  });
  return text;
}

/** Files that the envelope names: the rows name theirs. */
const MOST_NAMED = 20;

function sizeOf(root: string, path: string): number {
  return statSync(join(root, path), { throwIfNoEntry: false })?.size ?? 0;
}
