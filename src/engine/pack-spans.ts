// What does an answer show of a pack? The lines that it names as they stand now; what changed, moved or went is told before
// them, and what is gone is not shown.
import type { PackPart } from "../pack/answer.ts";
import { advise } from "../pack/advice.ts";
import type { Candidate } from "../pack/candidate.ts";
import { counted } from "../base/counted.ts";
import { PithError } from "../base/error.ts";
import { oneLine } from "../pack/label.ts";
import type { PackInput } from "../pack/pack-input.ts";
import type { LineRange } from "../pack/ranges.ts";
import { linesHash, type KeptPlace } from "../pack/receipt.ts";
import type { VerifiedPlace } from "../pack/receipt-verify.ts";
import { placesOfPack, type SavedPack } from "../pack/saved-pack.ts";
import type { Snapshot } from "../store/segment-view.ts";
import type { Unit } from "../tokens/units.ts";
import { packSourceOf } from "./candidates.ts";
import type { OpenRoot } from "./open-roots.ts";
import { readPack } from "./pack-files.ts";
import { changedLines, countsInWords, sinceOf } from "./changed-since.ts";
import { placesNow } from "./receipt-places.ts";
import { isMissing, type Source } from "./sources.ts";

export interface LoadedPacks extends Required<Pick<PackInput, "first" | "firstAdvice" | "preface">> {
  /** That the packs were selected from. */
  files: number;
}

/** Throws ARGUMENT_INVALID, PACK_NOT_FOUND, PACK_INVALID, PATH_OUTSIDE_ROOT. */
export async function loadPacks(
  { workspace, sources }: Pick<OpenRoot, "workspace" | "sources">,
  snapshot: Snapshot,
  names: readonly string[],
  unit: Unit,
  signal: AbortSignal | undefined,
): Promise<LoadedPacks> {
  const packs = [...new Set(names)].map((name) => readPack(workspace.root, name));
  const first: Candidate[] = [];
  const parts: PackPart[] = [];
  for (const pack of packs) {
    const { verified } = await placesNow(workspace, sources, snapshot, recordOf(pack), signal);
    const paths = [...new Set(verified.places.map(({ path, to }) => to?.path ?? path))];
    const read = new Map<string, Source>();
    for (const source of await sources.ofPaths(snapshot, paths))
      if (!isMissing(source)) read.set(source.path, source);
    const kept = placesOfPack(pack);
    verified.places.forEach((place, i) => {
      const candidate = candidateNow(pack.name, kept[i]!, place, read.get(place.to?.path ?? place.path));
      if (candidate !== null) first.push(candidate);
    });
    parts.push({ name: pack.name, query: pack.query, ...sinceOf(verified) });
  }
  if (first.length === 0) {
    const [name] = names;
    throw new PithError(
      "PACK_INVALID",
      `Of ${names.length === 1 ? `the pack ${name}` : "these packs"} nothing is left: every span is gone.`,
      {
        subject: name!,
        next: `\`pith pack ${name} --refresh\` selects it anew by its query.`,
      },
    );
  }
  return {
    first,
    firstAdvice: (needed) =>
      advise("pack-over-budget", { names: packs.map(({ name }) => name), needed, unit }),
    files: new Set(packs.flatMap(({ files }) => Object.keys(files))).size,
    preface: { lines: parts.flatMap(linesOfPart), members: { packs: parts } },
  };
}

export function recordOf(pack: SavedPack) {
  return { id: pack.name, kept: placesOfPack(pack), root: { rev: pack.rev } };
}

function linesOfPart({ name, query, counts, changed }: PackPart): string[] {
  const all = counts.same + counts.moved + counts.changed + counts.gone;
  const head = `pack ${name}: ${counted(all, "span")} of ${JSON.stringify(oneLine(query))}`;
  if (changed.length === 0) return [head];
  return [`${head}, since it was selected ${countsInWords(counts)}`, ...changedLines(changed)];
}

/** Null for what is gone, or is no longer what it was selected as. */
function candidateNow(
  pack: string,
  { lines, name, kind, start, end }: KeptPlace,
  place: VerifiedPlace,
  source: Source | undefined,
): Candidate | null {
  if (source === undefined || place.state === "gone" || place.undeclared === true) return null;
  const { length } = source.lines;
  let only: LineRange[];
  if (place.state === "changed" && place.to !== null) only = [[place.to.start, place.to.end]];
  else {
    const shift = place.to === null ? 0 : place.to.start - place.start;
    only = lines.map((range): LineRange => [range.start + shift, Math.min(range.end + shift, length)]);
  }
  only = only.map(([from, to]): LineRange => [from, Math.min(to, length)]).filter(([from, to]) => from <= to);
  if (only.length === 0) return null;
  const stands =
    place.state !== "changed" &&
    lines.every(({ hash }, i) => only[i] !== undefined && linesHash(source.lines, ...only[i]) === hash);
  const from = place.to?.start ?? start;
  const to = place.to?.end ?? end;
  return {
    source: packSourceOf(source),
    start: Math.min(from, only[0]![0]),
    end: Math.max(Math.min(to, length), only.at(-1)![1]),
    kind,
    name: stands || place.to !== null ? place.name : name,
    reason: `pack ${pack}${stands ? "" : ", changed since"}`,
    score: 0,
    fileRank: 0,
    matches: [],
    outline: [],
    only,
    defines: [],
    uses: new Set(),
    lanes: {},
  };
}
