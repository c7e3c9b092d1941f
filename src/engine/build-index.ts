// Makes the index now, with progress: the words layer of every file, and on request the syntax layer too.
import { resolve } from "node:path";
import { counted } from "../base/counted.ts";
import { pathLabel } from "../pack/label.ts";
import type { ExportedReport, IndexReport } from "../pack/reports.ts";
import type { HeldSnapshot } from "../store/snapshot.ts";
import type { IndexArguments } from "./arguments.ts";
import { runCheckerPass } from "./checker-pass.ts";
import { checkedLines, droppedLine } from "./checker-report.ts";
import { exportedLines, importedLines } from "./bundle-report.ts";
import type { Imported } from "./import-bundle.ts";
import type { OpenRoot } from "./open-roots.ts";
import type { OperationContext, Outcome } from "./operation.ts";
import { plainOutcome } from "./plain-outcome.ts";
import { embeddedLine, embedTree } from "./provider-report.ts";
import { indexSyntax } from "./index-syntax.ts";
import { PithError } from "../base/error.ts";
import { folderBytes } from "./status.ts";
import type { SyntaxSource } from "./syntax-facts.ts";
import type { Workspace } from "./workspace.ts";

export async function buildIndex(
  { workspace, sources, graph: memory, syntax }: OpenRoot,
  args: IndexArguments,
  context: OperationContext,
): Promise<Outcome> {
  checkTogether(args);
  if (args.dryRun === true) {
    const { planIndex } = await import("./index-plan.ts");
    return planIndex(workspace, syntax, args);
  }
  const before = memory.checker.stored();
  const { rebuild = false } = args;
  if (rebuild) {
    sources.forget();
    await workspace.drop();
  }
  const imported = await taken(workspace, syntax, args, context);
  let made = 0;
  const { snapshot, notices } = await workspace.view(context, {
    beside: !rebuild,
    whole: true,
    facts: imported?.segments,
    onRead: (_read, newlyMade) => (made = newlyMade),
  });
  const held = memory.checker.of(snapshot);
  // Those of other contents, and those that went with everything else.
  const dropped = held.verdicts === null ? (before?.verdicts ?? 0) : 0;
  const indexed = snapshot.files.filter((f) => f.segment >= 0).length;
  const { parsed, skips } =
    args.syntax === true
      ? await indexSyntax(workspace, syntax, snapshot, context)
      : { parsed: null, skips: new Map<string, number>() };
  const checked = args.checker === true ? await runCheckerPass(workspace, memory, snapshot, context) : null;
  const provider = await embedTree(workspace, snapshot, context);
  const exported = await written(workspace, syntax, snapshot, args, context);
  const answer: IndexReport = {
    op: "index",
    root: workspace.rootAlone(),
    files: snapshot.files.length,
    indexed,
    made,
    parsed,
    unparsed: Object.fromEntries(skips),
    checker:
      checked === null
        ? null
        : {
            compiler: checked.compiler,
            verdicts: checked.verdicts,
            programs: [...checked.programs],
            notStored: checked.notStored,
          },
    dropped,
    imported: imported?.report ?? null,
    exported,
    provider,
    partial: snapshot.partial,
    segments: snapshot.segments.length,
    cache: { folder: workspace.store.folder.folder, bytes: folderBytes(workspace.store.folder.folder) },
  };
  const text = [
    `root ${pathLabel(workspace.root.path)}`,
    ...importedLines(answer.imported),
    `${indexed} of ${counted(answer.files, "file")} indexed in ${counted(answer.segments, "segment")}${snapshot.partial === null ? "" : ` (partial: ${snapshot.partial.why})`}; the facts of ${made} made now`,
    ...(parsed === null
      ? []
      : [
          `${counted(parsed, "file")} parsed${skips.size === 0 ? "" : `; not parsed: ${[...skips].map(([r, n]) => `${r} ${n}`).join(", ")}`}`,
        ]),
    ...(dropped === 0 ? [] : [droppedLine(dropped)]),
    ...(checked === null ? [] : checkedLines(checked)),
    ...(provider === null ? [] : [embeddedLine(provider)]),
    ...exportedLines(exported),
    `cache: ${answer.cache.folder} (${(answer.cache.bytes / 1e6).toFixed(1)} MB)`,
  ];
  return plainOutcome(args.format, answer, text, {
    notices,
    found: (checked?.notStored ?? null) === null && (provider?.fault ?? null) === null,
  });
}

/** What asks for two things that exclude each other must not look as if both had been heeded. */
function checkTogether(args: IndexArguments): void {
  const fault = (subject: string, message: string, next: string): PithError =>
    new PithError("ARGUMENT_INVALID", message, { subject, next });
  if (args.dryRun === true && (args.import !== undefined || args.export !== undefined))
    throw fault("dryRun", "A dry run takes and makes no bundle.", "Ask for one of them.");
  if (args.dryRun === true && args.checker === true)
    throw fault("dryRun", "How long the checker pass takes can't be told.", "Leave checker out.");
  if (args.verify === true && args.import === undefined)
    throw fault("verify", "There is nothing to verify.", "Name the bundle with import as well.");
}

async function taken(
  workspace: Workspace,
  syntax: SyntaxSource,
  { import: file, verify }: IndexArguments,
  context: OperationContext,
): Promise<Imported | null> {
  if (file === undefined) return null;
  const { importBundle } = await import("./import-bundle.ts");
  return importBundle(workspace, syntax, resolve(file), { verify }, context);
}

async function written(
  workspace: Workspace,
  syntax: SyntaxSource,
  snapshot: HeldSnapshot,
  { export: file }: IndexArguments,
  context: OperationContext,
): Promise<ExportedReport | null> {
  if (file === undefined) return null;
  const { exportBundle } = await import("./export-bundle.ts");
  return exportBundle(workspace, syntax, snapshot, resolve(file), context);
}
