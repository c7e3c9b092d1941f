// Completion scripts for shells, written out in full from the table: no call back into Pith while typing.
import { type Entry, typedName } from "../entry.ts";
import { checkArguments } from "../parameters.ts";
import type { RawCommand } from "./collect-arguments.ts";
import { GROUPS } from "./command-groups.ts";
import { commandLineName, ENTRIES, flagNames, flagsOf, positions } from "./flags.ts";
import { PROGRESS_MODES } from "./progress-line.ts";
import { write } from "./terminal.ts";
import type { Terminal } from "./terminal.ts";

export async function runCompletion(entry: Entry, raw: RawCommand, terminal: Terminal): Promise<number> {
  const args = await checkArguments(entry, raw.values, "cli", commandLineName);
  await write(terminal.stdout, completionScript(args["shell"] as "bash" | "zsh" | "fish"));
  return 0;
}

export function completionScript(shell: "bash" | "zsh" | "fish"): string {
  if (shell === "bash") return bash();
  return shell === "zsh" ? zsh() : fish();
}

interface FlagWords {
  long: string;
  short?: string;
  /** Values to offer; empty: files. Undefined: the flag takes none. */
  values?: readonly string[];
  says: string;
}

function flagWords(entry: Entry): FlagWords[] {
  const words: FlagWords[] = flagsOf(entry).map(({ long, short, placeholder, parameter, description }) => {
    const values = placeholder === undefined ? undefined : (parameter.values ?? []);
    return { long, short, values, says: description };
  });
  const own = new Set(words.map((flag) => flag.long));
  for (const long of flagNames(entry)) {
    if (own.has(long)) continue;
    words.push({
      long,
      values: long === "--progress" ? PROGRESS_MODES : undefined,
      says: COMMON[long] ?? "",
    });
  }
  return words;
}

const COMMON: Record<string, string> = {
  "--json": "Answer as JSON.",
  "--progress": "Progress on stderr.",
  "--color": "Colours.",
  "--no-color": "No colours.",
  "--help": "Show the help.",
};

/** Words to offer where an argument stands; undefined: files. */
function firstWords(entry: Entry): readonly string[] | undefined {
  return positions(entry)[0]?.values;
}

/** What can stand as the first word: commands, and words of groups, each with what it is for. */
function firstNames(): { name: string; summary: string }[] {
  return [...ENTRIES.filter(({ under }) => under === undefined), ...GROUPS];
}

/** The last word of what is typed for an entry of a group. */
function lastName(entry: Entry): string {
  return typedName(entry).split(" ").at(-1)!;
}

function bash(): string {
  const cases = ENTRIES.map((entry) => {
    const flags = flagWords(entry);
    const values = flags
      .filter((flag) => (flag.values?.length ?? 0) > 0)
      .map((flag) => {
        const names = flag.short === undefined ? flag.long : `${flag.short}|${flag.long}`;
        return `      case "$before" in ${names}) COMPREPLY=($(compgen -W "${flag.values!.join(" ")}" -- "$word")); return;; esac`;
      });
    const words = [...flags.map((flag) => flag.long), ...(firstWords(entry) ?? [])].join(" ");
    return [`    ${entry.name})`, ...values, `      words="${words}";;`].join("\n");
  });
  const names = firstNames()
    .map(({ name }) => name)
    .join(" ");
  const groups = GROUPS.map(
    ({ name, entries }) =>
      `    ${name}) if [ "$COMP_CWORD" -eq 2 ]; then COMPREPLY=($(compgen -W "${entries.map(lastName).join(" ")}" -- "$word")); return; fi; name="$name-\${COMP_WORDS[2]}";;`,
  );
  return `# Completion of pith for bash.
_pith() {
  local word="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD - 1]}" words=""
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "${names} help --help --version" -- "$word"))
    return
  fi
  local name="\${COMP_WORDS[1]}"
  case "$name" in
${groups.join("\n")}
  esac
  case "$name" in
${cases.join("\n")}
    help) words="${names}";;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$word"))
  case "$word" in -*) ;; *) COMPREPLY+=($(compgen -f -- "$word"));; esac
}
complete -o filenames -F _pith pith
`;
}

function zsh(): string {
  const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
  // In a description of `_arguments` brackets and colons have a meaning, in one of `_describe` they have none.
  const inSpec = (text: string): string => text.replaceAll(/[[\]:\\]/g, "\\$&");
  const described = (name: string, says: string): string =>
    quoted(`${name}:${says.replaceAll("\\", "\\\\")}`);
  const cases = ENTRIES.map((entry) => {
    const specs = flagWords(entry).map((flag) => {
      const action =
        flag.values === undefined
          ? ""
          : flag.values.length > 0
            ? `:value:(${flag.values.join(" ")})`
            : ":value:_files";
      return [flag.long, flag.short]
        .filter((name) => name !== undefined)
        .map((name) => quoted(`*${name}[${inSpec(flag.says)}]${action}`))
        .join(" ");
    });
    const first = firstWords(entry);
    const rest =
      first === undefined ? "'*:argument:_files'" : `'1:argument:(${first.join(" ")})' '*:argument:_files'`;
    return `    ${entry.name}) _arguments ${[...specs, rest].join(" ")} ;;`;
  });
  const groups = GROUPS.map(({ name, entries }) => {
    const listed = entries.map((entry) => described(lastName(entry), entry.summary)).join(" ");
    return `    ${name}) if (( CURRENT == 2 )); then commands=(${listed}); _describe command commands; return; fi; name="$name-$words[2]"; shift words; (( CURRENT-- )) ;;`;
  });
  return `#compdef pith
# Completion of pith for zsh.
_pith() {
  local -a commands
  commands=(${firstNames()
    .map(({ name, summary }) => described(name, summary))
    .join(" ")} 'help:Show the help of a command.')
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  local name="$words[2]"
  shift words
  (( CURRENT-- ))
  case "$name" in
${groups.join("\n")}
  esac
  case "$name" in
${cases.join("\n")}
    help) _describe command commands ;;
  esac
}
if [ "$funcstack[1]" = "_pith" ]; then _pith "$@"; else compdef _pith pith; fi
`;
}

function fish(): string {
  const quoted = (text: string): string => `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
  const lines = ["# Completion of pith for fish."];
  for (const { name, summary } of firstNames())
    lines.push(`complete -c pith -n __fish_use_subcommand -f -a ${name} -d ${quoted(summary)}`);
  const seen = (name: string): string => `__fish_seen_subcommand_from ${name}`;
  for (const { name, entries } of GROUPS) {
    const none = `not ${seen(entries.map(lastName).join(" "))}`;
    for (const entry of entries)
      lines.push(
        `complete -c pith -n '${seen(name)}; and ${none}' -f -a ${lastName(entry)} -d ${quoted(entry.summary)}`,
      );
  }
  // A command of a group may be called as one without.
  const notGrouped = GROUPS.map(({ name }) => `not ${seen(name)}; and `).join("");
  for (const entry of ENTRIES) {
    const way =
      entry.under === undefined
        ? `${notGrouped}${seen(entry.name)}`
        : `${seen(entry.under)}; and ${seen(lastName(entry))}`;
    const here = `complete -c pith -n '${way}'`;
    for (const flag of flagWords(entry)) {
      const short = flag.short === undefined ? "" : ` -s ${flag.short.slice(1)}`;
      const values =
        flag.values === undefined
          ? ""
          : flag.values.length > 0
            ? ` -x -a ${quoted(flag.values.join(" "))}`
            : " -r";
      lines.push(`${here} -l ${flag.long.slice(2)}${short}${values} -d ${quoted(flag.says)}`);
    }
    const first = firstWords(entry);
    if (first !== undefined) lines.push(`${here} -f -a ${quoted(first.join(" "))}`);
  }
  return `${lines.join("\n")}\n`;
}
