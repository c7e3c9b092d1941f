// Where are private keys? In PEM form whole or cut off, over lines or in one string with `\n`, in base64 once more, in the
// forms of PuTTY and of JSON web keys. Only the key material is hidden; the header that says what it was stays.
import { Buffer } from "node:buffer";
import type { Secret } from "./find-secrets.ts";

const KEY_BEGIN = /-{4,5}[ ]?BEGIN[ ]?(?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY(?: BLOCK)?[ ]?-{4,5}/g;
const KEY_END = /-{4,5}[ ]?END[ ]?(?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY(?: BLOCK)?[ ]?-{4,5}/g;
/** Largest key block looked at: a 16,384-bit RSA key in PEM has about 13,000 characters. */
const KEY_LENGTH = 40_000;

export function findPrivateKeys(text: string, found: Secret[]): void {
  if (text.includes("PRIVATE KEY")) pem(text, found);
  if (text.includes("LS0tLS1CRUdJTi")) encodedPem(text, found);
  if (text.includes("Private-Lines:")) putty(text, found);
  if (text.includes('kty"')) webKeys(text, found);
}

// ------------------------------------------------------------------ PEM

function pem(text: string, found: Secret[]): void {
  const begins = [...text.matchAll(KEY_BEGIN)];
  const ends = [...text.matchAll(KEY_END)].map((m) => m.index);
  let nextEnd = 0;
  for (const [i, begin] of begins.entries()) {
    const bodyStart = begin.index + begin[0].length;
    while (nextEnd < ends.length && ends[nextEnd]! < bodyStart) nextEnd++;
    const end = ends[nextEnd] ?? Infinity;
    // No key holds another: where one begins, what came before has ended. So no character is looked at twice.
    const limit = Math.min(bodyStart + KEY_LENGTH, begins[i + 1]?.index ?? Infinity);
    const closed = end <= limit;
    body(text.slice(bodyStart, closed ? end : limit), bodyStart, closed, found);
  }
}

/** Ends of lines, as they are or written in a string. */
const LINE_END = /\r?\n|\\{1,8}[nr]|%0[AaDd]|&#(?:10|13|x[aAdD]);|<br ?\/?>/g;
/** Before and after a line of key material in code, a comment, a list, a quotation. */
const BEFORE = /[\s"'`+,;\\.…#*|>()[\]-]/;
const AFTER = /[\s"'`+,;\\.…#*|<()[\]-]/;
const HEADER = /^(?:Proc-?Type|DEK-?Info|Version|Comment|Hash|Charset|X-[\w-]+|Subject)\b/i;

function body(body: string, from: number, closed: boolean, found: Secret[]): void {
  const hide = (piece: string, at: number, form: RegExp): number => {
    let count = 0;
    for (const run of piece.matchAll(form)) {
      found.push({ start: at + run.index, end: at + run.index + run[0].length, rule: "private-key" });
      count++;
    }
    return count;
  };
  // What a key may hold besides base64: line ends and their escapes, the quotes and joins of a string in code, headers.
  const core = body
    .replace(/\\[nrt]|[\s"'`+,;\\.…#*/|>-]/g, "")
    .replace(/(?:Proc-?Type|DEK-?Info|Version|Comment):?/gi, "");
  if (closed && core.length > 0 && /^[A-Za-z0-9=:()@]*$/.test(core)) {
    hideLines(body, from, (piece, at) => hide(piece, at, /[A-Za-z0-9+/=]+/g));
    return;
  }
  // Without an end, or with something else between: the lines that look like key material, and only while they go on.
  let misses = 0;
  let key = false;
  hideLines(body, from, (piece, at) => {
    if (misses > 4) return;
    const inner = undecorated(piece);
    if (inner === "" || HEADER.test(inner)) return;
    key = isKeyLine(inner, key);
    const hidden = key
      ? hide(piece, at, /[A-Za-z0-9+/=]+/g)
      : hide(piece, at, /(?=[A-Za-z+/]{0,200}[0-9+/])[A-Za-z0-9+/=]{40,}/g);
    misses = hidden > 0 ? 0 : misses + 1;
  });
}

/** By steps from either end: an expression that ends in `+$` tries every run inside the line as well. */
function undecorated(piece: string): string {
  let start = 0;
  let end = piece.length;
  while (start < end && BEFORE.test(piece[start]!)) start++;
  while (end > start && AFTER.test(piece[end - 1]!)) end--;
  return piece.slice(start, end);
}

/** Base64 and nothing else: long, or with more than letters of one word, or right after such a line. */
function isKeyLine(line: string, after: boolean): boolean {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(line)) return false;
  return line.length >= 24 || after || /[0-9+/=]/.test(line) || /[a-z][A-Z].*[A-Z]|[A-Z]{2}[a-z]/.test(line);
}

function hideLines(body: string, from: number, each: (piece: string, at: number) => void): void {
  let at = 0;
  for (const end of body.matchAll(LINE_END)) {
    each(body.slice(at, end.index), from + at);
    at = end.index + end[0].length;
  }
  each(body.slice(at), from + at);
}

// ------------------------------------------------------------------ other forms

/** A PEM file in base64, as secrets of Kubernetes and of CI hold it. */
function encodedPem(text: string, found: Secret[]): void {
  for (const match of text.matchAll(/LS0tLS1CRUdJTi[A-Za-z0-9+/=_-]{20,60000}/g)) {
    const head = Buffer.from(match[0].slice(0, 80), "base64").toString("latin1");
    if (!head.includes("PRIVATE KEY")) continue;
    found.push({ start: match.index, end: match.index + match[0].length, rule: "private-key" });
  }
}

function putty(text: string, found: Secret[]): void {
  for (const match of text.matchAll(
    /Private-Lines:[ ]?\d{1,4}\r?\n((?:[A-Za-z0-9+/=]{1,80}(?:\r?\n|$)){1,400})/g,
  )) {
    const start = match.index + match[0].length - match[1]!.length;
    hideLines(match[1]!, start, (piece, at) => {
      if (piece !== "") found.push({ start: at, end: at + piece.length, rule: "private-key" });
    });
  }
}

/** The private members of a JSON web key; `k` is the key itself of a symmetric one. */
function webKeys(text: string, found: Secret[]): void {
  for (const match of text.matchAll(/"(?:d|p|q|dp|dq|qi|k)"\s{0,20}:\s{0,20}"([\w-]{20,4000})"/g)) {
    const end = match.index + match[0].length - 1;
    found.push({ start: end - match[1]!.length, end, rule: "private-key" });
  }
}
