// Next steps are written for the command line, where most are read. Over MCP and in a program nobody types a flag: there
// arguments have their own names, and what only the command line has is said to be there.
import { PithError } from "../base/error.ts";
import { longFlag } from "./cli/flags.ts";
import { OPERATIONS } from "./operations.ts";
import { COMMANDS } from "./table/commands.ts";

/** The same fault in the words of a surface without flags. `offered`: operations that can be called there. */
export function inArgumentWords(error: PithError, offered: readonly string[]): PithError {
  const { code, message, subject, next, cause } = error;
  return new PithError(code, message, { subject, next: argumentWords(next, offered), cause });
}

/** What stands in quotes was given by the caller and stays. */
const WORDS = /"[^"]*"|`pith ([a-z]+)([^`]*)`|`[^`]*`|(?<![\w/-])--[a-z]+(?:-[a-z]+)*/g;

const nameOfFlag = new Map(
  [...OPERATIONS, ...COMMANDS].flatMap((o) => o.parameters.map(({ name }) => [longFlag(name), name])),
);

export function argumentWords(text: string, offered: readonly string[]): string {
  return text.replaceAll(WORDS, (word: string, command: string | undefined, rest = "") => {
    if (command === undefined) return nameOfFlag.get(word) ?? word;
    if (!offered.includes(command)) return `${word} on the command line`;
    return rest === "" ? command : `${command} (${rest.trim()})`;
  });
}
