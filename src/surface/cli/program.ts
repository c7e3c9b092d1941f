// The commands, made from the table: what they are called, what they take, how their help reads. Which work a
// command does is decided by the caller's `run`.
import { Command, CommanderError, Option } from "commander";
import { PithError } from "../../base/error.ts";
import { nearestNames } from "../../base/order.ts";
import { COMMANDS, OPERATIONS } from "../operations.ts";
import type { Entry } from "../operations.ts";
import { quote } from "../parameters.ts";
import { commandLineName, describeParameter, flagsOf, positions } from "./flags.ts";
import { PROGRESS_MODES } from "./progress-line.ts";
import { collectArguments } from "./collect-arguments.ts";
import type { RawCommand } from "./collect-arguments.ts";

/** Width of help, in columns: what every terminal shows. */
const WIDTH = 80;

export const ENTRIES: readonly Entry[] = [...OPERATIONS, ...COMMANDS];

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
    for (const entry of ENTRIES) if (entry.group === group) program.addCommand(build(entry, output, run));
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
      option.argParser((value: string, before: string[] | undefined) => [...(before ?? []), value]);
    }
    command.addOption(option);
  }
  if (entry.group !== "Connect") addCommonOptions(command, entry);
  command.addHelpText("after", `\n${examples(entry)}${exits(entry)}`);
  command.action(async () => run(entry, collectArguments(entry, command)));
  return command;
}

function addCommonOptions(command: Command, entry: Entry): void {
  const json = new Option("-j, --json", "Short for --format json.");
  // A batch is always JSON lines; the flag is taken there so that `--json` works everywhere.
  command.addOption(entry.name === "batch" ? json.hideHelp() : json);
  command.addOption(
    new Option("--progress <mode>", `Progress on stderr. One of: ${PROGRESS_MODES.join(", ")}.`),
  );
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
          : `pith ${one.name()} ${argumentTerms(one)} [flags]`.replaceAll(/ +/g, " "),
      styleTitle: (text) => bold(text.replace(/^Options:$/, "Flags:"), output.color),
    });
}

/** `<query...>`, or `[path]` where it may be left out. */
function argumentTerms(command: Command): string {
  const entry = ENTRIES.find((e) => e.name === command.name());
  if (entry === undefined)
    return command.registeredArguments.map((argument) => `[${argument.name()}]`).join(" ");
  return positions(entry)
    .map((p) => {
      const name = `${p.values?.join("|") ?? p.cli?.placeholder ?? p.name}${p.cli?.position === "one" ? "" : "..."}`;
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

/** What commander found wrong, as one of our errors; null: help or version was shown, and all is well. */
export function fromCommander(error: CommanderError, commandName: string | undefined): PithError | null {
  const subject = /'([^']*)'/.exec(error.message)?.[1] ?? "";
  const entry = ENTRIES.find((e) => e.name === commandName);
  switch (error.code) {
    case "commander.help":
    case "commander.helpDisplayed":
    case "commander.version":
      return null;
    case "commander.unknownOption":
      return unknownFlag(subject, entry);
    case "commander.unknownCommand":
      return unknownCommand(subject);
    case "commander.optionMissingArgument": {
      const flag = subject.split(/[ ,]+/).find((part) => part.startsWith("--")) ?? subject;
      return new PithError("ARGUMENT_INVALID", `${flag} needs a value.`, {
        subject: flag,
        next: `See \`pith help${entry === undefined ? "" : ` ${entry.name}`}\`.`,
      });
    }
    case "commander.excessArguments": {
      const names = entry === undefined ? [] : positions(entry).map(commandLineName);
      const takes = names.length === 0 ? "no arguments" : names.join(" ");
      return new PithError("ARGUMENT_INVALID", `${entry?.name ?? "pith"} was given too many arguments.`, {
        subject: entry?.name ?? "",
        next: `It takes ${takes}. Quote what belongs together.`,
      });
    }
    default:
      return new PithError("ARGUMENT_INVALID", error.message.replace(/^error: /, ""), { subject });
  }
}

function unknownFlag(flag: string, entry: Entry | undefined): PithError {
  const name = flag.split("=", 1)[0] ?? flag;
  const known = entry === undefined ? ["--help", "--version"] : flagNames(entry);
  const near = nearestNames(name, known);
  const hints =
    entry === undefined
      ? "Flags come after the command: `pith context <query> --budget 2000`."
      : `See \`pith help ${entry.name}\`. Put \`--\` before words that begin with a dash.`;
  return new PithError("ARGUMENT_UNKNOWN", `${entry?.name ?? "pith"} has no flag ${quote(name)}.`, {
    subject: name,
    next: near.length > 0 ? `Did you mean ${near.join(" or ")}?` : hints,
  });
}

/** Throws for a topic that is no command: the general help would hide the slip. */
export function helpTopic(name: string): void {
  if (name !== "help" && !name.startsWith("-") && !ENTRIES.some((entry) => entry.name === name))
    throw unknownCommand(name);
}

function unknownCommand(name: string): PithError {
  const near = nearestNames(
    name,
    ENTRIES.map((e) => e.name),
  );
  return new PithError("OPERATION_UNKNOWN", `There is no command ${quote(name)}.`, {
    subject: name,
    next:
      near.length > 0
        ? `Did you mean ${near.join(" or ")}?`
        : `To ask about it: \`pith context ${name}\`. All commands: \`pith --help\`.`,
  });
}

/** Every flag that an entry takes, the common ones included. */
export function flagNames(entry: Entry): string[] {
  const common = entry.group === "Connect" ? [] : ["--json", "--progress", "--color", "--no-color"];
  return [...flagsOf(entry).map((flag) => flag.long), ...common, "--help"];
}
