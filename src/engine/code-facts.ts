// What a manifest of a repository is made of (`manifest/compile/code-facts.ts`), from what Pith knows of it: units from the
// parser, how much rests on a file as in a map, imports from the graph, subjects of commits from history.
import { basename } from "node:path";
import { compareStrings } from "../base/order.ts";
import { pause } from "../base/pause.ts";
import { findPackages, isManifest } from "../files/packages.ts";
import { recentCommits } from "../git/history.ts";
import { openGraph } from "../graph/graph.ts";
import type { CodeFacts, CodeFile, CodePackage, CodeRole } from "../manifest/compile/code-facts.ts";
import type { SourceNote } from "../manifest/compile/source-tree.ts";
import { liveFiles } from "../rank/live-files.ts";
import { mapOrder } from "../rank/map-order.ts";
import { ROLE } from "../rank/path-kinds.ts";
import { pathTable } from "../rank/path-table.ts";
import { shownText } from "../redact/redact.ts";
import type { OpenRoot } from "./open-roots.ts";
import type { OperationContext } from "./operation.ts";
import { isMissing, type Source } from "./sources.ts";
import type { View } from "./workspace.ts";

/** Files that are read and parsed together: few enough to report progress and to stop. */
const BATCH = 64;
/** Commits that are looked at: as many as a review looks at twice. */
const MOST_COMMITS = 2_000;
/** A commit that changes more files says nothing of any of them. */
const MOST_CHANGED = 12;
/** Of one file. */
const MOST_SUBJECTS = 5;

export async function codeFacts(open: OpenRoot, context: OperationContext): Promise<CodeFacts> {
  const { workspace } = open;
  const view = await workspace.view(context, { whole: true });
  const sources = await sourcesOf(open, view, context);
  const notes = sources.notes;
  const subjects = await subjectsOf(open, notes, context);
  const uses = await usesOf(open, view, context);
  const weights = weightsOf(view);
  const { role } = pathTable(view.snapshot);
  const files = sources.read.map(({ source, file }): CodeFile => ({
    path: source.path,
    language: source.language,
    role: roleOf(role[file]!),
    lines: source.lines,
    units: source.units,
    weight: weights.get(file) ?? 0,
    subjects: subjects.get(source.path) ?? [],
    uses: uses.get(source.path) ?? [],
  }));
  return {
    id: basename(workspace.root.path) || "root",
    packages: await packagesOf(open, files),
    files,
    notes,
  };
}

interface ReadSources {
  read: { source: Source; file: number }[];
  notes: SourceNote[];
}

async function sourcesOf(
  { sources }: OpenRoot,
  { snapshot }: View,
  context: OperationContext,
): Promise<ReadSources> {
  const read: ReadSources["read"] = [];
  const notes: SourceNote[] = [];
  const wanted = [...snapshot.files.keys()];
  for (let at = 0; at < wanted.length; at += BATCH) {
    await pause(context.signal);
    const lot = wanted.slice(at, at + BATCH);
    (await sources.ofSnapshot(snapshot, lot)).forEach((source, i) => {
      if (isMissing(source))
        notes.push({
          code: "skipped",
          subject: source.path,
          text: `It is not read: ${source.skip}. \`pith why\` says more.`,
        });
      else read.push({ source, file: lot[i]! });
    });
    context.onProgress?.({
      phase: "reading",
      done: Math.min(at + BATCH, wanted.length),
      total: wanted.length,
      unit: "files",
    });
  }
  return { read, notes };
}

/** How much rests on each file: 1 for the one on which most does; by magnitudes, since a few are used by nearly all. */
function weightsOf({ snapshot }: View): Map<number, number> {
  const known = [...snapshot.files.keys()].filter((file) => snapshot.files[file]!.segment >= 0);
  const ordered = mapOrder(snapshot, liveFiles(snapshot), known);
  const most = Math.max(1, ...ordered.map(({ mentionedBy }) => mentionedBy));
  return new Map(
    ordered.map(({ file, mentionedBy }) => [
      file,
      Math.round((Math.log1p(mentionedBy) / Math.log1p(most)) * 1000) / 1000,
    ]),
  );
}

function roleOf(bits: number): CodeRole {
  if ((bits & ROLE.generated) !== 0) return "generated";
  if ((bits & ROLE.test) !== 0) return "test";
  if ((bits & (ROLE.prose | ROLE.record)) !== 0) return "prose";
  if ((bits & ROLE.data) !== 0) return "data";
  return (bits & ROLE.example) === 0 ? "code" : "example";
}

/** By path: what commits that changed it say, those that changed least beside it first, then the newer. */
async function subjectsOf(
  { workspace }: OpenRoot,
  notes: SourceNote[],
  { signal }: OperationContext,
): Promise<Map<string, string[]>> {
  const { repository, path } = workspace.root;
  const found = new Map<string, { subject: string; changed: number }[]>();
  const logged = repository === null ? null : await recentCommits(repository, path, MOST_COMMITS, { signal });
  if (logged === null || "fault" in logged) {
    notes.push({
      code: "skipped",
      subject: "history",
      text: "There is no history: nothing is known of what files were changed for.",
    });
    return new Map();
  }
  for (const { subject, paths } of logged.commits) {
    if (paths.length > MOST_CHANGED) continue;
    for (const one of paths) {
      const list = found.get(one) ?? [];
      if (!list.some((known) => known.subject === subject))
        list.push({ subject: shownText(subject), changed: paths.length });
      found.set(one, list);
    }
  }
  return new Map(
    [...found].map(([file, list]) => [
      file,
      list
        .sort((a, b) => a.changed - b.changed)
        .slice(0, MOST_SUBJECTS)
        .map(({ subject }) => subject),
    ]),
  );
}

/** By path: the files of the repository that it imports. */
async function usesOf(
  { graph: memory }: OpenRoot,
  { snapshot }: View,
  context: OperationContext,
): Promise<Map<string, string[]>> {
  const graph = openGraph(memory.view(snapshot), context);
  const uses = new Map<string, string[]>();
  const { paths } = graph.view;
  for (const [file, path] of paths.entries()) {
    if (file % BATCH === 0) await pause(context.signal);
    const { links } = await graph.dependencies(file);
    const own = new Set(links.filter(({ external }) => !external).flatMap((link) => link.paths));
    own.delete(path);
    if (own.size > 0) uses.set(path, [...own]);
    if (file % BATCH === 0)
      context.onProgress?.({ phase: "linking", done: file, total: paths.length, unit: "files" });
  }
  return uses;
}

/** Packages of the workspace, each with what its manifest says of it. */
async function packagesOf({ workspace }: OpenRoot, files: readonly CodeFile[]): Promise<CodePackage[]> {
  const manifests = files.filter(({ path }) => isManifest(path));
  const described = new Map<string, string>();
  for (const { path, lines } of manifests) {
    const folder = path.includes("/") ? path.slice(0, path.lastIndexOf("/")) : "";
    const said = descriptionIn(path, lines.join("\n"));
    if (said !== "") described.set(folder, shownText(said));
  }
  const paths = manifests.map(({ path }) => path);
  return [...findPackages(await workspace.open(paths), paths)]
    .map(([name, path]) => ({ name, path, description: described.get(path) ?? "" }))
    .sort((a, b) => compareStrings(a.path, b.path));
}

function descriptionIn(path: string, text: string): string {
  if (!path.endsWith(".json"))
    return /^\s*description\s*[:=]\s*["']?([^"'\n]+)/m.exec(text)?.[1]?.trim() ?? "";
  try {
    const { description } = JSON.parse(text) as { description?: unknown };
    return typeof description === "string" ? description : "";
  } catch {
    return "";
  }
}
