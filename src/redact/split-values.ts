// Is a value written in pieces, as languages join literals that stand side by side or with a mark between? `"Kq9x" "Tr4z"`,
// `"Kq9x" + "Tr4z"`, over lines or in brackets. The whole is judged; each piece is hidden.
import type { Secret } from "./find-secrets.ts";
import { looksSecret } from "./looks-secret.ts";

/** From the end of the name to the first piece. */
const OPEN =
  /["']?\]?[ \t]{0,20}(?:\)?:[ \t]{0,4}[&\w<>[\]'.|][&\w<>[\]'.| ]{0,30}={1,3}|:=|=>|={1,3}|:)\s{0,20}(?:\(\s{0,80}(?:(?:#|\/\/)[^\n]{0,100}\n\s{0,80})?)?(?=[bruf@]{0,2}["'])/y;
const PIECE = /[bruf@]{0,2}(?:"((?:\\.|[^"\\\n]){1,500})"|'((?:\\.|[^'\\\n]){1,500})')/y;
const JOINT =
  /[ \t]{0,20}(?:[+.&\\][ \t]{0,20})?(?:\r?\n[ \t]{0,80})?(?:[+.&][ \t]{0,20})?(?=[bruf@]{0,2}["'])/y;

/** So many characters are looked at: a name may stand in each piece. */
const LONGEST = 2000;

export function splitValues(text: string, end: number, word: string, found: Secret[]): void {
  // One character settles most places.
  if (!":= \"']".includes(text[end] ?? "\n")) return;
  OPEN.lastIndex = end;
  if (!OPEN.test(text)) return;
  const pieces: { start: number; value: string }[] = [];
  for (let at = OPEN.lastIndex; at - end < LONGEST; at = JOINT.lastIndex) {
    PIECE.lastIndex = at;
    const match = PIECE.exec(text);
    if (match === null) break;
    const value = match[1] ?? match[2]!;
    pieces.push({ start: PIECE.lastIndex - 1 - value.length, value });
    JOINT.lastIndex = PIECE.lastIndex;
    if (!JOINT.test(text)) break;
  }
  if (pieces.length < 2 || !looksSecret(word, pieces.map(({ value }) => value).join(""))) return;
  for (const { start, value } of pieces) {
    found.push({ start, end: start + value.length, rule: "assignment" });
  }
}
