// The transcript of a question: Pith asked as a person asks it, in a clean checkout of the repository at its commit, with a
// cache of its own. The same bytes on every machine, but for the folder in which the checkout lies.
import { spawnSync } from "node:child_process";
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { ExampleQuestion } from "./questions.ts";

const BIN = fileURLToPath(new URL("../../bin/pith.js", import.meta.url));

/** `from`: a repository on disk that has the commit, or the address of one. */
export function transcriptOf(question: ExampleQuestion, from: string): string {
  const place = realpathSync(mkdtempSync(join(tmpdir(), "pith-example-")));
  try {
    const name = basename(question.repository);
    const folder = join(place, name);
    git(["clone", "--quiet", "--no-checkout", ...(from.includes("://") ? [] : ["--shared"]), from, folder]);
    git(["-C", folder, "checkout", "--quiet", "--detach", question.commit]);
    const run = spawnSync(process.execPath, [BIN, ...question.command], {
      cwd: folder,
      encoding: "utf8",
      input: question.stdin ?? "",
      maxBuffer: 64_000_000,
      env: { ...process.env, NO_COLOR: "1", XDG_CACHE_HOME: join(place, "cache"), PITH_CACHE_DIR: "" },
    });
    if (run.error !== undefined) throw run.error;
    const output = run.stdout.replaceAll(folder, name);
    return page(question, name, output, run.status);
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

function page(question: ExampleQuestion, name: string, output: string, code: number | null): string {
  const { repository, commit, says, command, stdin } = question;
  const fence = "`".repeat(Math.max(3, ...[...output.matchAll(/`+/g)].map((m) => m[0].length)) + 1);
  const typed = `${stdin === undefined ? "" : `cat issue.md | `}pith ${command.map(quoted).join(" ")}`;
  return [
    `# ${name}: \`pith ${command[0]}\``,
    "",
    says,
    "",
    `[${name}](${repository}) at [\`${commit.slice(0, 10)}\`](${repository}/tree/${commit}). Made by`,
    "`npm run examples`, which asks in a clean checkout; not edited by hand.",
    "",
    ...(stdin === undefined ? [] : ["`issue.md`:", "", "````markdown", stdin.trimEnd(), "````", ""]),
    "```sh",
    `${typed}`,
    "```",
    "",
    `Exit code ${code ?? "none"}.`,
    "",
    fence,
    output.trimEnd(),
    fence,
    "",
  ].join("\n");
}

function quoted(word: string): string {
  return /^[\w./:=^-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

function git(words: string[]): void {
  const run = spawnSync("git", words, { encoding: "utf8" });
  if (run.status !== 0) throw new Error(`git ${words.join(" ")}: ${run.stderr}`);
}
