// Are the languages and kinds that narrow a question ones that exist? A wrong one must not look like "nothing found".
import { PithError } from "../base/error.ts";
import { nearestNames } from "../base/order.ts";
import { SYMBOL_KINDS } from "../base/span.ts";
import { languages } from "../lang/registry.ts";

export interface Filters {
  language?: readonly string[];
  kind?: readonly string[];
}

/** Throws ARGUMENT_INVALID with the nearest names. */
export function checkFilters({ language, kind }: Filters): void {
  for (const id of language ?? []) {
    if (!languages.some((l) => l.id === id)) {
      throw unknown(
        "language",
        id,
        languages.map((l) => l.id),
      );
    }
  }
  for (const name of kind ?? []) {
    if (!SYMBOL_KINDS.some((k) => k === name)) throw unknown("kind", name, SYMBOL_KINDS);
  }
}

function unknown(what: string, value: string, known: readonly string[]): PithError {
  const near = nearestNames(value, known);
  const guess = near.length > 0 ? `Did you mean ${near.join(" or ")}? ` : "";
  return new PithError("ARGUMENT_INVALID", `There is no ${what} ${JSON.stringify(value)}.`, {
    subject: what,
    next: `${guess}Known: ${known.join(", ")}.`,
  });
}
