// Where are private keys in PEM form? Only the key material is hidden; the header that says what it was stays.
import type { Secret } from "./find-secrets.ts";

const KEY_BEGIN = /-----BEGIN[ ]?(?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY(?: BLOCK)?-----/g;
const KEY_END = /-----END[ ]?(?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY(?: BLOCK)?-----/g;
/** Largest key block looked at: a 16,384-bit RSA key in PEM has about 13,000 characters. */
const KEY_LENGTH = 40_000;

export function findPrivateKeys(text: string, found: Secret[]): void {
  if (!text.includes("-----BEGIN")) return;
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
    const body = text.slice(bodyStart, closed ? end : limit);
    // What a key may hold besides base64: line ends and their escapes, the quotes and joins of a string in code, headers.
    const core = body
      .replace(/\\[nrt]|[\s"'`+,;\\.…#*/|>-]/g, "")
      .replace(/(?:Proc-?Type|DEK-?Info|Version|Comment):?/gi, "");
    const whole = closed && core.length > 0 && /^[A-Za-z0-9=:()@]*$/.test(core);
    // A lone header in code, or one whose end is far away: only what looks like key lines, and only while they go on.
    let at = bodyStart;
    let misses = 0;
    for (const line of body.split("\n")) {
      const runs = [...line.matchAll(whole ? /[A-Za-z0-9+/=]+/g : /[A-Za-z0-9+/=]{40,}/g)];
      const hit = runs.filter(
        (r) => whole || (/[0-9+/]/.test(r[0]) && /[a-z]/.test(r[0]) && /[A-Z]/.test(r[0])),
      );
      for (const run of hit) {
        const start = at + run.index;
        found.push({ start, end: start + run[0].length, rule: "private-key" });
      }
      misses = hit.length > 0 ? 0 : misses + 1;
      if (!whole && misses > 4) break;
      at += line.length + 1;
    }
  }
}
