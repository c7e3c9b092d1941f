import assert from "node:assert/strict";
import { PassThrough } from "node:stream";
import { test } from "node:test";
import { progressLine } from "../../../src/surface/cli/progress-line.ts";

function shown(mode: "auto" | "json" | "off", tty: boolean, times: number[], columns = 80): string {
  const stream = Object.assign(new PassThrough(), { isTTY: tty, columns });
  let now = 0;
  const line = progressLine(mode, stream, () => now);
  for (const time of times) {
    now = time;
    line.report({ phase: "reading", done: time, total: 8700, unit: "files" });
  }
  line.end();
  return String(stream.read() ?? "");
}

test("nothing before 400 ms, nothing outside a terminal", () => {
  assert.equal(shown("auto", true, [10, 200, 399]), "");
  assert.equal(shown("auto", false, [10, 500, 5000]), "");
  assert.equal(shown("off", true, [10, 500, 5000]), "");
});

test("one line, rewritten, not too often, gone at the end", () => {
  assert.equal(
    shown("auto", true, [10, 500, 510, 600]),
    "\r\u001B[Kreading 500 of 8,700 files\r\u001B[Kreading 600 of 8,700 files\r\u001B[K",
  );
});

test("the line never wraps", () => {
  assert.equal(shown("auto", true, [500], 24), "\r\u001B[Kreading 500 of 8,700 fi\r\u001B[K");
});
