// The very lines asked for: ranges of files, or spans kept by a receipt.
import { counted } from "../base/counted.ts";
import { PithError } from "../base/error.ts";
import { nearestPaths } from "../files/scope.ts";
import type { Walk } from "../files/walk.ts";
import type { ReadSpan } from "../pack/answer.ts";
import { fitLines } from "../pack/fit-lines.ts";
import { advise } from "../pack/advice.ts";
import { pathLabel } from "../pack/label.ts";
import { sessionPart } from "../pack/session-part.ts";
import { toldTo } from "./client-session.ts";
import type { ReadArguments } from "./arguments.ts";
import { beginAnswer } from "./begin-answer.ts";
import { completenessOfFiles } from "./completeness-of.ts";
import type { OperationContext, Outcome } from "./operation.ts";
import { shownText } from "../redact/redact.ts";
import { shownPath } from "../redact/shown-path.ts";
import { readWithoutHeld } from "./read-in-session.ts";
import { wantedLines, type WantedLines } from "./read-places.ts";
import { refuseSkipped, skipped } from "./refuse-skipped.ts";
import { isMissing, type Missing, type ReadLines, type Sources } from "./sources.ts";
import type { Workspace } from "./workspace.ts";

export async function read(
  workspace: Workspace,
  sources: Sources,
  args: ReadArguments,
  context: OperationContext,
): Promise<Outcome> {
  const begun = await beginAnswer(workspace, args, context);
  const { snapshot, walk } = begun.view;
  const wanted = await wantedLines(workspace, sources, snapshot, args.places, (path) => {
    if (!refuseSkipped(workspace, path)) throw notRead({ path, skip: "vanished" }, walk);
  });
  const read = await sources.ofPaths(
    snapshot,
    wanted.map((w) => w.path),
  );
  const loaded = wanted.map(({ reading }, i) => reading ?? read[i]!);
  const asked = wanted.map((w, i) => spanOf(w, loaded[i]!, walk));
  const linesOf = new Map(
    loaded.flatMap((s) => (isMissing(s) ? [] : [[shownPath(s.path), s.lines] as const])),
  );
  const { session, counter } = begun;
  const { spans: given, ...said } =
    session === undefined
      ? { spans: asked, shown: [], changed: [] }
      : readWithoutHeld(asked, linesOf, session, counter);
  const advice = asked.length > 0 && given.length === 0 ? advise("shown-before") : null;
  const root = await begun.root;
  const fitted = fitLines({
    spans: given,
    budget: begun.budget,
    counter: begun.counter,
    format: args.format ?? "text",
    color: args.color,
    to: begun.to,
    answer: (spans, tokens, more) => ({
      ...(begun.id === undefined ? {} : { id: begun.id }),
      op: "read",
      root,
      spans,
      cost: { tokens, unit: begun.unit, budget: begun.budget },
      completeness: completenessOfFiles(
        filesInWords(wanted),
        {
          inScope: new Set(wanted.map((w) => w.path)).size,
          read: new Set(loaded.flatMap((source) => (isMissing(source) ? [] : [source.path]))).size,
          skipped: {},
        },
        more.caps,
      ),
      advice: more.advice ?? advice,
      receipt: null,
      next: more.next,
      ...(session === undefined
        ? {}
        : {
            session: sessionPart(session.resident(begun.unit) + tokens, said.shown, said.changed, {
              told: toldTo(session, args.format),
            }),
          }),
    }),
  });
  const { output, answer, small } = fitted;
  if (small === null && session !== undefined)
    for (const { path, start, end } of answer.spans)
      if (end >= start) session.sends(path, linesOf.get(path)!, [[start, end]]);
  return { output, answer: small ?? answer, found: true, notices: begun.view.notices };
}

function filesInWords(wanted: readonly WantedLines[]): string {
  const paths = [...new Set(wanted.map((w) => pathLabel(w.path)))];
  return paths.length > 3 ? `${paths.length} files asked for` : paths.join(", ");
}

function spanOf(wanted: WantedLines, source: ReadLines | Missing, walk: Walk): ReadSpan {
  const { path, kind, name, reason, state } = wanted;
  const known = {
    path: shownPath(path),
    kind,
    name: shownText(name),
    reason,
    cost: 0,
    matches: [],
  };
  if (state === "gone") {
    const { start, note } = wanted;
    const lines = isMissing(source) ? 0 : source.lines.length;
    return { ...known, start, end: start - 1, text: "", lines, redacted: [], note };
  }
  if (isMissing(source)) throw notRead(source, walk);
  const lines = source.lines.length;
  // Of a file that has become shorter since a receipt, the end stands where the lines stood.
  const start = state === null ? wanted.start : Math.max(1, Math.min(wanted.start, lines));
  if (start > Math.max(1, lines)) {
    throw new PithError(
      "RANGE_INVALID",
      `${pathLabel(path)} has ${counted(lines, "line")}; line ${start} is past its end.`,
      {
        subject: wanted.given,
        next: `Give a range within 1-${lines}.`,
      },
    );
  }
  const end = Math.min(wanted.end, lines);
  const short =
    wanted.end !== Number.POSITIVE_INFINITY && wanted.end > lines ? `the file ends at line ${lines}` : null;
  const notes = [wanted.note, short].filter((note) => note !== null);
  return {
    ...known,
    start,
    end,
    text: source.lines.slice(start - 1, end).join("\n"),
    lines,
    redacted: source.redactions.filter((r) => r.line >= start && r.line <= end),
    note: notes.length === 0 ? null : notes.join("; "),
  };
}

export function notRead({ path, skip }: Missing, walk: Walk): PithError {
  if (skip !== "vanished") return skipped(path, skip);
  const below = path === "" ? "" : `${path.replace(/\/$/, "")}/`;
  if (walk.files.some((f) => f.path.startsWith(below))) {
    return new PithError(
      "PATH_NOT_FOUND",
      `${path === "" ? "The root" : pathLabel(path)} is a folder, not a file.`,
      {
        subject: path,
        next: `\`pith outline${path === "" ? "" : ` ${pathLabel(path)}`}\` lists what is in it.`,
      },
    );
  }
  const near = nearestPaths(
    path,
    walk.files.map((f) => f.path),
  );
  return new PithError("PATH_NOT_FOUND", `There is no file ${pathLabel(path)}.`, {
    subject: path,
    next: near.length > 0 ? `Nearest: ${near.map(pathLabel).join(", ")}.` : "Look for it with `pith search`.",
  });
}
