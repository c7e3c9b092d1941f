// How well does ranking find what is looked for in this repository, and would other weights of its lanes suit it better?
//
//   questions (commits, tests, doc comments, given) ─► ranked once each ─► figures ─► factors learnt ─► page, settings
import { resolve } from "node:path";
import { splitLines } from "../base/lines.ts";
import { pause } from "../base/pause.ts";
import { isApplicable } from "../eval/learn-lanes.ts";
import { type Mined, mineQuestions } from "../eval/mine.ts";
import type { Question } from "../eval/question.ts";
import { rankQuestion, type RankedQuestion } from "../eval/ranked-question.ts";
import { reportLines } from "../eval/report-lines.ts";
import { reportPage } from "../eval/report-page.ts";
import { summarise } from "../eval/summary.ts";
import { isSkipped } from "../files/read.ts";
import type { EvalReport } from "../pack/eval-report.ts";
import { pathLabel } from "../pack/label.ts";
import { redactValue } from "../redact/redact.ts";
import { withShownPaths } from "../redact/shown-path.ts";
import { openCounterSync } from "../tokens/counter.ts";
import type { EvalArguments } from "./arguments.ts";
import { givenBy, inputOf, withoutReports } from "./eval-inputs.ts";
import { requirePage, requireSettings, writeLaneWeights, writePage } from "./eval-files.ts";
import type { OpenRoot } from "./open-roots.ts";
import type { OperationContext, Outcome } from "./operation.ts";
import { plainOutcome } from "./plain-outcome.ts";
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
  if (page !== null) requirePage(page, workspace.root.path);
  if (args.apply === true) requireSettings(workspace.root.path);
  const { view, mined, texts, ranked, notes } = await askItself(open, args, context);
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
    notes,
    ...numbers,
    applied: applies ? writeLaneWeights(workspace.root.path, numbers.learnt.weights) : null,
    page,
  };
  if (page !== null)
    writePage(page, workspace.root.path, reportPage(withShownPaths(redactValue(report)) as EvalReport));
  return plainOutcome(args.format, report, linesOf(report, args, workspace), {
    found: ranked.length > 0,
    notices: view.notices,
  });
}

interface Asked {
  view: View;
  mined: Mined;
  texts: Texts;
  ranked: RankedQuestion[];
  notes: string[];
}

/** All questions with what ranking makes of them. */
export async function askItself(
  open: Pick<OpenRoot, "workspace" | "sources">,
  args: EvalArguments,
  context: OperationContext,
): Promise<Asked> {
  const { workspace } = open;
  const { view, hidden } = await withoutReports(
    workspace,
    args,
    await workspace.view(context, { whole: true }),
  );
  const given = await givenBy(args, view, context);
  const mined = await mineQuestions(await inputOf(open, view, args.limit ?? OF_EACH_KIND, context));
  const texts = new Texts(workspace);
  const ranked = await rankAll([...mined.questions, ...given.questions], mined, view, texts, context);
  return { view, mined, texts, ranked, notes: [...mined.notes, ...given.notes, ...hidden] };
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
