// The map for a question: the files that answer it best first, each with the declarations that meet its words.
import { aboutQuery } from "./about-query.ts";
import { counted } from "../base/counted.ts";
import { advise } from "../pack/advice.ts";
import type { OutlineFile } from "../pack/answer.ts";
import { createLineReader, type LineReader } from "../rank/line-evidence.ts";
import { liveFiles } from "../rank/live-files.ts";
import { mapOrder } from "../rank/map-order.ts";
import { readQuery } from "../rank/read-query.ts";
import { unitsOfWords, type Unit } from "../rank/units.ts";
import type { OutlineArguments } from "./arguments.ts";
import type { BegunAnswer } from "./begin-answer.ts";
import { rankAsked } from "./rank-asked.ts";
import type { Outcome } from "./operation.ts";
import { finishMap, named, nameByWords, type MappedFolder } from "./outline-map.ts";
import { isMissing, type Source, type Sources } from "./sources.ts";
import type { Workspace } from "./workspace.ts";
import { skippedMeanwhile } from "./torn-reads.ts";

/** Files of a map: about as many as a budget of 8,000 tokens holds. */
const MOST_FILES = 200;
/** Files that are parsed where visibility is asked for; of the others words tell all that a row says. */
const MOST_PARSED = 120;
// The next three are set by hand, so that a row costs about 30 tokens and a map of 1,200 tokens names some 30 files.
/** Declarations named in a row: with more, fewer files have room, and it is the file that is looked for. */
const MOST_MEETING = 4;
/** Of the weight of the best declaration of a file, what another needs to be named beside it. */
const SHARE_OF_BEST = 0.5;
/** Named where no declaration meets the question: what the file is about. */
const MOST_OTHERS = 2;

export async function outlineForQuestion(
  workspace: Workspace,
  sources: Sources,
  begun: BegunAnswer,
  args: OutlineArguments & { query: string },
  folder: MappedFolder,
): Promise<Outcome> {
  const { snapshot } = begun.view;
  const { below } = folder;
  const parses = args.exported !== undefined;
  const ranked = await rankAsked(workspace, snapshot, readQuery(args.query), {
    scope: (path) => path.startsWith(below) && (begun.scope === null || begun.scope.matches(path)),
    limit: parses ? MOST_PARSED : MOST_FILES,
  });
  const reader = createLineReader(ranked.query, ranked.importance);
  const files = ranked.files.map(({ file }) => file);
  const mentions = new Map(
    mapOrder(snapshot, liveFiles(snapshot), files).map(({ file, mentionedBy }) => [file, mentionedBy]),
  );
  const read = parses ? await sources.ofSnapshot(snapshot, files) : await sources.linesOf(snapshot, files);
  const caps: string[] = [...ranked.said];
  const items = read.flatMap((source, i): OutlineFile[] => {
    if (isMissing(source)) {
      caps.push(skippedMeanwhile(source));
      return [];
    }
    const { path, lines } = source;
    const { segment, entry } = snapshot.files[files[i]!]!;
    const all = parses ? (source as Source).units : unitsOfWords(snapshot.segments[segment]!, entry);
    const units = parses ? all.filter(({ exported }) => exported === args.exported) : all;
    if (parses && units.length === 0) return [];
    // Places from the index mean nothing in a text that is newer.
    const shown = source.changed && !parses ? [] : meeting(units, lines, reader);
    const nameOf = (unit: Unit) => (parses ? unit.name : qualified(all, unit, lines));
    const mentionedBy = mentions.get(files[i]!) ?? 0;
    return [{ path, lines: lines.length, mentionedBy, ...named(shown, nameOf), declared: units.length }];
  });
  if (ranked.matched > ranked.files.length)
    caps.push(
      `${counted(ranked.matched - ranked.files.length, "file meets", "files meet")} the question less`,
    );
  const small = ranked.query.small;
  const nothing =
    small.length > 0 ? advise("nothing-to-look-for", { words: small }) : advise("nothing-found");
  return finishMap(begun, args, folder, {
    items,
    from: parses ? "parser" : "line patterns",
    caps,
    ...(await aboutQuery(workspace, begun, ranked, args.query)),
    order: "files that answer best first",
    advice: items.length > 0 ? null : nothing,
  });
}

/** The declarations whose heads hold most of what is asked for, in the order of the file. */
function meeting(units: readonly Unit[], lines: readonly string[], reader: LineReader): Unit[] {
  const weighed = units.map((unit) => ({ unit, weight: reader.evidence(lines[unit.line - 1] ?? "").weight }));
  const most = weighed.reduce((max, { weight }) => Math.max(max, weight), 0);
  const best = weighed
    .filter(({ weight }) => weight > 0 && weight >= SHARE_OF_BEST * most)
    .sort((a, b) => b.weight - a.weight || a.unit.line - b.unit.line)
    .slice(0, MOST_MEETING)
    .map(({ unit }) => unit);
  if (best.length === 0) return units.filter(({ parent }) => parent === -1).slice(0, MOST_OTHERS);
  return best.sort((a, b) => a.line - b.line);
}

/** Names from line patterns are cut from the text: each part is shown as the text may be shown. */
function qualified(units: readonly Unit[], unit: Unit, lines: readonly string[]): string {
  const own = nameByWords(unit, lines);
  return unit.parent < 0 ? own : `${nameByWords(units[unit.parent]!, lines)}.${own}`;
}
