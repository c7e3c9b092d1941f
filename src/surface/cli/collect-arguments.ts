// What did the person type, under the table's names? Values stay as they were typed: the table's checks read them.
import type { Command } from "commander";
import { PithError } from "../../base/error.ts";
import type { Entry } from "../entry.ts";
import { commandLineName, flagsOf, longFlag, positions } from "./flags.ts";

export interface RawCommand {
  /** By the names of the table. */
  values: Record<string, unknown>;
  json: boolean;
  color: boolean | undefined;
  progress: string | undefined;
}

export function collectArguments(entry: Entry, command: Command): RawCommand {
  const options: Record<string, unknown> = command.opts();
  const values: Record<string, unknown> = {};
  const typed: (string | string[] | undefined)[] = command.processedArgs;
  positions(entry).forEach((parameter, index) => {
    const value = typed[index];
    if (value === undefined || (Array.isArray(value) && value.length === 0)) return;
    values[parameter.name] =
      parameter.cli?.position === "words" && Array.isArray(value) ? value.join(" ") : value;
  });
  /** Parameters that a flag stands for, with that flag. */
  const stoodFor = new Map<string, string>();
  for (const flag of flagsOf(entry)) {
    if (flag.value === undefined || typeof flag.value === "boolean") {
      const value = options[flag.parameter.name];
      if (value !== undefined) values[flag.parameter.name] = value;
    } else if (options[camelCase(flag.long)] === true) {
      const { name } = flag.parameter;
      const before = values[name];
      if (before !== undefined && before !== flag.value)
        throw contradiction(flag.long, stoodFor.get(name) ?? `${longFlag(name)} ${String(before)}`);
      values[name] = flag.value;
      stoodFor.set(name, flag.long);
    }
  }
  const words = typed[0];
  if (
    values["mode"] !== undefined &&
    values["mode"] !== "ranked" &&
    Array.isArray(words) &&
    words.length > 1
  ) {
    throw new PithError(
      "ARGUMENT_INVALID",
      `An ${String(values["mode"])} search takes one pattern, not ${words.length}.`,
      {
        subject: commandLineName(positions(entry)[0]!),
        next: "Put the pattern in quotes, and give folders with --scope.",
      },
    );
  }
  return {
    values,
    json: options["json"] === true,
    color: options["color"] as boolean | undefined,
    progress: options["progress"] as string | undefined,
  };
}

function contradiction(flag: string, before: string): PithError {
  return new PithError("ARGUMENT_INVALID", `${flag} contradicts ${before}.`, {
    subject: flag,
    next: "Give one of them.",
  });
}

function camelCase(flag: string): string {
  return flag.slice(2).replaceAll(/-([a-z])/g, (_all, letter: string) => letter.toUpperCase());
}
