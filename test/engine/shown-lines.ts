// Reads back what an answer shows, from its text or its JSON, and compares it with the files on disk; for tests.
import assert from "node:assert/strict";
import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type {
  ContextAnswer,
  OutlineAnswer,
  ReadAnswer,
  SearchAnswer,
  SymbolAnswer,
} from "../../src/pack/answer.ts";
import { readBack } from "../pack/read-back.ts";

export interface ShownLine {
  path: string;
  line: number;
  text: string;
}

/** Lines of a file as the disk has them now; null where there is no such file. Written without the project's reader. */
export function diskLines(root: string, path: string): string[] | null {
  const file = join(root, path);
  if (!existsSync(file) || !statSync(file).isFile()) return null;
  let text = decoded(root, path);
  if (text.startsWith("\ufeff")) text = text.slice(1);
  if (text === "") return [];
  const lines = text.split("\n");
  const ended = lines.at(-1) === "";
  if (ended) lines.pop();
  return lines.map((line, i) =>
    line.endsWith("\r") && (ended || i < lines.length - 1) ? line.slice(0, -1) : line,
  );
}

/** UTF-8, or what `.gitattributes` of the root declares for text files. */
function decoded(root: string, path: string): string {
  const bytes = readFileSync(join(root, path));
  const attributes = join(root, ".gitattributes");
  const text = bytes.toString("utf8");
  const declared =
    path.endsWith(".txt") && existsSync(attributes) && readFileSync(attributes, "utf8").includes("latin1");
  return declared && text.includes("\ufffd") && !Buffer.from(text).equals(bytes)
    ? new TextDecoder("latin1").decode(bytes)
    : text;
}

export type AnyAnswer = ContextAnswer | SearchAnswer | SymbolAnswer | ReadAnswer | OutlineAnswer;

/** Every whole line that the JSON form shows. */
export function linesOfAnswer(answer: AnyAnswer): ShownLine[] {
  // Under a budget too small even for an answer without spans, what is needed is all that is said.
  if (answer.cost === undefined) return [];
  switch (answer.op) {
    case "context":
      return answer.spans.flatMap((span) =>
        readBack(span).map(({ line, text }) => ({ path: span.path, line, text })),
      );
    case "read":
      return answer.spans.flatMap((span) =>
        span.end < span.start
          ? []
          : span.text.split("\n").map((text, i) => ({ path: span.path, line: span.start + i, text })),
      );
    default:
      return [];
  }
}

const HEADER = /^("(?:[^"\\]|\\.)*"|\S+?):(\d+)(?:-(\d+))? /;

/** Asserts that every line that the text form of `context` or `read` shows between fences is on disk; gives their number. */
export function assertTextOnDisk(root: string, output: string): number {
  const rows = output.split("\n");
  let count = 0;
  for (let i = 0; i + 1 < rows.length; i++) {
    const header = HEADER.exec(rows[i]!);
    let open = i + 1;
    // An explanation stands between the header and the fence.
    while (rows[open]?.startsWith("  ") === true) open++;
    const fence = /^`{3,}$/.exec(rows[open] ?? "")?.[0];
    if (header === null || fence === undefined) continue;
    const close = rows.indexOf(fence, open + 1);
    assert.ok(close > open, "the fence is closed");
    const [, label, start, end] = header;
    const path = label!.startsWith('"') ? (JSON.parse(label!) as string) : label!;
    const place = {
      start: Number(start),
      end: Number(end ?? start),
      text: rows.slice(open + 1, close).join("\n"),
    };
    i = close;
    if (place.end < place.start) continue;
    const at = (form: string) => readBack({ ...place, form }).map(({ line, text }) => ({ path, line, text }));
    // Whether marks of gaps are in it stands behind a name that a file may have made up: try it.
    const shown = isOnDisk(root, at("lines")) ? at("lines") : at("whole");
    assertOnDisk(root, shown);
    count += shown.length;
  }
  return count;
}

function isOnDisk(root: string, shown: readonly ShownLine[]): boolean {
  return shown.every(({ path, line, text }) => diskLines(root, path)?.[line - 1] === text);
}

/** Each line equals the line of that number on disk. */
export function assertOnDisk(root: string, shown: readonly ShownLine[]): void {
  const files = new Map<string, string[] | null>();
  for (const { path, line, text } of shown) {
    if (!files.has(path)) files.set(path, diskLines(root, path));
    const lines = files.get(path);
    assert.ok(lines != null, `${path} is on disk`);
    assert.equal(text, lines[line - 1], `${path}:${line}`);
  }
}

/** What `search`, `symbol` and `outline` say of a file stands in it, at the lines that they name. */
export function assertPlaces(root: string, answer: AnyAnswer): void {
  const lineAt = (path: string, line: number): string => {
    const lines = diskLines(root, path);
    assert.ok(lines !== null, `${path} is on disk`);
    assert.ok(line >= 1 && line <= Math.max(1, lines.length), `${path}:${line} of ${lines.length}`);
    return lines[line - 1] ?? "";
  };
  if (answer.op === "search") {
    for (const { path, start, end, matches } of answer.results) {
      lineAt(path, start);
      lineAt(path, end);
      for (const { line, text } of matches) {
        const cut = /^(.*) ⋯ \d+ more characters$/su.exec(text ?? "");
        // Every line that matches is given as it stands; a ranked place shows what it says.
        const there: string = answer.mode === "ranked" ? lineAt(path, line).trim() : lineAt(path, line);
        if (cut !== null && there.startsWith(cut[1]!)) continue;
        assert.equal(text, there, `${path}:${line}`);
      }
    }
  } else if (answer.op === "symbol") {
    for (const { path, start, end, name } of answer.matches) {
      lineAt(path, end);
      const unit = diskLines(root, path)!
        .slice(start - 1, end)
        .join("\n");
      assert.ok(unit.includes(name), `${name} stands in ${path}:${start}-${end}`);
    }
  } else if (answer.op === "outline") {
    for (const { path, start, end } of answer.declarations) {
      lineAt(path, start);
      lineAt(path, end);
    }
    for (const { path, declarations } of answer.files)
      for (const { line, name } of declarations)
        assert.ok(lineAt(path, line).includes(name), `${path}:${line} ${name}`);
  }
}
