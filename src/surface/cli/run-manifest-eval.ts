// `pith manifest eval`: from typed words to the printed evaluation.
import { resolve } from "node:path";
import { PithError } from "../../base/error.ts";
import type { ManifestEvalArguments } from "../../engine/manifest-eval.ts";
import type { Entry } from "../entry.ts";
import { quote } from "../parameters.ts";
import { budgetOf } from "../table/manifests.ts";
import type { RawCommand } from "./collect-arguments.ts";
import { runWork } from "./run-work.ts";
import type { Terminal } from "./terminal.ts";

export async function runManifestEval(entry: Entry, raw: RawCommand, terminal: Terminal): Promise<number> {
  const { evaluateManifest } = await import("../../engine/manifest-eval.ts");
  return runWork(entry, raw, terminal, (args, context) => {
    for (const name of ["manifest", "cases", "html"])
      if (typeof args[name] === "string") args[name] = resolve(terminal.cwd, args[name]);
    if (args["budgets"] !== undefined) args["budgets"] = budgetsOf(args["budgets"] as string[]);
    return evaluateManifest(args as unknown as ManifestEvalArguments, context);
  });
}

/** Each once, in their order. Throws ARGUMENT_INVALID. */
function budgetsOf(texts: readonly string[]): number[] {
  const budgets = texts.map((text) => {
    const budget = budgetOf(text);
    if (budget !== null) return budget;
    throw new PithError("ARGUMENT_INVALID", `${quote(text)} is no budget.`, {
      subject: "--budgets",
      next: "Give tokens, such as 4096 or 4k (1k is 1,024).",
    });
  });
  return [...new Set(budgets)];
}
