// The recorded walks: what is contract happens here as well; what was a fault there is asserted the other way in
// runtime.test.ts; what was an accident is decided one by one, in the table below.
import assert from "node:assert/strict";
import { test } from "node:test";
import { isPithError } from "../../src/base/error.ts";
import { BudgetExceeded } from "../../src/manifest/walk-faults.ts";
import { parseManifest } from "../../src/manifest/manifest.ts";
import type { ViewLevel } from "../../src/manifest/node-cost.ts";
import { Runtime } from "../../src/manifest/runtime.ts";
import type { Entry, LeafLevel, RuntimeOptions } from "../../src/manifest/walk.ts";
import { manifestText, vectors, type Grade } from "./vectors.ts";

interface State {
  spent: number;
  remaining: number;
  frontier: [string, string, number, boolean][];
  spliced: [string, string, number][];
}
interface Step {
  op: string;
  node?: string;
  nodes?: string[];
  level?: string;
  facets?: Record<string, string>;
  query?: string;
  k?: number;
  current_identity?: string;
  live_ids?: string[];
  result?: unknown;
  error?: Record<string, unknown>;
  after: State | "unchanged";
}
interface Sequence {
  name: string;
  grade: Grade;
  manifest: string;
  options: {
    budget?: number;
    reserve?: number;
    auto_evict?: boolean;
    view_level?: ViewLevel;
    resolver?: Record<string, string>;
    search_results?: string[];
  };
  effective_budget?: number;
  init_error?: { kind: string };
  start?: State;
  steps?: Step[];
}

/** What was an accident there: kept, or done otherwise and why. */
const QUIRKS: Record<string, "kept" | string> = {
  "negative reserve enlarges the budget": "kept",
  "look at candidates from the brief level": "what was shown once is not charged again",
  "look at a node that is not in view": "a node that was never paid for is charged whole",
  "look from the full level is not quite free": "what is shown at the full level already costs nothing more",
  "expanding a node that is not in view": "kept",
  "unknown render level": "a level that there isn't is refused",
  "summary level without a summary cost": "kept",
  "an unreachable node can be opened by id": "kept",
  "root that is a leaf": "kept",
};

const { sequences } = vectors<{ sequences: Sequence[] }>("runtime/sequences");

const CODES: Record<string, string> = {
  unknown_node: "MANIFEST_NODE_UNKNOWN",
  missing_content: "MANIFEST_CONTENT_MISSING",
  bad_level: "ARGUMENT_INVALID",
  no_search_backend: "ARGUMENT_INVALID",
  no_room: "BUDGET_TOO_SMALL",
};
const SUGGESTIONS: Record<string, string> = {
  collapse_oldest: "close-oldest",
  use_summary_level: "use-summary-level",
  narrow_the_set_or_collapse: "narrow-the-set-or-close",
};

function stateOf(runtime: Runtime): State {
  return {
    spent: runtime.spent,
    remaining: runtime.remaining,
    frontier: runtime.peek().map((e) => [e.id, e.leaf ? "leaf" : "branch", e.cost, e.expanded]),
    spliced: runtime.spliced.map(({ id, level, tokens }) => [id, level, tokens]),
  };
}

/** An entry as it was recorded. Which of its unknown fields count as such differs: their reader knew its own alone. */
function recorded(entry: Entry, why?: string): Record<string, unknown> {
  const { content_hash: _hash, ...rest } = entry.meta;
  const meta = why === undefined ? rest : { ...rest, link_why: why };
  return {
    id: entry.id,
    leaf: entry.leaf,
    tier: entry.tier,
    cost: entry.cost,
    expanded: entry.expanded,
    ...(Object.keys(meta).length > 0 && { meta }),
  };
}

function apply(runtime: Runtime, step: Step): unknown {
  switch (step.op) {
    case "expand": {
      const opened = runtime.expand(step.node!, step.level as LeafLevel | undefined);
      return opened.kind === "branch"
        ? opened.entries.map((e) => recorded(e))
        : (opened.content ?? opened.ref);
    }
    case "collapse":
      return runtime.collapse(step.node!);
    case "ancestors":
      return runtime.ancestors(step.node!);
    case "peek":
      return runtime.peek().map((e) => recorded(e));
    case "frontier_view":
      return runtime.frontierView(step.level as ViewLevel | undefined);
    case "frontier_tokens":
      return runtime.frontierTokens(step.level as ViewLevel | undefined);
    case "disclose_more":
      return runtime.discloseMore(step.nodes!, step.level as ViewLevel | undefined);
    case "related":
      return runtime.related(step.node!).map(({ entry, why }) => recorded(entry, why));
    case "find_by_facets":
      return runtime.findByFacets(step.facets!);
    case "search":
      return runtime.search(step.query!, step.k);
    case "reconcile":
      return runtime
        .reconcile({ identity: step.current_identity, liveIds: step.live_ids } as Parameters<
          Runtime["reconcile"]
        >[0])
        .map(({ kind, count, ids }) =>
          kind === "stale-identity"
            ? { kind: "stale_identity" }
            : { kind: "dangling_routes", count, first_five_sorted: ids },
        );
    default:
      throw new Error(step.op);
  }
}

function optionsOf(options: Sequence["options"]): RuntimeOptions {
  const { resolver, search_results: found } = options;
  return {
    ...(options.budget !== undefined && { budget: options.budget }),
    ...(options.reserve !== undefined && { reserve: options.reserve }),
    ...(options.view_level !== undefined && { viewLevel: options.view_level }),
    // They close the first that was opened; ours, the one that was touched longest ago, is in runtime.test.ts.
    ...(options.auto_evict === true && { evict: "oldest" as const }),
    ...(resolver !== undefined && {
      resolver: (id: string, level: LeafLevel) => (level === "full" ? resolver[id] : undefined),
    }),
    ...(found !== undefined && { search: (_query: string, k: number) => found.slice(0, k) }),
  };
}

function faultOf(work: () => unknown): Record<string, unknown> {
  try {
    return { result: work() };
  } catch (error) {
    assert.ok(isPithError(error), String(error));
    if (!(error instanceof BudgetExceeded)) return { code: error.code };
    const { node, cost, remaining, overage, suggestion } = error;
    return { code: error.code, node, cost, remaining, overage, suggestion };
  }
}

function expectedFault(error: Record<string, unknown>): Record<string, unknown> {
  if (error["kind"] !== "budget_exceeded") return { code: CODES[String(error["kind"])] };
  const { kind: _kind, suggestion, ...rest } = error;
  const said = suggestion as { kind: string } | null;
  return {
    code: "MANIFEST_BUDGET_EXCEEDED",
    ...rest,
    suggestion: said === null ? null : { ...said, kind: SUGGESTIONS[said.kind] },
  };
}

const walked = sequences.filter(({ grade, name }) => grade === "contract" || QUIRKS[name] === "kept");
for (const sequence of walked) {
  test(`${sequence.grade}: ${sequence.name}`, () => {
    const manifest = parseManifest(manifestText(sequence.manifest));
    const start = () => new Runtime(manifest, optionsOf(sequence.options));
    if (sequence.init_error !== undefined) {
      assert.deepEqual(faultOf(start), { code: CODES[sequence.init_error.kind] ?? "ARGUMENT_INVALID" });
      return;
    }
    const runtime = start();
    assert.equal(runtime.effectiveBudget, sequence.effective_budget);
    let state = sequence.start!;
    assert.deepEqual(stateOf(runtime), state);
    for (const step of sequence.steps ?? []) {
      const got = faultOf(() => apply(runtime, step));
      if (step.error === undefined) assert.deepEqual(got["result"], step.result, JSON.stringify(step.op));
      else {
        const expected = expectedFault(step.error);
        // A look at several is told by what was looked at.
        if (step.op === "disclose_more" && "node" in expected) expected["node"] = step.nodes!.join(", ");
        assert.deepEqual(got, expected);
      }
      if (step.after !== "unchanged") state = step.after;
      assert.deepEqual(stateOf(runtime), state, JSON.stringify(step));
    }
  });
}

test("every accident is decided, and every fault is asserted the other way", () => {
  const names = (grade: Grade) => sequences.filter((s) => s.grade === grade).map(({ name }) => name);
  assert.deepEqual(names("quirk").toSorted(), Object.keys(QUIRKS).toSorted());
  assert.equal(names("bug").length, 5);
});
