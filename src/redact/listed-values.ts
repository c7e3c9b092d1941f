// Which further values stand in a list under the name of a secret? `passwords = ["…", "…"]`, `{ "…", "…" }`, and the lines
// of a list of YAML. Each is asked alone.
import type { Secret } from "./find-secrets.ts";
import { looksSecret } from "./looks-secret.ts";

/** From the end of the name into the list. */
const OPEN =
  /["']?\]?(?:[ ]?:[ ]?[\w<>[\]., ]{1,40})?[ ]{0,4}(?:=|:=|=>|:)\s{0,20}(?:&?vec!|new [\w.]{1,40}\[\d{0,4}\] ?|\[\w{0,4}\][\w.]{1,40}|(?:new )?(?:(?:Immutable)?(?:List|Set)|Arrays?)(?:\.\w{1,20})?(?=\()|(?:(?:mutable)?(?:List|Set)|list|set|array)Of(?=\()|frozenset(?=\()|set(?=\())?[[{(]{1,2}\s{0,40}/y;
const ITEM =
  /[bruf@]{0,2}(?:"(?=([^"\\\n]{0,300}))\1"|'(?=([^'\\\n]{0,300}))\2')\s{0,80}(?:,\s{0,80}|(?=[\])}]))/y;

const OPEN_LINES = /["']?:[ \t]{0,20}\r?(?=\n[ \t]{0,40}-[ ])/y;
const LINE = /\r?\n[ \t]{0,40}-[ ]{1,8}["']?(?=([^\s"']{1,300}))\1["']?(?=[ \t]{0,20}(?:\r?\n|$))/y;

/** So many characters of a list are looked at: it may stand in another. */
const LONGEST = 2000;

/** The values of a list that begins at the end of the name. */
export function listedValues(text: string, end: number, word: string, found: Secret[]): void {
  // One character settles most places.
  if (!":= \"']".includes(text[end] ?? "\n")) return;
  if (walk(text, end, word, OPEN, ITEM, found)) return;
  walk(text, end, word, OPEN_LINES, LINE, found);
}

function walk(text: string, end: number, word: string, open: RegExp, item: RegExp, found: Secret[]): boolean {
  open.lastIndex = end;
  if (!open.test(text)) return false;
  item.lastIndex = open.lastIndex;
  for (let at = item.lastIndex; at - end < LONGEST; at = item.lastIndex) {
    const match = item.exec(text);
    if (match === null) break;
    const value = match[1] ?? match[2];
    if (value === undefined || !looksSecret(word, value)) continue;
    // The value stands once in what precedes the separator.
    const start = at + match[0].indexOf(value);
    found.push({ start, end: start + value.length, rule: "assignment" });
  }
  return true;
}
