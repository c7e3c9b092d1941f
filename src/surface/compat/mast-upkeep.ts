// MAST's tools about itself: reindex, status, efficiency. What Pith doesn't measure is null, not nought.
import { safeJson } from "../../base/safe-text.ts";
import { packageVersion } from "../../base/package-version.ts";
import type { LedgerReport } from "../../pack/ledger-report.ts";
import type { IndexReport, StatusReport } from "../../pack/reports.ts";
import type { CompatCall } from "./compat-set.ts";
import { ratio, tallyOf } from "./mast-reply.ts";

const MINUTES_A_DAY = 1440;

export async function reindex({ args, run, elapsed }: CompatCall): Promise<string> {
  const { answer } = await run("index", args["full"] === true ? { rebuild: true } : {});
  const { made, indexed, dropped, parsed, unparsed } = answer as IndexReport;
  return safeJson({
    files_indexed: made,
    files_skipped: Math.max(0, indexed - made),
    chunks_added: null,
    chunks_removed: null,
    files_removed: dropped,
    parse_errors: parsed === null ? null : Object.values(unparsed).reduce((sum, one) => sum + one, 0),
    write_errors: 0,
    stale_write_rejections: 0,
    duration_ms: Math.round(elapsed()),
  });
}

export async function status({ run }: CompatCall): Promise<string> {
  const { answer } = await run("status", {});
  const { root, index, cache } = answer as StatusReport;
  // A file that can't be read as text (binary) waits for nothing: no index would make it fresh.
  const waiting = index.partial === null ? 0 : Math.max(0, index.partial.of - index.partial.read);
  return safeJson({
    state_dir: cache.folder,
    project_root: root.path,
    schema_version: packageVersion(),
    last_indexed: null,
    indexed_files: index.indexed,
    chunk_count: index.chunks,
    stale_files: waiting,
    parse_errors: null,
    write_errors: 0,
    index_fresh: waiting === 0,
    freshness_cause: waiting === 0 ? null : "unindexed_files",
  });
}

export async function efficiency(call: CompatCall): Promise<string> {
  const { scope, since_minutes: since } = call.args;
  return scope === "session" ? ofSession(call) : ofLedger(call, since as number | undefined);
}

function ofSession(call: CompatCall): string {
  const { calls, returned, whole } = tallyOf(call);
  const total = [...calls.values()].reduce((sum, one) => sum + one, 0);
  return said("session", null, returned, whole, total, Object.fromEntries(calls));
}

/** The ledger counts by days. */
async function ofLedger({ run }: CompatCall, since: number | undefined): Promise<string> {
  const days = since === undefined ? undefined : Math.min(400, Math.ceil(since / MINUTES_A_DAY));
  const { answer } = await run("report", days === undefined ? {} : { since: `${days}d` });
  const report = answer as LedgerReport;
  const whole = report.baselines.find(({ name }) => name === "files")?.in ?? 0;
  const from = report.from === null ? null : `${report.from}T00:00:00.000Z`;
  const calls = Object.fromEntries(report.byTool.map(({ name, calls: count }) => [name, count]));
  return said("global", from, report.comparedOut, whole, report.calls, calls);
}

function said(
  scope: string,
  from: string | null,
  returned: number,
  whole: number,
  total: number,
  calls: Record<string, number>,
): string {
  const saved = whole - returned;
  const share = ratio(returned, whole);
  return safeJson({
    scope,
    window_started_at: from,
    tokens_returned: returned,
    tokens_full_file_upper_bound: whole,
    efficiency_ratio: share,
    calls_total: total,
    calls_by_tool: calls,
    tokenizer: "o200k_base (returned: exact; whole files: by their size)",
    counterfactual:
      whole === 0
        ? "No tool calls recorded yet."
        : `Would have cost ~${whole} tokens with naive full-file reads; saved ~${saved} tokens (${(share * 100).toFixed(1)}%).`,
  });
}
