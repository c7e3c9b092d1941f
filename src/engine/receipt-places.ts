// Where do the lines of a receipt stand now? One answer for `receipt verify` and for `read <receipt>#<n>`. What stands
// nowhere any more is looked for by its name: another one's lines must not be shown under it.
import { posix } from "node:path";
import { splitLines } from "../base/lines.ts";
import type { Place } from "../base/span.ts";
import { isSkipped } from "../files/read.ts";
import { renamesSince } from "../git/renames.ts";
import type { AnswerRoot } from "../pack/answer.ts";
import type { KeptPlace, Receipt } from "../pack/receipt.ts";
import { verifyReceipt, type VerifiedReceipt } from "../pack/receipt-verify.ts";
import type { Unit } from "../rank/units.ts";
import { redactSync } from "../redact/redact.ts";
import { isMarked } from "../redact/stand-ins.ts";
import { shownPath } from "../redact/shown-path.ts";
import { contentOfKey } from "../store/facts-key.ts";
import type { Snapshot } from "../store/segment-view.ts";
import { isMissing, type Missing, type ReadLines, type Sources } from "./sources.ts";
import type { Workspace } from "./workspace.ts";

/** Files that are looked through for one name; the one where it was goes first. */
const MOST_LOOKED_AT = 8;
/** Files that are read for the lines of one span: a name such as `main` is declared in hundreds. */
const MOST_SEARCHED = 100;

export interface PlacesNow {
  verified: VerifiedReceipt;
  /** The very reading that told what became of each span: another one may be of another text. */
  readings: (ReadLines | Missing)[];
}

/** A receipt, or whatever else names places with their hashes. */
export type RecordOfPlaces = Pick<Receipt, "id" | "kept"> & { root: Pick<AnswerRoot, "rev"> };

export async function placesNow(
  workspace: Workspace,
  sources: Sources,
  snapshot: Snapshot,
  receipt: RecordOfPlaces,
  signal?: AbortSignal,
): Promise<PlacesNow> {
  const read = new Map<string, { text: string } | Missing>();
  const readText = async (path: string): Promise<string | null> => {
    const file = (await workspace.open([path]))(path);
    read.set(path, file);
    return isSkipped(file) ? null : file.text;
  };
  const named = withRealPaths(receipt, snapshot);
  const renamed = await renamedFiles(workspace, snapshot, named, signal);
  const known = new Map<KeptPlace, string[]>();
  const holders = (kept: KeptPlace): string[] => {
    let files = known.get(kept);
    if (files === undefined) known.set(kept, (files = mayHoldNow(kept, snapshot, renamed.get(kept.path))));
    return files;
  };
  const declaredIn = new Map<KeptPlace, ReadLines>();
  const redeclared = async (kept: KeptPlace): Promise<(Place & { name: string }) | null> => {
    const declaring = holders(kept).filter((path) => path !== kept.path);
    const paths = [kept.path, ...declaring].slice(0, MOST_LOOKED_AT);
    for (const source of await sources.ofPaths(snapshot, paths)) {
      const found = isMissing(source) ? null : unitsNamed(source.units, kept);
      if (isMissing(source) || found === null) continue;
      declaredIn.set(kept, source);
      return { path: source.path, ...found };
    }
    return null;
  };
  const elsewhere = {
    files: (kept: KeptPlace) => holders(kept).slice(0, MOST_SEARCHED),
    renamed: (path: string) => renamed.get(path),
  };
  const verified = await verifyReceipt(named, readText, elsewhere, redeclared);
  const readings = verified.places.map((place, i) => {
    const { path } = place.to ?? place;
    const file = read.get(path) ?? { path, skip: "vanished" as const };
    return declaredIn.get(named.kept[i]!) ?? ("skip" in file ? file : linesOfText(path, file.text));
  });
  return { verified, readings };
}

function linesOfText(path: string, given: string): ReadLines {
  const { text, redactions } = redactSync(path, given);
  return { path, lines: splitLines(text), redactions };
}

/** The units of a span by name and kind: all that stand together with nothing between them, or the first. */
function unitsNamed(
  units: readonly Unit[],
  { name, kind, start }: KeptPlace,
): { name: string; start: number; end: number } | null {
  const names = units.some((unit) => unit.name === name) ? [name] : name.split(", ");
  const nearest = (one: string): Unit | undefined =>
    units
      .filter((unit) => unit.name === one && (unit.kind === kind || names.length > 1))
      .sort((a, b) => Math.abs(a.start - start) - Math.abs(b.start - start))[0];
  const found = names.map(nearest).filter((unit) => unit !== undefined);
  const [first, ...rest] = found.toSorted((a, b) => a.start - b.start);
  if (first === undefined) return null;
  const end = Math.max(...found.map((unit) => unit.end));
  const isOther = (unit: Unit): boolean =>
    !found.some((own) => own.start <= unit.start && unit.end <= own.end) &&
    unit.start <= end &&
    unit.end >= first.start &&
    !(unit.start <= first.start && unit.end >= end);
  if (rest.length === 0 || units.some(isOther))
    return { name: first.name, start: first.start, end: first.end };
  return { name: found.map((unit) => unit.name).join(", "), start: first.start, end };
}

/** A receipt has the path of a file whose name holds a secret as it was shown. */
function withRealPaths(receipt: RecordOfPlaces, snapshot: Snapshot): RecordOfPlaces {
  if (!receipt.kept.some((kept) => isMarked(kept.path))) return receipt;
  const real = new Map(snapshot.files.map((f) => [shownPath(f.path), f.path]));
  return {
    ...receipt,
    kept: receipt.kept.map((kept) => ({ ...kept, path: real.get(kept.path) ?? kept.path })),
  };
}

/** What became of the files that are not there any more and whose content stands nowhere else, as far as Git knows it. */
async function renamedFiles(
  { root, source }: Workspace,
  { files }: Snapshot,
  { kept, root: { rev } }: RecordOfPlaces,
  signal: AbortSignal | undefined,
): Promise<ReadonlyMap<string, string>> {
  const paths = new Set(files.map((f) => f.path));
  const contents = new Set(files.map((f) => contentOfKey(f.key)));
  const lost = kept
    .filter((one) => !paths.has(one.path) && !contents.has(one.content))
    .map((one) => one.path);
  if (lost.length === 0 || rev === null || root.repository === null) return new Map();
  const to = source.commit ?? "HEAD";
  return renamesSince(root.repository, root.path, { from: rev, to, paths: [...new Set(lost)] }, { signal });
}

/**
 * Files in which lines that left their own may stand now: those of the same content, what Git says the file has become,
 * and those that declare one of the names, of the same file name and folder first.
 */
function mayHoldNow(kept: KeptPlace, snapshot: Snapshot, renamed: string | undefined): string[] {
  const names = namesOf(kept);
  const declaring = snapshot.segments.map((view) => {
    const entries = new Set<number>();
    for (const name of names)
      for (const d of view.declarationsNamed(name)) entries.add(view.declarationEntry[d]!);
    return entries;
  });
  const { dir, base } = posix.parse(kept.path);
  const found = snapshot.files.flatMap((f, at) => {
    if (f.segment < 0) return [];
    const here = posix.parse(f.path);
    if (contentOfKey(f.key) === kept.content) return [{ path: f.path, at, turn: 0 }];
    if (f.path === renamed) return [{ path: f.path, at, turn: 1 }];
    if (!declaring[f.segment]!.has(f.entry)) return [];
    return [{ path: f.path, at, turn: here.base === base ? 2 : here.dir === dir ? 3 : 4 }];
  });
  return found.sort((a, b) => a.turn - b.turn || a.at - b.at).map((f) => f.path);
}

/** A span of several units has their names in a list; a qualified name is declared under its last part. */
function namesOf({ name }: KeptPlace): string[] {
  return name.split(", ").flatMap((one) => one.split(/::|\.|#|->/u).slice(-1));
}
