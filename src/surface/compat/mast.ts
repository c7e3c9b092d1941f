// The eleven tools of MAST over Pith. Source of names, arguments and replies: its specification, and its own replies over the
// same tree (docs/coming-from/mast.md says what is different). It has no budgets; here every reply has one.
import type { CompatSet } from "./compat-set.ts";
import { mastExports, mastSearch, mastSignature, mastSkeleton } from "./mast-declarations.ts";
import { mastCallers, mastDependencies, mastImplementors, mastRenameImpact } from "./mast-graph.ts";
import { mastEfficiency, mastReindex, mastStatus } from "./mast-upkeep.ts";

export const mast: CompatSet = {
  name: "mast",
  instructions:
    "Find code with mast_search; ask mast_signature and mast_exports for contracts, mast_callers and mast_rename_impact before a change.",
  tools: [
    mastSearch,
    mastSkeleton,
    mastExports,
    mastSignature,
    mastCallers,
    mastDependencies,
    mastImplementors,
    mastRenameImpact,
    mastReindex,
    mastStatus,
    mastEfficiency,
  ],
};
