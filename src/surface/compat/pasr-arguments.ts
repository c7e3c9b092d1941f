// What PASR's tools are told of where to look, and what of it Pith's operations are told.
import {
  LONGEST_PATTERN,
  LONGEST_QUERY,
  MOST_BUDGET,
  LEAST_BUDGET,
  MOST_CHOICES,
} from "../../base/limits.ts";
import type { ArgumentSchema } from "./compat-set.ts";

export const query: ArgumentSchema = {
  type: "string",
  description: "Question.",
  default: "",
  maxLength: LONGEST_QUERY,
};

const paths = (description: string): ArgumentSchema => ({
  type: "array",
  description,
  items: { type: "string", maxLength: LONGEST_PATTERN },
  maxItems: MOST_CHOICES,
  default: [],
});
export const files = paths("Paths, or ranges as path:start-end.");
export const include = paths("Folders, files or globs.");

/** A ceiling of the whole reply. */
export const ceiling = (preset: number): ArgumentSchema => ({
  type: "integer",
  description: "Ceiling of the reply, in tokens.",
  default: preset,
  minimum: LEAST_BUDGET,
  maximum: MOST_BUDGET,
});

export const topK: ArgumentSchema = {
  type: "integer",
  description: "Most results.",
  default: 30,
  minimum: 1,
  maximum: 200,
};

/** Of locators, which had none: what a reply may cost all the same. */
export const LOCATOR_BUDGET = 4000;

/** The scope of an operation; nothing for the whole root. */
export function scopeOf(args: Readonly<Record<string, unknown>>): { scope?: string[] } {
  const scope = [
    ...((args["files"] as string[] | undefined) ?? []),
    ...((args["include"] as string[] | undefined) ?? []),
  ];
  return scope.length === 0 ? {} : { scope };
}
