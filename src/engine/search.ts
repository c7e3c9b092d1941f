// Places: ranked by what a query means, or every line that holds a text or matches a pattern.
import { PithError } from "../base/error.ts";
import type { SearchAnswer, SearchResult } from "../pack/answer.ts";
import { advise } from "../pack/advice.ts";
import { renderResult } from "../pack/render-results.ts";
import { readQuery } from "../rank/read-query.ts";
import { rank } from "../rank/rank.ts";
import { createLineReader } from "../rank/line-evidence.ts";
import type { SearchArguments } from "./arguments.ts";
import { beginAnswer, type BegunAnswer } from "./begin-answer.ts";
import { candidatesOf } from "./candidates.ts";
import { completenessOf } from "./completeness-of.ts";
import { finishList } from "./list-answer.ts";
import type { OperationContext, Outcome } from "./operation.ts";
import { searchLines } from "./search-lines.ts";
import { isMissing, type Source, type Sources } from "./sources.ts";
import type { Workspace } from "./workspace.ts";

export const DEFAULT_LIMIT = 10;
export const MOST_RESULTS = 200;
/** Files of a ranked search that are parsed for the names and borders of their units; the rest show lines. */
const PARSED = 40;
/** Matching lines that are shown with a result. */
const SHOWN_LINES = 3;

export async function search(
  workspace: Workspace,
  sources: Sources,
  args: SearchArguments,
  context: OperationContext,
): Promise<Outcome> {
  if (args.query.trim() === "") {
    throw new PithError("QUERY_EMPTY", "The query is empty.", { next: "Say what to look for." });
  }
  const begun = await beginAnswer(workspace, args, context);
  context.onPhase?.("swept");
  if (args.mode === "exact" || args.mode === "regex") return searchLines(workspace, begun, args, context);
  return searchRanked(sources, begun, args, context);
}

async function searchRanked(
  sources: Sources,
  begun: BegunAnswer,
  args: SearchArguments,
  context: OperationContext,
): Promise<Outcome> {
  const { view, scope } = begun;
  const limit = Math.min(args.limit ?? DEFAULT_LIMIT, MOST_RESULTS);
  const perFile = args.perFile ?? 1;
  const query = readQuery(args.query);
  const ranked = rank(view.snapshot, query, {
    scope: scope === null ? undefined : scope.matches,
    language: args.language,
    kind: args.kind,
    limit,
  });
  context.onPhase?.("ranked");
  const parsed = ranked.files.slice(0, PARSED);
  const loaded = await sources.ofSnapshot(
    view.snapshot,
    parsed.map((f) => f.file),
  );
  const available = loaded.map((s) => (isMissing(s) ? null : s));
  context.onPhase?.("read");
  const gone = loaded.filter(isMissing);
  const candidates = candidatesOf({ ...ranked, files: parsed }, available, {
    explain: args.explain === true,
  });
  const reader = createLineReader(query, ranked.importance);

  const items: SearchResult[] = [];
  ranked.files.forEach((file, fileRank) => {
    const source = available[fileRank];
    const own = candidates.filter(
      (c) =>
        c.fileRank === fileRank &&
        (args.kind === undefined || args.kind.includes(c.candidate.kind)) &&
        fitsExport(args, source, c.candidate.name),
    );
    for (const { candidate, source: from } of own.slice(0, perFile)) {
      const shown = trimmed(candidate);
      items.push({
        path: file.path,
        start: shown.start,
        end: shown.end,
        kind: candidate.kind,
        name: candidate.name,
        reason: candidate.reason,
        cost: 0,
        matches: best(candidate.matches, shown).map((line) => ({
          line,
          text: from.lines[line - 1]?.trim() ?? "",
        })),
        text: from.lines.slice(shown.start - 1, shown.end).join("\n"),
        explanation: candidate.explanation,
      });
    }
    if (own.length > 0 || source === null || args.kind !== undefined || args.exported !== undefined) return;
    // Found by its path alone, or beyond the files that are parsed: its region, without a unit.
    const region = file.region;
    const lines = source?.lines.slice(region.start - 1, region.end) ?? [];
    items.push({
      path: file.path,
      start: region.start,
      end: Math.max(region.start, Math.min(region.end, source?.lines.length ?? region.end)),
      kind: "lines",
      name: "",
      reason: "matches its path or words",
      cost: 0,
      matches: lines
        .flatMap((line, i) =>
          reader.evidence(line).concepts === 0 ? [] : [{ line: region.start + i, text: line.trim() }],
        )
        .slice(0, SHOWN_LINES),
      text: lines.join("\n"),
    });
  });
  const caps = gone.map((g) => `${g.path} ${g.skip} while it was read`);
  for (const item of items) item.cost = begun.counter.count(renderResult(item));
  context.onPhase?.("packed");
  return finishList<SearchResult, SearchAnswer>(begun, args, {
    items,
    answer: (results, base) => ({ ...base, op: "search", mode: "ranked", results, total: ranked.matched }),
    text: (item) => renderResult(item, { explain: args.explain, ...colourOf(args) }),
    completeness: completenessOf({
      walk: view.walk,
      snapshot: view.snapshot,
      scope,
      caps,
      unresolved: unknownIdentifiers(query.identifiers, items),
    }),
    advice: items.length === 0 ? advise("nothing-found") : null,
    found: items.length > 0,
  });
}

function fitsExport(args: SearchArguments, source: Source | null | undefined, name: string): boolean {
  if (args.exported === undefined) return true;
  return source?.units.some((u) => u.name === name && u.exported === args.exported) ?? false;
}

/** Identifiers of the query that no result declares or holds are said to be so. */
function unknownIdentifiers(
  identifiers: readonly { name: string; weight: number }[],
  items: readonly SearchResult[],
): string[] {
  return identifiers
    .filter(
      (i) =>
        i.weight === 1 &&
        !items.some((r) => r.text.includes(i.name) || r.name.includes(i.name) || r.path.includes(i.name)),
    )
    .map((i) => i.name);
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

/** Colour options of the terminal form; none in the form for models. */
export function colourOf(args: SearchArguments): { color?: boolean } {
  return args.format === "terminal" ? { color: args.color === true } : {};
}
