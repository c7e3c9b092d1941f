// How well does ranking find what is looked for in this repository, and would other weights of its lanes suit it better?
//
//   questions (commits, tests, doc comments, given) ─► ranked once each ─► figures ─► factors learnt ─► page, settings
import { resolve } from "node:path";
import { setImmediate as rest } from "node:timers/promises";
import { throwIfCancelled } from "../base/error.ts";
import { splitLines } from "../base/lines.ts";
import { isApplicable } from "../eval/learn-lanes.ts";
import { givenQuestions } from "../eval/given-questions.ts";
import { MOST_COMMITS, type MineInput, type Mined, mineQuestions } from "../eval/mine.ts";
import type { Question } from "../eval/question.ts";
import { rankQuestion, type RankedQuestion } from "../eval/ranked-question.ts";
import { reportLines } from "../eval/report-lines.ts";
import { reportPage } from "../eval/report-page.ts";
import { summarise } from "../eval/summary.ts";
import { isSkipped } from "../files/read.ts";
import { attributesArePlain } from "../git/safe-to-ask.ts";
import { changesIn, isShallow, recentCommits } from "../git/history.ts";
import type { EvalReport } from "../pack/eval-report.ts";
import { pathLabel } from "../pack/label.ts";
import { redactValue } from "../redact/redact.ts";
import { withShownPaths } from "../redact/shown-path.ts";
import { openCounterSync } from "../tokens/counter.ts";
import type { EvalArguments } from "./arguments.ts";
import { requirePage, writeLaneWeights, writePage } from "./eval-files.ts";
import { gitFault } from "./git-faults.ts";
import type { OpenRoot } from "./open-roots.ts";
import type { OperationContext, Outcome } from "./operation.ts";
import { plainOutcome } from "./plain-outcome.ts";
import { QUESTIONS, readRequestFile } from "./request-file.ts";
import { isMissing } from "./sources.ts";
import type { View, Workspace } from "./workspace.ts";

/** Questions of each kind unless told: an interval of about ±0.03 for each kind. */
const OF_EACH_KIND = 200;

export async function evaluate(
  open: OpenRoot,
  args: EvalArguments,
  context: OperationContext,
): Promise<Outcome> {
  const { workspace } = open;
  const page = args.html === undefined ? null : resolve(args.html);
  if (page !== null) requirePage(page);
  const view = await workspace.view(context, { whole: true });
  const given = await givenBy(args, view, context);
  const mined = await mineQuestions(await inputOf(open, view, args.limit ?? OF_EACH_KIND, context));
  const questions = [...mined.questions, ...given.questions];
  const texts = new Texts(workspace);
  const ranked = await rankAll(questions, mined, view, texts, context);

  const { unit, laneWeights } = workspace.config.values;
  const cost = costOf(args.unit ?? unit, mined, texts);
  const numbers = summarise({
    ranked,
    inForce: laneWeights,
    nameOf: ({ id }) => mined.names.get(id),
    cost,
  });
  const applies = args.apply === true && isApplicable(numbers.learnt.verdict);
  const report: EvalReport = {
    op: "eval",
    root: workspace.rootAlone(),
    unit: args.unit ?? unit,
    files: view.snapshot.files.filter(({ segment }) => segment >= 0).length,
    notes: [...mined.notes, ...given.notes],
    ...numbers,
    applied: applies ? writeLaneWeights(workspace.root.path, numbers.learnt.weights) : null,
    page,
  };
  if (page !== null) writePage(page, reportPage(withShownPaths(redactValue(report)) as EvalReport));
  return plainOutcome(args.format, report, linesOf(report, args, workspace), {
    found: questions.length > 0,
    notices: view.notices,
  });
}

function linesOf(report: EvalReport, args: EvalArguments, workspace: Workspace): string[] {
  const { applied, page } = report;
  return [
    `root ${pathLabel(workspace.root.path)}`,
    ...reportLines(report),
    ...(applied !== null ? [`written to ${applied}`] : []),
    ...(args.apply === true && applied === null ? ["nothing is written: the factors in force stay"] : []),
    ...(page !== null ? [`page: ${page}`] : []),
  ];
}

async function givenBy(
  { questions: file }: EvalArguments,
  { snapshot }: View,
  { signal }: OperationContext,
): Promise<{ questions: Question[]; notes: string[] }> {
  if (file === undefined) return { questions: [], notes: [] };
  const text = await readRequestFile(resolve(file), signal, QUESTIONS);
  const indexed = new Set(snapshot.files.filter(({ segment }) => segment >= 0).map(({ path }) => path));
  const { questions, withoutTarget } = givenQuestions(text, (path) => indexed.has(path));
  const left = withoutTarget === 0 ? "" : `; ${withoutTarget} left out, whose targets are not indexed here`;
  return { questions, notes: [`given: ${questions.length} questions${left}`] };
}

async function inputOf(
  { workspace, sources }: OpenRoot,
  { snapshot, walk }: View,
  limit: number,
  context: OperationContext,
): Promise<MineInput> {
  const { root } = workspace;
  const { repository } = root;
  const { signal } = context;
  const pathsOf = (files: readonly number[]) => files.map((file) => snapshot.files[file]!.path);
  const asked =
    repository === null
      ? ("no-repository" as const)
      : !attributesArePlain(root.path, walk.hiddenAttributes)
        ? ("unsafe" as const)
        : await recentCommits(repository, root.path, MOST_COMMITS, { signal });
  throwIfCancelled(signal);
  const commits =
    typeof asked === "string" ? whyNone(asked) : "fault" in asked ? whyNone(asked.fault) : asked.commits;
  return {
    snapshot,
    limit,
    commits,
    history:
      repository !== null && isShallow(repository)
        ? "shallow"
        : commits.length >= MOST_COMMITS
          ? "cut"
          : "whole",
    changes: async (ids) => changesIn(repository!, root.path, ids, signal),
    async lines(files) {
      await pause(signal);
      const read = await workspace.open(pathsOf(files));
      return pathsOf(files).map((path) => {
        const file = read(path);
        return isSkipped(file) ? null : splitLines(file.text);
      });
    },
    async symbols(files) {
      await pause(signal);
      const found = await sources.ofSnapshot(snapshot, files);
      return found.map((source) => {
        // What is hidden, or newer than the index, has its lines elsewhere.
        if (isMissing(source) || source.changed || source.redactions.length > 0) return null;
        const { syntax, lines } = source;
        return syntax !== null && "facts" in syntax ? { lines, symbols: syntax.facts.symbols } : null;
      });
    },
    onProgress: (phase, done, total) => context.onProgress?.({ phase, done, total, unit: "steps" }),
  };
}

function whyNone(fault: Parameters<typeof gitFault>[0]): string {
  if (fault === "revision") return "the repository has no commit yet";
  const { message } = gitFault(fault, "eval", { other: "", one: "" });
  return message.charAt(0).toLowerCase() + message.slice(1).replace(/\.$/, "");
}

async function rankAll(
  questions: readonly Question[],
  { withoutComments }: Mined,
  { snapshot }: View,
  texts: Texts,
  context: OperationContext,
): Promise<RankedQuestion[]> {
  const ranked: RankedQuestion[] = [];
  for (const [done, question] of questions.entries()) {
    await pause(context.signal);
    context.onProgress?.({ phase: "ranking", done, total: questions.length, unit: "questions" });
    const one = rankQuestion(question.kind === "doc" ? withoutComments : snapshot, question);
    texts.want(one.places.map(({ path }) => path));
    ranked.push(one);
  }
  await texts.read(context.signal);
  return ranked;
}

async function pause(signal: AbortSignal | undefined): Promise<void> {
  // So that a signal is heard.
  await rest();
  throwIfCancelled(signal);
}

/** What lines of a file cost, each stretch counted once. */
function costOf(unit: NonNullable<EvalArguments["unit"]>, { texts: blank }: Mined, texts: Texts) {
  const counter = openCounterSync(unit);
  const known = new Map<string, number>();
  const blankLines = new Map<string, string[]>();
  return ({ kind }: Question, path: string, start: number, end: number): number => {
    const isBlank = kind === "doc" && blank.has(path);
    const key = `${isBlank} ${start} ${end} ${path}`;
    let cost = known.get(key);
    if (cost !== undefined) return cost;
    let lines = texts.lines(path);
    if (isBlank) {
      lines = blankLines.get(path) ?? splitLines(blank.get(path)!);
      blankLines.set(path, lines as string[]);
    }
    known.set(key, (cost = counter.count(lines.slice(start - 1, end).join("\n"))));
    return cost;
  };
}

/** The lines of all files that any answer could show. */
class Texts {
  readonly #workspace: Workspace;
  readonly #lines = new Map<string, readonly string[]>();
  readonly #wanted = new Set<string>();

  constructor(workspace: Workspace) {
    this.#workspace = workspace;
  }

  want(paths: readonly string[]): void {
    for (const path of paths) this.#wanted.add(path);
  }

  async read(signal: AbortSignal | undefined): Promise<void> {
    const paths = [...this.#wanted];
    for (let at = 0; at < paths.length; at += 100) {
      await pause(signal);
      const some = paths.slice(at, at + 100);
      const read = await this.#workspace.open(some);
      for (const path of some) {
        const file = read(path);
        this.#lines.set(path, isSkipped(file) ? [] : splitLines(file.text));
      }
    }
  }

  lines(path: string): readonly string[] {
    return this.#lines.get(path) ?? [];
  }
}
