// How is a parameter of the table written on the command line? One reading for help, parsing and completion.
import { parametersFor } from "../entry.ts";
import { OPERATIONS } from "../operations.ts";
import { COMMANDS } from "../table/commands.ts";
import type { Entry, Parameter } from "../entry.ts";

/** Everything that can be typed after `pith`. */
export const ENTRIES: readonly Entry[] = [...OPERATIONS, ...COMMANDS];

export interface Flag {
  parameter: Parameter;
  /** `--per-file`. */
  long: string;
  /** `-n`, or absent. */
  short?: string;
  /** What the flag sets; undefined: the value that follows it. */
  value?: string | boolean;
  /** Name of the value in help. */
  placeholder?: string;
  description: string;
}

/** `perFile` is `--per-file`. */
export function longFlag(name: string): string {
  return `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

export function positions(entry: Entry): Parameter[] {
  return parametersFor(entry, "cli").filter((p) => p.cli?.position !== undefined);
}

/** Every flag of an entry, in the order of the table. */
export function flagsOf(entry: Entry): Flag[] {
  return parametersFor(entry, "cli")
    .filter((p) => p.cli?.position === undefined)
    .flatMap(flagsOfParameter);
}

function flagsOfParameter(parameter: Parameter): Flag[] {
  const long = longFlag(parameter.name);
  const short = parameter.cli?.short;
  const description = describeParameter(parameter);
  if (parameter.type === "boolean") {
    const flags: Flag[] = [{ parameter, long, short, value: true, description }];
    if (parameter.cli?.deniable) {
      flags.push({ parameter, long: `--no-${long.slice(2)}`, value: false, description: "The opposite." });
    }
    return flags;
  }
  const placeholder = parameter.cli?.placeholder ?? parameter.name;
  const flags: Flag[] = [{ parameter, long, short, placeholder, description }];
  for (const [value, names] of Object.entries(parameter.cli?.shortcuts ?? {})) {
    const [shortName, longName] = names.split(", ") as [string, string];
    flags.push({
      parameter,
      long: longName,
      short: shortName,
      value,
      description: `Short for ${long} ${value}.`,
    });
  }
  return flags;
}

/** The description with what the value may be, as help shows it. */
export function describeParameter(parameter: Parameter): string {
  const parts = [parameter.cli?.description ?? parameter.description];
  if (parameter.type === "enum") parts.push(`One of: ${(parameter.values ?? []).join(", ")}.`);
  if (parameter.default !== undefined && parameter.type !== "boolean")
    parts.push(`Default: ${parameter.default}.`);
  return parts.join(" ");
}

/** The name by which messages call a parameter: its flag, or `<query>`; with a value `--exact` or `--mode ranked`. */
export function commandLineName(parameter: Parameter, value?: string): string {
  if (parameter.cli?.position !== undefined) return `<${parameter.name}>`;
  const long = longFlag(parameter.name);
  if (value === undefined) return long;
  return parameter.cli?.shortcuts?.[value]?.split(", ").at(-1) ?? `${long} ${value}`;
}

/** Every flag that an entry takes, the common ones included. */
export function flagNames(entry: Entry): string[] {
  const common = entry.group === "Connect" ? [] : ["--json", "--progress", "--color", "--no-color"];
  return [...flagsOf(entry).map((flag) => flag.long), ...common, "--help"];
}
