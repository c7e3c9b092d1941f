// What does a text cost? Opens the counter of a unit.
import type { Unit } from "./units.ts";

export interface Counter {
  readonly unit: Unit;
  /** False for `estimate` alone. */
  readonly exact: boolean;
  count(text: string): number;
  /** Whether `count(text) <= limit`, without counting where a bound settles it. */
  atMost(text: string, limit: number): boolean;
}

export async function openCounter(unit: Unit): Promise<Counter> {
  if (unit === "bytes") return counterOf(unit, true, (text) => Buffer.byteLength(text));
  const encoding =
    unit === "cl100k_base"
      ? await import("gpt-tokenizer/encoding/cl100k_base")
      : await import("gpt-tokenizer/encoding/o200k_base");
  const plain = { disallowedSpecial: new Set<string>() };
  const tokens = (text: string) => encoding.countTokens(text, plain);
  if (unit !== "estimate") return counterOf(unit, true, tokens);
  return counterOf(unit, false, (text) =>
    Math.min(Math.ceil(1.5 * tokens(text)), Buffer.byteLength(text.normalize("NFKC"))),
  );
}

function counterOf(unit: Unit, exact: boolean, count: (text: string) => number): Counter {
  return { unit, exact, count, atMost: (text, limit) => count(text) <= limit };
}
