// How often does a manifest lead to the answer? Cases given or made, walked by each navigator within each budget.
import { resolve } from "node:path";
import { PithError } from "../base/error.ts";
import { readPlainFile } from "../base/plain-file.ts";
import { readCases, type EvalCase } from "../manifest/eval/eval-case.ts";
import { evaluateNavigation, type NavigationEvaluation } from "../manifest/eval/evaluate.ts";
import { generateCases } from "../manifest/eval/generate-cases.ts";
import { navigationLines } from "../manifest/eval/navigation-lines.ts";
import { NAVIGATION_MARK, navigationPage } from "../manifest/eval/navigation-page.ts";
import { checkStructure } from "../manifest/check-structure.ts";
import { parseJson, type Manifest } from "../manifest/manifest.ts";
import { structureText } from "../manifest/structure-texts.ts";
import { manifestText, openManifest } from "../manifest/open-manifest.ts";
import type { Resolver } from "../manifest/walk.ts";
import { redactValue } from "../redact/redact.ts";
import { navigatorsFor, type NavigatorArguments } from "./eval-navigators.ts";
import { requirePage, writePage } from "./eval-files.ts";
import type { Format, OperationContext, Outcome } from "./operation.ts";
import { plainOutcome } from "./plain-outcome.ts";

export interface ManifestEvalArguments extends NavigatorArguments {
  /** Path of the manifest. */
  manifest: string;
  /** Path of the cases; made of the contents without one. */
  cases?: string;
  /** The variant's own where there is none. */
  budgets?: readonly number[];
  reserve?: number;
  maxHops?: number;
  words?: "outside" | "sentence";
  limit?: number;
  facets?: boolean;
  related?: boolean;
  verbose?: boolean;
  /** Percent. */
  minSuccess?: number;
  html?: string;
  format?: Format;
}

const MOST_CASES_BYTES = 64_000_000;

/** `found`: cases there were, and the best navigator found as many of the answers as was asked for. */
export async function evaluateManifest(
  args: ManifestEvalArguments,
  context: OperationContext,
): Promise<Outcome> {
  const page = args.html === undefined ? null : resolve(args.html);
  if (page !== null) requirePage(page, process.cwd(), NAVIGATION_MARK);
  using opened = openManifest(args.manifest);
  const { manifest, resolver } = opened;
  requireSound(args.manifest);
  const cases = casesFor(args, manifest, resolver);
  using walkers = navigatorsFor(args, manifest, resolver);
  const evaluation = await evaluateNavigation(manifest, cases, walkers.navigators, {
    budgets: args.budgets ?? [manifest.budget],
    made: args.cases === undefined ? (args.words ?? "outside") : "given",
    reserve: args.reserve ?? 0,
    ...(args.maxHops !== undefined && { maxHops: args.maxHops }),
    useFacets: args.facets === true,
    useRelated: args.related === true,
    ...(resolver !== null && { resolver }),
    ...(context.signal !== undefined && { signal: context.signal }),
    onCase: (done, total) => context.onProgress?.({ phase: "walking", done, total, unit: "walks" }),
  });
  if (page !== null)
    writePage(page, process.cwd(), navigationPage(redactValue(evaluation) as NavigationEvaluation));
  const best = Math.max(0, ...evaluation.reports.map(({ navigationSuccess }) => navigationSuccess));
  const gate = args.minSuccess;
  const held = gate === undefined || best * 100 >= gate;
  const lines = [
    ...navigationLines(evaluation, args.verbose === true),
    ...(page === null ? [] : ["", `page: ${page}`]),
    ...(held
      ? []
      : ["", `the best navigator found ${(best * 100).toFixed(1)}% of the answers, ${gate}% are asked for`]),
  ];
  return plainOutcome(args.format, { ...evaluation, page, held }, lines, { found: held && cases.length > 0 });
}

/** What leads nowhere is no fault of a navigator. */
function requireSound(path: string): void {
  const wrong = checkStructure(parseJson(manifestText(path)), { versions: ["0.1", "0.2"] }).find(
    ({ severity }) => severity === "error",
  );
  if (wrong === undefined) return;
  throw new PithError(
    "MANIFEST_INVALID",
    `The manifest is not sound: ${wrong.node ?? "as a whole"}: ${structureText(wrong.code, wrong.ref)}.`,
    {
      subject: wrong.node ?? path,
      next: "See `pith manifest validate`.",
    },
  );
}

function casesFor(args: ManifestEvalArguments, manifest: Manifest, resolver: Resolver | null): EvalCase[] {
  if (args.cases !== undefined) return readCases(textOf(args.cases));
  if (resolver === null)
    throw new PithError(
      "MANIFEST_CONTENT_MISSING",
      "No cases were given, and the contents of the leaves to make some of are not at hand.",
      {
        subject: args.manifest,
        next: "Give a file of cases, or keep the leaves beside the manifest.",
      },
    );
  return generateCases(manifest, {
    resolver,
    words: args.words ?? "outside",
    ...(args.limit !== undefined && { most: args.limit }),
  });
}

function textOf(path: string): string {
  try {
    return readPlainFile(path, MOST_CASES_BYTES).toString("utf8");
  } catch (cause) {
    throw new PithError(
      "ARGUMENT_INVALID",
      `The cases in ${path} can't be read: ${(cause as Error).message}.`,
      {
        subject: path,
        next: "Name a file of cases, or leave it out to have some made.",
        cause,
      },
    );
  }
}
