// The pages for people who come from another system: every tool and argument that its clients know has a place there.
import assert from "node:assert/strict";
import { test } from "node:test";
import { COMPAT_NAMES, loadCompatSet } from "../../src/surface/compat/compat-set.ts";
import { readCheckout } from "../structure/checkout.ts";

for (const name of COMPAT_NAMES) {
  test(`${name}: every tool and argument is on its page`, async () => {
    const { tools } = await loadCompatSet(name);
    const page = readCheckout(`docs/coming-from/${name}.md`);
    const known = new Set([...page.matchAll(/`([^`\n]+)`/g)].map((m) => m[1]!.replace(/ .*$/, "")));
    const asked = tools.flatMap((tool) => [tool.name, ...Object.keys(tool.arguments)]);
    assert.deepEqual(
      asked.filter((one) => !known.has(one)),
      [],
    );
  });
}

/** What else their documents name: commands, flags, files, variables, fields of replies. */
const NAMED: Record<string, readonly string[]> = {
  pasr: [
    "pasr explain",
    "pasr trace",
    "pasr pack",
    "pasr context",
    "pasr review",
    "pasr report",
    "pasr find",
    "pasr symbols",
    "pasr doctor",
    "--workspace",
    "--issue",
    "--issue-file",
    "--context-file",
    "--metrics-file",
    "--staged",
    "--range",
    "--diff",
    "--callers",
    "--price-per-mtok",
    "--since",
    "--json",
    "--format",
    "--no-write",
    "--no-ledger",
    ".pasr/receipts",
    ".pasr/packs",
    ".pasr/ledger.jsonl",
    "pack",
    "save_as",
    "route",
    "query_class",
    "confidence",
    "advice",
    "score_components",
    "selection_reasons",
    "receipt.id",
    "written_to",
    "token_reduction",
    "within_budget",
  ],
  cirurgic: [
    "CIRURGIC_RG_PATH",
    "CIRURGIC_GREP_TIMEOUT",
    "CIRURGIC_MAX_CANDIDATE_FILES",
    "CIRURGIC_TS_EXTRACT",
    "--transport sse",
    "streamable-http",
    "rrf_score",
    "relations",
    "source",
    "token_savings_pct",
    "latency_ms",
    "candidates_scanned",
    "candidates_truncated",
  ],
  mast: [
    "mast init",
    "mast search",
    "mast index",
    "mast serve",
    "mast status",
    "mast metrics",
    "mast install-hooks",
    "mast query",
    "mast docs",
    "mast skill",
    "mast upgrade",
    "mast setup",
    "--state-dir",
    "--incremental",
    "--checker",
    "--no-startup-reindex",
    "--watch",
    "--rollup",
    "--vacuum",
    "--keep-days",
    "--install",
    "--dry-run",
    "mast.config.json",
    "MAST_STATE_DIR",
    "state_dir",
    "file_extensions",
    "exclude_patterns",
    "rrf_k",
    "declaration_exact_ranker",
    "chunk_split_threshold",
    "context_lines",
    "markdown_heading_depth",
    "_stats",
    "stale",
    "file_busy_returning_stale_cache",
    "index_empty",
    "unindexed_files",
    "pending_edge_repairs",
    "results_truncated",
    "exports_truncated",
    "potential_truncated",
    "exit 1",
  ],
};

for (const [name, named] of Object.entries(NAMED)) {
  test(`${name}: what else its documents name is on its page`, () => {
    const page = readCheckout(`docs/coming-from/${name}.md`);
    assert.deepEqual(
      named.filter((one) => !page.includes(one)),
      [],
    );
  });
}
