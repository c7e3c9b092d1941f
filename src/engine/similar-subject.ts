// To what is similar code looked for? Lines of a file, a declaration by its name, or a text that was given.
import { PithError } from "../base/error.ts";
import { relativePath } from "../files/guard.ts";
import { exactFirst, isInPath, readAskedName } from "../graph/asked-name.ts";
import { advise } from "../pack/advice.ts";
import type { Advice } from "../pack/answer.ts";
import { pathLabel } from "../pack/label.ts";
import { innermostUnits } from "../rank/units.ts";
import { searchedText } from "../redact/searched-text.ts";
import { shownText } from "../redact/redact.ts";
import type { SimilarArguments } from "./arguments.ts";
import type { BegunAnswer } from "./begin-answer.ts";
import { nearestDeclared } from "./nearest-declared.ts";
import { placeToAsk, plainName } from "./named-declarations.ts";
import { notRead } from "./read.ts";
import { wantedLines } from "./read-places.ts";
import { refuseSkipped } from "./refuse-skipped.ts";
import { isMissing, type Source, type Sources } from "./sources.ts";
import type { Snapshot } from "../store/segment-view.ts";
import { matchesIn } from "./symbol-matches.ts";
import type { Workspace } from "./workspace.ts";

export interface Subject {
  /** What of it may be compared: secrets are out of it. */
  text: string;
  /** Its own lines, which are no answer; null for a text that was given. */
  place: { path: string; start: number; end: number } | null;
  /** For the receipt. */
  described: string;
  caps: string[];
}

/** Files that declare a name and are parsed. */
const MOST_DECLARING = 40;

/** Where there is nothing to compare with: what to say of it. */
export type NoSubject = { advice: Advice; unresolved: string[] };

export async function subjectOf(
  workspace: Workspace,
  sources: Sources,
  begun: BegunAnswer,
  { subject, text }: SimilarArguments,
): Promise<Subject | NoSubject> {
  if ((subject === undefined) === (text === undefined)) {
    throw new PithError("ARGUMENT_INVALID", "similar needs either a place or name, or a text.", {
      subject: "subject",
      next: "Give path:start-end, the name of a declaration, or a text.",
    });
  }
  if (text !== undefined) return ofText(text);
  const { snapshot } = begun.view;
  const asked = subject!.trim();
  const range = /:\d+(?:-\d+)?$/.exec(asked);
  const path = relativePath(workspace.root, range === null ? asked : asked.slice(0, range.index));
  const isPlace =
    asked.startsWith('"') || snapshot.files.some((f) => f.path === path) || /^[^#]+#\d+$/.test(asked);
  if (!isPlace) {
    const found = await ofName(sources, begun, asked);
    if ("text" in found || (range === null && !isPathLike(asked, snapshot))) return found;
  }
  const [wanted] = await wantedLines(workspace, sources, snapshot, [asked], (missing) => {
    if (!refuseSkipped(workspace, missing))
      throw notRead({ path: missing, skip: "vanished" }, begun.view.walk);
  });
  const source = (await sources.ofPaths(snapshot, [wanted!.path]))[0]!;
  if (isMissing(source)) throw notRead(source, begun.view.walk);
  const last = source.lines.length;
  if (wanted!.start > Math.max(1, last)) {
    throw new PithError("RANGE_INVALID", `${pathLabel(source.path)} has ${last} lines.`, {
      subject: asked,
      next: `Give a range within 1-${last}.`,
    });
  }
  const lines = { start: wanted!.start, end: Math.min(wanted!.end, last) };
  return ofLines(source, lines.start === lines.end ? around(source, lines) : lines);
}

/** A file in a folder, or a folder: as a name it would only be unknown. */
function isPathLike(asked: string, { files }: Snapshot): boolean {
  const folder = asked.replace(/^\.\//, "").replace(/\/*$/, "/");
  return /[/\\][^/\\:#]*\.\w+$/u.test(asked) || files.some(({ path }) => path.startsWith(folder));
}

/** One line stands for the declaration around it. */
function around({ units, lines }: Source, line: { start: number; end: number }): typeof line {
  const unit = units[innermostUnits(units, lines.length)[line.start] ?? -1];
  return unit === undefined ? line : { start: unit.start, end: Math.min(unit.end, lines.length) };
}

function ofText(text: string): Subject {
  if (text.includes("\0")) {
    throw new PithError("ARGUMENT_INVALID", "The text is binary.", {
      subject: "text",
      next: "Give a text: code, or prose.",
    });
  }
  if (text.trim() === "") {
    throw new PithError("QUERY_EMPTY", "The text is empty.", {
      subject: "text",
      next: "Give the code to compare with.",
    });
  }
  return {
    text: searchedText("", text),
    place: null,
    described: `a text of ${text.length} characters`,
    caps: [],
  };
}

function ofLines({ path, text, lines }: Source, { start, end }: { start: number; end: number }): Subject {
  const whole = start === 1 && end >= lines.length;
  return {
    text: searchedText(path, whole ? text : lines.slice(start - 1, end).join("\n")),
    place: { path, start, end },
    described: `${pathLabel(path)}:${start}-${end}`,
    caps: [],
  };
}

async function ofName(sources: Sources, begun: BegunAnswer, name: string): Promise<Subject | NoSubject> {
  const { snapshot } = begun.view;
  const asked = {
    ...readAskedName(
      snapshot.files.map((f) => f.path),
      plainName(name),
    ),
    line: null,
  };
  const declares = snapshot.segments.map(
    (view) => new Set([...view.declarationsNamed(asked.name)].map((d) => view.declarationEntry[d]!)),
  );
  const files = snapshot.files.flatMap(({ path, segment, entry }, i) =>
    segment >= 0 && declares[segment]!.has(entry) && isInPath(asked.path, path) ? [i] : [],
  );
  const loaded = await sources.ofSnapshot(snapshot, files.slice(0, MOST_DECLARING));
  const read = loaded.flatMap((source) => (isMissing(source) ? [] : [source]));
  const matches = exactFirst(
    read.flatMap((source) => matchesIn(source, asked)),
    asked,
  );
  const [first] = matches;
  if (first === undefined) {
    const nearest = nearestDeclared(snapshot, asked.name);
    return {
      advice: advise("unknown-name", { name: shownText(name), nearest }),
      unresolved: [shownText(name)],
    };
  }
  const subject = ofLines(
    read.find(({ path }) => path === first.path)!,
    first,
  );
  if (matches.length > 1)
    subject.caps.push(
      `${shownText(name)} has ${matches.length} declarations: compared with the one at ${placeToAsk(first)}`,
    );
  return subject;
}
