// Which questions did the user write down? A JSON object a line: `query` (or `question`), and `targets`, each a path or
// `path:from-to`. A line that is not so is a fault with its number; a target that is not there is counted.
import { PithError } from "../base/error.ts";
import { isRecord } from "../base/record.ts";
import { LONGEST_PATH, LONGEST_QUERY } from "../base/limits.ts";
import type { EvalTarget, Question } from "./question.ts";

/** More are not asked: each is ranked and measured some times over. */
const MOST_GIVEN = 10_000;
const MOST_TARGETS = 100;

export interface GivenQuestions {
  questions: Question[];
  /** Lines whose targets are none of the tree's. */
  withoutTarget: number;
}

export function givenQuestions(text: string, isThere: (path: string) => boolean): GivenQuestions {
  const questions: Question[] = [];
  let withoutTarget = 0;
  text.split("\n").forEach((line, i) => {
    if (line.trim() === "") return;
    if (questions.length + withoutTarget >= MOST_GIVEN)
      throw fault(i + 1, `there are more than ${MOST_GIVEN} questions`);
    const { query, targets } = readLine(line, i + 1);
    const existing = targets.filter(({ path }) => isThere(path));
    if (existing.length === 0) withoutTarget++;
    else {
      const id = `given ${query}`;
      questions.push({ id, kind: "given", source: id, query, targets: existing, without: null });
    }
  });
  return { questions: [...new Map(questions.map((q) => [q.id, q])).values()], withoutTarget };
}

function readLine(line: string, number: number): { query: string; targets: EvalTarget[] } {
  let value: unknown;
  try {
    value = JSON.parse(line.startsWith("\ufeff") ? line.slice(1) : line);
  } catch {
    throw fault(number, "it is no JSON");
  }
  if (!isRecord(value)) throw fault(number, "it is no object");
  const query = value["query"] ?? value["question"];
  if (typeof query !== "string" || query.trim() === "") throw fault(number, "it has no query");
  if (query.length > LONGEST_QUERY) throw fault(number, `its query is longer than ${LONGEST_QUERY}`);
  const { targets } = value;
  if (!Array.isArray(targets) || targets.length === 0 || targets.length > MOST_TARGETS)
    throw fault(number, `its targets are no list of 1 to ${MOST_TARGETS}`);
  return { query, targets: targets.map((target) => readTarget(target, number)) };
}

function readTarget(target: unknown, number: number): EvalTarget {
  if (typeof target !== "string" || target === "" || target.length > LONGEST_PATH)
    throw fault(number, "a target is no path");
  const range = /^(.+):(\d{1,9})(?:-(\d{1,9}))?$/s.exec(target);
  if (range === null) return { path: plain(target), spans: [] };
  const start = Number(range[2]);
  const end = Number(range[3] ?? start);
  if (start < 1 || end < start) throw fault(number, `${start}-${end} is no range of lines`);
  return { path: plain(range[1]!), spans: [[start, end]] };
}

function plain(path: string): string {
  return path.replaceAll("\\", "/").replace(/^(?:\.\/)+/, "");
}

function fault(line: number, what: string): PithError {
  return new PithError("ARGUMENT_INVALID", `Line ${line} of the questions can't be used: ${what}.`, {
    subject: `line ${line}`,
    next: 'Write a line as {"query": "where are sessions renewed", "targets": ["src/session.ts:10-40"]}.',
  });
}
