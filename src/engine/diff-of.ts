// The changes that an impact is asked of: of the work tree since a revision, or of a patch.
import { PithError } from "../base/error.ts";
import type { Walk } from "../files/walk.ts";
import { changesSince, type Changes } from "../git/changes.ts";
import { attributesArePlain } from "../git/safe-to-ask.ts";
import { parseUnifiedDiff } from "../git/unified-diff.ts";
import type { Graph, NotLooked } from "../graph/graph.ts";
import type { ImpactArguments } from "./arguments.ts";
import { changedDeclarations, type ChangedDeclarations } from "./changed-declarations.ts";
import { gitFault } from "./git-faults.ts";
import type { GraphMemory } from "./graph-view.ts";
import type { OperationContext } from "./operation.ts";
import type { Workspace } from "./workspace.ts";

export async function changesOf(
  workspace: Workspace,
  graph: Graph,
  memory: GraphMemory,
  { diff, patch }: ImpactArguments,
  context: OperationContext,
  walk: Walk,
): Promise<ChangedDeclarations> {
  const text =
    diff === undefined ? patch! : await sinceRevision(workspace, walk, diff.trim(), context.signal);
  const files = parseUnifiedDiff(text);
  if (files.length === 0 && diff === undefined) {
    throw new PithError("ARGUMENT_INVALID", "The patch holds no change of a file.", {
      subject: "patch",
      next: "Give a unified diff, as git diff and diff -u write it.",
    });
  }
  const found = await changedDeclarations(graph, memory, files, context.signal);
  if (diff === undefined) return found;
  const untracked: NotLooked = { what: "files that Git does not track", why: "no revision has them" };
  return { ...found, notLooked: [...found.notLooked, untracked] };
}

async function sinceRevision(
  workspace: Workspace,
  walk: Walk,
  revision: string,
  signal: AbortSignal | undefined,
): Promise<string> {
  const { repository, path } = workspace.root;
  if (repository === null) throw gitFault("no-repository", "diff", INSTEAD);
  const changes: Changes = attributesArePlain(path, walk.hiddenAttributes)
    ? await changesSince(repository, path, revision, { signal })
    : { fault: "unsafe" };
  if ("diff" in changes) return changes.diff;
  const other = changes.fault === "failed" ? `Give a nearer revision, or a patch: ${PATCH}.` : INSTEAD.other;
  throw gitFault(changes.fault, "diff", { ...INSTEAD, other });
}

const PATCH = "pith impact --patch FILE";
const INSTEAD = {
  other: `Give a patch instead: ${PATCH}.`,
  one: "; the work tree is compared with it. For a range give a patch.",
};
