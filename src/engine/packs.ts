// A named selection: saved from a query, selected anew, shown as it stands, listed, taken away. What a pack holds is what an
// answer to its query chose, with the hashes of the very texts that it chose from.
import { counted } from "../base/counted.ts";
import { isPithError, PithError } from "../base/error.ts";
import type { AnswerRoot } from "../pack/answer.ts";
import { oneLine, placeLabel } from "../pack/label.ts";
import type { PackListReport, PackReport } from "../pack/pack-reports.ts";
import { packOf, placesOfPack, type SavedPack } from "../pack/saved-pack.ts";
import type { Receipt } from "../pack/receipt.ts";
import { isMarked } from "../redact/stand-ins.ts";
import type { ContextArguments, PackArguments } from "./arguments.ts";
import { changedLines, countsInWords, sinceOf } from "./changed-since.ts";
import { context } from "./context.ts";
import type { OpenRoot } from "./open-roots.ts";
import type { OperationContext, Outcome } from "./operation.ts";
import { packNames, packPath, packToReplace, readPack, removePack, writePack } from "./pack-files.ts";
import { changeLine, changesOf } from "./pack-changes.ts";
import { recordOf } from "./pack-spans.ts";
import { plainOutcome } from "./plain-outcome.ts";
import { placesNow } from "./receipt-places.ts";

export async function packs(
  open: OpenRoot,
  args: PackArguments,
  operation: OperationContext,
): Promise<Outcome> {
  const wanted = [args.list, args.remove, args.refresh, args.query !== undefined].filter((v) => v === true);
  if (wanted.length > 1) throw oneOnly();
  if (args.list === true) {
    if (args.name !== undefined) throw oneOnly();
    return listed(open, args, operation);
  }
  const { name, query } = args;
  if (name === undefined) {
    throw new PithError("ARGUMENT_INVALID", "pack needs a name.", {
      subject: "name",
      next: "Write `pith pack NAME QUERY`, or `pith pack --list`.",
    });
  }
  if (args.remove === true) return removed(open, name, args, operation);
  if (query !== undefined) return saved(open, name, args, operation);
  if (args.refresh === true) return refreshed(open, name, args, operation);
  return shown(open, name, args, operation);
}

function oneOnly(): PithError {
  return new PithError("ARGUMENT_INVALID", "pack does one thing at a time.", {
    subject: "pack",
    next: "Give a name and a query, or a name with --refresh or --remove, or --list alone.",
  });
}

async function rootOf({ workspace }: OpenRoot, operation: OperationContext): Promise<AnswerRoot> {
  const viewing = workspace.view(operation);
  const asked = workspace.answerRoot(viewing, operation.signal);
  asked.catch(() => {});
  await viewing;
  return asked;
}

async function saved(
  open: OpenRoot,
  name: string,
  args: PackArguments,
  operation: OperationContext,
): Promise<Outcome> {
  const { root } = open.workspace;
  // Before the work: a name that is none, a file in its place that is no pack.
  const before = packToReplace(root, name);
  const asked: Request = {
    query: args.query!,
    scope: args.paths ?? [],
    language: args.language ?? [],
    budget: args.budget,
    unit: args.unit,
  };
  return selected(open, { name, asked, before, action: "save" }, args, operation);
}

async function refreshed(
  open: OpenRoot,
  name: string,
  args: PackArguments,
  operation: OperationContext,
): Promise<Outcome> {
  const { root } = open.workspace;
  const before = readPack(root, name, { edited: true });
  if (isMarked(before.query)) {
    throw new PithError("PACK_INVALID", `The query of the pack ${name} held a secret, which is not kept.`, {
      subject: name,
      next: `Save it again: \`pith pack ${name} QUERY\`.`,
    });
  }
  const { query, scope, language, budget, unit } = before;
  const asked: Request = { query, scope, language, budget: args.budget ?? budget, unit: args.unit ?? unit };
  return selected(open, { name, asked, before, action: "refresh" }, args, operation);
}

type Request = Pick<SavedPack, "query" | "scope" | "language"> & Pick<PackArguments, "budget" | "unit">;

interface Selecting {
  name: string;
  asked: Request;
  before: SavedPack | null;
  action: "save" | "refresh";
}

/** What is said of a pack; nothing was written, and there is none, unless that is given. */
function packReport(
  root: AnswerRoot,
  action: PackReport["action"],
  name: string,
  given: Partial<Pick<PackReport, "written" | "pack" | "before" | "changes">> = {},
): PackReport {
  const nothing = { written: false, pack: null, before: null, changes: [] };
  return { op: "pack", root, action, name, path: packPath(name), ...nothing, ...given };
}

/** What answers the request now; written unless it is only to be said, or nothing answers it. */
async function selected(
  open: OpenRoot,
  { name, asked, before, action }: Selecting,
  args: PackArguments,
  operation: OperationContext,
): Promise<Outcome> {
  const { workspace, sources } = open;
  let receipt: Receipt | null = null;
  const request: ContextArguments = {
    query: asked.query,
    answer: "slice",
    format: "text",
    ...(asked.budget === undefined ? {} : { budget: asked.budget }),
    ...(asked.unit === undefined ? {} : { unit: asked.unit }),
    ...(asked.scope.length === 0 ? {} : { scope: asked.scope }),
    ...(asked.language.length === 0 ? {} : { language: asked.language }),
  };
  const { signal, onProgress } = operation;
  const { notices } = await context(open, request, {
    ...(signal === undefined ? {} : { signal }),
    ...(onProgress === undefined ? {} : { onProgress }),
    onReceipt: (made) => {
      receipt = made;
    },
  });
  const root = await rootOf(open, operation);
  const made = receipt as Receipt | null;
  if (made === null || made.kept.length === 0) {
    const report = packReport(root, action, name);
    const stays = before === null ? "" : ` The pack ${name} stays as it was.`;
    return plainOutcome(
      args.format,
      report,
      [`Nothing in scope answers ${JSON.stringify(oneLine(asked.query))} inside the budget.${stays}`],
      { found: false, notices },
    );
  }
  const { cost } = made;
  const pack = packOf(
    name,
    {
      ...asked,
      query: made.query,
      budget: cost.budget,
      unit: cost.unit,
      cost: made.kept.reduce((sum, span) => sum + span.cost, 0),
      rev: made.root.rev,
    },
    made.kept,
  );
  const { snapshot } = await workspace.view(operation);
  const verified =
    before === null
      ? null
      : (await placesNow(workspace, sources, snapshot, recordOf(before), signal)).verified;
  const changes = before === null || verified === null ? [] : changesOf(before, verified.places, pack);
  const written = args.dryRun !== true;
  if (written) writePack(workspace.root, pack);
  const since = verified === null ? null : sinceOf(verified);
  const report = packReport(root, action, name, { written, pack, before: since, changes });
  const verb = written ? (action === "save" ? "saved" : "selected anew") : "not written";
  const lines = [
    `pack ${name} ${verb}: ${counted(pack.spans.length, "span")} of ${counted(Object.keys(pack.files).length, "file")}, ${cost.tokens} of ${cost.budget} ${cost.unit}, in ${packPath(name)}`,
  ];
  if (before !== null && before.query !== pack.query)
    lines.push(`  in place of the selection for ${JSON.stringify(oneLine(before.query))}`);
  if (before === null) lines.push(...pack.spans.map((span) => `  ${placeLabel(span)}`));
  else if (changes.length === 0) lines.push("  nothing changed");
  else lines.push(...changes.map(changeLine));
  if (written && (before === null || changes.length > 0))
    lines.push(`\`pith context --pack ${name}\` begins an answer with it.`);
  return plainOutcome(args.format, report, lines, { notices });
}

async function shown(
  open: OpenRoot,
  name: string,
  args: PackArguments,
  operation: OperationContext,
): Promise<Outcome> {
  const { workspace, sources } = open;
  const pack = readPack(workspace.root, name);
  const { snapshot, notices } = await workspace.view(operation);
  const root = await rootOf(open, operation);
  const { verified } = await placesNow(workspace, sources, snapshot, recordOf(pack), operation.signal);
  const since = sinceOf(verified);
  const report = packReport(root, "show", name, { pack, before: since });
  const lines = [
    `pack ${name}: ${counted(pack.spans.length, "span")} of ${JSON.stringify(oneLine(pack.query))}, ${pack.cost} ${pack.unit} when selected`,
    ...placesOfPack(pack).map((span) => `  ${placeLabel(span)}`),
  ];
  if (since.changed.length > 0)
    lines.push(
      `since it was selected ${countsInWords(since.counts)}:`,
      ...changedLines(since.changed),
      `\`pith pack ${name} --refresh\` selects it anew.`,
    );
  return plainOutcome(args.format, report, lines, { found: verified.holds, notices });
}

async function listed(open: OpenRoot, args: PackArguments, operation: OperationContext): Promise<Outcome> {
  const { root } = open.workspace;
  const packsNow: PackListReport["packs"] = [];
  const faults: PackListReport["faults"] = [];
  for (const name of packNames(root)) {
    try {
      const { query, spans, cost, unit } = readPack(root, name);
      packsNow.push({ name, query, spans: spans.length, cost, unit });
    } catch (error) {
      if (!isPithError(error) || error.code === "INTERNAL") throw error;
      faults.push({ name, code: error.code, message: error.message, next: error.next });
    }
  }
  const report: PackListReport = {
    op: "pack",
    root: await rootOf(open, operation),
    action: "list",
    packs: packsNow,
    faults,
  };
  const lines = packsNow.map(
    ({ name, query, spans, cost, unit }) =>
      `${name}: ${counted(spans, "span")}, ${cost} ${unit}, ${JSON.stringify(oneLine(query))}`,
  );
  for (const { message, next } of faults) lines.push(`${message} ${next}`);
  if (lines.length === 0) lines.push("There is no pack. `pith pack NAME QUERY` saves one.");
  return plainOutcome(args.format, report, lines, { found: packsNow.length > 0 });
}

async function removed(
  open: OpenRoot,
  name: string,
  args: PackArguments,
  operation: OperationContext,
): Promise<Outcome> {
  const { root: folder } = open.workspace;
  if (args.dryRun !== true) removePack(folder, name);
  else readPack(folder, name, { edited: true });
  const root = await rootOf(open, operation);
  const report = packReport(root, "remove", name, { written: args.dryRun !== true });
  return plainOutcome(args.format, report, [
    `pack ${name} ${args.dryRun === true ? "would be removed" : "removed"}: ${packPath(name)}`,
  ]);
}
