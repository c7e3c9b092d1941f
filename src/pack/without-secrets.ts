// What an answer says of the query is shown as a text of a file is: advice and names that were not found quote it.
import { redactSync } from "../redact/redact.ts";
import type { Advice, Completeness } from "./answer.ts";

export function withoutSecrets<Said extends { completeness: Completeness; advice?: Advice | null }>(
  said: Said,
): Said {
  const clean = (text: string) => redactSync("", text).text;
  const { advice, completeness } = said;
  return {
    ...said,
    completeness: { ...completeness, unresolved: completeness.unresolved.map(clean) },
    advice: advice == null ? null : { ...advice, text: clean(advice.text) },
  };
}
