// How long does an answer take in a process that lives on, such as `pith mcp`? In one engine, without process start.
import { join } from "node:path";
import { resolveRoot } from "../../src/files/guard.ts";
import { createEngine } from "../../src/engine/engine.ts";
import { spreadOf, type Spread } from "./spread.ts";

const QUERIES = [
  "how is a json value parsed from a string",
  "iterator over object items",
  "serialize to binary format",
  "exception thrown on type mismatch",
  "compare two values for equality",
  "custom allocator support",
  "merge patch of documents",
  "parse error position",
];

/** `nlohmann-json` has 1,090 files: the size that the target names. */
export async function timeServer(corpora: string, cache: string): Promise<Record<string, Spread>> {
  const rows: Record<string, Spread> = {};
  for (const name of ["nlohmann-json", "django"]) {
    const root = resolveRoot(join(corpora, name)).path;
    const engine = createEngine({ env: { ...process.env, PITH_CACHE_DIR: cache } });
    const whole: number[] = [];
    const inner: number[] = [];
    try {
      for (let round = 0; round < 8; round++) {
        for (const query of QUERIES) {
          const began = performance.now();
          let swept = began;
          await engine.run(
            "context",
            { query, root, budget: 2000 },
            { onPhase: (phase) => phase === "swept" && (swept = performance.now()) },
          );
          if (round < 3) continue; // the first rounds warm the compiler and the memory of texts
          whole.push(performance.now() - began);
          inner.push(performance.now() - swept);
        }
      }
    } finally {
      await engine.close();
    }
    rows[`server, ${name}: answer end to end with sweep, ms`] = spreadOf(whole);
    rows[`server, ${name}: rank and pack alone, ms`] = spreadOf(inner);
  }
  return rows;
}
