// `context --metrics-file FILE`: what the answer cost and what it rests on, for the step of CI that asked. The same figures as
// in the ledger, and written also where that is off.
import { safeJson } from "../../base/safe-text.ts";
import type { Outcome } from "../../engine/operation.ts";
import type { SpansAnswer } from "../../pack/answer.ts";
import { askedFile } from "./asked-file.ts";

export interface MetricsFile {
  write: (outcome: Outcome) => void;
}

/** Null where none was asked for. Throws ARGUMENT_INVALID, OUTPUT_FAILED. */
export async function metricsFileOf(args: Record<string, unknown>, cwd: string): Promise<MetricsFile | null> {
  const file = await askedFile(args, "metricsFile", "metrics", cwd);
  if (file === null) return null;
  return {
    write({ counted, answer }) {
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
      file.write(`${safeJson(made)}\n`);
    },
  };
}
