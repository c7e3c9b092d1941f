// What must a reviewer of a change see? The changed definitions as the named tree has them, what was taken away, what they
// promise, who uses them, which tests reach them, what changed with them before: inside a budget, with a receipt.
import { DEFAULT_REVIEW_BUDGET } from "../base/limits.ts";
import { packageVersion } from "../base/package-version.ts";
import { openGraph } from "../graph/graph.ts";
import { readTrackedPaths } from "../git/index-file.ts";
import { SKIP_REASONS } from "../files/skip-reasons.ts";
import { aboveOf } from "../files/guard.ts";
import { advise } from "../pack/advice.ts";
import { cutLine, pathLabel } from "../pack/label.ts";
import { pack, type PackInput } from "../pack/packer.ts";
import type { Candidate } from "../pack/candidate.ts";
import type { ReviewDeclaration } from "../pack/review-answer.ts";
import { shownText } from "../redact/redact.ts";
import type { ReviewArguments } from "./arguments.ts";
import { beginAnswer, type BegunAnswer } from "./begin-answer.ts";
import { compactLeftOut, leftOutSentence } from "./compact-left-out.ts";
import { completenessOf } from "./completeness-of.ts";
import type { OpenRoot } from "./open-roots.ts";
import type { OperationContext, Outcome } from "./operation.ts";
import { aroundChange } from "./review-around.ts";
import { candidatesOfChange, type OfChange } from "./review-candidates.ts";
import { filesInReview, MOST_REVIEWED, type FileInReview } from "./review-files.ts";
import { historyOf, introducedOf, MOST_INTRODUCED, type History } from "./review-history.ts";
import { prefaceOf } from "./review-preface.ts";
import { reviewedChange, type ReviewedChange } from "./reviewed-change.ts";
import { saveReceipt } from "./stored-receipts.ts";
import type { Workspace } from "./workspace.ts";

/** Units of the change that are offered: the budget has room for some hundreds of lines. */
const MOST_UNITS = 600;
/** Of what was not looked at so much is named in the line that ends the answer. */
const MOST_NOT_LOOKED = 3;

export async function review(
  open: OpenRoot,
  args: ReviewArguments,
  context: OperationContext,
): Promise<Outcome> {
  const change = await reviewedChange(open.workspace, args, context);
  const work = (at: OpenRoot) => reviewIn(at, change, args, context);
  return change.tree === null ? work(open) : open.at(change.tree, work, context.signal);
}

async function reviewIn(
  at: OpenRoot,
  change: ReviewedChange,
  args: ReviewArguments,
  context: OperationContext,
): Promise<Outcome> {
  const { workspace } = at;
  const budget = args.budget ?? DEFAULT_REVIEW_BUDGET;
  const begun = await beginAnswer(workspace, { ...args, budget }, context);
  const { view, counter } = begun;
  const { snapshot } = view;
  const graph = openGraph(at.graph.view(snapshot), context);
  const looking = historyOf(workspace, change, (path) => graph.view.indexOf(path) !== -1, context);
  // If something else fails first, the question to Git must not end as an unhandled rejection.
  looking.catch(() => {});
  const files = await filesInReview(at, snapshot, change, context);
  const ofChange = files.flatMap((file, i) => candidatesOfChange(file, i));
  const introducing = looking.then((history) =>
    introduced(workspace, change, history, files, ofChange, context),
  );
  introducing.catch(() => {});
  const around = await aroundChange(graph, at.sources, snapshot, files, context);
  context.onPhase?.("read");
  const history = await looking;
  const units = await introducing;
  const declarations = units.flatMap(({ declaration }) => (declaration === null ? [] : [declaration]));
  const sum = (count: "added" | "removed") => files.reduce((total, { file }) => total + file[count], 0);
  // Files that can't be read are counted in the line that ends the answer, under what keeps them from it.
  const notLooked = compactLeftOut(
    around.notLooked.filter(({ why }) => why !== "another language" && !Object.hasOwn(SKIP_REASONS, why)),
  );
  const preface = prefaceOf(
    {
      change: change.label,
      base: change.base,
      head: change.head,
      files: files.map((f) => ({ ...f.file, notes: f.file.notes.map((note) => shownText(note)) })),
      declarations: declarations.map((d) => ({ ...d, name: shownText(d.name) })),
      together: history.together,
      reached: around.tests,
      unlooked: [
        ...files.flatMap((f) => (f.unseen ? [pathLabel(f.file.path)] : [])),
        ...notLooked.map(({ what }) => what),
      ],
      unseen: files.filter((f) => f.unseen).length,
      totals: {
        files: change.files.length,
        declarations: declarations.length,
        added: sum("added"),
        removed: sum("removed"),
        ...around.totals,
        together: history.together.length,
      },
    },
    { budget, counter, format: args.format ?? "text" },
  );
  const candidates = [
    ...offered(units).map((u) => u.candidate),
    ...around.candidates.map((candidate) => withHistory(candidate, history)),
  ];
  const input: PackInput = {
    id: begun.id,
    op: "review",
    root: await begun.root,
    query: change.label,
    options: optionsOf(begun, change, args),
    engine: packageVersion(),
    budget,
    counter,
    format: args.format ?? "text",
    color: args.color,
    to: begun.to,
    candidates,
    byPart: true,
    preface,
    completeness: completenessOf(begun, {
      caps: [
        ...change.caps,
        ...preface.caps,
        ...over(change.files.length, MOST_REVIEWED, "files of the change"),
        ...over(units.length, MOST_UNITS, "units of the change"),
        ...untracked(
          workspace,
          change,
          snapshot.files.map((f) => f.path),
        ),
        ...leftOutSentence("not looked at", notLooked.slice(0, MOST_NOT_LOOKED)).map(cutLine),
        ...history.caps,
      ],
    }),
    advice:
      snapshot.partial !== null
        ? advise("still-indexing", snapshot.partial)
        : change.files.length === 0
          ? advise("nothing-changed")
          : null,
  };
  let packed = pack(input);
  const notices = [...view.notices];
  if (packed.receipt !== null && !saveReceipt(workspace, packed.receipt, notices))
    packed = pack({ ...input, receipt: false });
  context.onPhase?.("packed");
  return {
    output: packed.output,
    answer: packed.small ?? packed.answer,
    found: change.files.length > 0,
    notices,
  };
}

/** The units of the change, the first of which are told where they come from. */
async function introduced(
  workspace: Workspace,
  change: ReviewedChange,
  history: History,
  files: readonly FileInReview[],
  ofChange: readonly OfChange[],
  context: OperationContext,
): Promise<OfChange[]> {
  const asked = ofChange
    .flatMap((one, i) => {
      const { oldLine, declaration, candidate } = one;
      const path = files[candidate.fileRank]?.change.oldPath ?? null;
      return oldLine === null || declaration === null || path === null
        ? []
        : [{ i, path, line: oldLine, candidate }];
    })
    .sort((a, b) => (a.candidate.turn ?? 0) - (b.candidate.turn ?? 0) || a.i - b.i)
    .slice(0, MOST_INTRODUCED);
  const found = await introducedOf(workspace, change, history, asked, context);
  const units = [...ofChange];
  asked.forEach(({ i, candidate }, at) => {
    const commit = found[at] ?? null;
    if (commit === null) return;
    const declaration: ReviewDeclaration = { ...units[i]!.declaration!, introduced: commit };
    const reason = `${candidate.reason}; head from ${commit.id.slice(0, SHORT)} "${commit.subject}"`;
    units[i] = { ...units[i]!, declaration, candidate: { ...candidate, reason } };
  });
  return units;
}

/** In their order; where there are too many, those whose turn comes first. */
function offered(units: readonly OfChange[]): OfChange[] {
  if (units.length <= MOST_UNITS) return [...units];
  const turnOf = (unit: OfChange) => unit.candidate.turn ?? 0;
  const first = new Set([...units].sort((a, b) => turnOf(a) - turnOf(b)).slice(0, MOST_UNITS));
  return units.filter((unit) => first.has(unit));
}

/** A test that the graph reaches, and that changed together with the change before: both are said. */
function withHistory(candidate: Candidate, { together }: History): Candidate {
  if (candidate.part !== "test") return candidate;
  const known = together.find(({ path }) => path === candidate.source.path);
  if (known === undefined) return candidate;
  const reason = `${candidate.reason}; changed with it in ${known.commits} of ${known.of} commits`;
  return { ...candidate, reason };
}

/** Digits of a commit id that are shown. */
const SHORT = 10;

function over(count: number, most: number, what: string): string[] {
  return count <= most ? [] : [`${count - most} ${what} beyond a ceiling of ${most}`];
}

/** Files that no revision has are no part of a diff against one. */
function untracked({ root }: Workspace, change: ReviewedChange, paths: readonly string[]): string[] {
  if (!change.made || change.tree !== null || root.repository === null) return [];
  const tracked = readTrackedPaths(root.repository);
  if (tracked === null) return [];
  const above = aboveOf(root);
  const known = new Set(tracked.paths);
  const count = paths.filter((path) => !known.has(above + path)).length;
  return count === 0
    ? []
    : [`${count} ${count === 1 ? "file" : "files"} that Git does not track, not compared`];
}

/** What shaped the answer, for the receipt: under the names of the arguments. */
function optionsOf(
  begun: BegunAnswer,
  change: ReviewedChange,
  args: ReviewArguments,
): Record<string, unknown> {
  const { base, head, made } = change;
  return {
    budget: begun.budget,
    unit: begun.unit,
    format: args.format === "json" ? "json" : "text",
    ...(made ? { base } : { diff: true }),
    ...(args.staged === true ? { staged: true } : {}),
    // Whatever names it was asked by.
    ...(head === null ? {} : { rev: head }),
  };
}
