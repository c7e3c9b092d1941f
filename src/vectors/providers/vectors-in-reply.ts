// Which vectors does a reply hold? The form that OpenAI began and others took over: `data`, each with `index` and
// `embedding`. A reply is believed in nothing: number and order of the rows, their lengths, each number.
import { isRecord } from "../../base/record.ts";
import { PithError } from "../../base/error.ts";
import type { Embedded } from "./provider.ts";

/** Throws PROVIDER_FAILED, which says what is wrong with it. `who`: for the message. */
export function vectorsInReply(reply: unknown, count: number, dimension: number, who: string): Embedded {
  const rows = isRecord(reply) ? reply["data"] : reply;
  if (!Array.isArray(rows)) throw unusable(who, "without vectors");
  if (rows.length !== count) throw unusable(who, `with ${rows.length} vectors for ${count} texts`);
  const vectors: (number[] | undefined)[] = Array.from({ length: count });
  rows.forEach((row: unknown, at) => {
    if (!isRecord(row)) throw unusable(who, "without vectors");
    const index = row["index"] ?? at;
    if (typeof index !== "number" || !Number.isInteger(index) || index < 0 || index >= count)
      throw unusable(who, "with a vector for no text");
    if (vectors[index] !== undefined) throw unusable(who, "with two vectors for one text");
    vectors[index] = vectorIn(row["embedding"], who);
  });
  return checkVectors(vectors as number[][], dimension, who);
}

/** llama.cpp's older servers give a row for each text that holds rows: the first is the text's. */
function vectorIn(given: unknown, who: string): number[] {
  const vector: unknown = Array.isArray(given) && Array.isArray(given[0]) ? given[0] : given;
  if (!Array.isArray(vector)) throw unusable(who, "without vectors");
  return vector as number[];
}

/** The vectors, if they are some: one length, which is `dimension` unless that is 0, finite numbers, and no vector of zeros. */
export function checkVectors(vectors: number[][], dimension: number, who: string): Embedded {
  const length = dimension === 0 ? (vectors[0]?.length ?? 0) : dimension;
  for (const vector of vectors) {
    if (vector.length !== length) {
      throw new PithError(
        "PROVIDER_FAILED",
        dimension === 0
          ? `${who} answered with vectors of different lengths.`
          : `${who} gives vectors of ${vector.length} numbers, and ${dimension} are wanted.`,
        {
          subject: "provider.dimension",
          next: "Set provider.dimension to what the model gives, or take another model.",
        },
      );
    }
    let squares = 0;
    for (const value of vector) {
      if (typeof value !== "number" || !Number.isFinite(value))
        throw unusable(who, "with a vector that holds what is no number");
      squares += value * value;
    }
    if (squares === 0 || !Number.isFinite(squares)) throw unusable(who, "with a vector without a direction");
  }
  return vectors;
}

/** Longer ones are no model's. */
const MOST_NUMBERS = 4_096;

export function checkLength(length: number, who: string): void {
  if (length < 1 || length > MOST_NUMBERS)
    throw unusable(who, `with vectors of ${length} numbers: 1 to ${MOST_NUMBERS} can be kept`);
}

function unusable(who: string, what: string): PithError {
  return new PithError("PROVIDER_FAILED", `${who} answered ${what}.`, {
    subject: who,
    next: "Check that provider.url leads to a server of vectors, and provider.kind and provider.model fit it.",
  });
}
