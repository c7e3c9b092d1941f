// Which questions does a repository ask of itself? From commits, tests and doc comments; how many, and why no more.
//
//   snapshot ─┬─► history   ─► commits whose code still stands
//             ├─► tests     ─► names of tests whose file is known
//             └─► symbols   ─► first sentences of doc comments ─► the tree without those comments
import { counted } from "../base/counted.ts";
import { thousands } from "../base/thousands.ts";
import type { LoggedCommit } from "../git/history.ts";
import { languageById } from "../lang/registry.ts";
import type { SyntaxSymbol } from "../parse/facts.ts";
import { pathTable } from "../rank/path-table.ts";
import { ROLE } from "../rank/path-kinds.ts";
import type { Snapshot } from "../store/segment-view.ts";
import { hasSyntax } from "../lang/language.ts";
import { withTexts } from "./blanked-snapshot.ts";
import { COMMIT_RULES, type CommitRule, commitQuestion, wantedCommits } from "./commit-questions.ts";
import { CopiedTexts } from "./copied-texts.ts";
import { blanked, docQuestions, type DocQuestion } from "./doc-questions.ts";
import { atMostOfEach, inHashOrder, type Question, withoutTwins } from "./question.ts";
import { TestedFiles, testQuestions } from "./test-questions.ts";

/** Ceilings of one evaluation: on counts, so that it is the same wherever it runs. */
export const MOST_COMMITS = 3_000;
/** Commits of which the changes are read, for each question that is wanted: about every other one is still there. */
const TRIED_FOR_ONE = 3;
const MOST_TEST_FILES = 600;
const MOST_DOC_FILES = 500;
/** Files read at once. */
const LOT = 40;
/** Of one test file, or one file of code, so that no file decides alone. */
const MOST_OF_FILE = 4;
/** Text that is looked through for copies of comments, in UTF-16 code units. */
const MOST_SOUGHT = 100_000_000;
/** Doc comments taken beyond those wanted, since copied ones are dropped. */
const SPARE = 1.3;

export interface MineInput {
  snapshot: Snapshot;
  /** Questions of each kind. */
  limit: number;
  /** Commits, newest first, or a sentence why there are none. */
  commits: readonly LoggedCommit[] | string;
  /** History is cut off, or there are more commits than were asked for. */
  history: "whole" | "shallow" | "cut";
  changes: (ids: readonly string[]) => Promise<ReadonlyMap<string, string>>;
  /** Lines of files as they are on disk, secrets removed; null where one can't be read. */
  lines: (files: readonly number[]) => Promise<(readonly string[] | null)[]>;
  /** The same with symbols. */
  symbols: (
    files: readonly number[],
  ) => Promise<({ lines: readonly string[]; symbols: readonly SyntaxSymbol[] } | null)[]>;
  onProgress?: (phase: string, done: number, total: number) => void;
}

export interface Mined {
  questions: Question[];
  /** Of what the words of doc comments ask: the tree without those comments. */
  withoutComments: Snapshot;
  /** Texts that are other there, by path. */
  texts: ReadonlyMap<string, string>;
  /** Names that a question's answer has, beside its path. */
  names: ReadonlyMap<string, string>;
  /** What was found and what was left out, a sentence each. */
  notes: string[];
}

export async function mineQuestions(input: MineInput): Promise<Mined> {
  const roles = rolesOf(input.snapshot);
  const commits = await fromCommits(input, roles);
  const tests = await fromTests(input, roles);
  const docs = await fromDocs(input, roles);
  return {
    questions: [...commits.questions, ...tests.questions, ...docs.questions],
    withoutComments: docs.snapshot,
    texts: docs.texts,
    names: docs.names,
    notes: [...commits.notes, ...tests.notes, ...docs.notes],
  };
}

interface Roles {
  /** Indices of files of code, and of tests. */
  code: number[];
  tests: number[];
  indexOf: ReadonlyMap<string, number>;
  isCode: (path: string) => boolean;
}

const APART = ROLE.test | ROLE.example | ROLE.generated | ROLE.prose | ROLE.record | ROLE.data;

function rolesOf(snapshot: Snapshot): Roles {
  const { role } = pathTable(snapshot);
  const code: number[] = [];
  const tests: number[] = [];
  snapshot.files.forEach(({ segment }, file) => {
    if (segment < 0) return;
    if ((role[file]! & APART) === 0) code.push(file);
    else if ((role[file]! & (ROLE.test | ROLE.prose | ROLE.data | ROLE.generated)) === ROLE.test)
      tests.push(file);
  });
  const isCode = new Set(code.map((file) => snapshot.files[file]!.path));
  const indexOf = new Map(snapshot.files.map(({ path }, file) => [path, file]));
  return { code, tests, indexOf, isCode: (path) => isCode.has(path) };
}

interface Taken {
  questions: Question[];
  notes: string[];
}

async function fromCommits(input: MineInput, roles: Roles): Promise<Taken> {
  const { commits, history, limit } = input;
  if (typeof commits === "string") return { questions: [], notes: [`commits: none, ${commits}`] };
  const left = new Map<CommitRule, number>();
  const count = (rule: CommitRule): void => void left.set(rule, (left.get(rule) ?? 0) + 1);
  const wanted = inHashOrder(wantedCommits(commits, roles.isCode, count), ({ id }) => id);
  const questions: Question[] = [];
  const tried = wanted.slice(0, TRIED_FOR_ONE * limit);
  let at = 0;
  for (; at < tried.length && questions.length < limit; at += LOT) {
    input.onProgress?.("commits", at, tried.length);
    const some = tried.slice(at, at + LOT);
    const diffs = await input.changes(some.map(({ id }) => id));
    const paths = [...new Set(some.flatMap((commit) => commit.paths))];
    const lines = await input.lines(paths.map((path) => roles.indexOf.get(path)!));
    const linesOf = new Map(paths.map((path, i) => [path, lines[i] ?? null]));
    for (const commit of some) {
      const diff = diffs.get(commit.id);
      const question =
        diff === undefined ? null : commitQuestion(commit, diff, (path) => linesOf.get(path) ?? null);
      if (question !== null) questions.push(question);
      else count(diff === undefined ? "unread" : "gone");
    }
  }
  const single = withoutTwins(questions);
  const kept = single.slice(0, limit);
  const twins = questions.length - single.length;
  const reasons = (Object.keys(COMMIT_RULES) as CommitRule[])
    .filter((rule) => left.has(rule))
    .map((rule) => `${thousands(left.get(rule)!)} ${COMMIT_RULES[rule]}`);
  if (twins > 0) reasons.push(`${thousands(twins)} that ask what another asks`);
  const before =
    history === "shallow"
      ? "; the clone is shallow: earlier history is not here (git fetch --unshallow)"
      : history === "cut"
        ? "; earlier ones were not read"
        : "";
  // Tried by lots: those of the last one that were too many are beyond the limit as well.
  const beyond = wanted.length - Math.min(at, tried.length) + single.length - kept.length;
  return {
    questions: kept,
    notes: [
      `commits: ${counted(kept.length, "question")} from ${counted(commits.length, "commit")}${before}`,
      ...(reasons.length === 0 ? [] : [`commits left out: ${reasons.join(", ")}`]),
      ...(beyond > 0 ? [`commits not asked: ${thousands(beyond)} beyond the limit`] : []),
    ],
  };
}

async function fromTests(input: MineInput, roles: Roles): Promise<Taken> {
  const { snapshot, limit } = input;
  const pathOf = (file: number): string => snapshot.files[file]!.path;
  const tested = new TestedFiles(roles.code.map(pathOf));
  const known = roles.tests.flatMap((file) => {
    const target = tested.of(pathOf(file));
    return target === null ? [] : [{ file, target }];
  });
  const chosen = inHashOrder(known, ({ file }) => `test ${pathOf(file)}`).slice(0, MOST_TEST_FILES);
  const found: Question[] = [];
  for (let at = 0; at < chosen.length; at += LOT) {
    input.onProgress?.("tests", at, chosen.length);
    const some = chosen.slice(at, at + LOT);
    const lines = await input.lines(some.map(({ file }) => file));
    some.forEach(({ file, target }, i) => {
      const own = lines[i];
      if (own != null) found.push(...testQuestions(pathOf(file), own, target));
    });
  }
  const ordered = inHashOrder(withoutTwins(found), ({ id }) => id);
  const few = atMostOfEach(ordered, MOST_OF_FILE, ({ source }) => source).slice(0, limit);
  const files = counted(roles.tests.length, "test file");
  const unread = known.length - chosen.length;
  return {
    questions: few,
    notes: [
      `tests: ${counted(few.length, "question")} from ${files}, ${thousands(known.length)} with a file of code that has their name`,
      ...(unread > 0 ? [`test files not read: ${thousands(unread)} beyond ${MOST_TEST_FILES}`] : []),
    ],
  };
}

interface TakenDocs extends Taken {
  snapshot: Snapshot;
  texts: Map<string, string>;
  names: Map<string, string>;
}

async function fromDocs(input: MineInput, roles: Roles): Promise<TakenDocs> {
  const { snapshot, limit } = input;
  const pathOf = (file: number): string => snapshot.files[file]!.path;
  const languageOf = (file: number) => {
    const { segment, entry } = snapshot.files[file]!;
    return languageById(snapshot.segments[segment]!.entryLanguage(entry));
  };
  const parsable = roles.code.filter((file) => hasSyntax(languageOf(file)));
  const order = inHashOrder(parsable, (file) => `doc ${pathOf(file)}`).slice(0, MOST_DOC_FILES);
  const found: (DocQuestion & { file: number })[] = [];
  const lines = new Map<number, readonly string[]>();
  let parsed = 0;
  for (; parsed < order.length && found.length < SPARE * limit; parsed += LOT) {
    input.onProgress?.("doc comments", parsed, order.length);
    const some = order.slice(parsed, parsed + LOT);
    const sources = await input.symbols(some);
    some.forEach((file, i) => {
      const source = sources[i];
      if (source == null) return;
      const { comments } = languageOf(file)!;
      const asked = docQuestions(pathOf(file), source.lines, source.symbols, comments);
      const few = inHashOrder(asked, ({ question }) => question.id).slice(0, MOST_OF_FILE);
      if (few.length > 0) lines.set(file, source.lines);
      found.push(...few.map((one) => ({ ...one, file })));
    });
  }
  const twinless = new Set(withoutTwins(found.map(({ question }) => question)));
  const own = found.filter(({ question }) => twinless.has(question));
  const texts = textsWithout(own, lines, pathOf);
  const copied = await copiedTexts(
    input,
    own.map(({ question }) => question.query),
    texts,
  );
  const kept = own.filter(({ question }) => !copied.texts.has(question.query)).slice(0, limit);
  const dropped = own.filter(({ question }) => copied.texts.has(question.query)).length;
  const seen = Math.min(parsed, order.length);
  return {
    questions: kept.map(({ question }) => question),
    // All that were found are blank, also those that are not asked: nothing hangs on which are.
    snapshot: withTexts(snapshot, texts),
    texts,
    names: new Map(kept.map(({ question, name }) => [question.id, name])),
    notes: [
      `doc comments: ${counted(kept.length, "question")} from ${counted(seen, "file")} of ${thousands(parsable.length)} that a parser reads`,
      ...(dropped > 0 ? [`doc comments left out: ${thousands(dropped)} that stand elsewhere too`] : []),
      ...(copied.unread > 0
        ? [`files not looked through for copies of comments: ${thousands(copied.unread)}`]
        : []),
    ],
  };
}

function textsWithout(
  found: readonly (DocQuestion & { file: number })[],
  lines: ReadonlyMap<number, readonly string[]>,
  pathOf: (file: number) => string,
): Map<string, string> {
  const blank = new Map<number, Set<number>>();
  for (const { file, comment } of found) {
    const own = blank.get(file) ?? new Set();
    for (const line of comment) own.add(line);
    blank.set(file, own);
  }
  return new Map([...blank].map(([file, own]) => [pathOf(file), blanked(lines.get(file)!, own)]));
}

/** Which of the texts stand in the tree all the same, without the comments that they were taken from. */
async function copiedTexts(
  { snapshot, lines, onProgress }: MineInput,
  wanted: readonly string[],
  texts: ReadonlyMap<string, string>,
): Promise<{ texts: CopiedTexts; unread: number }> {
  const copied = new CopiedTexts(wanted);
  if (wanted.length === 0) return { texts: copied, unread: 0 };
  const files = [...snapshot.files.keys()].filter((file) => snapshot.files[file]!.segment >= 0);
  let [at, seen] = [0, 0];
  while (at < files.length) {
    if (seen >= MOST_SOUGHT) break;
    onProgress?.("copies", at, files.length);
    const some = files.slice(at, at + LOT);
    const read = await lines(some);
    for (const [i, file] of some.entries()) {
      const text = texts.get(snapshot.files[file]!.path) ?? read[i]?.join("\n") ?? "";
      seen += text.length;
      copied.look(text);
    }
    at += LOT;
  }
  return { texts: copied, unread: Math.max(0, files.length - at) };
}
