// The command line's entry: reads like a table of contents. What a command needs is loaded when it is called, so
// that help and version start fast.
import { shownError } from "../../redact/redact-error.ts";
import { safeJson, safeLines } from "../../base/safe-text.ts";
import { isPithError, type PithError } from "../../base/error.ts";
import { operationNamed } from "../operations.ts";
import type { Entry } from "../entry.ts";
import type { RawCommand } from "./collect-arguments.ts";
import { commandFirst } from "./command-first.ts";
import { ENTRIES } from "./flags.ts";
import { readPlainFlags } from "./plain-flags.ts";
import type { CreateEngine } from "./run-operation.ts";
import { processTerminal, write } from "./terminal.ts";
import type { Terminal } from "./terminal.ts";

export interface MainOptions {
  terminal?: Terminal;
  createEngine?: CreateEngine;
}

/** How long the process may go on after its answer, in ms, when something of its own keeps it. */
const LINGER = 500;

const loadEngine: CreateEngine = async (options) => {
  const { createEngine } = await import("../../engine/engine.ts");
  return createEngine(options);
};

/** Runs one command; resolves with the exit code when everything is written. */
export async function main(argv: readonly string[], options: MainOptions = {}): Promise<number> {
  const given = options.terminal ?? processTerminal();
  const { rest, off } = withoutLedgerFlag(argv);
  const terminal = off ? uncounted(given) : given;
  const words = commandFirst(rest);
  const run = async (entry: Entry, raw: RawCommand): Promise<number> =>
    runEntry(entry, raw, terminal, options.createEngine ?? loadEngine);
  let code: number;
  try {
    // A client waits for the handshake, a hook for the end: both without the parser of command lines.
    const quick = ENTRIES.find(({ name }) => (name === "mcp" || name === "advise") && words[0] === name);
    const plain = quick === undefined ? null : readPlainFlags(quick, words.slice(1));
    if (quick !== undefined && plain !== null) {
      code = await run(quick, plain);
    } else {
      const { runProgram } = await import("./run-program.ts");
      code = await runProgram(words, terminal, run);
    }
  } catch (error) {
    code = 2;
    await showError(shownError(error), asksForJson(words), terminal).catch((unsaid: unknown) => {
      // A fault that can't be written anywhere leaves its exit code.
      if (!isPithError(unsaid)) throw unsaid;
    });
  }
  // A worker or a handle that outlives its engine must not keep the process: the answer is out.
  if (options.terminal === undefined) setTimeout(() => process.exit(code), LINGER).unref();
  return code;
}

/** `--no-ledger` holds for every command, wherever it stands before a `--`. */
function withoutLedgerFlag(argv: readonly string[]): { rest: string[]; off: boolean } {
  const end = argv.indexOf("--");
  const rest = argv.filter((word, i) => word !== "--no-ledger" || (end !== -1 && i > end));
  return { rest, off: rest.length < argv.length };
}

function uncounted(terminal: Terminal): Terminal {
  const { stdout, stderr, env, cwd } = terminal;
  return {
    // Not opened before it is read.
    get stdin() {
      return terminal.stdin;
    },
    stdout,
    stderr,
    env: { ...env, PITH_NO_LEDGER: "1" },
    cwd,
  };
}

async function runEntry(
  entry: Entry,
  raw: RawCommand,
  terminal: Terminal,
  createEngine: CreateEngine,
): Promise<number> {
  const operation = operationNamed(entry.name);
  if (operation !== undefined) {
    const { runOperation } = await import("./run-operation.ts");
    return runOperation(operation, raw, terminal, createEngine);
  }
  const { runCommand } = await import("./run-command.ts");
  return runCommand(entry, raw, terminal, createEngine);
}

function asksForJson(words: readonly string[]): boolean {
  const end = words.indexOf("--");
  const flags = end === -1 ? words : words.slice(0, end);
  return flags.some(
    (word, i) =>
      word === "--json" ||
      word === "-j" ||
      word === "--format=json" ||
      (word === "--format" && flags[i + 1] === "json"),
  );
}

/** For a person on stderr; for a program that asked for JSON on stdout, where it reads. */
async function showError(error: PithError, json: boolean, terminal: Terminal): Promise<void> {
  // Where standard output can't be written, the fault can't be said there either.
  if (json && error.code !== "OUTPUT_FAILED") {
    await write(terminal.stdout, `${safeJson({ error: error.toJSON() })}\n`);
    return;
  }
  const next = error.next === "" ? "" : `next: ${error.next}\n`;
  await write(terminal.stderr, `pith: ${error.code} ${error.message}\n${next}`);
  if (error.code === "INTERNAL" && terminal.env["PITH_DEBUG"] !== undefined) {
    const cause = error.cause instanceof Error ? error.cause.stack : String(error.cause);
    await write(terminal.stderr, `${safeLines(cause ?? "")}\n`);
  }
}
