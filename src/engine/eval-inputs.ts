// What does an evaluation read? The tree without what earlier evaluations left in it, its history, the lines and symbols of its
// files, the questions that the user wrote down.
import { resolve } from "node:path";
import { counted } from "../base/counted.ts";
import { throwIfCancelled } from "../base/error.ts";
import { splitLines } from "../base/lines.ts";
import { pause } from "../base/pause.ts";
import { givenQuestions } from "../eval/given-questions.ts";
import { MOST_COMMITS, type MineInput } from "../eval/mine.ts";
import type { Question } from "../eval/question.ts";
import { PAGE_MARK } from "../eval/report-page.ts";
import { isInside, realPlace, relativePath } from "../files/guard.ts";
import { isSkipped } from "../files/read.ts";
import { changesIn, isShallow, recentCommits } from "../git/history.ts";
import type { Repository } from "../git/repository.ts";
import { attributesArePlain } from "../git/safe-to-ask.ts";
import type { EvalArguments } from "./arguments.ts";
import { gitFault } from "./git-faults.ts";
import type { OpenRoot } from "./open-roots.ts";
import type { OperationContext } from "./operation.ts";
import { QUESTIONS, readRequestFile } from "./request-file.ts";
import { isMissing } from "./sources.ts";
import type { View, Workspace } from "./workspace.ts";

/** Questions with their answers lie in files of an evaluation: what is kept of one in the tree is not looked at. */
export async function withoutReports(
  workspace: Workspace,
  { questions }: EvalArguments,
  view: View,
): Promise<{ view: View; hidden: string[] }> {
  const { snapshot } = view;
  const { root } = workspace;
  const place = questions === undefined ? null : realPlace(resolve(questions));
  const own = place !== null && isInside(place, root.path) ? relativePath(root, place) : null;
  const pages = snapshot.files.filter(({ path, segment }) => segment >= 0 && /\.html?$/i.test(path));
  const read = await workspace.open(pages.map(({ path }) => path));
  const hidden = new Set(
    pages
      .map(({ path }) => path)
      .filter((path) => {
        const file = read(path);
        return !isSkipped(file) && file.text.startsWith(PAGE_MARK);
      }),
  );
  if (own !== null) hidden.add(own);
  const files = snapshot.files.map((file) =>
    hidden.has(file.path) ? { ...file, segment: -1, entry: -1 } : file,
  );
  const kept = snapshot.files.filter(({ path, segment }) => segment >= 0 && hidden.has(path)).length;
  return kept === 0
    ? { view, hidden: [] }
    : {
        view: { ...view, snapshot: { ...snapshot, files } },
        hidden: [`not looked at: ${counted(kept, "file")} of questions or reports of evaluations`],
      };
}

export async function givenBy(
  { questions: file }: EvalArguments,
  { snapshot }: View,
  { signal }: OperationContext,
): Promise<{ questions: Question[]; notes: string[] }> {
  if (file === undefined) return { questions: [], notes: [] };
  const text = await readRequestFile(resolve(file), signal, QUESTIONS);
  const indexed = new Set(snapshot.files.filter(({ segment }) => segment >= 0).map(({ path }) => path));
  const { questions, withoutTarget } = givenQuestions(text, (path) => indexed.has(path));
  const left = withoutTarget === 0 ? "" : `; ${withoutTarget} left out, whose targets are not indexed here`;
  return { questions, notes: [`given: ${counted(questions.length, "question")}${left}`] };
}

export async function inputOf(
  { workspace, sources }: Pick<OpenRoot, "workspace" | "sources">,
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
        : await commitsOf(repository, root.path, signal);
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
        : commits.length === MOST_COMMITS || commits.length === FEWER_COMMITS
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

/** Where Git can't list so many commits in time, as in the largest histories: fewer. */
const FEWER_COMMITS = 300;

async function commitsOf(repository: Repository, folder: string, signal: AbortSignal | undefined) {
  const found = await recentCommits(repository, folder, MOST_COMMITS, { signal });
  if (!("fault" in found) || found.fault !== "failed") return found;
  return recentCommits(repository, folder, FEWER_COMMITS, { signal });
}

function whyNone(fault: Parameters<typeof gitFault>[0]): string {
  if (fault === "revision") return "the repository has no commit yet";
  const { message } = gitFault(fault, "eval", { other: "", one: "" });
  return message.charAt(0).toLowerCase() + message.slice(1).replace(/\.$/, "");
}
