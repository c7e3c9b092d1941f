// Repositories with a history, and answers about a commit beside those of a clean work tree at it; for tests.
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import type { OperationName } from "../../src/engine/arguments.ts";
import { askOf, Opened } from "./opened.ts";

/** Settings of whoever runs the tests must not change what is committed or checked out. */
const FIXED = ["user.name=x", "user.email=x@x", "core.autocrlf=false", "protocol.file.allow=always"];

export function git(folder: string, ...args: string[]): string {
  const settings = FIXED.flatMap((setting) => ["-c", setting]);
  return execFileSync("git", [...settings, ...args], { cwd: folder, encoding: "utf8", stdio: "pipe" }).trim();
}

/** The id of the new commit. */
export function commitAll(opened: Opened): string {
  git(opened.root, "add", "-A");
  git(opened.root, "commit", "-q", "--allow-empty", "-m", "one more");
  return git(opened.root, "rev-parse", "HEAD");
}

let trees = 0;

/** A clean work tree at a commit, beside the root; `settings` hold for its checkout. */
export function checkOut(opened: Opened, commit: string, ...settings: string[]): string {
  const folder = join(opened.folder, `at${trees++}`);
  git(
    opened.root,
    ...settings.flatMap((s) => ["-c", s]),
    "worktree",
    "add",
    "-q",
    "--detach",
    folder,
    commit,
  );
  return folder;
}

export type Questions = readonly (readonly [OperationName, Record<string, unknown>])[];

/** One of each kind at least; all names are of the made trees. */
export const REVISION_QUESTIONS: Questions = [
  ["context", { query: "where is the session token parsed", budget: 1500 }],
  ["context", { query: "parseHeader", budget: 700, format: "json", explain: true }],
  ["context", { query: 'who holds "token" of the queue', budget: 3000, relations: true }],
  ["search", { query: "mail queue", limit: 50, perFile: 2, explain: true, budget: 20_000 }],
  ["search", { query: "RetryQueue class", kind: ["class", "function"], format: "json" }],
  ["search", { query: "parse header", exported: true, format: "json" }],
  ["search", { query: "token", mode: "exact", limit: 50, format: "json", budget: 20_000 }],
  ["search", { query: "t[o0]ken|\\bqueue\\b", mode: "regex", limit: 50, budget: 20_000 }],
  ["search", { query: "session", scope: ["src", "*.md"], budget: 2_000 }],
  ["symbol", { symbol: "parseHeader", format: "json" }],
  ["symbol", { symbol: "run" }],
  ["symbol", { symbol: "parseHaeder" }],
  ["outline", { budget: 20_000, format: "json" }],
  ["outline", { budget: 600 }],
  ["outline", { query: "how are headers parsed", budget: 900 }],
  ["outline", { path: "src/parse.ts", exported: true }],
  ["outline", { path: "src" }],
  ["read", { places: ["src/parse.ts", "README.md:1-4"], budget: 20_000 }],
  ["read", { places: ["notes.txt"], budget: 9_000, format: "json" }],
  ["read", { places: ["lib/nowhere.py"] }],
  ["trace", { symbol: "parseHeader" }],
  ["trace", { symbol: "parseHeader", direction: "callees", format: "json" }],
  ["trace", { symbol: "src/parse.ts", direction: "dependents" }],
  ["impact", { symbol: "parseHeader", budget: 2_000 }],
];

/** Question → finished answer, or the fault; without the root, what naming it costs, and the receipt. */
export async function plainAnswers(
  opened: Opened,
  root: string,
  { questions = REVISION_QUESTIONS, rev }: { questions?: Questions; rev?: string } = {},
): Promise<Record<string, string>> {
  const answers: Record<string, string> = {};
  for (const [operation, args] of questions) {
    const given = rev === undefined ? args : { ...args, rev };
    let answer: string;
    try {
      answer = (await askOf(opened.engine, root, operation, given as never)).output;
    } catch (error) {
      const { code, message, next } = error as { code?: string; message: string; next?: string };
      answer = `${code}: ${message} ${next}`;
    }
    answers[`${operation} ${JSON.stringify(args)}`] = plain(answer);
  }
  return answers;
}

function plain(answer: string): string {
  return (
    answer
      .replace(/^root .*$/m, "root")
      // The last ones: a file may hold such lines.
      .replace(/^([\s\S]*\n)cost \d+ of/, "$1cost of")
      .replace(/\nreceipt \d{18}$/, "")
      .replace(
        /"root":\{"path":"[^"]*","rev":"[0-9a-f]*","dirty":(?:false|null)(,"source":"revision")?\}/,
        '"root":{}',
      )
      .replace(/"cost":\{"tokens":\d+,/, '"cost":{')
      .replace(/"receipt":"\d{18}"/, '"receipt":""')
  );
}
