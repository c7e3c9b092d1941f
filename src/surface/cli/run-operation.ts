// From typed words to printed answer: one operation, run once.
import { statSync } from "node:fs";
import { resolve } from "node:path";
import { oneLine } from "../../base/safe-text.ts";
import type { BatchArguments, OperationArguments, OperationName } from "../../engine/arguments.ts";
import type { Engine, EngineOptions } from "../../engine/engine.ts";
import type { Operation } from "../entry.ts";
import { checkArguments } from "../parameters.ts";
import { runBatch } from "../run-batch.ts";
import { readRequests } from "../read-requests.ts";
import type { RawCommand } from "./collect-arguments.ts";
import { commandLineName } from "./flags.ts";
import { contextFileOf } from "./context-file.ts";
import { giveIssue } from "./give-issue.ts";
import { requireFilesApart } from "./files-apart.ts";
import { metricsFileOf } from "./metrics-file.ts";
import { onInterrupt, PATIENCE_TO_KEEP } from "./interrupt.ts";
import { receiptFileOf } from "./receipt-file.ts";
import { readPatch } from "./read-patch.ts";
import { giveText } from "./read-text.ts";
import { progressLine, progressModeOf } from "./progress-line.ts";
import { wantsColor, write } from "./terminal.ts";
import type { Terminal } from "./terminal.ts";
import { fromWorkingFolder } from "./working-folder.ts";

/** How long the engine may take to close after the answer is out, in ms. */
const CLOSING = 2000;

export type CreateEngine = (options: EngineOptions) => Promise<Engine>;

/** A receipt whose file lies outside of the root is named from where a person stands. */
function giveReceiptFile(args: Record<string, unknown>, cwd: string): void {
  const { receipt } = args;
  if (typeof receipt !== "string" || !/[/\\.]/u.test(receipt) || receipt.includes("\0")) return;
  const path = resolve(cwd, receipt);
  if (statSync(path, { throwIfNoEntry: false })?.isFile() === true) args["receipt"] = path;
}

/** Files outside the root that a person names from where they stand. */
const FILES: Partial<Record<OperationName, readonly string[]>> = {
  index: ["import", "export"],
  eval: ["questions", "html"],
};

/** The exit code. */
export async function runOperation(
  operation: Operation,
  raw: RawCommand,
  terminal: Terminal,
  createEngine: CreateEngine,
): Promise<number> {
  const { stdout, stderr, env } = terminal;
  const typed = await checkArguments(operation, raw.values, "cli", commandLineName);
  const args = fromWorkingFolder(operation, typed, terminal.cwd);
  if (operation.name === "context") requireFilesApart(args, terminal.cwd);
  const file = await contextFileOf(args, terminal.cwd);
  const metrics = await metricsFileOf(args, terminal.cwd);
  const receiptFile = operation.name === "context" ? await receiptFileOf(args, terminal.cwd) : null;
  const color = file === null && wantsColor(raw.color, stdout, env);
  if (operation.name !== "batch") {
    // Beside a file whose form is said, it is for what is said of the file.
    if (raw.json && (file === null || args["format"] === undefined)) args["format"] = "json";
    args["format"] ??= file === null && (stdout.isTTY === true || color) ? "terminal" : "text";
    if (args["format"] === "terminal") args["color"] = color;
  }
  const progress = progressLine(progressModeOf(raw.progress), stderr);
  const interrupt = onInterrupt(operation.name === "index" ? PATIENCE_TO_KEEP : undefined);
  const readStdin = async (): Promise<string> => readRequests(terminal.stdin);
  if (operation.name === "impact" && typeof args["patch"] === "string")
    args["patch"] = await readPatch(args["patch"], readStdin, terminal.cwd, interrupt.signal);
  if (operation.name === "review" && typeof args["diff"] === "string")
    args["diff"] = await readPatch(args["diff"], readStdin, terminal.cwd, interrupt.signal, "--diff");
  if (operation.name === "context") await giveIssue(args, readStdin, terminal.cwd, interrupt.signal);
  if (operation.name === "similar") await giveText(args, readStdin, terminal.cwd, interrupt.signal);
  for (const name of FILES[operation.name] ?? [])
    if (typeof args[name] === "string") args[name] = resolve(terminal.cwd, args[name]);
  if (operation.name === "receipt") giveReceiptFile(args, terminal.cwd);
  const engine = await createEngine({ env, cwd: terminal.cwd, surface: "cli" });
  try {
    const to = { lineEnd: true, terminal: file === null && stdout.isTTY === true };
    const onLine = (line: string): Promise<boolean> => {
      progress.end();
      return write(stdout, ended(line));
    };
    const call = {
      namesAnyFile: true,
      signal: interrupt.signal,
      onProgress: progress.report,
      to,
      ...(receiptFile === null ? {} : { onReceipt: receiptFile.take }),
    };
    const outcome =
      operation.name === "batch"
        ? await runBatch(engine, readStdin, args as unknown as BatchArguments, { ...call, onLine })
        : await engine.run(operation.name, args as unknown as OperationArguments[OperationName], call);
    progress.end();
    const written = receiptFile === null ? [] : [await receiptFile.write()];
    for (const notice of [...outcome.notices, ...written]) await write(stderr, `pith: ${oneLine(notice)}\n`);
    metrics?.write(outcome);
    const output = file === null ? outcome.output : file.write(outcome, raw.json);
    const read = output === "" || (await write(stdout, ended(output)));
    // A reader that has seen enough (`| head`) is no fault, whatever was found.
    return interrupt.code() ?? (outcome.found || !read ? 0 : 1);
  } catch (error) {
    const code = interrupt.code();
    if (code !== undefined) return code;
    throw error;
  } finally {
    progress.end();
    await closed(engine);
    interrupt.end();
  }
}

/** What has a budget ends with its line feed already, which is counted in. */
function ended(output: string): string {
  return output.endsWith("\n") ? output : `${output}\n`;
}

async function closed(engine: Engine): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, CLOSING);
  });
  await Promise.race([engine.close(), tooLong]);
  clearTimeout(timer);
}
