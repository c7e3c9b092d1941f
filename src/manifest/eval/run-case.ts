// Does a navigator come from a question to the node that answers it, inside the budget? One walk, from a fresh start.
import { BudgetExceeded } from "../walk-faults.ts";
import { isLeaf, nodeOf, type Manifest } from "../manifest.ts";
import type { Finder, Navigator } from "../navigator.ts";
import { linksOf, parentsOf } from "../routes.ts";
import { Runtime } from "../runtime.ts";
import type { Resolver } from "../walk.ts";
import type { EvalCase } from "./eval-case.ts";

export interface CaseResult extends Pick<EvalCase, "query" | "target"> {
  success: boolean;
  /** Nodes that were opened, in their order. */
  path: string[];
  /** The first of them lies in the same part of the root as the target. */
  firstHopCorrect: boolean;
  /** It failed, and at some step what it wanted to open did not fit. */
  budgetExhausted: boolean;
  /** Held at the end. */
  tokens: number;
  /** All that was put out on the way; more than `tokens` where something was closed again. */
  shownTokens: number;
}

export interface CaseOptions {
  /** In place of the variant's. */
  budget?: number;
  reserve?: number;
  /** Nodes that may be opened; 8 unless said. */
  maxHops?: number;
  /** Nodes that have the facets of the case are put in view first, and nothing else but the root's parts is chosen. */
  useFacets?: boolean;
  /** After a miss, see-also of what was opened is followed to the target. */
  useRelated?: boolean;
  /** A leaf that isn't the answer is closed again, as a reader would. */
  closeWrong?: boolean;
  resolver?: Resolver;
}

export const MAX_HOPS = 8;
/** Nodes that a search puts before a reader. */
const MOST_LOOKED = 8;

/** Throws BUDGET_TOO_SMALL where the first view has no room. */
export async function runCase(
  manifest: Manifest,
  { query, target, facets }: EvalCase,
  navigator: Navigator | Finder,
  options: CaseOptions = {},
): Promise<CaseResult> {
  const { budget, reserve, resolver, maxHops = MAX_HOPS } = options;
  const runtime = new Runtime(manifest, {
    ...(budget !== undefined && { budget }),
    ...(reserve !== undefined && { reserve }),
    ...(resolver !== undefined && { resolver }),
  });
  const partOf = partsOf(manifest);
  const path: string[] = [];
  let givenBack = 0;
  let exhausted = false;
  const open = (id: string): boolean => {
    try {
      runtime.expand(id);
      path.push(id);
      return true;
    } catch (error) {
      if (!(error instanceof BudgetExceeded)) throw error;
      exhausted = true;
      return false;
    }
  };
  const isOver = (): boolean => path.length >= maxHops || path.at(-1) === target;
  const putBack = (id: string): void => {
    if (options.closeWrong === true && id !== target && isLeaf(nodeOf(manifest, id)!))
      givenBack += runtime.close(id);
  };
  const walkTo = async (walker: Navigator): Promise<void> => {
    const among =
      options.useFacets === true && facets !== undefined ? reveal(runtime, manifest, facets) : null;
    while (!isOver()) {
      const frontier = runtime
        .peek()
        .filter(({ id }) => among === null || among.has(id))
        // What was opened and closed again is not tried a second time.
        .map((entry) => (path.includes(entry.id) ? Object.assign(entry, { expanded: true }) : entry));
      const id = await walker.choose(query, frontier, runtime.remaining);
      // What a larger budget would have let it open instead: a walk that ran out, and not one that lost its way.
      const isShort = frontier.some(({ expanded, cost }) => !expanded && cost > runtime.remaining);
      if (isShort) exhausted ||= (await walker.choose(query, frontier, Number.POSITIVE_INFINITY)) !== id;
      if (id === null) break;
      if (!open(id)) break;
      putBack(id);
    }
  };
  if ("find" in navigator) {
    for (const id of looked(runtime, navigator.find(query, MOST_LOOKED))) {
      if (isOver()) break;
      if (open(id)) putBack(id);
    }
  } else await walkTo(navigator);
  if (options.useRelated === true && !path.includes(target)) {
    const leads = path.some((id) => linksOf(manifest, nodeOf(manifest, id)!).some(({ to }) => to === target));
    if (leads) open(target);
  }
  const first = path[0];
  return {
    query,
    target,
    success: path.includes(target),
    path,
    firstHopCorrect: first !== undefined && partOf(target) !== undefined && partOf(first) === partOf(target),
    budgetExhausted: exhausted && !path.includes(target),
    tokens: runtime.spent,
    shownTokens: runtime.spent + givenBack,
  };
}

/** Of what is found, as many as there is room to look at in brief; that is paid for. */
function looked(runtime: Runtime, ids: readonly string[]): readonly string[] {
  for (let count = ids.length; count > 0; count--) {
    try {
      runtime.discloseMore(ids.slice(0, count), "brief");
      return ids.slice(0, count);
    } catch (error) {
      if (!(error instanceof BudgetExceeded)) throw error;
    }
  }
  return [];
}

/** Which child of the root a node lies in, or is; undefined for the root and for what isn't reached from it. */
function partsOf(manifest: Manifest): (id: string) => string | undefined {
  const parents = parentsOf(manifest);
  return (id) => {
    let at: string | undefined = id;
    for (let steps = 0; at !== undefined && steps <= parents.size; steps++) {
      const parent = parents.get(at);
      if (parent === manifest.root.id) return at;
      at = parent;
    }
    return undefined;
  };
}

/** Opens what stands above each node with these facets; the nodes that may be chosen, or null where none has them. */
function reveal(
  runtime: Runtime,
  manifest: Manifest,
  facets: Readonly<Record<string, string>>,
): ReadonlySet<string> | null {
  const found = runtime.findByFacets(facets);
  if (found.length === 0) return null;
  for (const id of found) {
    for (const above of runtime.ancestors(id)) {
      if (above === manifest.root.id) continue;
      try {
        runtime.expand(above);
      } catch (error) {
        if (!(error instanceof BudgetExceeded)) throw error;
        break;
      }
    }
  }
  return new Set([manifest.root.id, ...found]);
}
