// Which characters could steer a terminal, or show a text as another one than it is, and what is written in their place?
// The one place for everything that goes out as text: names, messages, notices, reports, lines at a terminal, JSON.
//
// They are the control characters (C0, DEL, C1), the separators that some readers take for line ends, and the signs that
// turn the direction of writing around (embeddings, overrides, isolates: "Trojan Source", CVE-2021-42574). Halves of
// surrogate pairs are no text at all: UTF-8 would silently write U+FFFD for each.

const STEERS = "\\u007f-\\u009f\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069";
const HALVES = "[\\ud800-\\udbff](?![\\udc00-\\udfff])|(?<![\\ud800-\\udbff])[\\udc00-\\udfff]";

const ANY = new RegExp(`[\\u0000-\\u001f${STEERS}\\ud800-\\udfff]`);
const EACH = new RegExp(`[\\u0000-\\u001f${STEERS}]|${HALVES}`, "g");

/** Whether a text has characters that `oneLine` writes in another way, or pairs of surrogates. */
export function mayHaveControls(text: string): boolean {
  return ANY.test(text);
}

/** One line: line ends and whatever else could steer a reader become escapes such as `\n` or `\u202e`. */
export function oneLine(text: string): string {
  return ANY.test(text) ? text.replace(EACH, escaped) : text;
}

/** Several lines, each by itself. */
export function safeLines(text: string): string {
  return ANY.test(text) ? text.split("\n").map(oneLine).join("\n") : text;
}

function escaped(character: string): string {
  const short: Record<string, string> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };
  return short[character] ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

const ON_A_LINE = new RegExp(`[\\u0000-\\u0008\\u000b-\\u001f${STEERS}]`, "g");

/** What a terminal may be shown of a line of a file: control characters become pictures, so that no file can steer it. */
export function forTerminal(line: string): string {
  return line.replace(ON_A_LINE, (c) => {
    const code = c.charCodeAt(0);
    if (code < 0x20) return String.fromCharCode(0x2400 + code);
    if (code > 0x9f) return escaped(c);
    return code === 0x7f ? "\u2421" : "\ufffd";
  });
}

const IN_JSON = new RegExp(`[${STEERS}]`, "g");

/** JSON in which they are escapes: `JSON.stringify` leaves C1 and the signs of direction as they are. */
export function safeJson(value: unknown): string {
  return JSON.stringify(value).replace(IN_JSON, escaped);
}
