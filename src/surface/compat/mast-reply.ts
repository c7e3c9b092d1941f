// What do all replies of MAST's tools have in common? As much as its default budget holds, and `_stats`: what was returned
// and what the files that are named would have cost, read whole.
import type { AnswerBase } from "../../pack/answer.ts";
import type { CompatCall } from "./compat-set.ts";
import { fittedJson } from "./fitted-json.ts";
import { bytesOf } from "./whole-files.ts";

/** MAST's tools have no budget: a reply has the default of Pith's. */
const REPLY_BUDGET = 4000;

/** For the question behind it: what its own form adds must not cut what the reply has room for. */
export const ASKED_BUDGET = 4 * REPLY_BUDGET;

/** MAST's own estimate for the files that it doesn't count one by one. */
const BYTES_PER_TOKEN = 4;

export interface Tally {
  calls: Map<string, number>;
  returned: number;
  whole: number;
}

/** By the environment that a server was started with, which all its calls share: what MAST calls a session. */
const tallies = new WeakMap<object, Tally>();

export function tallyOf({ env }: CompatCall): Tally {
  const known = tallies.get(env);
  if (known !== undefined) return known;
  const tally: Tally = { calls: new Map(), returned: 0, whole: 0 };
  tallies.set(env, tally);
  return tally;
}

export interface ReplyParts {
  tool: string;
  answer: Partial<AnswerBase>;
  /** Items of which as many of the first are shown as fit. */
  total: number;
  /** Without `_stats`. */
  make: (shown: number) => Record<string, unknown>;
  /** The files that the first items name. */
  files: (shown: number) => Iterable<string>;
}

export async function reply(
  call: CompatCall,
  { tool, answer, total, make, files }: ReplyParts,
): Promise<string> {
  const duration = Math.round(call.elapsed());
  const sizes = new Map<string, number>();
  const sizeOf = (path: string): number => {
    const known = sizes.get(path) ?? Math.ceil(bytesOf(answer.root?.path, path) / BYTES_PER_TOKEN);
    sizes.set(path, known);
    return known;
  };
  const whole = (shown: number) => [...new Set(files(shown))].reduce((sum, path) => sum + sizeOf(path), 0);
  const { text, tokens, shown } = await fittedJson(total, REPLY_BUDGET, (count, cost) => ({
    ...make(count),
    ...signals(answer, call),
    _stats: {
      tool,
      tokens_returned: cost,
      tokens_full_file_upper_bound: whole(count),
      ...referenced([...new Set(files(count))]),
      efficiency_ratio: ratio(cost, whole(count)),
      duration_ms: duration,
    },
  }));
  const tally = tallyOf(call);
  tally.calls.set(tool, (tally.calls.get(tool) ?? 0) + 1);
  tally.returned += tokens;
  tally.whole += whole(shown);
  return text;
}

/** Files that `_stats` names: the rows name theirs. */
const MOST_REFERENCED = 20;

function referenced(paths: readonly string[]): Record<string, unknown> {
  return {
    files_referenced: paths.slice(0, MOST_REFERENCED),
    ...(paths.length > MOST_REFERENCED && { files_referenced_truncated: paths.length }),
  };
}

/** Four decimals; negative where the answer cost more. */
export function ratio(returned: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((1 - returned / whole) * 10_000) / 10_000;
}

/** Arguments by which less than the whole tree is asked about. */
const NARROWING = ["language", "file_pattern", "directory", "file_path"] as const;

/** Absent where there is nothing to say, as MAST's are. Nothing is ever stale: what is shown is read when it is shown. */
function signals(
  { completeness, advice }: Partial<AnswerBase>,
  { args }: CompatCall,
): Record<string, unknown> {
  const partial = completeness?.partial ?? null;
  // Of a part of the tree alone it says nothing.
  const isNarrowed = NARROWING.some((name) => args[name] !== undefined);
  return {
    ...(completeness?.files.inScope === 0 && !isNarrowed && { index_empty: true }),
    ...(partial !== null && { unindexed_files: partial.of - partial.read }),
    ...(advice !== null && advice !== undefined && { advice: advice.text }),
  };
}
