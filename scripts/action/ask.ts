// The step of the action that asks. What a stranger wrote into an issue comes in environment variables, goes on to Pith on
// standard input and in a list of arguments, and never through a shell; what goes out goes into the runner's files.
import { spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { appendFileSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const BIN = fileURLToPath(new URL("../../bin/pith.js", import.meta.url));

/** What `--context-file … --json` says, and of the figures what workflows branch on. */
interface Said {
  contextFile: string;
  found: boolean;
  cost?: { tokens: number };
  spans: number;
  receipt?: string | null;
  metrics: string;
  route: string;
}

class Refused extends Error {}

function input(name: string): string {
  return process.env[`INPUT_${name}`] ?? "";
}

/** The one thing that is asked: arguments that say where it comes from, and what stands on standard input. */
function asked(): { words: string[]; stdin: string } {
  const [issue, file, query] = [input("ISSUE"), input("ISSUE_FILE"), input("QUERY")];
  if ([issue, file, query].filter((given) => given.trim() !== "").length !== 1)
    throw new Refused("Give one of the inputs issue, issue-file and query.");
  if (query.trim() !== "") return { words: ["--", query], stdin: "" };
  return file.trim() !== ""
    ? { words: ["--issue-file", resolve(folder(), file)], stdin: "" }
    : { words: ["--issue-file", "-"], stdin: issue };
}

/** A file that an input names, or one in the runner's temporary folder. */
function placeOf(name: string, unnamed: string): string {
  const file = input(name);
  return file === "" ? join(process.env["RUNNER_TEMP"] ?? tmpdir(), unnamed) : resolve(folder(), file);
}

function folder(): string {
  return resolve(process.env["GITHUB_WORKSPACE"] ?? process.cwd(), input("FOLDER") || ".");
}

function ask(): Said | null {
  const { words, stdin } = asked();
  const paths = input("PATHS")
    .split(/\r?\n/)
    .map((path) => path.trim())
    .filter((path) => path !== "");
  const out = placeOf("CONTEXT_FILE", "pith-context.txt");
  const metrics = placeOf("METRICS_FILE", "pith-metrics.json");
  // With its value in the same word, which is then no flag, whatever it is.
  const flags = [
    `--root=${folder()}`,
    `--context-file=${out}`,
    `--metrics-file=${metrics}`,
    `--budget=${input("BUDGET") || "6000"}`,
    ...(input("UNIT") === "" ? [] : [`--unit=${input("UNIT")}`]),
    ...paths.map((path) => `--scope=${path}`),
  ];
  const format = input("FORMAT") || "text";
  if (format !== "text" && format !== "json") throw new Refused("The input format is text or json.");
  // `--json` is for what stands on standard output; the file is as `--format` says.
  const argv = [BIN, "context", ...flags, "--format", format, "--json", ...words];
  const run = spawnSync(process.execPath, argv, {
    // One that is there, whatever the input says: Pith tells what is wrong with its root.
    cwd: process.env["GITHUB_WORKSPACE"] ?? process.cwd(),
    input: stdin,
    encoding: "utf8",
    maxBuffer: 64_000_000,
  });
  if (run.error !== undefined) throw run.error;
  if (run.status === 0 || run.status === 1) {
    const { route } = JSON.parse(readFileSync(metrics, "utf8")) as { route: string | null };
    return { ...(JSON.parse(run.stdout) as Omit<Said, "metrics" | "route">), metrics, route: route ?? "" };
  }
  command("error", faultIn(run.stdout) ?? spokenFault(run.stderr));
  return null;
}

/** A fault is JSON where JSON was asked for. */
function faultIn(stdout: string): string | null {
  try {
    const { error } = JSON.parse(stdout) as { error: { code: string; message: string; next: string } };
    return `${error.code}: ${error.message} ${error.next}`;
  } catch {
    return null;
  }
}

/** But for one of writing, which is said on standard error: `pith: CODE message`, `next: …`. */
function spokenFault(stderr: string): string {
  const fault = /^pith: ([A-Z_]+) (.+)\nnext: (.+)$/m.exec(stderr);
  if (fault !== null) return `${fault[1]}: ${fault[2]} ${fault[3]}`;
  return `Pith could not answer. ${stderr}`.trim();
}

/** A command to the runner is one line; its own marks are escaped as the runner reads them back. */
function command(name: string, text: string): void {
  const escaped = text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
  process.stdout.write(`::${name}::${escaped}\n`);
}

/** Between lines that no value can know. */
function output(name: string, value: string): void {
  const file = process.env["GITHUB_OUTPUT"];
  if (file === undefined) return;
  const mark = `pith-${randomUUID()}`;
  appendFileSync(file, `${name}<<${mark}\n${value}\n${mark}\n`);
}

try {
  const said = ask();
  if (said === null) process.exitCode = 1;
  else {
    output("context-file", said.contextFile);
    output("found", String(said.found));
    output("spans", String(said.spans));
    output("tokens", String(said.cost?.tokens ?? ""));
    output("receipt", said.receipt ?? "");
    output("route", said.route);
    output("metrics-file", said.metrics);
    process.stdout.write(`${said.spans} spans, ${said.cost?.tokens ?? 0} tokens\n`);
  }
} catch (error) {
  if (!(error instanceof Refused)) throw error;
  command("error", error.message);
  process.exitCode = 1;
}
