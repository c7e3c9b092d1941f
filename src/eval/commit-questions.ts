// Which commits ask a question whose answer is in the tree? The message asks; the code that the commit changed and that
// still stands there answers. Everything that says nothing, or that names its answer, is left out, and counted.
import type { LoggedCommit } from "../git/history.ts";
import { parseUnifiedDiff } from "../git/unified-diff.ts";
import { shownText } from "../redact/redact.ts";
import { type EvalTarget, isAskable, type Question } from "./question.ts";

/** Files of code in a commit that is about one thing, and files in all. Set by hand. */
const MOST_CODE_FILES = 5;
const MOST_FILES = 20;
/** In UTF-16 code units: what is longer is a text, not a subject. */
const LONGEST_SUBJECT = 400;

/** Why a commit is no question. */
export const COMMIT_RULES = {
  bot: "by a bot",
  routine: "a release, version, merge, revert or other routine",
  apart: "about tests, documents, style or building alone",
  short: "says too little, or too much",
  secret: "holds what may be a secret",
  wide: "changes too many files",
  codeless: "changes no code that is indexed",
  named: "names its file",
  gone: "its lines are in the tree no more",
  unread: "its changes are too large to read",
} as const;
export type CommitRule = keyof typeof COMMIT_RULES;

const BOT =
  /\[bot\]|\bbot@|-bot\b|\bbot <|dependabot|renovate|greenkeeper|snyk|github-actions|semantic-release|pre-commit-ci|weblate|crowdin|allcontributors/i;
const ROUTINE =
  /^(?:merge|revert|reapply|bump|releas|prepare (?:for|next|v?\d)|version|v?\d+\.\d|update (?:dep|version|copyright|licen|lock|submodule|change|contributors|authors)|upgrade \S+ (?:to|from)|\[maven-release|wip\b|fixup!|squash!|back to|start (?:next|\d)|post-release|chore\(release\)|initial commit)|\brelease v?\d+\.\d|\bbump\b|\bversion (?:bump|to)\b/i;
const APART =
  /^(?:docs?|style|ci|tests?|build|chore|lint|deps)(?:\([^)]*\))?!?:|\b(?:typos?|spelling|changelog|readme|lint(?:er|ing)?|prettier|rubocop|clippy|eslint|formatting|reformat|whitespace|copyright|documentation|docs?|gemspec|gemfile|javadocs?|docstrings?|travis|appveyor|github actions?)\b/i;

/** The message without what is no question: prefixes, numbers of issues, addresses, signs. */
export function askedBy(subject: string): string {
  return subject
    .replaceAll(/https?:\/\/\S+/g, " ")
    .replace(/^\[[^\]]*\]\s*/, "")
    .replace(/^\w+(?:\([^)]*\))?!?:\s+/, "")
    .replaceAll(/\b(?:fix(?:es|ed)?|close[sd]?|resolve[sd]?|refs?|see)\s+(?:issue\s+)?#\d+/gi, " ")
    .replaceAll(/\(?\b(?:GH-|#)\d+\)?|\(?#\d+\)?|\b[A-Z]{2,}-\d+\b:?/g, " ")
    .replaceAll(/\s+/g, " ")
    .trim();
}

export interface WantedCommit {
  id: string;
  query: string;
  /** Files of code that it changes and that are there. */
  paths: readonly string[];
}

/** `isCode`: whether a path is indexed code that is neither test, example, document, data nor generated. */
export function wantedCommits(
  commits: readonly LoggedCommit[],
  isCode: (path: string) => boolean,
  count: (rule: CommitRule) => void,
): WantedCommit[] {
  return commits.flatMap(({ id, author, subject, paths }) => {
    const query = askedBy(subject.slice(0, LONGEST_SUBJECT));
    const code = paths.filter(isCode);
    const rule = ruleFor(author, subject, query, paths, code);
    if (rule !== null) {
      count(rule);
      return [];
    }
    return [{ id, query, paths: code }];
  });
}

function ruleFor(
  author: string,
  subject: string,
  query: string,
  paths: readonly string[],
  code: readonly string[],
): CommitRule | null {
  if (subject.length > LONGEST_SUBJECT) return "short";
  // Before anything is cut from it: without its prefix a password is a word like others.
  if (shownText(subject) !== subject) return "secret";
  if (BOT.test(author.slice(0, LONGEST_SUBJECT))) return "bot";
  if (ROUTINE.test(subject) || ROUTINE.test(query)) return "routine";
  if (APART.test(subject)) return "apart";
  if (!isAskable(query)) return "short";
  if (code.length === 0) return "codeless";
  if (code.length > MOST_CODE_FILES || paths.length > MOST_FILES) return "wide";
  return code.some((path) => namesFile(subject, path)) ? "named" : null;
}

/** With its ending, or as a path. */
function namesFile(subject: string, path: string): boolean {
  const name = path.slice(path.lastIndexOf("/") + 1);
  return name.includes(".") && subject.toLowerCase().includes(name.toLowerCase());
}

/** A shorter line stands in many places: `}`, `return null;`. */
const LEAST_LINE = 12;
/** Lines apart that still are one place. */
const NEAR = 3;
/** Of the files of code that it changed, the share that must still hold a line of it. */
const LEAST_LEFT = 0.5;

/** Null where too little of what it added is left. `linesOf`: the lines of a file as they are. */
export function commitQuestion(
  { id, query, paths }: WantedCommit,
  diff: string,
  linesOf: (path: string) => readonly string[] | null,
): Question | null {
  const added = new Map<string, string[]>();
  for (const { newPath, hunks } of parseUnifiedDiff(diff)) {
    if (newPath === null) continue;
    const lines = hunks.flatMap((hunk) => hunk.lines.filter(({ side }) => side === "new"));
    added.set(
      newPath,
      lines.map(({ text }) => text.trim()).filter((text) => text.length >= LEAST_LINE),
    );
  }
  const targets: EvalTarget[] = [];
  for (const path of paths) {
    const spans = placesOf(added.get(path) ?? [], linesOf(path) ?? []);
    if (spans.length > 0) targets.push({ path, spans });
  }
  if (targets.length === 0 || targets.length < LEAST_LEFT * paths.length) return null;
  return { id: `commit ${id}`, kind: "commit", source: `commit ${id}`, query, targets, without: null };
}

/** Where the lines stand now: each that stands once, together with those near it. */
function placesOf(added: readonly string[], lines: readonly string[]): [number, number][] {
  const wanted = new Set(added);
  const at = new Map<string, number>();
  lines.forEach((line, i) => {
    const text = line.trim();
    if (wanted.has(text)) at.set(text, at.has(text) ? -1 : i + 1);
  });
  const places: [number, number][] = [];
  for (const line of [...at.values()].filter((place) => place > 0).sort((a, b) => a - b)) {
    const last = places.at(-1);
    if (last !== undefined && line - last[1] <= NEAR) last[1] = line;
    else places.push([line, line]);
  }
  return places;
}
