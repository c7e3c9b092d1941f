// Which command is meant, wherever it stands? Flags may come before it, and a question needs none.
import { entryTyped, groupNamed } from "./command-groups.ts";
import { ENTRIES, flagsOf } from "./flags.ts";

/** The words with the command in front. Words that name no command stay as they are: their fault is said later. */
export function commandFirst(argv: readonly string[]): string[] {
  const only = argv.length === 1 ? argv[0] : undefined;
  if (only === "version" || only === "-v") return ["--version"];
  const at = firstWord(argv);
  const word = argv[at];
  if (word === undefined) return [...argv];
  const before = argv.slice(0, at);
  if (before.some((flag) => flag === "--version" || flag === "-V")) return [...argv];
  const after = argv.slice(at + 1);
  // A word with a blank in it is no command, so it is a question.
  if (/\S\s+\S/.test(word)) return ["context", ...before, word, ...after];
  if (groupNamed(word) !== undefined) return underGroup(word, before, after);
  if (word === "help") {
    const topic = entryTyped(after[0], after[1]);
    if (topic !== undefined) return ["help", topic.name, ...before, ...after.slice(2)];
  }
  const isCommand = word === "help" || ENTRIES.some((entry) => entry.name === word);
  return isCommand ? [word, ...before, ...after] : [...argv];
}

/** `manifest eval x` is the command `manifest-eval x`; the second word may stand behind flags too. */
function underGroup(group: string, before: readonly string[], after: readonly string[]): string[] {
  const at = firstWord(after);
  const entry = entryTyped(group, after[at]);
  if (entry === undefined) return [group, ...before, ...after];
  return [entry.name, ...before, ...after.slice(0, at), ...after.slice(at + 1)];
}

/** Index of the first word that is neither a flag nor the value of one. */
function firstWord(argv: readonly string[]): number {
  let at = 0;
  while (at < argv.length) {
    const word = argv[at]!;
    if (!word.startsWith("-") || word === "--") break;
    at += takesNext(word) ? 2 : 1;
  }
  return argv[at] === "--" ? argv.length : at;
}

/** Whether the next word is the value of this flag: of the commands that have it, it is the same in all. */
function takesNext(word: string): boolean {
  if (word === "--progress") return true;
  return (known ??= flagsWithValue()).has(word);
}

let known: Set<string> | undefined;

function flagsWithValue(): Set<string> {
  const flags = ENTRIES.flatMap(flagsOf).filter((flag) => flag.value === undefined);
  return new Set(flags.flatMap((flag) => (flag.short === undefined ? [flag.long] : [flag.long, flag.short])));
}
