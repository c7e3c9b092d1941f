// Code like this: near-copies first, with what is different in them; then what shares rare words, shape and meaning.
import { compareStrings } from "../base/order.ts";
import { packageVersion } from "../base/package-version.ts";
import { advise } from "../pack/advice.ts";
import type { Candidate, PackSource } from "../pack/candidate.ts";
import { pack } from "../pack/packer.ts";
import { similarChunks } from "../rank/similar-chunks.ts";
import type { Snapshot } from "../store/segment-view.ts";
import { Shapes } from "../text/code-shape.ts";
import type { SimilarArguments } from "./arguments.ts";
import { beginAnswer, type BegunAnswer } from "./begin-answer.ts";
import { completenessOf } from "./completeness-of.ts";
import { knownInPart } from "./known-in-part.ts";
import type { OpenRoot } from "./open-roots.ts";
import type { OperationContext, Outcome } from "./operation.ts";
import { copiesOf } from "./similar-copies.ts";
import { Comparison, type Like } from "./similar-likeness.ts";
import { type NoSubject, type Subject, subjectOf } from "./similar-subject.ts";
import { isMissing, type Source } from "./sources.ts";
import { saveReceipt } from "./stored-receipts.ts";
import { skippedMeanwhile, writtenMeanwhile } from "./torn-reads.ts";

/** Files that are read for what is like it, beside those with copies. */
const MOST_FILES = 40;
const MOST_OFFERED = 60;
/** Words and signs under which anything is like anything. */
const LEAST_TOKENS = 4;

interface Found {
  candidates: Candidate[];
  caps: string[];
}

export async function similar(
  { workspace, sources }: Pick<OpenRoot, "workspace" | "sources">,
  args: SimilarArguments,
  operation: OperationContext,
): Promise<Outcome> {
  const begun = await beginAnswer(workspace, args, operation);
  const subject = await subjectOf(workspace, sources, begun, args);
  const { candidates, caps } =
    "advice" in subject ? { candidates: [], caps: [] } : await findLike(begun, subject);
  operation.onPhase?.("read");
  const { view } = begun;
  const input = {
    id: begun.id,
    op: "similar" as const,
    root: await begun.root,
    query: "advice" in subject ? (args.subject ?? "") : `similar to ${subject.described}`,
    options: optionsOf(args, begun),
    engine: packageVersion(),
    budget: begun.budget,
    counter: begun.counter,
    format: args.format ?? ("text" as const),
    color: args.color,
    to: begun.to,
    candidates,
    completeness: completenessOf(begun, {
      caps: [...caps, ...knownInPart(view.snapshot, begun.looksAt)],
      unresolved: "advice" in subject ? subject.unresolved : [],
    }),
    advice: adviceOf(begun, subject, candidates.length),
  };
  let packed = pack(input);
  operation.onPhase?.("packed");
  const notices = [...view.notices];
  if (packed.receipt !== null && !saveReceipt(workspace, packed.receipt, notices)) {
    packed = pack({ ...input, receipt: false });
  }
  return { output: packed.output, answer: packed.small ?? packed.answer, found: packed.found, notices };

  async function findLike({ view: { snapshot }, looksAt }: BegunAnswer, about: Subject): Promise<Found> {
    const shapes = new Shapes();
    const shape = shapes.of(about.text);
    if (shape.kinds.length < LEAST_TOKENS) return { candidates: [], caps: about.caps };
    const inScope = snapshot.files.map((file) => file.segment >= 0 && looksAt(file));
    const near = similarChunks(snapshot, about.text, (file) => inScope[file]!, MOST_FILES);
    const first = near.files.map(({ file }) => file);
    const known = new Set(first);
    const order = [
      ...first,
      ...snapshot.files.flatMap((_, file) => (inScope[file] && !known.has(file) ? [file] : [])),
    ];
    const paths = likeliestFirst(snapshot, order, first.length).map((file) => snapshot.files[file]!.path);
    const { copies, read } = await copiesOf(about, shape, {
      shapes,
      paths,
      open: (some) => workspace.open(some, { signal: operation.signal }),
      signal: operation.signal,
    });
    const said = [...about.caps];
    if (read < paths.length) said.push(`copies were looked for in ${read} of ${paths.length} files`);
    const byPath = new Map(snapshot.files.map(({ path }, file) => [path, file]));
    const wanted = [...new Set([...copies.map(({ path }) => byPath.get(path)!), ...first])];
    const loaded = await sources.ofSnapshot(snapshot, wanted);
    const comparison = new Comparison(about, shape, shapes, near.worth);
    const likes: Like[] = [];
    loaded.forEach((source, i) => {
      if (isMissing(source)) {
        said.push(skippedMeanwhile(source));
        return;
      }
      if (source.changed) said.push(writtenMeanwhile(source.path));
      const own = copies.filter(({ path }) => path === source.path);
      const chunks = near.files.find(({ file }) => file === wanted[i])?.chunks ?? [];
      likes.push(...comparison.likesIn(source, own, chunks));
    });
    return { candidates: candidatesOf(likes), caps: said };
  }
}

/** Data and long texts come last: code is copied from code. */
const LONG_FILE = 200_000;

function likeliestFirst({ files }: Snapshot, order: readonly number[], known: number): number[] {
  const rest = order.slice(known);
  const isLate = (file: number) => files[file]!.size > LONG_FILE || DATA.test(files[file]!.path);
  return [...order.slice(0, known), ...rest.filter((file) => !isLate(file)), ...rest.filter(isLate)];
}

const DATA = /\.(?:csv|json|lock|mo|po|svg|toml|tsv|txt|xml|ya?ml)$/iu;

function candidatesOf(likes: Like[]): Candidate[] {
  likes.sort(
    (a, b) => b.score - a.score || compareStrings(a.source.path, b.source.path) || a.start - b.start,
  );
  const offered = likes.slice(0, MOST_OFFERED);
  const places = new Map<Like, Candidate["lanes"]>(offered.map((like) => [like, placesOf(like, offered)]));
  const files = [...new Set(offered.map(({ source }) => source))];
  const texts = new Map(files.map((source) => [source, textOf(source)]));
  return offered.map((like) => {
    const { source, start, end, unit, reason, score } = like;
    return {
      source: texts.get(source)!,
      start,
      end,
      kind: unit?.kind ?? "lines",
      name: unit?.name ?? "",
      reason,
      score,
      fileRank: files.indexOf(source),
      matches: [],
      outline: unit === undefined ? [] : [unit.line],
      defines: [],
      uses: new Set<string>(),
      lanes: places.get(like)!,
    };
  });
}

/** Without its units: room that is left is not filled with neighbours, which are like nothing. */
function textOf({ path, id, lines, redactions }: Source): PackSource {
  return { path, contentId: id, lines, redactions };
}

function placesOf(like: Like, all: readonly Like[]): Candidate["lanes"] {
  const lanes: Record<string, { rank: number; score: number }> = {};
  for (const lane of ["copy", "words", "shape", "meaning"] as const) {
    const score = like[lane];
    if (score > 0) lanes[lane] = { rank: 1 + all.filter((other) => other[lane] > score).length, score };
  }
  return lanes;
}

function adviceOf({ view }: BegunAnswer, subject: Subject | NoSubject, found: number) {
  const { partial } = view.snapshot;
  if (partial !== null) return advise("still-indexing", partial);
  if ("advice" in subject) return subject.advice;
  if (found > 0) return null;
  const few = new Shapes().of(subject.text).kinds.length < LEAST_TOKENS;
  return advise(few ? "too-little" : "nothing-similar");
}

function optionsOf(args: SimilarArguments, begun: BegunAnswer): Record<string, unknown> {
  return {
    budget: begun.budget,
    unit: begun.unit,
    format: args.format === "json" ? "json" : "text",
    ...(begun.scope === null ? {} : { scope: begun.scope.patterns }),
    ...(args.language === undefined ? {} : { language: args.language }),
    ...(args.rev === undefined ? {} : { rev: args.rev }),
  };
}
