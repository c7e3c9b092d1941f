// MAST's tools that tell of the index and of what was saved.
import { packageVersion } from "../../base/package-version.ts";
import type { LedgerReport } from "../../pack/ledger-report.ts";
import type { IndexReport, StatusReport } from "../../pack/reports.ts";
import type { CompatCall, CompatTool } from "./compat-set.ts";

async function reindex({ args, run, elapsed }: CompatCall): Promise<string> {
  const { answer } = await run("index", { rebuild: args["full"] === true });
  const { files, made, indexed, unparsed } = answer as IndexReport;
  return JSON.stringify({
    files_indexed: made,
    files_skipped: files - made,
    files_known: indexed,
    parse_errors: Object.values(unparsed).reduce((sum, one) => sum + one, 0),
    write_errors: 0,
    stale_write_rejections: 0,
    duration_ms: Math.round(elapsed()),
  });
}

async function status({ run }: CompatCall): Promise<string> {
  const { answer } = await run("status", {});
  const { index, cache, root } = answer as StatusReport;
  const left = index.partial === null ? 0 : index.partial.of - index.partial.read;
  return JSON.stringify({
    state_dir: cache.folder,
    project_root: root.path,
    schema_version: packageVersion(),
    indexed_files: index.indexed,
    chunk_count: index.chunks,
    // Each answer looks at every file first, so nothing is stale where it is answered.
    stale_files: 0,
    ...(left > 0 && { stale_breakdown: { changed: 0, unindexed: left, deleted: 0 } }),
    parse_errors: 0,
    write_errors: 0,
    index_fresh: left === 0,
    freshness_cause: left === 0 ? null : "unindexed_files",
  });
}

async function efficiency({ args, run }: CompatCall): Promise<string> {
  const { answer } = await run("report", { all: args["scope"] === "global" });
  const { out, comparedOut, baselines, calls, byTool, from, unit } = answer as LedgerReport;
  const [whole] = baselines;
  const bound = whole?.in ?? 0;
  return JSON.stringify({
    scope: args["scope"],
    window_started_at: from,
    tokens_returned: out,
    tokens_full_file_upper_bound: bound,
    efficiency_ratio: bound === 0 ? 0 : 1 - comparedOut / bound,
    calls_total: calls,
    calls_by_tool: Object.fromEntries(byTool.map(({ name, calls: count }) => [name, count])),
    tokenizer: unit,
    counterfactual: whole === undefined ? "No calls are counted yet." : `${whole.name}: ${whole.what}`,
  });
}

export const mastReindex: CompatTool = {
  name: "mast_reindex",
  description: "Renew the index now. Not needed before a question: each looks at what changed.",
  arguments: {
    full: { type: "boolean", description: "Drop what is stored and start anew.", default: false },
  },
  readOnly: false,
  answer: reindex,
};

export const mastStatus: CompatTool = {
  name: "mast_status",
  description: "What is indexed, and whether it is fresh.",
  arguments: {},
  readOnly: true,
  answer: status,
};

export const mastEfficiency: CompatTool = {
  name: "mast_efficiency",
  description: "What the answers cost beside whole files.",
  arguments: {
    scope: {
      type: "string",
      description: "This root, or all.",
      default: "session",
      enum: ["session", "global"],
    },
    since_minutes: {
      type: "integer",
      description: "Taken, and without effect: days are counted.",
      minimum: 1,
      maximum: 10_000_000,
    },
  },
  readOnly: true,
  answer: efficiency,
};
