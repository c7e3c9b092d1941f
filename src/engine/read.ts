// The very lines asked for: ranges of files, or spans kept by a receipt.
import { PithError } from "../base/error.ts";
import { relativePath } from "../files/guard.ts";
import { nearestPaths } from "../files/scope.ts";
import { SKIP_REASONS } from "../files/skip-reasons.ts";
import type { Walk } from "../files/walk.ts";
import type { ReadSpan } from "../pack/answer.ts";
import { fitLines } from "../pack/fit-lines.ts";
import { pathLabel } from "../pack/label.ts";
import { readReceipt } from "./stored-receipts.ts";
import type { ReadArguments } from "./arguments.ts";
import { beginAnswer } from "./begin-answer.ts";
import { completenessOfFiles } from "./completeness-of.ts";
import type { OperationContext, Outcome } from "./operation.ts";
import { refuseSkipped } from "./refuse-skipped.ts";
import { isMissing, type Missing, type Source, type Sources } from "./sources.ts";
import type { Workspace } from "./workspace.ts";

interface WantedLines {
  given: string;
  path: string;
  start: number;
  /** Infinity: to the end. */
  end: number;
}

const RANGE = /^(.+?):(\d+)(?:-(\d+))?$/u;
const HANDLE = /^([0-9a-z]{8,64})#(\d+)$/u;

export async function read(
  workspace: Workspace,
  sources: Sources,
  args: ReadArguments,
  context: OperationContext,
): Promise<Outcome> {
  const begun = await beginAnswer(workspace, args, context);
  const { snapshot, walk } = begun.view;
  const wanted = args.places.map((place) => wantedLines(workspace, place, snapshot.files));
  const listed = new Set(snapshot.files.map((f) => f.path));
  for (const { path } of wanted) if (!listed.has(path)) refuseSkipped(workspace, path);
  const loaded = await sources.ofPaths(
    snapshot,
    wanted.map((w) => w.path),
  );
  const given = wanted.map((w, i) => spanOf(w, loaded[i]!, walk));
  const root = await begun.root;
  const fitted = fitLines({
    spans: given,
    root,
    budget: begun.budget,
    counter: begun.counter,
    format: args.format ?? "text",
    color: args.color,
    answer: (spans, tokens, more) => ({
      op: "read",
      root,
      spans,
      cost: { tokens, unit: begun.unit, budget: begun.budget },
      completeness: completenessOfFiles(
        filesInWords(wanted),
        new Set(wanted.map((w) => w.path)).size,
        more.caps,
      ),
      advice: more.advice,
      receipt: null,
      next: more.next,
    }),
  });
  return { output: fitted.output, answer: fitted.answer, found: true, notices: begun.view.notices };
}

function filesInWords(wanted: readonly WantedLines[]): string {
  const paths = [...new Set(wanted.map((w) => pathLabel(w.path)))];
  return paths.length > 3 ? `${paths.length} files asked for` : paths.join(", ");
}

function spanOf(wanted: WantedLines, source: Source | Missing, walk: Walk): ReadSpan {
  const { path, start } = wanted;
  if (isMissing(source)) throw notRead(source, walk);
  const lines = source.lines.length;
  if (start > Math.max(1, lines)) {
    throw new PithError("RANGE_INVALID", `${path} has ${lines} lines; line ${start} is past its end.`, {
      subject: wanted.given,
      next: `Give a range within 1-${lines}.`,
    });
  }
  const end = Math.min(wanted.end, lines);
  const span: ReadSpan = {
    path,
    start,
    end,
    lines,
    text: source.lines.slice(start - 1, end).join("\n"),
    redacted: source.redactions.filter((r) => r.line >= start && r.line <= end),
  };
  if (wanted.end !== Number.POSITIVE_INFINITY && wanted.end > lines)
    span.note = `the file ends at line ${lines}`;
  return span;
}

function notRead({ path, skip }: Missing, walk: Walk): PithError {
  if (skip !== "vanished") {
    return new PithError("PATH_SKIPPED", `${path} is not read. ${SKIP_REASONS[skip]}`, {
      subject: path,
      next: `\`pith why ${path}\` names the rule.`,
    });
  }
  const near = nearestPaths(
    path,
    walk.files.map((f) => f.path),
  );
  return new PithError("PATH_NOT_FOUND", `There is no file ${path}.`, {
    subject: path,
    next: near.length > 0 ? `Nearest: ${near.join(", ")}.` : "Look for it with `pith search`.",
  });
}

function wantedLines(workspace: Workspace, given: string, files: readonly { path: string }[]): WantedLines {
  const handle = HANDLE.exec(given);
  if (handle !== null) {
    const kept = readReceipt(workspace, handle[1]!).kept[Number(handle[2]) - 1];
    if (kept === undefined) {
      throw new PithError("HANDLE_UNKNOWN", `Receipt ${handle[1]} has no span number ${handle[2]}.`, {
        subject: given,
        next: `\`pith receipt show ${handle[1]}\` lists its spans.`,
      });
    }
    return { given, path: kept.path, start: kept.start, end: kept.end };
  }
  // A file may have a name that looks like a range.
  const whole = relativePath(workspace.root, given);
  if (files.some((f) => f.path === whole))
    return { given, path: whole, start: 1, end: Number.POSITIVE_INFINITY };
  const range = RANGE.exec(given);
  if (range === null) return { given, path: whole, start: 1, end: Number.POSITIVE_INFINITY };
  const start = Number(range[2]);
  const end = range[3] === undefined ? start : Number(range[3]);
  if (start < 1 || end < start) {
    throw new PithError("RANGE_INVALID", `${given}: lines count from 1, and a range goes from low to high.`, {
      subject: given,
      next: "Write path:start-end, such as src/a.ts:10-20.",
    });
  }
  return { given, path: relativePath(workspace.root, range[1]!), start, end };
}
