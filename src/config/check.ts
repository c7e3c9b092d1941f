// Is a configuration value what its key takes? A small checker driven by the table of keys: no schema library at start.
import { isRecord } from "../base/record.ts";
import { PithError } from "../base/error.ts";
import { nearestNames } from "../base/order.ts";
import type { KeyType } from "./schema.ts";

/** What tells a model its task is a sentence or two. */
const LONGEST_PREFIX = 1_000;

/** Where a value was written, for messages: a file, a variable, or "arguments". */
export type Origin = string;

function invalid(key: string, origin: Origin, wanted: string): PithError {
  return new PithError("CONFIG_INVALID", `${key} in ${origin} must be ${wanted}.`, {
    subject: key,
    next: `Correct ${key} in ${origin}.`,
  });
}

/** CONFIG_KEY_UNKNOWN for a key that the table does not have, with the nearest that it has. */
function unknownKey(key: string, known: readonly string[], prefix: string, origin: Origin): PithError {
  const near = nearestNames(key, known);
  const options = near.length > 0 ? near : known;
  return new PithError("CONFIG_KEY_UNKNOWN", `${prefix}${key} in ${origin} is not a setting.`, {
    subject: prefix + key,
    next:
      near.length > 0
        ? `Did you mean ${options.map((name) => prefix + name).join(" or ")}?`
        : `The settings are ${options.map((name) => prefix + name).join(", ")}.`,
  });
}

/** The keys of an object, each checked to be known. */
export function checkedEntries(
  value: unknown,
  known: readonly string[],
  prefix: string,
  origin: Origin,
): [string, unknown][] {
  if (!isRecord(value)) throw invalid(prefix === "" ? "The whole" : prefix.slice(0, -1), origin, "an object");
  for (const key of Object.keys(value)) {
    // `$schema` lets editors check the file; it sets nothing.
    if (key === "$schema" && prefix === "") continue;
    if (!known.includes(key)) throw unknownKey(key, known, prefix, origin);
  }
  return Object.entries(value).filter(([key]) => known.includes(key));
}

/** Throws CONFIG_INVALID, naming the key, unless the value is of the type. Groups are checked key by key elsewhere. */
export function checkValue(key: string, type: KeyType, value: unknown, origin: Origin): void {
  switch (type.kind) {
    case "patterns": {
      if (!Array.isArray(value)) throw invalid(key, origin, "a list of patterns");
      value.forEach((item: unknown, at) => {
        if (typeof item !== "string" || item === "") throw invalid(`${key}[${at}]`, origin, "a pattern");
      });
      return;
    }
    case "names": {
      if (!isRecord(value)) throw invalid(key, origin, "an object of file name to language");
      for (const [name, item] of Object.entries(value)) {
        if (typeof item !== "string" || item === "") throw invalid(`${key}.${name}`, origin, "a language");
      }
      return;
    }
    case "text":
    case "folder": {
      if (typeof value !== "string" || value === "" || value.includes("\0")) {
        throw invalid(key, origin, type.kind === "text" ? "a text" : "the path of a folder");
      }
      return;
    }
    case "prefix": {
      if (typeof value !== "string" || value.includes("\0") || value.length > LONGEST_PREFIX) {
        throw invalid(key, origin, `a text of at most ${LONGEST_PREFIX} characters`);
      }
      return;
    }
    case "choice": {
      if (typeof value === "string" && type.of.includes(value)) return;
      const near = typeof value === "string" ? nearestNames(value, type.of, 1) : [];
      const error = invalid(key, origin, `one of ${type.of.join(", ")}`);
      if (near.length === 0) throw error;
      throw new PithError(error.code, error.message, { subject: key, next: `Did you mean ${near[0]}?` });
    }
    case "count": {
      const whole = typeof value === "number" && Number.isSafeInteger(value);
      if (whole && value >= type.least && value <= type.most) return;
      throw invalid(key, origin, `a whole number from ${type.least} to ${type.most}`);
    }
    case "number": {
      if (typeof value === "number" && value >= type.least && value <= type.most) return;
      throw invalid(key, origin, `a number from ${type.least} to ${type.most}`);
    }
    case "group": {
      if (!isRecord(value)) throw invalid(key, origin, "an object");
    }
  }
}
