// What value is in a model's reply? JSON as it was asked for, in a fence, or with prose around it. Never throws.
import { cutLine } from "../compile/checked-descriptor.ts";

/** Of a reply, in code units; and openings of objects that are tried. */
const MOST_READ = 200_000;
const MOST_TRIES = 50;

/** Undefined where there is none. */
export function valueInReply(reply: string): unknown {
  const text = unfenced(reply.slice(0, MOST_READ).trim());
  const whole = parsed(text, escapedControl);
  if (whole !== undefined) return whole;
  let from = text.indexOf("{");
  for (let tries = 0; from !== -1 && tries < MOST_TRIES; tries++) {
    const end = closingBrace(text, from);
    const value = end === -1 ? undefined : parsed(text.slice(from, end + 1), () => " ");
    if (value !== undefined) return value;
    from = text.indexOf("{", from + 1);
  }
  return undefined;
}

/** The same where an object is wanted; null for anything else. A list of one object is that object. */
export function objectInReply(reply: string): Readonly<Record<string, unknown>> | null {
  const value = valueInReply(reply);
  const one: unknown = Array.isArray(value) && value.length === 1 ? value[0] : value;
  return typeof one === "object" && one !== null && !Array.isArray(one)
    ? (one as Record<string, unknown>)
    : null;
}

/** A text of a reply as one line, cut; null for what is no text or blank. */
export function lineOf(value: unknown, most: number): string | null {
  const line = typeof value === "string" ? cutLine(value, most) : "";
  return line === "" ? null : line;
}

/** Words of a reply: a list, or a text with commas. Null where it has none. */
export function keywordsOf(value: unknown): string[] | null {
  const list: unknown[] = typeof value === "string" ? value.split(",") : Array.isArray(value) ? value : [];
  const words = list.flatMap((one) => lineOf(one, 80) ?? []);
  return words.length === 0 ? null : words;
}

/** A number, also as a text; null for anything else. */
export function numberOf(value: unknown): number | null {
  const text = typeof value === "string" ? value.trim() : value;
  const number =
    typeof text === "number" ? text : typeof text === "string" && text !== "" ? Number(text) : NaN;
  return Number.isFinite(number) ? number : null;
}

function unfenced(text: string): string {
  const opening = /^```[ \t]*(?:json)?[ \t]*\n?/i.exec(text);
  if (opening === null) return text;
  const rest = text.slice(opening[0].length);
  const end = rest.lastIndexOf("```");
  return (end === -1 ? rest : rest.slice(0, end)).trim();
}

/** Line ends and the like stand in texts as they are: models forget to escape them. */
function parsed(text: string, control: (character: string) => string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // oxlint-disable-next-line no-control-regex
    const plain = text.replaceAll(/"(?:[^"\\]|\\[\s\S])*"/g, (part) =>
      part.replaceAll(/[\u0000-\u001f]/g, control),
    );
    try {
      return plain === text ? undefined : (JSON.parse(plain) as unknown);
    } catch {
      return undefined;
    }
  }
}

function escapedControl(character: string): string {
  return JSON.stringify(character).slice(1, -1);
}

/** Of the brace at `from`, braces in texts apart; -1 where it isn't closed. */
function closingBrace(text: string, from: number): number {
  let depth = 0;
  let isText = false;
  for (let at = from; at < text.length; at++) {
    const c = text[at];
    if (isText) {
      if (c === "\\") at++;
      else if (c === '"') isText = false;
    } else if (c === '"') isText = true;
    else if (c === "{") depth++;
    else if (c === "}" && --depth === 0) return at;
  }
  return -1;
}
