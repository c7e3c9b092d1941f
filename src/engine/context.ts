// The lines that answer, inside a budget: rank the files, read the best of them, offer their units to the packer.
import { aboutQuery } from "./about-query.ts";
import { counted } from "../base/counted.ts";
import { PithError } from "../base/error.ts";
import { packageVersion } from "../base/package-version.ts";
import { advise } from "../pack/advice.ts";
import type { Advice } from "../pack/answer.ts";
import type { Candidate } from "../pack/candidate.ts";
import type { PackInput, PackResult } from "../pack/pack-input.ts";
import { pack } from "../pack/packer.ts";
import type { NotLooked } from "../graph/graph.ts";
import type { RankResult } from "../rank/rank.ts";
import { readQuery, type ReadQuery } from "../rank/read-query.ts";
import { shownText } from "../redact/redact.ts";
import type { Snapshot } from "../store/segment-view.ts";
import type { ContextArguments } from "./arguments.ts";
import { beginAnswer, type BegunAnswer } from "./begin-answer.ts";
import { askedForm, insideScope, optionsOf, tracedFor, withNames } from "./context-form.ts";
import { contextAggregate } from "./context-aggregate.ts";
import { contextLines } from "./context-lines.ts";
import { headsOf, outlineOfSlice, windowsOf } from "./context-extras.ts";
import {
  aroundPacked,
  type AroundContext,
  beyondPacks,
  isPackPath,
  packsAlone,
  packsOf,
} from "./context-packs.ts";
import { keptAndSent } from "./kept-and-sent.ts";
import { candidatesOf, withoutImports, type Offered } from "./candidates.ts";
import { completenessOf } from "./completeness-of.ts";
import { knownByLines } from "./known-by-lines.ts";
import { knownInPart } from "./known-in-part.ts";
import { clientOf } from "./client-session.ts";
import type { OperationContext, Outcome } from "./operation.ts";
import { rankAsked, type RankedNow } from "./rank-asked.ts";
import type { GraphMemory } from "./graph-view.ts";
import type { OpenRoot } from "./open-roots.ts";
import { MOST_RELATED, relate, relationsLeftOut } from "./relations.ts";
import { isMissing, type Missing, type Source, type Sources } from "./sources.ts";
import { checkRanges, rangedScope } from "./scope-ranges.ts";
import { skippedMeanwhile, writtenMeanwhile } from "./torn-reads.ts";
import { wholeScope } from "./whole-scope.ts";
import type { Workspace } from "./workspace.ts";

/** Files that are read for an answer: more for a larger budget, since a file's best units cost a few hundred tokens. */
const LEAST_FILES = 8;
const MOST_FILES = 60;
const TOKENS_PER_FILE = 500;

export async function context(
  { workspace, sources, graph }: Pick<OpenRoot, "workspace" | "sources" | "graph">,
  args: ContextArguments,
  operation: OperationContext,
  around: AroundContext = {},
): Promise<Outcome> {
  const named = args.pack !== undefined && args.pack.length > 0;
  if (args.query.trim() === "" && !named) {
    throw new PithError("QUERY_EMPTY", "The query is empty.", {
      subject: "query",
      next: "Say what to look for, in words or names.",
    });
  }
  const { scope, ranges } = rangedScope(args.scope);
  const asked: ContextArguments = scope === undefined ? args : { ...args, scope };
  let begun = beyondPacks(await beginAnswer(workspace, asked, operation), args.scope);
  if (ranges.size > 0) await checkRanges(sources, begun.view.snapshot, ranges);
  if (around.preface !== undefined) begun.preface = around.preface;
  const packs = named ? await packsOf({ workspace, sources }, begun, args, operation) : null;
  if (packs !== null && args.query.trim() === "")
    return packsAlone(workspace, begun, args, packs, around, operation);
  const form = askedForm(begun, packs === null ? args : { ...args, answer: "slice" }, ranges);
  if (form.form === "exact") {
    const answered = await contextLines(
      workspace,
      begun,
      asked,
      {
        pattern: form.exact!,
        signals: form.signals,
        options: { ...optionsOf(workspace, args, begun, null), ...around.options },
        explicit: args.answer === "exact",
      },
      operation,
    );
    if (answered !== null) return answered;
  }
  let notComputed: Advice | null = null;
  if (form.form === "aggregation") {
    const options = { ...optionsOf(workspace, args, begun, null), ...around.options };
    const explicit = args.answer === "aggregate";
    const wanted = { signals: form.signals, options, explicit };
    const answered = await contextAggregate(workspace, sources, begun, asked, wanted, operation);
    if ("outcome" in answered) return answered.outcome;
    notComputed = answered.advice;
  }
  const query = readQuery(args.query);
  let found = await rankAndRead(workspace, begun, query, sources, args, operation);
  if (found.sources.some((s) => s !== null && s.changed)) {
    // A file was written between the sweep and its reading: once more, so that places and texts belong together.
    const { preface } = begun;
    begun = beyondPacks(await beginAnswer(workspace, asked, operation), args.scope);
    if (preface !== undefined) begun.preface = preface;
    found = await rankAndRead(workspace, begun, query, sources, args, operation);
  }
  operation.onPhase?.("read");
  const { ranked } = found;
  const all = candidatesOf(ranked, found.sources, { explain: args.explain === true });
  const offered = withoutImports(all, ranked.importance);
  const traced = await tracedFor(args, form, begun, sources, graph, operation);
  const candidates = insideScope(
    traced?.candidates ?? [],
    offered.map((o) => o.candidate),
    await windowsOf(sources, begun, args),
    ranges,
  );
  const whole = await wholeScope(begun, sources, ranked, offered, ranges);
  const everything = whole?.candidates ?? null;
  const gone = new Map([...found.gone, ...(whole?.gone ?? [])].map((g) => [g.path, g.skip]));
  const caps = [...gone].map(([path, skip]) => skippedMeanwhile({ path, skip }));
  for (const source of found.sources) {
    if (source?.changed === true) caps.push(writtenMeanwhile(source.path));
  }
  caps.push(...knownByLines(found.sources), ...ranked.said, ...(traced?.caps ?? []));
  const { heads, caps: noRoom } = headsOf(begun, args, offered, traced);
  caps.push(...noRoom);
  const { view } = begun;
  const input: PackInput = {
    id: begun.id,
    root: await begun.root,
    query: args.query,
    options: { ...optionsOf(workspace, args, begun, ranked.provider), ...around.options },
    engine: packageVersion(),
    budget: begun.budget,
    counter: begun.counter,
    format: args.format ?? "text",
    color: args.color,
    to: begun.to,
    candidates,
    ...(traced === null || traced.rows.length === 0 ? {} : { route: "trace" }),
    signals: args.trace === undefined ? form.signals : [`trace of ${shownText(args.trace)} asked for`],
    heads,
    everything,
    completeness: completenessOf(begun, {
      caps: [...caps, ...knownInPart(view.snapshot, begun.looksAt)],
      ...withNames(await aboutQuery(workspace, begun, ranked, args.query), traced?.unresolved ?? []),
    }),
    advice:
      adviceOf(ranked, candidates, everything, view.snapshot.partial) ??
      notComputed ??
      traced?.advice ??
      null,
    ...(begun.session === undefined ? {} : { client: clientOf(begun.session, begun.unit, args.format) }),
    ...aroundPacked(around, packs),
  };
  const first =
    args.relations === true
      ? await packRelated(input, offered, graph, view.snapshot, operation)
      : { packed: pack(input), input };
  let { packed } = first;
  operation.onPhase?.("packed");
  if (args.outline === true && packed.small === null && packed.answer.spans.length > 0)
    return outlineOfSlice(workspace, begun, args, input.options, packed, offered, operation.onReceipt);
  return keptAndSent(workspace, begun, packed, first.input, operation);
}

/** What was chosen gets its relations, which cost room, so that the choice may be another; at most so often. */
const MOST_CHOICES = 4;

/** `input`: what was packed at last, with what is to be said of the relations. */
async function packRelated(
  input: PackInput,
  offered: readonly Offered[],
  graph: GraphMemory,
  snapshot: Snapshot,
  operation: OperationContext,
): Promise<{ packed: PackResult; input: PackInput }> {
  const of = new Map(offered.filter(({ unit }) => unit !== -1).map((o) => [o.candidate, o]));
  const asked = new Set<Candidate>();
  const notAsked = (packed: PackResult) => packed.behind.filter((c) => of.has(c) && !asked.has(c));
  const notLooked: NotLooked[] = [];
  const saying = (more: readonly string[]): PackInput => {
    const caps = [...input.completeness.caps, ...relationsLeftOut(notLooked), ...more];
    return { ...input, completeness: { ...input.completeness, caps } };
  };
  let said = input;
  let packed = pack(said);
  for (let choice = 1; choice < MOST_CHOICES; choice++) {
    const missing = notAsked(packed).slice(0, MOST_RELATED - asked.size);
    if (missing.length === 0) break;
    for (const candidate of missing) asked.add(candidate);
    notLooked.push(
      ...(await relate(
        graph,
        snapshot,
        missing.map((candidate) => of.get(candidate)!),
        operation,
      )),
    );
    said = saying([]);
    packed = pack(said);
  }
  if (notAsked(packed).length === 0) return { packed, input: said };
  said = saying([`relations were looked up for ${counted(asked.size, "span")} alone`]);
  return { packed: pack(said), input: said };
}

interface RankedAndRead {
  ranked: RankedNow;
  sources: (Source | null)[];
  gone: Missing[];
}

async function rankAndRead(
  workspace: Workspace,
  begun: BegunAnswer,
  query: ReadQuery,
  sources: Sources,
  args: ContextArguments,
  operation: OperationContext,
): Promise<RankedAndRead> {
  const limit = Math.min(MOST_FILES, LEAST_FILES + Math.floor(begun.budget / TOKENS_PER_FILE));
  const { snapshot } = begun.view;
  const ranked = await rankAsked(workspace, snapshot, query, {
    scope: begun.withoutPacks
      ? (path) => !isPackPath(path) && (begun.scope?.matches(path) ?? true)
      : begun.scope?.matches,
    language: args.language,
    limit,
    lanes: true,
    signal: operation.signal,
  });
  operation.onPhase?.("ranked");
  const loaded = await sources.ofSnapshot(
    snapshot,
    ranked.files.map((f) => f.file),
  );
  return {
    ranked,
    sources: loaded.map((s) => (isMissing(s) ? null : s)),
    gone: loaded.filter(isMissing),
  };
}

function adviceOf(
  { query }: RankResult,
  candidates: readonly Candidate[],
  everything: readonly Candidate[] | null,
  partial: { read: number; of: number } | null,
): Advice | null {
  if (partial !== null) return advise("still-indexing", partial);
  if (candidates.length > 0 || everything !== null) return null;
  return query.small.length > 0
    ? advise("nothing-to-look-for", { words: query.small })
    : advise("nothing-found");
}
