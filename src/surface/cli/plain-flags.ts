// `pith mcp` with plain flags, read without commander: a client waits for the handshake, and commander is a tenth of
// the start. Whatever is not plain (help, slips, clusters) is left to commander, so that there is one voice.
import type { Entry } from "../entry.ts";
import type { RawCommand } from "./collect-arguments.ts";
import { flagsOf } from "./flags.ts";

/** Null: these words are not plain. */
export function readPlainFlags(entry: Entry, words: readonly string[]): RawCommand | null {
  const flags = flagsOf(entry);
  const values: Record<string, unknown> = {};
  for (let i = 0; i < words.length; i++) {
    const [name, attached] = split(words[i]!);
    const flag = flags.find((f) => f.long === name || f.short === name);
    if (flag?.placeholder === undefined || flag.parameter.type === "strings") return null;
    const value = attached ?? words[++i];
    if (value === undefined || value.startsWith("-")) return null;
    values[flag.parameter.name] = value;
  }
  return { values, json: false, color: undefined, progress: undefined };
}

function split(word: string): [name: string, value: string | undefined] {
  const at = word.startsWith("--") ? word.indexOf("=") : -1;
  return at === -1 ? [word, undefined] : [word.slice(0, at), word.slice(at + 1)];
}
