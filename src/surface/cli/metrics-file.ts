// `context --metrics-file FILE`: what the answer cost and what it rests on, for the step of CI that asked. The same figures as
// in the ledger, and written also where that is off.
import { dirname, resolve } from "node:path";
import { safeJson } from "../../base/safe-text.ts";
import type { Outcome } from "../../engine/operation.ts";
import type { SpansAnswer } from "../../pack/answer.ts";

export interface MetricsFile {
  write: (outcome: Outcome) => void;
}

/** Takes the argument away, since it is no matter of the engine's. Null where none was given. Throws ARGUMENT_INVALID, OUTPUT_FAILED. */
export async function metricsFileOf(args: Record<string, unknown>, cwd: string): Promise<MetricsFile | null> {
  const { metricsFile } = args;
  delete args["metricsFile"];
  if (typeof metricsFile !== "string") return null;
  const path = resolve(cwd, metricsFile);
  const { requirePlaceFor, requirePlainOrNew, writeOutput } = await import("../../engine/output-file.ts");
  requirePlaceFor("metrics", path, dirname(path));
  requirePlainOrNew(path);
  return {
    write({ counted, answer }) {
      requirePlainOrNew(path);
      const { v, status, out, unit, budget, in: before, scanned, shown, receipt, ms } = counted!;
      const { route } = answer as Partial<SpansAnswer>;
      const saved = Object.entries(before ?? {}).map(([name, cost]) => [name, cost - (out ?? 0)]);
      const made = {
        v,
        op: counted!.op,
        status,
        route: route ?? null,
        tokens: { out, unit, budget, in: before, saved: before === null ? null : Object.fromEntries(saved) },
        filesScanned: scanned,
        spans: shown,
        receipt: receipt ?? null,
        elapsedMs: ms,
      };
      writeOutput(path, `${safeJson(made)}\n`);
    },
  };
}
