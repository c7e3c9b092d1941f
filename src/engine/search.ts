// Places: ranked by what a query means, or every line that holds a text or matches a pattern.
import { aboutQuery } from "./about-query.ts";
import { counted } from "../base/counted.ts";
import { PithError } from "../base/error.ts";
import { DEFAULT_RESULTS, MOST_RESULTS, RESULTS_PER_FILE } from "../base/limits.ts";
import { advise } from "../pack/advice.ts";
import type { Advice, SearchAnswer, SearchResult } from "../pack/answer.ts";
import { renderResult, resultCost } from "../pack/render-results.ts";
import { createLineReader } from "../rank/line-evidence.ts";
import { rank } from "../rank/rank.ts";
import { readQuery, type ReadQuery } from "../rank/read-query.ts";
import type { Unit } from "../rank/units.ts";
import type { SearchArguments } from "./arguments.ts";
import { beginAnswer, type BegunAnswer } from "./begin-answer.ts";
import { candidatesOf, type Offered } from "./candidates.ts";
import { completenessOf } from "./completeness-of.ts";
import { knownByLines, unknownVisibility } from "./known-by-lines.ts";
import { knownInPart } from "./known-in-part.ts";
import { rankAsked, type RankedNow } from "./rank-asked.ts";
import type { GraphMemory } from "./graph-view.ts";
import { finishList } from "./list-answer.ts";
import type { OpenRoot } from "./open-roots.ts";
import type { OperationContext, Outcome } from "./operation.ts";
import { MOST_RELATED, relate, relationsLeftOut } from "./relations.ts";
import { searchLines } from "./search-lines.ts";
import { placeOf, placeOfRegion, placeOfUnit } from "./search-results.ts";
import { isMissing, type Missing, type ShownText, type Source, type Sources } from "./sources.ts";
import type { Workspace } from "./workspace.ts";
import { skippedMeanwhile, writtenMeanwhile } from "./torn-reads.ts";

/** Files of a ranked search that are parsed for the names and borders of their units; the rest show lines. */
const PARSED = 40;
/** The same where only certain declarations are wanted: fewer files have one. */
const PARSED_FILTERED = 120;

export async function search(
  { workspace, sources, graph }: Pick<OpenRoot, "workspace" | "sources" | "graph">,
  args: SearchArguments,
  context: OperationContext,
): Promise<Outcome> {
  const { query, mode = "ranked" } = args;
  // Blanks are a fair thing to look for as they stand.
  if (mode === "ranked" ? query.trim() === "" : query === "") {
    throw new PithError("QUERY_EMPTY", "The query is empty.", {
      subject: "query",
      next: "Say what to look for.",
    });
  }
  refuseOfOtherModes(args, mode);
  let begun = await beginAnswer(workspace, args, context);
  if (mode !== "ranked") return searchLines(workspace, begun, args, context);
  let found = await rankAndRead(workspace, begun, sources, args, context);
  if (found.texts.some((s) => s?.changed === true)) {
    // A file was written between the sweep and its reading: once more, so that places and texts belong together.
    begun = await beginAnswer(workspace, args, context);
    found = await rankAndRead(workspace, begun, sources, args, context);
  }
  context.onPhase?.("read");
  return placesOf(workspace, graph, begun, found, args, context);
}

/** An option that has no meaning in a mode must not look as if it had been heeded. */
function refuseOfOtherModes(args: SearchArguments, mode: NonNullable<SearchArguments["mode"]>): void {
  const { kind, exported, relations, explain, ignoreCase, word } = args;
  const given =
    mode === "ranked"
      ? { ignoreCase: ignoreCase === true, word: word === true }
      : {
          kind: kind !== undefined,
          exported: exported !== undefined,
          relations: relations === true,
          explain: explain === true,
        };
  const subject = Object.entries(given).find(([, isGiven]) => isGiven)?.[0];
  if (subject === undefined) return;
  const other = mode === "ranked" ? "mode exact or regex" : "mode ranked";
  throw new PithError("ARGUMENT_INVALID", `A search of mode ${mode} takes no ${subject}.`, {
    subject,
    next: `Leave ${subject} out, or search with ${other}.`,
  });
}

/** Results of a file that is all that the query names: itself and its first declarations. */
const RESULTS_OF_NAMED = 8;

interface RankedAndRead {
  ranked: RankedNow;
  /** The first of the ranked files, parsed; null for one that could not be read. */
  parsed: (Source | null)[];
  /** By ranked file. */
  texts: (ShownText | null)[];
  gone: Missing[];
}

/** Only certain declarations are wanted. */
function isFiltered(args: SearchArguments): boolean {
  return args.kind !== undefined || args.exported !== undefined;
}

async function rankAndRead(
  workspace: Workspace,
  { view, scope }: BegunAnswer,
  sources: Sources,
  args: SearchArguments,
  context: OperationContext,
): Promise<RankedAndRead> {
  const query = readQuery(args.query);
  const ranked = await rankAsked(workspace, view.snapshot, query, {
    scope: scope?.matches,
    language: args.language,
    kind: args.kind,
    limit: isFiltered(args) ? PARSED_FILTERED : limitOf(args),
    signal: context.signal,
  });
  context.onPhase?.("ranked");
  const files = ranked.files.map((f) => f.file);
  const most = isFiltered(args) ? PARSED_FILTERED : PARSED;
  const parsed = await sources.ofSnapshot(view.snapshot, files.slice(0, most));
  const all = [...parsed, ...(await sources.linesOf(view.snapshot, files.slice(most)))];
  return {
    ranked,
    parsed: parsed.map((s) => (isMissing(s) ? null : s)),
    texts: all.map((s) => (isMissing(s) ? null : s)),
    gone: all.filter(isMissing),
  };
}

async function placesOf(
  workspace: Workspace,
  graph: GraphMemory,
  begun: BegunAnswer,
  found: RankedAndRead,
  args: SearchArguments,
  context: OperationContext,
): Promise<Outcome> {
  const { ranked, parsed, texts, gone } = found;
  const explain = args.explain === true;
  const files = ranked.files.slice(0, parsed.length);
  const offered = candidatesOf({ ...ranked, files }, parsed, { explain });
  const byFile = resultsByFile(found, offered, args);
  const held = byFile.filter((results) => results.length > 0).length;
  const items = byFile.flat().slice(0, limitOf(args));
  const filtered = isFiltered(args);
  const caps = gone.map(skippedMeanwhile);
  for (const text of texts) {
    if (text?.changed === true) caps.push(writtenMeanwhile(text.path));
  }
  if (filtered && ranked.files.length === PARSED_FILTERED)
    caps.push(`only the ${PARSED_FILTERED} best files were looked through for such declarations`);
  caps.push(...knownByLines(parsed), ...ranked.said);
  if (args.exported !== undefined) {
    const ofKind = (unit: Unit) => isWanted(unit, { ...args, exported: undefined });
    caps.push(...unknownVisibility(parsed, ofKind));
  }
  if (args.relations === true) caps.push(...(await addRelations(graph, begun, items, offered, context)));
  const { counter } = begun;
  for (const item of items) item.cost = resultCost(item, { format: args.format, counter, explain });
  context.onPhase?.("packed");
  return finishList<SearchResult, SearchAnswer>(begun, args, {
    items,
    answer: (results, base) => ({
      ...base,
      op: "search",
      mode: "ranked",
      results,
      total: filtered ? held : ranked.matched,
    }),
    text: (item) => renderResult(item, { explain }),
    known: (item) => renderResult(item),
    terminal: (item, color) => renderResult(item, { explain, color }),
    completeness: completenessOf(begun, {
      caps: [...caps, ...knownInPart(begun.view.snapshot, begun.looksAt)],
      ...(await aboutQuery(workspace, begun, ranked, args.query)),
    }),
    advice: adviceOf(begun, ranked.query, args, items.length > 0),
    found: items.length > 0,
  });
}

/** The results of each ranked file: its best units, or lines where there is none or it was not parsed. */
function resultsByFile(
  { ranked, parsed, texts }: RankedAndRead,
  offered: readonly Offered[],
  args: SearchArguments,
): SearchResult[][] {
  const byFile = Map.groupBy(offered, (o) => o.fileRank);
  const reader = createLineReader(ranked.query, ranked.importance);
  return ranked.files.map((file, fileRank) => {
    const text = texts[fileRank];
    if (text == null) return [];
    const own = (byFile.get(fileRank) ?? []).filter((o) => isWanted(o.source.units[o.unit], args));
    if (own.length > 0) {
      const alone = file.named && ranked.query.concepts.length === 0;
      const most = args.perFile ?? (alone ? RESULTS_OF_NAMED : RESULTS_PER_FILE);
      return own.slice(0, most).map((o) => placeOf(o.candidate));
    }
    if (!isFiltered(args)) return [placeOfRegion(file, text.lines, reader)];
    const { start, end } = file.region;
    const unit = parsed[fileRank]?.units.find((u) => u.start <= end && start <= u.end && isWanted(u, args));
    return unit === undefined ? [] : [placeOfUnit(unit, file.path, text.lines, reader)];
  });
}

/** Gives the first places their relations; tells what is to be said of the others. */
async function addRelations(
  graph: GraphMemory,
  { view }: BegunAnswer,
  items: readonly SearchResult[],
  offered: readonly Offered[],
  context: OperationContext,
): Promise<string[]> {
  const known = items.flatMap((item) => {
    const { path, start, end, name } = item;
    const behind = offered.find(
      ({ candidate: c, source }) =>
        name !== "" && c.name === name && source.path === path && c.start <= start && end <= c.end,
    );
    return behind === undefined ? [] : [{ item, behind }];
  });
  const first = known.slice(0, MOST_RELATED);
  const notLooked = await relate(
    graph,
    view.snapshot,
    first.map(({ behind }) => behind),
    context,
  );
  for (const { item, behind } of first) {
    const { relations } = behind.candidate;
    if (relations !== undefined) item.relations = relations;
  }
  const caps = relationsLeftOut(notLooked);
  if (known.length === first.length) return caps;
  return [...caps, `relations were looked up for ${counted(first.length, "place")} alone`];
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
  if (query.small.length > 0) return advise("nothing-to-look-for", { words: query.small });
  if (!isFiltered(args)) return advise("nothing-found");
  const { language } = args;
  const { matched } = rank(view.snapshot, query, { scope: scope?.matches, language, limit: 1 });
  return advise(matched > 0 ? "no-such-declaration" : "nothing-found");
}

function limitOf(args: SearchArguments): number {
  return Math.min(args.limit ?? DEFAULT_RESULTS, MOST_RESULTS);
}

function isWanted(
  unit: Unit | undefined,
  { kind, exported }: Pick<SearchArguments, "kind" | "exported">,
): boolean {
  if (kind !== undefined && (unit === undefined || !kind.includes(unit.kind))) return false;
  return exported === undefined || unit?.exported === exported;
}
