// JSON whose numbers stay as they are written: `2.50` is no 2.5 for whoever counts digits, and 12345678901234567890 no double.
import { isRecord } from "../../base/record.ts";

/** Throws as `JSON.parse` does. */
export function parseJsonWords(text: string, word: (source: string) => string = (source) => source): unknown {
  return parse(text, (_key, value, { source }) =>
    typeof value === "number" && source !== undefined ? raw(word(source)) : value,
  );
}

/** What stands for a number that is written as it was. `text` has to be a number of JSON. */
export function numberWord(text: string): unknown {
  return raw(text);
}

/** An object with members; a number that stands as it was written is none. */
export function isMap(value: unknown): value is Record<string, unknown> {
  return isRecord(value) && !isRaw(value);
}

export function isNumberWord(value: unknown): boolean {
  return typeof value === "object" && value !== null && isRaw(value);
}

// In V8 since version 11.4, and so in all Nodes that Pith runs on; not yet in the types of the language.
type Reviver = (key: string, value: unknown, context: { source?: string }) => unknown;
const parse = JSON.parse as (text: string, reviver: Reviver) => unknown;
const { rawJSON: raw, isRawJSON: isRaw } = JSON as unknown as {
  rawJSON: (text: string) => unknown;
  isRawJSON: (value: unknown) => boolean;
};

/** As the format writes a number: a double at its shortest; any that this would change stays as it is written. */
export function formatNumber(source: string): string {
  if (!/[.eE]/.test(source)) return source;
  const value = Number(source);
  if (!Number.isFinite(value)) return source;
  const [, sign = "", digits = "0", power = "0"] = /^(-?)([\d.]+)e([+-]\d+)$/.exec(signed(value)) ?? [];
  const figures = digits.replace(".", "");
  const exponent = Number(power);
  const written = `${sign}${exponent < -4 || exponent >= 16 ? scientific(figures, exponent) : plain(figures, exponent)}`;
  return sameDecimal(written, source) ? written : source;
}

function signed(value: number): string {
  return Object.is(value, -0) ? `-${(0).toExponential()}` : value.toExponential();
}

function scientific(figures: string, exponent: number): string {
  const head = figures.length > 1 ? `${figures[0]}.${figures.slice(1)}` : figures;
  return `${head}e${exponent < 0 ? "-" : "+"}${String(Math.abs(exponent)).padStart(2, "0")}`;
}

function plain(figures: string, exponent: number): string {
  if (exponent < 0) return `0.${"0".repeat(-exponent - 1)}${figures}`;
  const whole = figures.slice(0, exponent + 1).padEnd(exponent + 1, "0");
  return `${whole}.${figures.slice(exponent + 1) || "0"}`;
}

function sameDecimal(a: string, b: string): boolean {
  return decimalOf(a) === decimalOf(b);
}

/** One text for each value. */
function decimalOf(text: string): string {
  const [, sign, whole = "", part = "", power = "0"] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text) ?? [];
  const figures = (whole + part).replace(/^0+/, "");
  const kept = figures.replace(/0+$/, "");
  if (kept === "") return `${sign}0`;
  return `${sign}${kept}e${BigInt(power) - BigInt(part.length) + BigInt(figures.length - kept.length)}`;
}
