// What is asked of a walk: a question, the node that answers it, and what a walker may narrow by.
import { PithError } from "../../base/error.ts";
import { isRecord } from "../../base/record.ts";

export interface EvalCase {
  query: string;
  /** Id of the node that answers. One that the manifest has not is never reached. */
  target: string;
  note?: string;
  /** Facets that a walker may filter by. */
  facets?: Readonly<Record<string, string>>;
}

/** The form in which cases are written: a list of `{query, target, note?, facet?}`. Throws ARGUMENT_INVALID, naming the case. */
export function readCases(text: string): EvalCase[] {
  let value: unknown;
  try {
    value = JSON.parse(text.startsWith("\ufeff") ? text.slice(1) : text);
  } catch (cause) {
    throw invalid(`they are no JSON: ${(cause as Error).message}`, "cases", cause);
  }
  if (!Array.isArray(value)) throw invalid("they are no list", "cases");
  return value.map((one: unknown, i) => readCase(one, `case ${i + 1}`));
}

function readCase(value: unknown, subject: string): EvalCase {
  if (!isRecord(value)) throw invalid(`${subject} is no object`, subject);
  const { query, target, note, facet } = value;
  for (const [name, given] of Object.entries({ query, target })) {
    if (typeof given !== "string" || given.trim() === "") throw invalid(`${subject} has no ${name}`, subject);
  }
  if (facet !== undefined && facet !== null && !isRecord(facet))
    throw invalid(`the facet of ${subject} is no map`, subject);
  const facets = Object.entries(facet ?? {});
  const wrong = facets.find(([, wanted]) => typeof wanted !== "string");
  if (wrong !== undefined)
    throw invalid(`the facet ${JSON.stringify(wrong[0])} of ${subject} is no text`, subject);
  return {
    query: query as string,
    target: target as string,
    ...(typeof note === "string" && { note }),
    ...(facets.length > 0 && { facets: Object.fromEntries(facets) as Record<string, string> }),
  };
}

function invalid(why: string, subject: string, cause?: unknown): PithError {
  return new PithError("ARGUMENT_INVALID", `The cases can't be read: ${why}.`, {
    subject,
    next: 'Give a list of {"query": "…", "target": "id of a node"}.',
    cause,
  });
}
