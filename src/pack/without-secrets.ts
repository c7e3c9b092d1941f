// What an answer says of the query is shown as a text of a file is: advice and names that were not found quote it.
import { shownText } from "../redact/redact.ts";
import type { Advice, Completeness } from "./answer.ts";

export function withoutSecrets<Said extends { completeness: Completeness; advice?: Advice | null }>(
  said: Said,
): Said {
  const { advice, completeness } = said;
  return {
    ...said,
    completeness: {
      ...completeness,
      unresolved: completeness.unresolved.map(shownText),
      ...(completeness.words === undefined
        ? {}
        : { words: completeness.words.map((help) => ({ ...help, word: shownText(help.word) })) }),
    },
    advice: advice == null ? null : { ...advice, text: shownText(advice.text) },
  };
}
