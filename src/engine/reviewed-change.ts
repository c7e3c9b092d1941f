// Which change is to be reviewed: what is staged, a range of commits, a diff, or what the work tree differs by from HEAD?
import { counted } from "../base/counted.ts";
import { PithError, throwIfCancelled } from "../base/error.ts";
import { nearestRevisions, reviewDiff, type Between, type DiffFault } from "../git/review-diff.ts";
import { attributesArePlain } from "../git/safe-to-ask.ts";
import { parseUnifiedDiff, type FileChange } from "../git/unified-diff.ts";
import { oneLine } from "../pack/label.ts";
import { shownText } from "../redact/redact.ts";
import type { ReviewArguments } from "./arguments.ts";
import { gitFault } from "./git-faults.ts";
import type { OperationContext } from "./operation.ts";
import { INDEX } from "./open-roots.ts";
import type { Workspace } from "./workspace.ts";

export interface ReviewedChange {
  readonly files: readonly FileChange[];
  /** In words. */
  readonly label: string;
  /** Whole ids of the commits of both sides; null where a side is no commit. */
  readonly base: string | null;
  readonly head: string | null;
  /** The tree that has the new side: a commit, the index, or the disk (null). */
  readonly tree: string | typeof INDEX | null;
  /** The diff was made of that tree, and is not merely said to fit it. */
  readonly made: boolean;
  /** What was left out of it. */
  readonly caps: readonly string[];
}

export async function reviewedChange(
  workspace: Workspace,
  args: ReviewArguments,
  context: OperationContext,
): Promise<ReviewedChange> {
  const given = ["staged", "range", "diff"].filter(
    (name) =>
      (args as Record<string, unknown>)[name] !== undefined && (name !== "staged" || args.staged === true),
  );
  if (given.length > 1) throw exclusive(given);
  if (args.diff !== undefined) return ofDiff(args.diff);
  const between = args.range === undefined ? ownChange(args.staged === true) : rangeOf(args.range);
  const { repository, path } = workspace.root;
  const subject = args.range === undefined ? (args.staged === true ? "staged" : "root") : "range";
  if (repository === null) throw gitFault("no-repository", subject, INSTEAD);
  const walk = workspace.source.walk(workspace.walked);
  if (!attributesArePlain(path, walk.hiddenAttributes)) throw gitFault("unsafe", subject, INSTEAD);
  const found = await reviewDiff(repository, path, between, context);
  throwIfCancelled(context.signal);
  if ("fault" in found) throw await faultOf(workspace, found, subject, context);
  const { diff, base, head } = found;
  return {
    files: parseUnifiedDiff(diff),
    label: labelOf(between),
    base,
    head,
    tree: between.of === "range" ? head : between.of === "index" ? INDEX : null,
    made: true,
    caps: unmerged(diff),
  };
}

function ofDiff(diff: string): ReviewedChange {
  const files = parseUnifiedDiff(diff);
  if (files.length === 0) {
    throw new PithError("ARGUMENT_INVALID", "The diff holds no change of a file.", {
      subject: "diff",
      next: "Give a unified diff, as git diff and diff -u write it.",
    });
  }
  return { files, label: "the diff", base: null, head: null, tree: null, made: false, caps: [] };
}

function ownChange(staged: boolean): Between {
  return staged ? { of: "index" } : { of: "work tree" };
}

function rangeOf(range: string): Between {
  const found = /^(.*?)(\.{2,3})(.*)$/s.exec(range.trim());
  if (found === null || found[3]!.startsWith(".")) {
    throw new PithError("ARGUMENT_INVALID", `${JSON.stringify(shownText(range))} is no range of commits.`, {
      subject: "range",
      next: "Give A..B, or A...B for what B changed since both parted; one commit C is C~1..C.",
    });
  }
  const [, from, dots, to] = found;
  return { of: "range", from: from || "HEAD", to: to || "HEAD", symmetric: dots === "..." };
}

function labelOf(between: Between): string {
  if (between.of === "index") return "what is staged";
  if (between.of === "work tree") return "the work tree against HEAD";
  const { from, to, symmetric } = between;
  return oneLine(shownText(`${from}${symmetric ? "..." : ".."}${to}`));
}

/** Git names them in the diff and says nothing more of them. */
function unmerged(diff: string): string[] {
  const count = diff.match(/^\* Unmerged path /gm)?.length ?? 0;
  return count === 0 ? [] : [`${counted(count, "file")} in conflict, not compared`];
}

async function faultOf(
  { root }: Workspace,
  found: DiffFault,
  subject: string,
  { signal }: OperationContext,
): Promise<PithError> {
  if (found.fault === "no-merge-base") {
    return new PithError("ARGUMENT_INVALID", "The two commits have no commit in common.", {
      subject,
      next: "Give A..B, which compares the two as they are. A shallow clone lacks older commits.",
    });
  }
  const { fault, revision } = found;
  if (fault !== "revision" || revision === undefined) return gitFault(fault, subject, INSTEAD);
  const near = await nearestRevisions(root.repository!, root.path, revision, signal);
  const names = near.map((name) => oneLine(shownText(name)));
  return new PithError("ARGUMENT_INVALID", `Git knows no commit ${JSON.stringify(shownText(revision))}.`, {
    subject,
    next:
      names.length > 0
        ? `Nearest: ${names.join(", ")}.`
        : "Give commits, branches or tags that this repository has, such as main..HEAD.",
  });
}

function exclusive(given: readonly string[]): PithError {
  return new PithError("ARGUMENT_INVALID", `${given.join(" and ")} exclude each other.`, {
    subject: given[1]!,
    next: "Give one of them; none of them is the work tree against HEAD.",
  });
}

const INSTEAD = {
  other: "Give a diff instead: pith review --diff FILE.",
  one: ", that this repository has.",
};
