// Makes the index now, with progress: the words layer of every file, and on request the syntax layer too.
import { counted } from "../base/counted.ts";
import { pathLabel } from "../pack/label.ts";
import type { IndexReport } from "../pack/reports.ts";
import type { IndexArguments } from "./arguments.ts";
import { runCheckerPass } from "./checker-pass.ts";
import { checkedLines, droppedLine } from "./checker-report.ts";
import type { GraphMemory } from "./graph-view.ts";
import type { OperationContext, Outcome } from "./operation.ts";
import { plainOutcome } from "./plain-outcome.ts";
import { languageById } from "../lang/registry.ts";
import { throwIfCancelled } from "../base/error.ts";
import { folderBytes } from "./status.ts";
import { isMissing, type Sources } from "./sources.ts";
import type { Workspace } from "./workspace.ts";

/** Files whose syntax is made together: enough to keep the workers busy, few enough to report progress and to stop. */
const BATCH = 64;

export async function buildIndex(
  workspace: Workspace,
  sources: Sources,
  memory: GraphMemory,
  args: IndexArguments,
  context: OperationContext,
): Promise<Outcome> {
  const before = memory.checker.stored();
  if (args.rebuild === true) sources.forget();
  const { snapshot, notices } = await workspace.view(context, {
    rebuild: args.rebuild === true,
    whole: true,
  });
  const held = memory.checker.of(snapshot);
  // Those of other contents, and those that went with everything else.
  const dropped = held.verdicts === null ? (before?.verdicts ?? 0) : 0;
  const indexed = snapshot.files.filter((f) => f.segment >= 0).length;
  let parsed: number | null = null;
  const skips = new Map<string, number>();
  if (args.syntax === true) {
    parsed = 0;
    // Sections are read as fast as they are found in the store.
    const files = snapshot.files.flatMap((f, i) => {
      if (f.segment < 0) return [];
      const language = languageById(snapshot.segments[f.segment]!.entryLanguage(f.entry));
      return (language?.syntax ?? language?.embeds) === undefined ? [] : [i];
    });
    for (let at = 0; at < files.length; at += BATCH) {
      throwIfCancelled(context.signal);
      for (const source of await sources.ofSnapshot(snapshot, files.slice(at, at + BATCH))) {
        if (isMissing(source)) skips.set(source.skip, (skips.get(source.skip) ?? 0) + 1);
        else if (source.syntaxSkip === null) parsed++;
        else skips.set(source.syntaxSkip, (skips.get(source.syntaxSkip) ?? 0) + 1);
      }
      context.onProgress?.({
        phase: "parsing",
        done: Math.min(at + BATCH, files.length),
        total: files.length,
        unit: "files",
      });
    }
  }
  const checked = args.checker === true ? await runCheckerPass(workspace, memory, snapshot, context) : null;
  const answer: IndexReport = {
    op: "index",
    root: workspace.rootAlone(),
    files: snapshot.files.length,
    indexed,
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
    partial: snapshot.partial,
    segments: snapshot.segments.length,
    cache: { folder: workspace.store.folder.folder, bytes: folderBytes(workspace.store.folder.folder) },
  };
  const text = [
    `root ${pathLabel(workspace.root.path)}`,
    `${indexed} of ${counted(answer.files, "file")} indexed in ${counted(answer.segments, "segment")}${snapshot.partial === null ? "" : ` (partial: ${snapshot.partial.why})`}`,
    ...(parsed === null
      ? []
      : [
          `${counted(parsed, "file")} parsed${skips.size === 0 ? "" : `; not parsed: ${[...skips].map(([r, n]) => `${r} ${n}`).join(", ")}`}`,
        ]),
    ...(dropped === 0 ? [] : [droppedLine(dropped)]),
    ...(checked === null ? [] : checkedLines(checked)),
    `cache: ${answer.cache.folder} (${(answer.cache.bytes / 1e6).toFixed(1)} MB)`,
  ];
  return plainOutcome(args.format, answer, text, {
    notices,
    found: (checked?.notStored ?? null) === null,
  });
}
