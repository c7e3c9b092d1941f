// What does Pith know of this root, computed from the store that queries read?
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { counted } from "../base/counted.ts";
import type { WatchState } from "../files/folder-watch.ts";
import { rootLine } from "../pack/render-text.ts";
import type { StatusReport } from "../pack/reports.ts";
import type { StatusArguments } from "./arguments.ts";
import { checkerStatus, statusLines } from "./checker-report.ts";
import type { OperationContext, Outcome } from "./operation.ts";
import { plainOutcome } from "./plain-outcome.ts";
import { providerLine, providerStatus } from "./provider-report.ts";
import { skippedCounts } from "./completeness-of.ts";
import type { OpenRoot } from "./open-roots.ts";

export async function status(
  { workspace, graph: memory, watching }: Pick<OpenRoot, "workspace" | "graph" | "watching">,
  args: StatusArguments,
  context: OperationContext,
): Promise<Outcome> {
  const stored = workspace.stored();
  const viewing = workspace.view(context);
  const rootPromise = workspace.answerRoot(viewing, context.signal);
  rootPromise.catch(() => {});
  const { snapshot, walk, notices } = await viewing;
  const root = await rootPromise;
  const watch = watching();
  const languages = new Map<string, number>();
  let indexed = 0;
  for (const file of snapshot.files) {
    if (file.segment < 0) continue;
    indexed++;
    const language = snapshot.segments[file.segment]!.entryLanguage(file.entry);
    languages.set(language, (languages.get(language) ?? 0) + 1);
  }
  const byLanguage = [...languages].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
  const answer: StatusReport = {
    op: "status",
    root,
    index: {
      files: snapshot.files.length,
      indexed,
      partial: snapshot.partial,
      segments: snapshot.segments.length,
      chunks: snapshot.segments.reduce((n, s) => n + s.chunks, 0),
      declarations: snapshot.segments.reduce((n, s) => n + s.declarations, 0),
      generation: snapshot.generation,
      storedBefore: stored,
    },
    skipped: skippedCounts(walk, snapshot).counts,
    languages: Object.fromEntries(byLanguage),
    watching: watch,
    checker: checkerStatus(memory.checker.of(snapshot)),
    provider: await providerStatus(workspace, snapshot),
    cache: { folder: workspace.store.folder.folder, bytes: folderBytes(workspace.store.folder.folder) },
  };
  const text = [
    rootLine(root),
    `${indexed} of ${counted(answer.index.files, "file")} indexed${snapshot.partial === null ? "" : ` (partial: ${snapshot.partial.why})`}, ${counted(answer.index.chunks, "chunk")}, ${counted(answer.index.declarations, "declaration")}, ${counted(answer.index.segments, "segment")}`,
    stored ? "an index was there before this call" : "the index was made by this call",
    `languages: ${byLanguage.map(([name, n]) => `${name} ${n}`).join(", ") || "none"}`,
    `left out: ${
      Object.entries(answer.skipped)
        .map(([reason, n]) => `${reason} ${n}`)
        .join(", ") || "nothing"
    }`,
    ...(watch === null ? [] : [watchLine(watch)]),
    ...(answer.checker === null ? [] : statusLines(answer.checker)),
    ...(answer.provider === null ? [] : [providerLine(answer.provider)]),
    `cache: ${answer.cache.folder} (${(answer.cache.bytes / 1e6).toFixed(1)} MB)`,
  ];
  return plainOutcome(args.format, answer, text, { notices });
}

function watchLine({ folders, why }: WatchState): string {
  return why === null
    ? `watching: ${counted(folders, "folder")}, to read ahead what changes`
    : `not watching: ${why}; what changes is read with the next question`;
}

export function folderBytes(folder: string): number {
  let bytes = 0;
  try {
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      if (entry.isFile())
        bytes += statSync(join(entry.parentPath, entry.name), { throwIfNoEntry: false })?.size ?? 0;
    }
  } catch {
    // No cache yet, or it is going away: nothing to count.
  }
  return bytes;
}
