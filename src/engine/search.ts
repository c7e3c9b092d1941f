// Places: ranked by what a query means, or every line that holds a text or matches a pattern.
import { PithError } from "../base/error.ts";
import { MOST_RESULTS } from "../base/limits.ts";
import { advise } from "../pack/advice.ts";
import type { Advice, SearchAnswer, SearchResult } from "../pack/answer.ts";
import type { Candidate } from "../pack/candidate.ts";
import { cutLine } from "../pack/label.ts";
import { renderResult } from "../pack/render-results.ts";
import { createLineReader, type LineReader } from "../rank/line-evidence.ts";
import { rank, type RankedFile, type RankResult } from "../rank/rank.ts";
import { readQuery, type ReadQuery } from "../rank/read-query.ts";
import type { Unit } from "../rank/units.ts";
import { redactSync } from "../redact/redact.ts";
import type { SearchArguments } from "./arguments.ts";
import { beginAnswer, type BegunAnswer } from "./begin-answer.ts";
import { candidatesOf } from "./candidates.ts";
import { completenessOf } from "./completeness-of.ts";
import { finishList } from "./list-answer.ts";
import { knownInPart } from "./known-in-part.ts";
import type { OperationContext, Outcome } from "./operation.ts";
import { searchLines } from "./search-lines.ts";
import { isMissing, type Missing, type Source, type Sources } from "./sources.ts";
import { unknownNames } from "./unknown-names.ts";
import type { Workspace } from "./workspace.ts";

export const DEFAULT_LIMIT = 10;
/** Files of a ranked search that are parsed for the names and borders of their units; the rest show lines. */
const PARSED = 40;
/** The same where only certain declarations are wanted: fewer files have one. */
const PARSED_FILTERED = 120;
/** Matching lines that are shown with a result. */
const SHOWN_LINES = 3;

export async function search(
  workspace: Workspace,
  sources: Sources,
  args: SearchArguments,
  context: OperationContext,
): Promise<Outcome> {
  const { query, mode = "ranked" } = args;
  // Blanks are a fair thing to look for as they stand.
  if (mode === "ranked" ? query.trim() === "" : query === "") {
    throw new PithError("QUERY_EMPTY", "The query is empty.", { next: "Say what to look for." });
  }
  if (mode !== "ranked" && (args.kind !== undefined || args.exported !== undefined)) {
    const subject = args.kind === undefined ? "exported" : "kind";
    throw new PithError(
      "ARGUMENT_INVALID",
      `A search of mode ${mode} finds lines, which have no ${subject}.`,
      {
        subject,
        next: `Leave ${subject} out, or search with mode ranked.`,
      },
    );
  }
  let begun = await beginAnswer(workspace, args, context);
  context.onPhase?.("swept");
  if (mode !== "ranked") return searchLines(workspace, begun, args, context);
  let found = await rankAndRead(begun, sources, args, context);
  if (found.available.some((s) => s?.changed === true)) {
    // A file was written between the sweep and its reading: once more, so that places and texts belong together.
    begun = await beginAnswer(workspace, args, context);
    found = await rankAndRead(begun, sources, args, context);
  }
  context.onPhase?.("read");
  return placesOf(workspace, begun, found, args, context);
}

interface RankedAndRead {
  query: ReadQuery;
  ranked: RankResult;
  /** By ranked file; beyond the ones that are read there is none. */
  available: (Source | null)[];
  gone: Missing[];
}

/** Only certain declarations are wanted. */
function isFiltered(args: SearchArguments): boolean {
  return args.kind !== undefined || args.exported !== undefined;
}

async function rankAndRead(
  { view, scope }: BegunAnswer,
  sources: Sources,
  args: SearchArguments,
  context: OperationContext,
): Promise<RankedAndRead> {
  const query = readQuery(args.query);
  const ranked = rank(view.snapshot, query, {
    scope: scope?.matches,
    language: args.language,
    kind: args.kind,
    limit: isFiltered(args) ? PARSED_FILTERED : limitOf(args),
  });
  context.onPhase?.("ranked");
  const loaded = await sources.ofSnapshot(
    view.snapshot,
    ranked.files.slice(0, isFiltered(args) ? PARSED_FILTERED : PARSED).map((f) => f.file),
  );
  return {
    query,
    ranked,
    available: loaded.map((s) => (isMissing(s) ? null : s)),
    gone: loaded.filter(isMissing),
  };
}

async function placesOf(
  workspace: Workspace,
  begun: BegunAnswer,
  { query, ranked, available, gone }: RankedAndRead,
  args: SearchArguments,
  context: OperationContext,
): Promise<Outcome> {
  const limit = limitOf(args);
  const parsed = ranked.files.slice(0, available.length);
  const offered = candidatesOf({ ...ranked, files: parsed }, available, { explain: args.explain === true });
  const byFile = Map.groupBy(offered, (o) => o.fileRank);
  const reader = createLineReader(query, ranked.importance);
  const caps = gone.map((g) => `${g.path} ${g.skip} while it was read`);
  const items: SearchResult[] = [];
  let files = 0;
  for (const [fileRank, file] of ranked.files.entries()) {
    if (files >= limit) break;
    const source = available[fileRank];
    if (source === null) continue;
    if (source?.changed === true) caps.push(`${file.path} was being written while it was read`);
    const own = (byFile.get(fileRank) ?? [])
      .filter((o) => isWanted(o.source.units[o.unit], args))
      .slice(0, args.perFile ?? 1)
      .map((o) => placeOf(o.candidate));
    if (own.length === 0) {
      // Found by its path alone, or beyond the files that are read: its region, without a unit.
      const other = isFiltered(args) ? unitOf(file, source, reader, args) : regionOf(file, source, reader);
      if (other === null) continue;
      own.push(other);
    }
    items.push(...own);
    files++;
  }
  if (isFiltered(args) && files < limit && ranked.files.length === PARSED_FILTERED)
    caps.push(`only the ${PARSED_FILTERED} best files were looked through for such declarations`);
  for (const item of items) item.cost = begun.counter.count(renderResult(item));
  context.onPhase?.("packed");
  return finishList<SearchResult, SearchAnswer>(begun, args, {
    items,
    answer: (results, base) => ({ ...base, op: "search", mode: "ranked", results, total: ranked.matched }),
    text: (item) => renderResult(item, { explain: args.explain }),
    terminal: (item, color) => renderResult(item, { explain: args.explain, color }),
    completeness: completenessOf(begun, {
      caps: [...caps, ...knownInPart(begun.view.snapshot, begun.looksAt)],
      unresolved: unknownNames(workspace, begun, query.identifiers),
    }),
    advice: adviceOf(begun, query, args, items.length > 0),
    found: items.length > 0,
  });
}

/** Where nothing was found, there may be something without the filters, which is another answer. */
function adviceOf(
  { view, scope }: BegunAnswer,
  query: ReadQuery,
  args: SearchArguments,
  found: boolean,
): Advice | null {
  const { partial } = view.snapshot;
  if (partial !== null) return advise("still-indexing", partial);
  if (found) return null;
  if (!isFiltered(args)) return advise("nothing-found");
  const { language } = args;
  const { matched } = rank(view.snapshot, query, { scope: scope?.matches, language, limit: 1 });
  return advise(matched > 0 ? "no-such-declaration" : "nothing-found");
}

function limitOf(args: SearchArguments): number {
  return Math.min(args.limit ?? DEFAULT_LIMIT, MOST_RESULTS);
}

function isWanted(unit: Unit | undefined, { kind, exported }: SearchArguments): boolean {
  if (kind !== undefined && (unit === undefined || !kind.includes(unit.kind))) return false;
  return exported === undefined || unit?.exported === exported;
}

function placeOf(candidate: Candidate): SearchResult {
  const { source, kind, name, explanation } = candidate;
  const shown = trimmed(candidate);
  return {
    path: source.path,
    ...shown,
    kind,
    name,
    reason: redactSync("", candidate.reason).text,
    cost: 0,
    matches: best(candidate.matches, shown).map((line) => matchAt(source.lines, line)),
    text: linesOf(source.lines, shown),
    explanation,
  };
}

/** A unit of the kind that is wanted where the file answers best, though the words stand in smaller ones inside it. */
function unitOf(
  { path, region }: RankedFile,
  source: Source | undefined,
  reader: LineReader,
  args: SearchArguments,
): SearchResult | null {
  const unit = source?.units.find((u) => u.start <= region.end && region.start <= u.end && isWanted(u, args));
  if (source === undefined || unit === undefined) return null;
  const { kind, name, start } = unit;
  const end = Math.min(unit.end, source.lines.length);
  return {
    ...regionOf({ path, region: { start, end } }, source, reader),
    kind,
    name,
    reason: "holds the words",
  };
}

function regionOf(
  file: Pick<RankedFile, "path"> & { region: { start: number; end: number } },
  source: Source | undefined,
  reader: LineReader,
): SearchResult {
  const lines = source?.lines ?? [];
  const { start } = file.region;
  const region = { start, end: Math.min(file.region.end, source === undefined ? Infinity : lines.length) };
  const shown = trimmed({ ...region, end: Math.max(start, region.end), matches: [] });
  const matching = Array.from({ length: shown.end - start + 1 }, (_, i) => start + i).filter(
    (line) => reader.evidence(lines[line - 1] ?? "").concepts !== 0,
  );
  return {
    path: file.path,
    ...shown,
    kind: "lines",
    name: "",
    reason: "matches its path or words",
    cost: 0,
    matches: matching.slice(0, SHOWN_LINES).map((line) => matchAt(lines, line)),
    text: linesOf(lines, shown),
  };
}

function matchAt(lines: readonly string[], line: number): { line: number; text: string } {
  return { line, text: cutLine((lines[line - 1] ?? "").trim()) };
}

function linesOf(lines: readonly string[], { start, end }: { start: number; end: number }): string {
  return lines
    .slice(start - 1, end)
    .map(cutLine)
    .join("\n");
}

/** Lines of a region that a search result shows: its head and, if it is long, what holds the first matches. */
const MOST_LINES = 16;

function trimmed(unit: {
  start: number;
  end: number;
  matches: readonly { line: number; weight: number }[];
}): {
  start: number;
  end: number;
} {
  if (unit.end - unit.start < MOST_LINES) return { start: unit.start, end: unit.end };
  const centre = heaviestFirst(unit.matches)[0]?.line ?? unit.start;
  const start = centre < unit.start + MOST_LINES ? unit.start : Math.max(unit.start, centre - MOST_LINES / 2);
  return { start, end: Math.min(unit.end, start + MOST_LINES - 1) };
}

/** The weightiest of the matching lines that are shown, in order of lines. */
function best(
  matches: readonly { line: number; weight: number }[],
  shown: { start: number; end: number },
): number[] {
  return heaviestFirst(matches)
    .map((m) => m.line)
    .filter((line) => line >= shown.start && line <= shown.end)
    .slice(0, SHOWN_LINES)
    .sort((a, b) => a - b);
}

function heaviestFirst<Match extends { line: number; weight: number }>(matches: readonly Match[]): Match[] {
  return matches.toSorted((a, b) => b.weight - a.weight || a.line - b.line);
}
