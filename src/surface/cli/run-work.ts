// A command that is no operation of the engine and takes its time: checked arguments, progress, Ctrl-C, and the outcome printed
// as that of an operation is.
import { oneLine } from "../../base/safe-text.ts";
import type { OperationContext, Outcome } from "../../engine/operation.ts";
import type { Entry } from "../entry.ts";
import { checkArguments } from "../parameters.ts";
import type { RawCommand } from "./collect-arguments.ts";
import { commandLineName } from "./flags.ts";
import { onInterrupt } from "./interrupt.ts";
import { progressLine, progressModeOf } from "./progress-line.ts";
import { write, type Terminal } from "./terminal.ts";

export type Work = (args: Record<string, unknown>, context: OperationContext) => Promise<Outcome>;

/** The exit code. */
export async function runWork(
  entry: Entry,
  raw: RawCommand,
  terminal: Terminal,
  work: Work,
): Promise<number> {
  const { stdout, stderr } = terminal;
  const args = await checkArguments(entry, raw.values, "cli", commandLineName);
  if (raw.json) args["format"] = "json";
  const progress = progressLine(progressModeOf(raw.progress), stderr);
  const interrupt = onInterrupt();
  try {
    const outcome = await work(args, {
      signal: interrupt.signal,
      onProgress: progress.report,
      namesAnyFile: true,
    });
    progress.end();
    for (const notice of outcome.notices) await write(stderr, `pith: ${oneLine(notice)}\n`);
    const { output } = outcome;
    const read = output === "" || (await write(stdout, output.endsWith("\n") ? output : `${output}\n`));
    return interrupt.code() ?? (outcome.found || !read ? 0 : 1);
  } catch (error) {
    const code = interrupt.code();
    if (code !== undefined) return code;
    throw error;
  } finally {
    progress.end();
    interrupt.end();
  }
}
