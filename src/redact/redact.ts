// What must not leave? Replaces secrets in a text by `[redacted:rule]` marks that keep the number of lines.
// Works on whole files, so that a key of many lines is known whichever of its lines is shown. Redacting twice changes
// nothing. A comment in the file cannot switch it off.
import { lineOfOffset, lineStarts } from "../base/lines.ts";
import { findSecrets, type Secret } from "./find-secrets.ts";

export interface Redaction {
  /** 1-based line; the same in the original and in the redacted text. */
  line: number;
  rule: string;
}

export interface Redacted {
  text: string;
  /** In order of their place. */
  redactions: Redaction[];
}

/**
 * The whole text of a file, or, with an empty path, a text without a file, such as a query that is echoed. The path tells
 * files of plain `name = value` lines from code.
 */
export function redactSync(path: string, text: string): Redacted {
  const secrets = joined(findSecrets(path, text));
  if (secrets.length === 0) return { text, redactions: [] };
  const starts = lineStarts(text);
  return {
    text: marked(text, secrets),
    redactions: secrets.map((s) => ({ line: lineOfOffset(starts, s.start), rule: s.rule })),
  };
}

/**
 * Takes the secrets of a text out of what was cut from that text, such as a signature: alone it may not look like one.
 * For a text without secrets it gives back null: there is nothing to take out.
 */
export function secretRemover(path: string, text: string): ((piece: string) => string) | null {
  const found = findSecrets(path, text).map((s) => ({ secret: text.slice(s.start, s.end), rule: s.rule }));
  if (found.length === 0) return null;
  // A file may hold thousands of secrets and have thousands of pieces: at each place only those are tried that begin so.
  const byStart = new Map<string, Map<number, Map<string, string>>>();
  for (const { secret, rule } of found) {
    const start = secret.slice(0, START);
    const lengths = byStart.get(start) ?? new Map<number, Map<string, string>>();
    byStart.set(start, lengths);
    const rules = lengths.get(secret.length) ?? new Map<string, string>();
    lengths.set(secret.length, rules);
    if (!rules.has(secret)) rules.set(secret, rule);
  }
  return (piece) => {
    const secrets: Secret[] = [];
    for (let at = 0; at + START <= piece.length; at++) {
      for (const [length, rules] of byStart.get(piece.slice(at, at + START)) ?? []) {
        const rule = rules.get(piece.slice(at, at + length));
        if (rule !== undefined) secrets.push({ start: at, end: at + length, rule });
      }
    }
    return redactSync("", marked(piece, joined(secrets))).text;
  };
}

/** What is shorter, such as the last line of a key, tells nothing, and stands in every word. */
const START = 3;

function marked(text: string, secrets: readonly Secret[]): string {
  const parts: string[] = [];
  let at = 0;
  for (const { start, end, rule } of secrets) {
    parts.push(text.slice(at, start), `[redacted:${rule}]`);
    at = end;
  }
  return parts.join("") + text.slice(at);
}

/** A text that stands in no file: a question, a name, a sentence that quotes them. */
export function shownText(text: string): string {
  return redactSync("", text).text;
}

/** The first characters of a text, redacted before they are cut: half of a secret does not look like one. */
export function excerpt(text: string, most: number): string {
  const shown = shownText(text);
  return shown.length > most ? shown.slice(0, most) : shown;
}

/** A value of JSON with every text in it redacted. */
export function redactValue(value: unknown): unknown {
  if (typeof value === "string") return shownText(value);
  if (Array.isArray(value)) return value.map(redactValue);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([key, v]) => [shownText(key), redactValue(v)]));
}

/** In order and without overlaps: what overlaps becomes one secret under the name of the first. */
function joined(secrets: Secret[]): Secret[] {
  secrets.sort((a, b) => a.start - b.start || b.end - a.end);
  const result: Secret[] = [];
  for (const secret of secrets) {
    const last = result[result.length - 1];
    if (last !== undefined && secret.start < last.end) last.end = Math.max(last.end, secret.end);
    else result.push({ ...secret });
  }
  return result;
}
