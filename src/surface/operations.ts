// The one table of operations. The command line, the MCP tools, the library's checks and the reference pages
// are made from it, so they cannot disagree. Plain data: no schema library, nothing to load.
import type { Operation, ToolSet } from "./entry.ts";
import { context } from "./table/context.ts";
import { metrics, report, session } from "./table/accounting.ts";
import { batch, outline, read, search, symbol } from "./table/answers.ts";
import { evaluation } from "./table/evaluation.ts";
import { packs } from "./table/packs.ts";
import { impact, rename, trace } from "./table/relations.ts";
import { review } from "./table/review.ts";
import { similar } from "./table/similar.ts";
import { config, doctor, index, receipt, status, why } from "./table/upkeep.ts";

/** In the order of lists and of help. */
export const OPERATIONS: readonly Operation[] = [
  context,
  search,
  symbol,
  trace,
  impact,
  review,
  rename,
  outline,
  similar,
  read,
  batch,
  status,
  index,
  receipt,
  packs,
  session,
  report,
  metrics,
  why,
  config,
  doctor,
  evaluation,
];

export function operationNamed(name: string): Operation | undefined {
  return OPERATIONS.find((o) => o.name === name);
}

/** The operations of a tool set, in the order of the table. */
export function toolsOf(set: ToolSet): Operation[] {
  return OPERATIONS.filter((o) => o.tool === "default" || (set === "full" && o.tool === "full"));
}
