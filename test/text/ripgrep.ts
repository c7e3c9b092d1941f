// What does the real ripgrep answer? The oracle of the search tests: same texts, matches in Pith's columns.
import { isAscii } from "node:buffer";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { rgPath } from "@vscode/ripgrep";

export interface RipgrepLine {
  line: number;
  columns: { start: number; end: number }[];
}

/** Matching lines by text (in the order given), or the reason why ripgrep refused the pattern. */
export type RipgrepAnswer = { lines: RipgrepLine[][] } | { refused: string };

interface JsonText {
  text?: string;
  bytes?: string;
}

interface JsonMatch {
  type: string;
  data: {
    path: JsonText;
    lines: JsonText;
    line_number: number;
    submatches: { start: number; end: number }[];
  };
}

export interface Ripgrep {
  search(pattern: string, flags: readonly string[]): RipgrepAnswer;
  close(): void;
}

/**
 * Lays the texts out as files once, for many searches. Every `\r\n` becomes `\n`: ripgrep counts the `\r` to the line,
 * Pith does not. A missing final line end is added, since ripgrep drops an empty match at the very end of a file
 * (`printf a | rg -o --json ''` gives one match, `echo a | rg -o --json ''` two); `unended` keeps it missing.
 */
export function openRipgrep(given: readonly string[], options: { unended?: boolean } = {}): Ripgrep {
  const folder = mkdtempSync(join(tmpdir(), "pith-rg-"));
  const texts = given.map((text) => {
    const plain = text.replaceAll("\r\n", "\n");
    return options.unended || plain === "" || plain.endsWith("\n") ? plain : `${plain}\n`;
  });
  texts.forEach((text, i) => writeFileSync(join(folder, String(i)), text));
  const fixed = ["--no-config", "--json", "-a", "--encoding", "none", "-j1", "--sort", "path"];
  return {
    search(pattern, flags) {
      // An argument cannot hold NUL, and a pattern file loses a `\r` at its end: each where the other fails.
      const given = pattern.includes("\0") ? ["-f", "-"] : ["-e", pattern];
      const run = spawnSync(rgPath, [...fixed, ...flags, ...given, "."], {
        input: pattern.includes("\0") ? pattern : undefined,
        cwd: folder,
        encoding: "utf8",
        maxBuffer: 1 << 28,
      });
      if (run.error) throw run.error;
      if (run.status === 2) return { refused: run.stderr };
      const lines: RipgrepLine[][] = texts.map(() => []);
      for (const row of run.stdout.split("\n")) {
        if (!row.startsWith('{"type":"match"')) continue;
        const { data } = JSON.parse(row) as JsonMatch;
        lines[Number(data.path.text!.replace(/^\.\//, ""))]!.push(readLine(data));
      }
      return { lines };
    },
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function readLine(data: JsonMatch["data"]): RipgrepLine {
  const bytes =
    data.lines.bytes === undefined ? Buffer.from(data.lines.text!) : Buffer.from(data.lines.bytes, "base64");
  const plain = isAscii(bytes);
  const column = (offset: number) => (plain ? offset : bytes.subarray(0, offset).toString("utf8").length) + 1;
  return {
    line: data.line_number,
    // Ripgrep finds the empty match between the bytes of one character too.
    columns: data.submatches
      .filter((m) => m.start !== m.end || (bytes[m.start]! & 0xc0) !== 0x80)
      .map((m) => ({ start: column(m.start), end: column(m.end) })),
  };
}
