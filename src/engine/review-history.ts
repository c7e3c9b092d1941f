// What does history say of a change: which files changed together with its files before, and which commits wrote the heads
// of what it changes? Bounded by commits, and silent where there is no history: then it says why.
import { counted } from "../base/counted.ts";
import { introducedBy, isShallow, recentCommits, type Introduced } from "../git/history.ts";
import { languageById, languageOf } from "../lang/registry.ts";
import { cutLine, oneLine } from "../pack/label.ts";
import type { ReviewCommit, ReviewTogether } from "../pack/review-answer.ts";
import { changedTogether } from "../rank/changed-together.ts";
import { testPaths } from "../rank/path-kinds.ts";
import { shownText } from "../redact/redact.ts";
import type { OperationContext } from "./operation.ts";
import type { ReviewedChange } from "./reviewed-change.ts";
import type { Workspace } from "./workspace.ts";

export interface History {
  readonly together: readonly ReviewTogether[];
  /** How far it was looked at, for the line that ends the answer. */
  readonly caps: readonly string[];
  /** There is one. `oldest`: the last commit that was looked at; null where that was all of it. */
  readonly span: { readonly oldest: string | null } | null;
}

/** Commits that are looked at: about 0.1 s of Git, and what is older says less of the code as it is. */
export const MOST_COMMITS = 1_000;

export async function historyOf(
  workspace: Workspace,
  change: ReviewedChange,
  isThere: (path: string) => boolean,
  { signal }: OperationContext,
): Promise<History> {
  const none = (why: string): History => ({ together: [], caps: [`no history: ${why}`], span: null });
  const { repository, path } = workspace.root;
  if (repository === null) return none("no Git repository");
  const base = change.made ? change.base : "HEAD";
  if (base === null) return none("no commit yet");
  const ask = () => recentCommits(repository, path, MOST_COMMITS, { from: base, signal });
  const isSound = (answer: Awaited<ReturnType<typeof ask>>) => change.made && "commits" in answer;
  const found = await kept(workspace, `commits ${base}`, ask, isSound);
  if ("fault" in found) return none(found.fault === "revision" ? "no commit yet" : "Git did not give it");
  const { commits } = found;
  if (commits.length === 0) return none("no commit before");
  const all = change.files.flatMap((f) => (f.oldPath === null ? [] : [f.oldPath]));
  // Change logs and lists change with everything.
  const code = all.filter(isCode);
  const files = code.length > 0 ? code : all;
  const isTest = testPaths();
  const together = changedTogether(commits, files)
    .filter((one) => isThere(one.path))
    .map((one): ReviewTogether => ({ ...one, test: isTest(one.path) && isCode(one.path) }));
  const shallow = isShallow(repository) ? ", a shallow clone" : "";
  const caps = [`history of ${counted(commits.length, "commit")}${shallow}`];
  return { together, caps, span: { oldest: commits.length < MOST_COMMITS ? null : commits.at(-1)!.id } };
}

function isCode(path: string): boolean {
  const language = languageById(languageOf(path, "", {}).id);
  return language !== undefined && language.prose !== true && language.data !== true;
}

/** Heads whose commits are asked for: each file of them is a run of Git. */
export const MOST_INTRODUCED = 6;

/** The commit behind each line, as the tree before the change has them; null where nobody knows. */
export async function introducedOf(
  workspace: Workspace,
  change: ReviewedChange,
  history: History,
  lines: readonly { path: string; line: number }[],
  { signal }: OperationContext,
): Promise<(ReviewCommit | null)[]> {
  const { repository, path: folder } = workspace.root;
  // Of a diff that somebody gives it isn't known which commit its old side is.
  const at = change.made ? change.base : null;
  if (repository === null || at === null || history.span === null) return lines.map(() => null);
  const { oldest } = history.span;
  const files = Map.groupBy(lines, ({ path }) => path);
  const byFile = new Map<string, Promise<Map<number, Introduced>>>();
  for (const [path, own] of files) {
    const asked = { path, lines: own.map(({ line }) => line), at, oldest };
    const key = JSON.stringify(asked);
    const ask = () => introducedBy(repository, folder, asked, signal);
    byFile.set(
      path,
      kept(workspace, key, ask, (found) => found.size > 0),
    );
  }
  return Promise.all(
    lines.map(async ({ path, line }): Promise<ReviewCommit | null> => {
      const commit = (await byFile.get(path)!).get(line);
      return commit === undefined
        ? null
        : { id: commit.id, subject: cutLine(oneLine(shownText(commit.subject))) };
    }),
  );
}

/** What Git said of commits, which never change: while a root is open it is asked once. */
const memory = new WeakMap<Workspace, Map<string, unknown>>();
const MOST_KEPT = 200;

/** `isSound`: whether it says what it will always say. */
async function kept<Answer>(
  workspace: Workspace,
  key: string,
  ask: () => Promise<Answer>,
  isSound: (answer: Answer) => boolean,
): Promise<Answer> {
  let known = memory.get(workspace);
  if (known === undefined) memory.set(workspace, (known = new Map<string, unknown>()));
  if (known.has(key)) return known.get(key) as Answer;
  const answer = await ask();
  if (!isSound(answer)) return answer;
  if (known.size >= MOST_KEPT) known.clear();
  known.set(key, answer);
  return answer;
}
