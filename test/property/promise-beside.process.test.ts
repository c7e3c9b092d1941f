// P2 while somebody writes: whatever is written between the ranking and the reading, each span is of one text that the file
// had, at the lines where that text has it, under a name that is declared in them.
import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { Worker } from "node:worker_threads";
import type { ContextAnswer } from "../../src/pack/answer.ts";
import { Opened } from "../engine/opened.ts";

const soak = Number(process.env["PITH_SOAK"] ?? 1);
const NAMES = ["sendMail", "retryLater", "pushQueue", "dropQueue"];

/** Text of a file in one of its versions: other units, in another order, from other lines on. */
function version(n: number, path: string): string {
  const units = NAMES.filter((_, i) => (n + i) % 4 !== 0).map(
    (name, i) =>
      `export function ${name}(queue: Queue): void {\n${`  queue.push("${path} ${name} version ${n}");\n`.repeat(1 + ((n + i) % 3))}}\n`,
  );
  if (n % 2 === 1) units.reverse();
  return `${"// a line before\n".repeat(n % 5)}${units.join("\n")}`;
}

const PATHS = ["src/one.ts", "src/two.ts", "lib/three.ts", "lib/four.ts"];
const VERSIONS: Record<string, (string | null)[]> = Object.fromEntries(
  PATHS.map((path, at) => [
    path,
    // One of them comes and goes.
    [...Array.from({ length: 7 }, (_, n) => version(n + at, path)), ...(at === 3 ? [null] : [])],
  ]),
);

interface Shown {
  path: string;
  start: number;
  end: number;
  name: string;
  text: string;
}

/** Some text that the file had holds these lines at this place; or it was being written over, and its head does. */
function assertOneText({ path, start, end, name, text }: Shown): void {
  const said = `${path}:${start}-${end} ${name}\n${text}`;
  const lines = text.split("\n");
  // A mark stands in the place of lines that are left out.
  const cut = lines.findIndex((line) => /^⋯+ \d+ lines? left out$/.test(line));
  const whole = cut === -1 ? lines : lines.slice(0, cut);
  const holds = VERSIONS[path]!.some((one) => {
    const all = one?.split("\n") ?? [];
    return whole.every((line, i) => all[start - 1 + i]?.startsWith(line) === true);
  });
  assert.ok(holds, said);
  for (const one of name.split(", ").filter((part) => part !== "")) {
    if (cut === -1) assert.match(text, new RegExp(`function ${one}\\(`), said);
  }
}

test("a writer beside: every answer shows lines of one text, at their place, under their name", async (t) => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "pith-beside-")));
  await using opened = new Opened(Object.fromEntries(PATHS.map((path) => [path, VERSIONS[path]![0]!])));
  const stop = new SharedArrayBuffer(4);
  const worker = new Worker(new URL("beside.mjs", import.meta.url), {
    workerData: { root: opened.root, versions: VERSIONS, stop },
  });
  const written = once(worker, "message");
  let shown = 0;
  let marked = 0;
  try {
    for (let turn = 0; turn < 20 * soak; turn++) {
      const query = NAMES[turn % NAMES.length]!;
      const asked = await opened.ask("context", { query, budget: 900, format: "json" });
      const { spans, receipt, completeness } = asked.answer as ContextAnswer;
      for (const span of spans) assertOneText(span);
      shown += spans.length;
      if (/being written|while it was read/.test(completeness.caps.join())) marked++;
      for (const [operation, args] of [
        ["search", { query, perFile: 3 }],
        ["search", { query: "queue.push(", mode: "exact" }],
        ["symbol", { symbol: query }],
        ["trace", { symbol: query }],
        ["outline", { path: PATHS[turn % 3]! }],
        ["read", { places: [PATHS[turn % 3]!] }],
        ["read", { places: [`${receipt}#1`] }],
      ] as const) {
        if (operation === "read" && receipt === null) continue;
        const outcome = await opened
          .ask(operation, { ...args, budget: 2000, format: "json" } as never)
          .catch((error: { code?: string }) => {
            // A file that is being put in place may be none for a moment: said, with what to do.
            assert.match(error.code ?? String(error), /^PATH_(?:NOT_FOUND|SKIPPED)$/, String(error));
            return null;
          });
        if (outcome === null || operation !== "read") continue;
        for (const span of (outcome.answer as { spans?: Shown[] }).spans ?? []) {
          if (span.text !== "") assertOneText(span);
        }
      }
    }
  } finally {
    Atomics.store(new Int32Array(stop), 0, 1);
    Atomics.notify(new Int32Array(stop), 0);
    const [writes] = (await written) as [number];
    t.diagnostic(`${shown} spans while ${writes} files were written; ${marked} answers said so`);
    await worker.terminate();
    rmSync(folder, { recursive: true });
  }
  assert.ok(shown > 20, String(shown));
  // When it is quiet again, nothing says that something is written.
  const quiet = await opened.ask("context", { query: "sendMail", format: "json" });
  assert.doesNotMatch((quiet.answer as ContextAnswer).completeness.caps.join(), /written|while it was read/);
});
