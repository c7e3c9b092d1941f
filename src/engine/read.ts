// The very lines asked for: ranges of files, or spans kept by a receipt.
import { PithError } from "../base/error.ts";
import { relativePath } from "../files/guard.ts";
import { nearestPaths } from "../files/scope.ts";
import { whyPath } from "../files/why.ts";
import { SKIP_REASONS } from "../files/skip-reasons.ts";
import type { ReadAnswer, ReadSpan } from "../pack/answer.ts";
import { pathLabel } from "../pack/label.ts";
import { fenceFor } from "../pack/span-text.ts";
import { readReceipt } from "./stored-receipts.ts";
import type { ReadArguments } from "./arguments.ts";
import { beginAnswer } from "./begin-answer.ts";
import { completenessOf } from "./completeness-of.ts";
import { finishList } from "./list-answer.ts";
import type { OperationContext, Outcome } from "./operation.ts";
import { isMissing, type Sources } from "./sources.ts";
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
  refuseUnlisted(workspace, wanted, new Set(snapshot.files.map((f) => f.path)));
  const loaded = await sources.ofPaths(
    snapshot,
    wanted.map((w) => w.path),
  );
  const spans: ReadSpan[] = wanted.map((w, i) => {
    const source = loaded[i]!;
    if (isMissing(source)) {
      if (source.skip === "vanished") {
        const near = nearestPaths(
          w.path,
          walk.files.map((f) => f.path),
        );
        throw new PithError("PATH_NOT_FOUND", `There is no file ${w.path}.`, {
          subject: w.path,
          next: near.length > 0 ? `Nearest: ${near.join(", ")}.` : "Look for it with `pith search`.",
        });
      }
      throw new PithError("PATH_SKIPPED", `${w.path} is not read. ${SKIP_REASONS[source.skip]}`, {
        subject: w.path,
        next: `\`pith why ${w.path}\` names the rule.`,
      });
    }
    const lines = source.lines.length;
    if (w.start > Math.max(1, lines)) {
      throw new PithError("RANGE_INVALID", `${w.path} has ${lines} lines; line ${w.start} is past its end.`, {
        subject: w.given,
        next: `Give a range within 1-${lines}.`,
      });
    }
    const end = Math.min(w.end, lines);
    const span: ReadSpan = {
      path: w.path,
      start: w.start,
      end,
      lines,
      text: source.lines.slice(w.start - 1, end).join("\n"),
      redacted: source.redactions.filter((r) => r.line >= w.start && r.line <= end),
    };
    if (w.end !== Number.POSITIVE_INFINITY && w.end > lines) span.note = `the file ends at line ${lines}`;
    return span;
  });
  return finishList<ReadSpan, ReadAnswer>(begun, args, {
    items: cutToBudget(spans, begun.budget, (text) => begun.counter.count(text)),
    answer: (items, base) => ({ ...base, op: "read", spans: items }),
    text: (span) => {
      const fence = fenceFor([span.text]);
      const note = span.note === undefined ? "" : ` (${span.note})`;
      return `${pathLabel(span.path)}:${span.start}-${span.end} of ${span.lines}${note}\n${fence}\n${span.text}\n${fence}`;
    },
    completeness: completenessOf({
      walk,
      snapshot,
      scope: null,
      read: new Set(wanted.map((w) => w.path)).size,
    }),
    advice: null,
    found: true,
  });
}

/** What the walk leaves out is not read by name either: an ignored `.env` is ignored for a reason. */
function refuseUnlisted(
  workspace: Workspace,
  wanted: readonly WantedLines[],
  listed: ReadonlySet<string>,
): void {
  for (const { path } of wanted) {
    if (listed.has(path)) continue;
    const found = whyPath(workspace.root, workspace.config.values, path);
    if (found.status !== "skipped") continue;
    throw new PithError("PATH_SKIPPED", `${path} is not read. ${found.text}`, {
      subject: path,
      next: "Take it in with a `!` line in .pithignore, if it should be read.",
    });
  }
}

function wantedLines(workspace: Workspace, given: string, files: readonly { path: string }[]): WantedLines {
  const handle = HANDLE.exec(given);
  if (handle !== null) {
    const kept = readReceipt(workspace, handle[1]!).kept[Number(handle[2]) - 1];
    if (kept === undefined) {
      throw new PithError("HANDLE_UNKNOWN", `Receipt ${handle[1]} has no span number ${handle[2]}.`, {
        subject: given,
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

/** Kept back for headers, the root line and the lines at the end. */
const ENDS_SHARE = 0.85;

/** A range that is too long for the budget is cut after a whole line, and says where it goes on. */
function cutToBudget(
  spans: readonly ReadSpan[],
  budget: number,
  count: (text: string) => number,
): ReadSpan[] {
  let left = Math.floor(budget * ENDS_SHARE) - 60;
  return spans.map((span) => {
    const cost = count(span.text);
    if (cost <= left) {
      left -= cost;
      return span;
    }
    const lines = span.text.split("\n");
    let low = 0;
    let high = lines.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (count(lines.slice(0, middle).join("\n")) <= left) low = middle;
      else high = middle - 1;
    }
    left = 0;
    const end = span.start + low - 1;
    return {
      ...span,
      end: Math.max(span.start, end),
      text: lines.slice(0, low).join("\n"),
      note:
        low === 0
          ? `does not fit the budget: needs about ${cost}`
          : `cut at the budget: goes on at ${span.path}:${end + 1}-${span.end}`,
    };
  });
}
