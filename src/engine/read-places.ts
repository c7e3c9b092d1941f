// Which lines do the places of a `read` ask for? Ranges as they are written; spans of a receipt where they stand now.
import { counted } from "../base/counted.ts";
import { isPithError, PithError } from "../base/error.ts";
import type { SpanKind } from "../base/span.ts";
import { relativePath } from "../files/guard.ts";
import { pathLabel, readLabel } from "../pack/label.ts";
import { isReceiptId } from "../pack/receipt-store.ts";
import type { VerifiedPlace } from "../pack/receipt-verify.ts";
import type { Snapshot } from "../store/segment-view.ts";
import { placesNow } from "./receipt-places.ts";
import type { Receipt } from "../pack/receipt.ts";
import type { Missing, ReadLines, Sources } from "./sources.ts";
import { commitOfReceipt, readReceipt } from "./stored-receipts.ts";
import type { Workspace } from "./workspace.ts";

export interface WantedLines {
  given: string;
  path: string;
  start: number;
  /** Infinity: to the end. */
  end: number;
  kind: SpanKind;
  name: string;
  reason: string;
  /** What became of the lines of a receipt. */
  note: string | null;
  /** For lines of a receipt. `gone`: there is nothing to show. */
  state: VerifiedPlace["state"] | null;
  /** For lines of a receipt: the reading by which it is known where they stand. */
  reading: ReadLines | Missing | null;
}

/** What may stand behind a path. The path may hold line ends and colons. */
const RANGE = /:(\d+)(?:-(\d+))?$/;

/** `refuse` is asked about each path that is not listed, before the next place is looked at: it costs the most. */
export async function wantedLines(
  workspace: Workspace,
  sources: Sources,
  snapshot: Snapshot,
  places: readonly string[],
  refuse: (path: string) => void,
): Promise<WantedLines[]> {
  const listed = new Set(snapshot.files.map((f) => f.path));
  const wanted: WantedLines[] = [];
  for (const [i, given] of places.entries()) {
    try {
      const lines =
        inTree(workspace, given, listed) ??
        (await spanOfReceipt(workspace, sources, snapshot, given)) ??
        rangeOf(workspace, given, listed);
      if (!listed.has(lines.path) && lines.state !== "gone") refuse(lines.path);
      wanted.push(lines);
    } catch (error) {
      const others = places.toSpliced(i, 1);
      if (!isPithError(error) || others.length === 0) throw error;
      if (!others.every((other) => isGood(workspace, other, listed))) throw error;
      const { code, message, subject, next } = error;
      const rest = `${counted(others.length, "other place")} can be read without it.`;
      throw new PithError(code, message, { subject, next: `${next} ${rest}`, cause: error });
    }
  }
  return wanted;
}

/** A label without quotes is a file and lines of it, whatever else has such a name. */
function inTree(workspace: Workspace, given: string, listed: ReadonlySet<string>): WantedLines | null {
  return ofLabel(workspace, given, listed) ?? ofListed(workspace, given, listed);
}

function isGood(workspace: Workspace, given: string, listed: ReadonlySet<string>): boolean {
  try {
    const place = inTree(workspace, given, listed);
    return place !== null && listed.has(place.path);
  } catch {
    return false;
  }
}

/** A label in quotes, as an answer has it; null where it is none. What looks like one may also be the name of a file. */
function ofLabel(workspace: Workspace, given: string, listed: ReadonlySet<string>): WantedLines | null {
  const label = readLabel(given);
  if (label === null) return null;
  const path = relativePath(workspace.root, label.path);
  const range = RANGE.exec(label.rest);
  const isPlace = label.rest === "" || range?.index === 0;
  if (isPlace && listed.has(path)) return placeIn(given, path, range);
  if (listed.has(relativePath(workspace.root, given))) return null;
  if (isPlace) return placeIn(given, path, range);
  throw noRange(given, pathLabel(path));
}

/** A listed file with lines, or a listed file that is all of what is given: a name may look like a handle or a range. */
function ofListed(workspace: Workspace, given: string, listed: ReadonlySet<string>): WantedLines | null {
  const range = RANGE.exec(given);
  if (range !== null && range.index > 0) {
    const path = relativePath(workspace.root, given.slice(0, range.index));
    if (listed.has(path)) return placeIn(given, path, range);
  }
  const whole = relativePath(workspace.root, given);
  return listed.has(whole) ? placeIn(given, whole, null) : null;
}

const PLAIN = {
  kind: "lines",
  name: "",
  reason: "asked for",
  note: null,
  state: null,
  reading: null,
} as const;

/** The `n`-th span of `<receipt>#<n>`; null for what is no handle. */
async function spanOfReceipt(
  workspace: Workspace,
  sources: Sources,
  snapshot: Snapshot,
  given: string,
): Promise<WantedLines | null> {
  const [, id = "", number = ""] = /^([^#]*)#(\d+)$/u.exec(given) ?? [];
  if (!isReceiptId(id)) return null;
  const receipt = readReceipt(workspace, id);
  const kept = receipt.kept[Number(number) - 1];
  if (kept === undefined) {
    throw new PithError("HANDLE_UNKNOWN", `Receipt ${id} has no span number ${number}.`, {
      subject: given,
      next: `\`pith receipt show ${id}\` lists its spans.`,
    });
  }
  const { verified, readings } = await placesNow(workspace, sources, snapshot, { ...receipt, kept: [kept] });
  const place = verified.places[0]!;
  const { state, to } = place;
  const before = `${pathLabel(kept.path)}:${kept.start}-${kept.end}`;
  const { path, start, end } = to ?? place;
  // Where nothing is declared by the name any more, what stands there now must not bear it.
  const { kind, name } = place.undeclared === true ? LINES : place;
  const notes = [NOTES[state](before, to !== null), ofOtherSource(receipt, workspace)].filter(
    (note) => note !== null,
  );
  const note = notes.length === 0 ? null : notes.join("; ");
  return { given, path, start, end, kind, name, reason: `span ${given}`, note, state, reading: readings[0]! };
}

const LINES = { kind: "lines", name: "" } as const;

/** What is read may be another tree than the one that was asked about. */
function ofOtherSource(receipt: Receipt, { source }: Workspace): string | null {
  const commit = commitOfReceipt(receipt);
  return commit === null || commit === source.commit ? null : `the receipt is about commit ${commit}`;
}

const NOTES: Record<VerifiedPlace["state"], (before: string, elsewhere: boolean) => string | null> = {
  same: () => null,
  moved: (before) => `moved from ${before} since the receipt`,
  changed: (before, elsewhere) =>
    elsewhere
      ? `changed since the receipt, where it was ${before}`
      : "changed since the receipt: the lines that stand there now",
  gone: (before) => `gone since the receipt: ${before} stands in no file`,
};

function rangeOf(workspace: Workspace, given: string, listed: ReadonlySet<string>): WantedLines {
  const found = RANGE.exec(given);
  const range = found === null || found.index === 0 ? null : found;
  const path = relativePath(workspace.root, range === null ? given : given.slice(0, range.index));
  if (!listed.has(path)) refuseOddRange(workspace, given, listed);
  return placeIn(given, path, range);
}

/** Lines of a file, or all of it. Throws RANGE_INVALID for a range that goes nowhere. */
function placeIn(given: string, path: string, range: RegExpExecArray | null): WantedLines {
  if (range === null) return { ...PLAIN, given, path, start: 1, end: Number.POSITIVE_INFINITY, kind: "file" };
  const start = Number(range[1]);
  const end = range[2] === undefined ? start : Number(range[2]);
  if (start < 1 || end < start) {
    throw new PithError("RANGE_INVALID", `${given}: lines count from 1, and a range goes from low to high.`, {
      subject: given,
      next: "Write path:start-end, such as src/a.ts:10-20.",
    });
  }
  return { ...PLAIN, given, path, start, end };
}

/** Of the signs that could begin a range, the last ones are looked at: each look costs the length of the place. */
const MOST_SIGNS = 16;

/** A file that is there with something behind it that is no range: `a.ts:5-`, `a.ts:12:7`, `a.ts#L5`. */
function refuseOddRange(workspace: Workspace, given: string, listed: ReadonlySet<string>): void {
  const path = [...given.matchAll(/[:#]/g)]
    .slice(-MOST_SIGNS)
    .map((mark) => relativePath(workspace.root, given.slice(0, mark.index)))
    .findLast((before) => listed.has(before));
  if (path !== undefined) throw noRange(given, pathLabel(path));
}

function noRange(given: string, path: string): PithError {
  return new PithError("RANGE_INVALID", `${given} is no place: what follows ${path} is no range of lines.`, {
    subject: given,
    next: `Write ${path}:12 for a line, ${path}:10-20 for a range, ${path} for all of it.`,
  });
}
