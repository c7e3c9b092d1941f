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
    const steps = [question.command, ...(question.then ?? [])].map((command, i): Step => {
      const run = spawnSync(process.execPath, [BIN, ...command], {
        cwd: folder,
        encoding: "utf8",
        input: i === 0 ? (question.stdin ?? "") : "",
        maxBuffer: 64_000_000,
        env: { ...process.env, NO_COLOR: "1", XDG_CACHE_HOME: join(place, "cache"), PITH_CACHE_DIR: "" },
      });
      if (run.error !== undefined) throw run.error;
      return { command, output: run.stdout.replaceAll(folder, name), code: run.status };
    });
    return page(question, name, steps);
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

interface Step {
  command: string[];
  output: string;
  code: number | null;
}

function page(question: ExampleQuestion, name: string, steps: readonly Step[]): string {
  const { repository, commit, says, command, stdin } = question;
  const first = command[0] === "manifest" ? command.slice(0, 2).join(" ") : command[0];
  return [
    `# ${name}: \`pith ${first}\``,
    "",
    says,
    "",
    `[${name}](${repository}) at [\`${commit.slice(0, 10)}\`](${repository}/tree/${commit}). Made by`,
    "`npm run examples`, which asks in a clean checkout; not edited by hand.",
    "",
    ...(stdin === undefined ? [] : ["`issue.md`:", "", "````markdown", stdin.trimEnd(), "````", ""]),
    ...steps.flatMap((step, i) => asked(step, i === 0 && stdin !== undefined)),
  ].join("\n");
}

function asked({ command, output, code }: Step, fromIssue: boolean): string[] {
  const fence = "`".repeat(Math.max(3, ...[...output.matchAll(/`+/g)].map((m) => m[0].length)) + 1);
  return [
    "```sh",
    `${fromIssue ? "cat issue.md | " : ""}pith ${command.map(quoted).join(" ")}`,
    "```",
    "",
    `Exit code ${code ?? "none"}.`,
    "",
    fence,
    output.trimEnd(),
    fence,
    "",
  ];
}

function quoted(word: string): string {
  return /^[\w./:=^-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

function git(words: string[]): void {
  const run = spawnSync("git", words, { encoding: "utf8" });
  if (run.status !== 0) throw new Error(`git ${words.join(" ")}: ${run.stderr}`);
}
