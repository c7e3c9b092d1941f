// The name that a question is about, without blanks around it. Throws QUERY_EMPTY where nothing is left.
import { PithError } from "../base/error.ts";

export function requiredName(symbol: string, what: string): string {
  const name = symbol.trim();
  if (name !== "") return name;
  throw new PithError("QUERY_EMPTY", "The name is empty.", {
    subject: "symbol",
    next: `Give the name of ${what}.`,
  });
}
