// What does a unified diff say? Files with their hunks, as Git and `diff -u` write them; nothing is applied. Whatever is
// no hunk is stepped over.

export interface Hunk {
  /** First line on each side, 1-based; of an empty side the line before it. */
  readonly oldStart: number;
  readonly newStart: number;
  readonly lines: readonly HunkLine[];
}

export interface HunkLine {
  readonly side: "both" | "old" | "new";
  /** Without its mark and line end. */
  readonly text: string;
}

export interface FileChange {
  /** As written, without quotes; null where the file is new, or gone. */
  readonly oldPath: string | null;
  readonly newPath: string | null;
  readonly hunks: readonly Hunk[];
  /** The diff says that it changed and not how. */
  readonly binary: boolean;
  /** What its head says beside the names; absent where it says nothing. */
  readonly head?: FileHead;
}

/** The head of a file in Git's form. */
export interface FileHead {
  /** Modes as Git writes them, in octal; null where the file is not there on that side, or no mode is said. */
  oldMode: string | null;
  newMode: string | null;
  /** The file was moved, or made from another one. */
  moved: "renamed" | "copied" | null;
  /** How much of it is as it was, in per cent; null where that isn't said. */
  similarity: number | null;
}

const HUNK = /^@@ -(\d{1,9})(?:,(\d{1,9}))? \+(\d{1,9})(?:,(\d{1,9}))? @@/;
const ESCAPES: Readonly<Record<string, number>> = { a: 7, b: 8, t: 9, n: 10, v: 11, f: 12, r: 13 };

/** A longer head names no file: 4,096 bytes, each of them as an escape, twice. In UTF-16 code units. */
const LONGEST_HEAD = 40_000;

interface Draft {
  oldPath: string | null;
  newPath: string | null;
  hunks: Hunk[];
  binary: boolean;
  head?: FileHead;
}

export function parseUnifiedDiff(text: string): FileChange[] {
  const lines = text.split("\n");
  const files: Draft[] = [];
  let current: Draft | null = null;
  for (let at = 0; at < lines.length; at++) {
    const line = withoutReturn(lines[at]!);
    if (line.length > LONGEST_HEAD) continue;
    const hunk: RegExpExecArray | null = current === null ? null : HUNK.exec(line);
    if (hunk !== null) {
      const read = hunkLines(lines, at + 1, count(hunk[2]), count(hunk[4]));
      current!.hunks.push({ oldStart: Number(hunk[1]), newStart: Number(hunk[3]), lines: read.lines });
      at = read.next - 1;
    } else if (line.startsWith("diff --git ")) {
      // Names for a change without hunks: a binary file, a mode, an empty file.
      const names = gitNames(line.slice("diff --git ".length));
      current = { oldPath: names?.[0] ?? null, newPath: names?.[1] ?? null, hunks: [], binary: false };
      files.push(current);
    } else if (line.startsWith("--- ") && isHead(lines[at + 1])) {
      if (current === null || current.hunks.length > 0) {
        current = { oldPath: null, newPath: null, hunks: [], binary: false };
        files.push(current);
      }
      current.oldPath = pathOf(line.slice(4));
      current.newPath = pathOf(withoutReturn(lines[at + 1]!).slice(4));
      at++;
    } else if (current !== null && current.hunks.length === 0 && HEAD.test(line)) readHead(current, line);
    else if (current !== null && /^(?:Binary files |GIT binary patch)/.test(line)) current.binary = true;
  }
  return files.map(withoutPrefixes).filter((f) => f.oldPath !== null || f.newPath !== null);
}

const HEAD =
  /^(?:(?:deleted file|new file|old|new) mode \d|(?:rename|copy) (?:from|to) .|similarity index \d|index [0-9a-f]+\.\.[0-9a-f]+ \d)/;

function readHead(file: Draft, line: string): void {
  const head = (file.head ??= { oldMode: null, newMode: null, moved: null, similarity: null });
  const last = line.slice(line.lastIndexOf(" ") + 1);
  if (line.startsWith("deleted file mode ")) {
    file.newPath = null;
    head.oldMode = last;
  } else if (line.startsWith("new file mode ")) {
    file.oldPath = null;
    head.newMode = last;
  } else if (line.startsWith("old mode ")) head.oldMode = last;
  else if (line.startsWith("new mode ")) head.newMode = last;
  else if (line.startsWith("index ")) head.oldMode = head.newMode = last;
  else if (line.startsWith("similarity index ")) head.similarity = Number.parseInt(last, 10);
  else {
    // Without hunks nothing else names it; prefixes stand in heads alone.
    const [, how, end, written] = /^(rename|copy) (from|to) (.*)$/s.exec(line)!;
    const name = pathOf(written!);
    if (end === "from") file.oldPath = name === null ? null : `a/${name}`;
    else file.newPath = name === null ? null : `b/${name}`;
    head.moved = how === "copy" ? "copied" : "renamed";
  }
}

function isHead(line: string | undefined): line is string {
  return line !== undefined && line.startsWith("+++ ") && line.length <= LONGEST_HEAD;
}

function hunkLines(
  lines: readonly string[],
  from: number,
  old: number,
  fresh: number,
): { lines: HunkLine[]; next: number } {
  const found: HunkLine[] = [];
  let [left, right] = [old, fresh];
  let at = from;
  while (at < lines.length && (left > 0 || right > 0 || lines[at]!.startsWith("\\"))) {
    const line = lines[at]!;
    const text = withoutReturn(line.slice(1));
    if (line.startsWith("+") && right > 0) {
      found.push({ side: "new", text });
      right--;
    } else if (line.startsWith("-") && left > 0) {
      found.push({ side: "old", text });
      left--;
    } else if (line.startsWith(" ") || line === "" || line === "\r") {
      // An editor may have taken the blank of an empty line.
      if (left === 0 || right === 0) break;
      found.push({ side: "both", text });
      left--;
      right--;
    } else if (!line.startsWith("\\")) break;
    at++;
  }
  return { lines: found, next: at };
}

function count(written: string | undefined): number {
  return written === undefined ? 1 : Number(written);
}

function withoutReturn(line: string): string {
  return line.endsWith("\r") ? line.slice(0, -1) : line;
}

/** `a/x b/x`, `"a/\303\244" "b/\303\244"`: only where both are the same but for their first folder. */
function gitNames(written: string): [string, string] | null {
  if (written.startsWith('"')) {
    const quoted = /^("(?:[^"\\]|\\.)*") (".*")$/su.exec(written);
    return quoted === null ? null : [unquoted(quoted[1]!), unquoted(quoted[2]!)];
  }
  const middle = (written.length - 1) / 2;
  if (!Number.isInteger(middle) || written[middle] !== " ") return null;
  return [written.slice(0, middle), written.slice(middle + 1)];
}

/** A name may be in quotes, and a time may stand behind a tab. */
function pathOf(written: string): string | null {
  const name = written.startsWith('"') ? unquoted(written) : written.replace(/\t.*$/s, "").trimEnd();
  return name === "/dev/null" || name === "" ? null : name;
}

/** A string as C writes it: bytes in octal are parts of UTF-8. */
function unquoted(written: string): string {
  const end = written.lastIndexOf('"');
  const inner = written.slice(1, end <= 0 ? undefined : end);
  if (!inner.includes("\\")) return inner;
  const parts: Buffer[] = [];
  let from = 0;
  for (const match of inner.matchAll(/\\([0-7]{3}|[^])/gu)) {
    parts.push(Buffer.from(inner.slice(from, match.index)));
    const [, escape] = match as unknown as [string, string];
    if (escape.length === 3) parts.push(Buffer.of(Number.parseInt(escape, 8) & 255));
    else parts.push(Object.hasOwn(ESCAPES, escape) ? Buffer.of(ESCAPES[escape]!) : Buffer.from(escape));
    from = match.index + match[0].length;
  }
  parts.push(Buffer.from(inner.slice(from)));
  return Buffer.concat(parts).toString("utf8");
}

/** `a/` and `b/` are Git's, unless only one side has its mark. */
function withoutPrefixes({ oldPath, newPath, hunks, binary, head }: Draft): FileChange {
  const marked = (path: string | null, mark: RegExp) => path === null || mark.test(path);
  const git = marked(oldPath, /^[abciow]\//) && marked(newPath, /^[abciow]\//);
  const cut = (path: string | null) =>
    path === null ? null : git ? path.slice(2) : path.replace(/^\.\//, "");
  return { oldPath: cut(oldPath), newPath: cut(newPath), hunks, binary, ...(head && { head }) };
}
