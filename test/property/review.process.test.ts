// Whatever a change is, its review costs no more than its budget, shows only lines that the named tree (or the old side) has
// where it says they stand, and says the same again.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { PithError } from "../../src/base/error.ts";
import type { ReviewAnswer } from "../../src/pack/review-answer.ts";
import { openCounter } from "../../src/tokens/counter.ts";
import { Reviewed } from "../engine/reviewed.ts";

const RUNS = Math.ceil(12 * Number(process.env["PITH_SOAK"] ?? 1));

const NAMES = [
  "a.ts",
  "b.py",
  "lib/c.go",
  "t ä.ts",
  "notes.md",
  "data.json",
  "odd.xyz",
  "test/a.test.ts",
  "go.sum",
  "x.css",
];
const line = fc.oneof(
  fc.constantFrom(
    "export function one() {",
    "  return two(1);",
    "}",
    "def two(x):",
    "    return one()",
    "func three() int {",
    "# A heading",
    "⋯ 3 lines left out",
    "```",
    "class Four {",
    '  const s = "text";',
    "",
    "\t",
    "@@ -1 +1 @@",
    "--- a/x",
  ),
  fc.string({ maxLength: 60, unit: "grapheme" }).map((s) => s.replaceAll(/[\r\n\0]/g, " ")),
);
const text = fc
  .tuple(fc.array(line, { maxLength: 40 }), fc.constantFrom("\n", "\n", "\n", "\r\n"), fc.boolean())
  .map(([lines, end, last]) => lines.join(end) + (last ? end : ""));
const tree = fc.dictionary(fc.constantFrom(...NAMES), text, { maxKeys: 6, noNullPrototype: true });
const budget = fc.oneof(fc.integer({ min: 64, max: 400 }), fc.integer({ min: 400, max: 4000 }));

function linesOf(content: string): string[] {
  return content.split(/\r?\n/);
}

/** Lines of a span by their numbers; marks for gaps are told by the span's own arithmetic. */
function checkSpans(answer: ReviewAnswer, read: (path: string, side: "old" | "new") => string | null): void {
  for (const span of answer.spans) {
    const own = read(span.path, span.side === "old" ? "old" : "new");
    assert.ok(own !== null, `${span.path} is on its side`);
    const lines = linesOf(own);
    let at = span.start;
    const shown = span.text.split("\n");
    shown.forEach((text, i) => {
      const gap = /^⋯+ (\d+) lines? left out$/.exec(text);
      if (gap !== null && lines[at - 1] !== text) at += Number(gap[1]);
      else {
        assert.equal(text, lines[at - 1] ?? "", `${span.path}:${at} (${i}) ${span.part}`);
        at++;
      }
    });
  }
}

test("budget, truth and sameness over random changes, staged, as a range, and as a diff", async () => {
  const counter = await openCounter("o200k_base");
  await fc.assert(
    fc.asyncProperty(
      tree,
      tree,
      budget,
      fc.constantFrom("text", "json"),
      async (before, after, most, format) => {
        await using repo = new Reviewed(before);
        for (const path of Object.keys(before)) if (!Object.hasOwn(after, path)) repo.remove(path);
        repo.writeAll(after);
        repo.git("add", "-A");
        const diff = repo.git("diff", "--cached", "--no-color", "-U1");
        const asked: object[] = [{ staged: true }, {}];
        if (diff !== "") asked.push({ diff });
        const check = async (args: object) => {
          let found;
          try {
            found = await repo.ask("review", { ...args, budget: most, format } as never);
          } catch (error) {
            // A diff of modes or of nothing alone.
            assert.ok(error instanceof PithError, String(error));
            return;
          }
          assert.ok(counter.count(found.output) <= most, `${counter.count(found.output)} of ${most}`);
          const answer = found.answer as ReviewAnswer;
          if (answer.spans === undefined) return;
          assert.ok(answer.cost.tokens <= most);
          const renamed = new Map(answer.files?.map((f) => [f.path, f.from]));
          checkSpans(answer, (path, side) => {
            const from = side === "old" ? before : after;
            return from[path] ?? (side === "old" ? (before[renamed.get(path) ?? ""] ?? null) : null);
          });
          const again = await repo.ask("review", { ...args, budget: most, format } as never);
          assert.equal(again.output, found.output);
        };
        for (const args of asked) await check(args);
        repo.commit("second");
        repo.write("a.ts", "export const somewhere = 'else';\n");
        await check({ range: "HEAD~1..HEAD" });
      },
    ),
    { numRuns: RUNS, endOnFailure: true },
  );
});
