// Reads the typed words with commander and runs what they name.
import { CommanderError } from "commander";
import type { Entry } from "../entry.ts";
import { packageVersion } from "../../base/package-version.ts";
import type { RawCommand } from "./collect-arguments.ts";
import { fromCommander, helpTopic } from "./command-errors.ts";
import { buildProgram } from "./program.ts";
import { wantsColor, write } from "./terminal.ts";
import type { Terminal } from "./terminal.ts";

/** The exit code; help and version are written here. */
export async function runProgram(
  words: readonly string[],
  terminal: Terminal,
  run: (entry: Entry, raw: RawCommand) => Promise<number>,
): Promise<number> {
  let code = 0;
  let shown = "";
  const output = {
    write: (text: string) => {
      shown += text;
    },
    color: wantsColor(undefined, terminal.stdout, terminal.env),
  };
  const program = buildProgram(packageVersion(), output, async (entry, raw) => {
    code = await run(entry, raw);
  });
  try {
    if (words[0] === "help" && words[1] !== undefined) helpTopic(words[1]);
    if (words.length === 0) program.outputHelp();
    else await program.parseAsync([...words], { from: "user" });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    const fault = fromCommander(error, words[0], words[1]);
    if (fault !== null) throw fault;
  }
  if (shown !== "") await write(terminal.stdout, shown.endsWith("\n") ? shown : `${shown}\n`);
  return code;
}
