// Each file of a change on both of its sides: the new one as the named tree has it, or as a diff would make it, and the
// old one as the diff gives it back. What can't be shown is said, file by file.
import { sha256 } from "../base/hash.ts";
import { splitLines } from "../base/lines.ts";
import { throwIfCancelled } from "../base/error.ts";
import { isSkipped } from "../files/read.ts";
import type { SkipReason } from "../files/skip-reasons.ts";
import type { FileChange } from "../git/unified-diff.ts";
import { languageOf } from "../lang/registry.ts";
import type { PackSource } from "../pack/candidate.ts";
import type { ReviewFile } from "../pack/review-answer.ts";
import type { SyntaxFacts } from "../parse/facts.ts";
import { testPaths } from "../rank/path-kinds.ts";
import { unitsOfSyntax, type Unit } from "../rank/units.ts";
import { redactSync } from "../redact/redact.ts";
import type { Snapshot } from "../store/segment-view.ts";
import { packSourceOf } from "./candidates.ts";
import {
  apply,
  besideGone,
  hiddenAsBefore,
  linesOn,
  readable,
  shownOther,
  sideLines,
  sideThatFits,
} from "./diff-sides.ts";
import type { OpenRoot } from "./open-roots.ts";
import type { OperationContext } from "./operation.ts";
import {
  isMovedWhole,
  isSubmodule,
  kindOf,
  notesOfHead,
  onlyLineEnds,
  reviewFile,
  type ReviewKind,
  saidOf,
  submoduleNote,
} from "./review-notes.ts";
import type { ReviewedChange } from "./reviewed-change.ts";
import { isMissing, type Source } from "./sources.ts";

/** One side of a file. */
export interface ReviewSide {
  readonly source: PackSource;
  readonly units: readonly Unit[];
  /** Null where it isn't parsed. */
  readonly facts: SyntaxFacts | null;
  /** Its lines that are not on the other side; and those beside which the other side has more. */
  readonly lines: readonly number[];
  readonly beside: readonly number[];
}

export interface FileInReview {
  readonly change: FileChange;
  readonly file: ReviewFile;
  readonly language: string;
  /** Null where there is none, or nothing of it may be shown. */
  readonly fresh: ReviewSide | null;
  readonly old: ReviewSide | null;
  /** Lines of the tree, on whichever side it is, that the change touches: what the graph is asked about. */
  readonly touched: readonly number[];
  /** The tree has the old side: the diff is not applied. */
  readonly pending: boolean;
  readonly kind: ReviewKind;
  /** Of a program, with changes of which nothing is known: who uses them isn't either. */
  readonly unseen: boolean;
}

/** Files of one change that are looked at: more are no change but another program. */
export const MOST_REVIEWED = 2_000;
/** Lines on one side of a file, of which the other side is made anew. */
const MOST_LINES = 200_000;

export async function filesInReview(
  at: Pick<OpenRoot, "workspace" | "sources" | "graph">,
  snapshot: Snapshot,
  change: ReviewedChange,
  context: OperationContext,
): Promise<FileInReview[]> {
  const files = change.files.slice(0, MOST_REVIEWED);
  const paths = [...new Set(files.flatMap(pathsOf))];
  const indexed = new Set(snapshot.files.map((f) => f.path));
  // What the walk does not list may still be there, and is under the same rules as what is gone.
  const out = new Map(
    paths.flatMap((path) => {
      const skip = indexed.has(path) ? null : leftOut(at.workspace, path);
      return skip === null ? [] : [[path, skip] as const];
    }),
  );
  const open = paths.filter((path) => !out.has(path));
  const opened = await at.workspace.open(open, { signal: context.signal });
  const read = (path: string) => {
    const skip = out.get(path);
    return skip === undefined ? opened(path) : { path, skip };
  };
  const there = open.filter((path) => !isSkipped(read(path)));
  const loaded = await at.sources.ofPaths(snapshot, there);
  const sources = new Map(loaded.flatMap((s) => (isMissing(s) ? [] : [[s.path, s] as const])));
  const isTest = testPaths();
  const found: FileInReview[] = [];
  for (const file of files) {
    throwIfCancelled(context.signal);
    const path = treePath(file, change.made, (p) => !isSkipped(read(p)));
    const hidden = pathsOf(file).find((p) => out.has(p));
    const looked = path === null ? null : read(hidden ?? path);
    const notes = notesOfHead(file);
    const base = {
      change: file,
      language: "",
      fresh: null,
      old: null,
      touched: [],
      pending: false,
      unseen: false,
    };
    const kind = kindOf(file, isTest, looked !== null && !isSkipped(looked) ? looked.text : "");
    if (kind === "generated") notes.push("made by a generator: shown last");
    const isProgram = kind === "code" || kind === "test";
    const seen = (parts: Partial<FileInReview>): Partial<FileInReview> => ({
      ...parts,
      unseen: isProgram && (parts.fresh ?? parts.old ?? null) === null,
    });
    const end = (parts: Partial<FileInReview> = {}) =>
      found.push({ ...base, kind, file: reviewFile(file, notes), ...parts });
    if (isSubmodule(file)) {
      notes.push(submoduleNote(file));
      end();
    } else if (file.binary) {
      notes.push("binary, or too large for Git to compare: not shown");
      end();
    } else if (file.hunks.length === 0 && !isMovedWhole(file, change.made)) {
      const unsaid =
        file.head?.moved == null && file.oldPath !== null && file.newPath !== null && notes.length === 0;
      if (file.head?.moved != null) notes.push("nothing in it changes");
      else if (file.oldPath === null || file.newPath === null) notes.push("empty");
      else if (unsaid) notes.push("the diff does not say what changes");
      // Whoever imports a moved file by its old path is looked for in a tree that has the change.
      end(unsaid || file.head?.moved === "renamed" ? seen({}) : {});
    } else if (looked === null || isSkipped(looked)) {
      const parts = await withoutTree(at, file, change.made, notes, {
        skip: looked?.skip ?? null,
        hidden: hidden === undefined ? null : out.get(hidden)!,
      });
      end(seen(parts));
    } else {
      end(seen(await inTree(at.graph, file, sources.get(path!), looked.text, change.made, notes)));
    }
  }
  return found;
}

function pathsOf({ newPath, oldPath }: FileChange): string[] {
  return [newPath, oldPath].filter((path) => path !== null);
}

/** The path by which the tree may have the file. */
function treePath(file: FileChange, made: boolean, isThere: (path: string) => boolean): string | null {
  if (made) return file.newPath;
  return [file.newPath, file.oldPath].find((p) => p !== null && isThere(p)) ?? file.newPath ?? file.oldPath;
}

async function inTree(
  graph: OpenRoot["graph"],
  file: FileChange,
  loaded: Source | undefined,
  text: string,
  made: boolean,
  notes: string[],
): Promise<Partial<FileInReview>> {
  if (loaded === undefined) {
    notes.push("vanished while it was looked at");
    return {};
  }
  const { path } = loaded;
  const lines = text.split(/\r?\n/);
  const shown = redactSync(path, text).text.split(/\r?\n/);
  const { hunks } = file;
  const fits =
    shown.length === lines.length && lines.length <= MOST_LINES && !isLost(file, made, path)
      ? sideThatFits(lines, shown, made ? readable(hunks) : hunks, made ? "new" : undefined)
      : null;
  if (fits === null) {
    notes.push(
      made
        ? "not compared: what is read of it is not what Git compared"
        : "the diff does not apply: the file is neither as it was before nor as it is after it",
    );
    return {};
  }
  if (hunks.length === 0) notes.push("nothing in it changes");
  else if (onlyLineEnds(hunks)) notes.push("only line ends change");
  const { touched, other, from } = apply(lines, hunks, fits);
  const language = loaded.language;
  const otherText = shownOther(path, other, from, shown);
  const [otherFacts] = await graph.texts.factsOf([{ language, text: otherText }]);
  const numbers = { new: linesOn(hunks, "new"), old: linesOn(hunks, "old") };
  const treeFacts = loaded.syntax !== null && "facts" in loaded.syntax ? loaded.syntax.facts : null;
  const own = packSourceOf(loaded);
  const before = hiddenAsBefore(path, own.lines, other, from);
  const redactions = [...own.redactions, ...before.redactions];
  const source = before.lines === own.lines ? own : { ...own, lines: before.lines, redactions };
  const tree = (side: "new" | "old"): ReviewSide => ({
    source: side === "new" ? source : { ...source, key: `${path}\0old` },
    units: loaded.units,
    facts: treeFacts,
    ...sideLines(numbers[side], besideGone(hunks, side), loaded.lines.length),
  });
  const otherSide = (side: "new" | "old"): ReviewSide => {
    const otherLines = splitLines(otherText);
    const name = (side === "new" ? file.newPath : file.oldPath) ?? path;
    return {
      source: {
        path: name,
        key: `${name}\0${side}`,
        side: side === "new" ? "patched" : "old",
        contentId: sha256(otherText),
        lines: otherLines,
        redactions: [],
      },
      units: otherFacts == null ? [] : unitsOfSyntax(otherFacts),
      facts: otherFacts ?? null,
      ...sideLines(numbers[side], besideGone(hunks, side), otherLines.length),
    };
  };
  const pending = fits === "old";
  if (pending) notes.push("not applied yet: shown as the diff makes it");
  // Of what is copied nothing is taken away.
  const isNew = file.oldPath === null || file.head?.moved === "copied";
  const isGone = file.newPath === null;
  if (isGone && !pending) notes.push("gone by the diff, and still there");
  return {
    language,
    fresh: isGone ? null : pending ? otherSide("new") : tree("new"),
    old: isNew ? null : pending ? tree("old") : otherSide("old"),
    touched,
    pending,
  };
}

/** A file that the tree does not have: gone by the change, or new by a diff that isn't applied. */
async function withoutTree(
  { workspace, graph }: Pick<OpenRoot, "workspace" | "graph">,
  file: FileChange,
  made: boolean,
  notes: string[],
  { skip, hidden }: { skip: SkipReason | null; hidden: SkipReason | null },
): Promise<Partial<FileInReview>> {
  const path = file.newPath ?? file.oldPath!;
  const whole = file.hunks.length === 1 && file.hunks[0]!.lines.every((l) => l.side !== "both");
  const gone = file.newPath === null && whole && file.hunks[0]!.oldStart === 1;
  const fresh = file.oldPath === null && !made && whole && skip === "vanished";
  const why = hidden ?? (gone || fresh ? null : skip);
  if (why !== null) {
    notes.push(
      why === "vanished" ? "the diff does not apply: there is no such file" : `not shown: ${saidOf(why)}`,
    );
    return {};
  }
  if (!gone && !fresh) return {};
  const side = gone ? "old" : "new";
  const text = redactSync(path, file.hunks[0]!.lines.map((l) => l.text).join("\n")).text;
  const language = languageOf(path, text.split("\n", 1)[0]!, workspace.config.values.languages).id;
  const [facts] = await graph.texts.factsOf([{ language, text: `${text}\n` }]);
  const lines = splitLines(text);
  const all = lines.map((_, i) => i + 1);
  const only: ReviewSide = {
    source: {
      path,
      key: `${path}\0${side}`,
      side: gone ? "old" : "patched",
      contentId: sha256(text),
      lines,
      redactions: [],
    },
    units: facts == null ? [] : unitsOfSyntax(facts),
    facts: facts ?? null,
    lines: all,
    beside: [],
  };
  if (fresh) notes.push("not applied yet: shown as the diff makes it");
  return { language, ...(gone ? { old: only } : { fresh: only, pending: true }) };
}

/** Why a path is left out, or would be; null where nothing speaks against it. */
function leftOut({ source, walked, config }: OpenRoot["workspace"], path: string): SkipReason | null {
  try {
    return source.whyGone({ ...walked, ceilings: config.values.ceilings }, path);
  } catch {
    // Its name leads out of the root.
    return "unreadable";
  }
}

/** A name of the old side that the tree has too means the file before a copy; nothing of it is the diff's new side. */
function isLost(file: FileChange, made: boolean, path: string): boolean {
  return made && file.newPath !== path;
}
