// `pith manifest build`: from typed words to what was built.
import { resolve } from "node:path";
import { PithError } from "../../base/error.ts";
import type { ManifestBuildArguments } from "../../engine/manifest-build.ts";
import type { Entry } from "../entry.ts";
import { quote } from "../parameters.ts";
import { longFlag } from "./flags.ts";
import { budgetOf } from "../table/manifests.ts";
import type { RawCommand } from "./collect-arguments.ts";
import { runWork } from "./run-work.ts";
import type { Terminal } from "./terminal.ts";

/** Flags with decimals, and the most that each may be. */
const DECIMALS: readonly (readonly [string, number])[] = [
  ["collisionThreshold", 1],
  ["maxCollision", 1],
  ["minFidelity", 5],
];

export async function runManifestBuild(entry: Entry, raw: RawCommand, terminal: Terminal): Promise<number> {
  const { buildManifest } = await import("../../engine/manifest-build.ts");
  return runWork(entry, raw, terminal, (args, context) => {
    args["path"] = resolve(terminal.cwd, args["path"] as string);
    args["out"] = resolve(terminal.cwd, (args["out"] as string | undefined) ?? "dist");
    if (args["budgets"] !== undefined) {
      const labels = labelled(args["budgets"] as string[]);
      args["budgets"] = [...labels.keys()];
      args["labels"] = labels;
    }
    for (const [name, most] of DECIMALS)
      if (args[name] !== undefined) args[name] = decimalOf(args[name] as string, longFlag(name), most);
    return buildManifest(args as unknown as ManifestBuildArguments, context);
  });
}

/** Each budget once, as it was written first: that stands in the name of its file. Throws ARGUMENT_INVALID. */
function labelled(texts: readonly string[]): Map<number, string> {
  const labels = new Map<number, string>();
  for (const text of texts) {
    const bare = text.trim().toLowerCase();
    if (bare === "") continue;
    const budget = budgetOf(bare);
    if (budget === null)
      throw new PithError("ARGUMENT_INVALID", `${quote(text)} is no budget.`, {
        subject: "--budgets",
        next: "Give tokens, such as 4096 or 4k (1k is 1,024).",
      });
    if (!labels.has(budget)) labels.set(budget, bare);
  }
  return labels;
}

/** Throws ARGUMENT_INVALID. */
function decimalOf(text: string, flag: string, most: number): number {
  const value = /^\d+(?:\.\d+)?$/.test(text.trim()) ? Number(text) : Number.NaN;
  if (value >= 0 && value <= most) return value;
  throw new PithError("ARGUMENT_INVALID", `${quote(text)} is no number from 0 to ${most}.`, {
    subject: flag,
    next: `Give one such as ${most / 2}.`,
  });
}
