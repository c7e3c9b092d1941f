// Texts and candidates for tests, written short.
import type { Candidate, PackSource, PackUnit } from "../../src/pack/candidate.ts";
import type { PackInput } from "../../src/pack/pack-input.ts";
import { contentId } from "../../src/base/hash.ts";
import { openCounterSync } from "../../src/tokens/counter.ts";

export function source(path: string, lines: readonly string[], units: readonly PackUnit[] = []): PackSource {
  return { path, contentId: contentId(Buffer.from(lines.join("\n"))), lines, redactions: [], units };
}

export function candidate(
  from: PackSource,
  start: number,
  end: number,
  more: Partial<Candidate> = {},
): Candidate {
  return {
    source: from,
    start,
    end,
    kind: "function",
    name: `f${start}`,
    reason: "matches word",
    score: 1,
    fileRank: 0,
    matches: [],
    outline: [],
    defines: [],
    uses: new Set(),
    lanes: { file: { rank: 1, score: 2.5 } },
    ...more,
  };
}

export function input(candidates: readonly Candidate[], more: Partial<PackInput> = {}): PackInput {
  return {
    root: { path: "/repo", rev: "0123456789abcdef0123456789abcdef01234567", dirty: true },
    query: "where is the word",
    options: { scope: [] },
    engine: "0.1.0",
    budget: 2000,
    counter: openCounterSync("o200k_base"),
    format: "text",
    candidates,
    completeness: {
      scope: "all files",
      files: { inScope: 12, read: 10, skipped: { binary: 2 } },
      caps: [],
      unresolved: [],
      partial: null,
    },
    ...more,
  };
}

/** `count` lines of code that say which they are. */
export function code(count: number, indent = "  "): string[] {
  return Array.from(
    { length: count },
    (_, i) => `${indent}const value${i + 1} = compute(${i + 1}, "some text");`,
  );
}
