// Which fields of a table are secrets? In a file of values between separators (`.csv`, `.tsv`) the head of a column says so: all
// that is given under `password`, and what looks like a secret under `token` and its kin.
import type { Secret } from "./find-secrets.ts";
import { looksSecret, namesSecret } from "./looks-secret.ts";
import { isStandIn } from "./stand-ins.ts";

export function isTable(path: string): boolean {
  return /\.(?:csv|tsv|psv)$/i.test(path);
}

/** Names under which each value is a secret. */
const PASSWORDS =
  /^(?:[\w .-]{0,60}[_ .-])?(?:password|passwort|passwd|pwd|passphrase|passcode)[_ ]?\d?$|[a-z](?:Password|Passwd|Pwd|Passphrase|Passcode)$/i;
/** Names that name syntax and tests as well. */
const OTHERS =
  /secret|token|credential|(?:api|access|private|auth|client|account|app)[_ .-]?key|^pass(?:code)?$|[_ .-]pass$|[_ .-]pat$/i;

/** The head is short; what comes first and is longer is none. */
const LONGEST_HEAD = 4000;

export function tables(text: string, found: Secret[]): void {
  const head = text.slice(0, LONGEST_HEAD).split(/\r?\n/, 1)[0]!;
  const separator = ["\t", ";", "|", ","].find((mark) => head.includes(mark)) ?? ",";
  let columns: (Column | null)[] | null = null;
  let row: string[] = [];
  for (const { start, end, last } of fields(text, separator)) {
    const value = text.slice(start, end);
    if (columns === null) {
      row.push(value);
      if (!last) continue;
      columns = row.map(columnOf);
      if (columns.every((column) => column === null)) return;
      row = [];
      continue;
    }
    const column = columns[row.length] ?? null;
    if (column !== null) hide(text, start, end, column, found);
    if (last) row = [];
    else row.push("");
  }
}

interface Column {
  name: string;
  sure: boolean;
}

function columnOf(head: string): Column | null {
  const name = head.replace(/^\uFEFF/, "").trim();
  if (PASSWORDS.test(name)) return { name, sure: true };
  return OTHERS.test(name) && namesSecret(name) ? { name, sure: false } : null;
}

/** A quoted field may hold lines: each is a secret of its own, since none may go over the end of a line. */
function hide(text: string, start: number, end: number, column: Column, found: Secret[]): void {
  for (let from = start; from < end;) {
    let to = text.indexOf("\n", from);
    if (to === -1 || to > end) to = end;
    const line = text.slice(from, to);
    const value = line.trim();
    if (column.sure ? !isStandIn(value) : looksSecret(column.name, value)) {
      const at = from + line.indexOf(value);
      found.push({ start: at, end: at + value.length, rule: "table" });
    }
    from = to + 1;
  }
}

/** The fields in turn, without their quotes; an empty line is a row of one empty field. */
function* fields(text: string, separator: string): Generator<{ start: number; end: number; last: boolean }> {
  const mark = separator.charCodeAt(0);
  let at = 0;
  while (at < text.length) {
    let start = at;
    let end: number;
    if (text.charCodeAt(at) === QUOTE) {
      start++;
      at++;
      // A doubled quote stands for one.
      while (at < text.length && (text.charCodeAt(at) !== QUOTE || text.charCodeAt(at + 1) === QUOTE))
        at += text.charCodeAt(at) === QUOTE ? 2 : 1;
      end = Math.min(at, text.length);
      while (at < text.length && text.charCodeAt(at) !== mark && text.charCodeAt(at) !== NEWLINE) at++;
    } else {
      while (at < text.length && text.charCodeAt(at) !== mark && text.charCodeAt(at) !== NEWLINE) at++;
      end = at;
      if (end > start && text.charCodeAt(end - 1) === RETURN) end--;
    }
    yield { start, end, last: at >= text.length || text.charCodeAt(at) === NEWLINE };
    at++;
  }
}

const [QUOTE, NEWLINE, RETURN] = [0x22, 0x0a, 0x0d];
