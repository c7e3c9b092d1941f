// The tools of PASR over Pith. Source of names, arguments, defaults and results: the project's documents and schema
// (docs/coming-from/pasr.md says what is different). Its budgets were soft in places; here none is.
import type { CompatSet } from "./compat-set.ts";
import { explainSelection, expandContext } from "./pasr-receipts.ts";
import { findEvidence, findFiles, findSymbols } from "./pasr-locators.ts";
import { findUsages } from "./pasr-usages.ts";
import { selectContext } from "./pasr-select.ts";
import { traceDependencies } from "./pasr-trace.ts";

export const pasr: CompatSet = {
  name: "pasr",
  instructions:
    "Ask with select_context before reading whole files; follow calls with trace_dependencies; see what was left out with explain_selection.",
  tools: [
    selectContext,
    traceDependencies,
    explainSelection,
    expandContext,
    findEvidence,
    findFiles,
    findSymbols,
    findUsages,
  ],
};
