// The commands, made from the table: what they are called, what they take, how their help reads. Which work a
// command does is decided by the caller's `run`.
import { Command, Option } from "commander";
import { type Entry, typedName } from "../entry.ts";
import { GROUPS, groupNamed } from "./command-groups.ts";
import { describeParameter, ENTRIES, flagsOf, positions } from "./flags.ts";
import { PROGRESS_MODES } from "./progress-line.ts";
import { collectArguments } from "./collect-arguments.ts";
import type { RawCommand } from "./collect-arguments.ts";

/** Width of help, in columns: what every terminal shows. */
const WIDTH = 80;

export interface ProgramOutput {
  write: (text: string) => void;
  color: boolean;
}

export function buildProgram(
  version: string,
  output: ProgramOutput,
  run: (entry: Entry, raw: RawCommand) => Promise<void>,
): Command {
  const program = new Command("pith");
  setUp(program, output);
  program
    .description("The lines of a repository that answer, inside a token budget.")
    .usage('<command> [arguments] [flags]\n       pith "a question in plain words"')
    .version(version, "-V, --version", "Print the version.")
    .addHelpCommand(
      new Command("help").argument("[command]").summary("Show the help of a command.").helpGroup("Connect:"),
    )
    .addHelpText("after", MAIN_EXAMPLES);
  for (const group of ["Ask", "Look after", "Connect"] as const) {
    program.commandsGroup(`${group}:`);
    for (const entry of ENTRIES)
      if (entry.group === group) {
        // Typed under the word of its group, where the help of that lists it.
        const hidden = entry.under !== undefined;
        program.addCommand(build(entry, output, run), { hidden });
      }
    for (const one of GROUPS) if (one.group === group) program.addCommand(buildGroup(one.name, output));
  }
  return program;
}

const MAIN_EXAMPLES = `
Examples:
  pith context "where is the session token checked"
  pith search --exact 'TODO(' --scope src
  pith symbol createServer
  pith read src/server.ts:10-60

Exit codes: 0 found or done, 1 nothing found, 2 fault, 130 interrupted.
\`pith help <command>\` shows the flags of a command.`;

function build(
  entry: Entry,
  output: ProgramOutput,
  run: (entry: Entry, raw: RawCommand) => Promise<void>,
): Command {
  const command = new Command(entry.name);
  setUp(command, output);
  command.summary(entry.summary).description(`${entry.summary}\n${entry.use}\n${entry.not}`);
  for (const parameter of positions(entry)) {
    const many = parameter.cli?.position !== "one";
    const name = `${parameter.cli?.placeholder ?? parameter.name}${many ? "..." : ""}`;
    // Optional for commander: what is missing is said by the checks, in one voice with the other surfaces.
    command.argument(`[${name}]`, describeParameter(parameter));
  }
  for (const flag of flagsOf(entry)) {
    const names = flag.short === undefined ? flag.long : `${flag.short}, ${flag.long}`;
    const option = new Option(
      flag.placeholder === undefined ? names : `${names} <${flag.placeholder}>`,
      flag.description,
    );
    if (flag.parameter.type === "strings") {
      option.argParser((value: string, before: string[] = []) => {
        // Not a copy for each: there may be very many.
        before.push(value);
        return before;
      });
    }
    command.addOption(option);
  }
  if (entry.group !== "Connect") addCommonOptions(command, entry);
  command.addHelpText("after", `\n${examples(entry)}${exits(entry)}`);
  command.action(async () => run(entry, collectArguments(entry, command)));
  return command;
}

/** The word of a group alone: it lists what is under it. */
function buildGroup(name: string, output: ProgramOutput): Command {
  const { summary, entries } = groupNamed(name)!;
  const command = new Command(name);
  setUp(command, output);
  const width = Math.max(...entries.map((entry) => typedName(entry).length));
  const rows = entries.map((entry) => `  ${typedName(entry).padEnd(width)}  ${entry.summary}`);
  command
    .summary(summary)
    .description(summary)
    .addHelpText(
      "after",
      `\nCommands:\n${rows.join("\n")}\n\n\`pith help ${name} <command>\` shows the flags of one.`,
    );
  command.action(() => command.help());
  return command;
}

function addCommonOptions(command: Command, entry: Entry): void {
  const json = new Option("-j, --json", "Short for --format json.");
  // A batch is always JSON lines; the flag is taken there so that `--json` works everywhere.
  command.addOption(entry.name === "batch" ? json.hideHelp() : json);
  command.addOption(
    new Option("--progress <mode>", `Progress on stderr. One of: ${PROGRESS_MODES.join(", ")}.`),
  );
  command.addOption(new Option("--no-ledger", "Do not count this call (`pith report`)."));
  command.addOption(new Option("--color", "Colours, whatever standard output is."));
  command.addOption(new Option("--no-color", "No colours; NO_COLOR is respected as well."));
}

function setUp(command: Command, output: ProgramOutput): void {
  command
    .exitOverride()
    .helpOption("-h, --help", "Show this help.")
    .showSuggestionAfterError(false)
    .configureOutput({
      writeOut: output.write,
      // Errors come out as exceptions and are shown in our own form.
      writeErr: () => {},
      outputError: () => {},
      getOutHelpWidth: () => WIDTH,
      getOutHasColors: () => output.color,
    })
    .configureHelp({
      subcommandTerm: (sub) => `${sub.name()} ${argumentTerms(sub)}`.trimEnd(),
      commandUsage: (one) =>
        one.parent === null
          ? `${one.name()} ${one.usage()}`
          : `pith ${typedNameOf(one)} ${argumentTerms(one)} [flags]`.replaceAll(/ +/g, " "),
      styleTitle: (text) => bold(text.replace(/^Options:$/, "Flags:"), output.color),
    });
}

function typedNameOf(command: Command): string {
  const entry = ENTRIES.find((e) => e.name === command.name());
  return entry === undefined ? `${command.name()} <command>` : typedName(entry);
}

/** `<query...>`, or `[path]` where it may be left out. */
function argumentTerms(command: Command): string {
  const entry = ENTRIES.find((e) => e.name === command.name());
  if (entry === undefined)
    return command.registeredArguments.map((argument) => `[${argument.name()}]`).join(" ");
  return positions(entry)
    .map((p) => {
      const name = `${p.cli?.placeholder ?? p.values?.join("|") ?? p.name}${p.cli?.position === "one" ? "" : "..."}`;
      return p.required ? `<${name}>` : `[${name}]`;
    })
    .join(" ");
}

function bold(text: string, color: boolean): string {
  return color ? `\u001B[1m${text}\u001B[22m` : text;
}

function examples(entry: Entry): string {
  return ["Examples:", ...entry.examples.flatMap((e) => [`  # ${e.says}`, `  ${e.command}`])].join("\n");
}

function exits(entry: Entry): string {
  return entry.exitOne === null ? "" : `\n\nExit code 1: ${entry.exitOne}.`;
}
