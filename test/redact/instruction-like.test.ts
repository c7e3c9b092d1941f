// Text that looks like an instruction is flagged as what it looks like, at its line; and text that doesn't, is not.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { instructionLike } from "../../src/redact/instruction-like.ts";
import { INNOCENT, PLANTED } from "./planted-texts.ts";

const AROUND = "export function add(a, b) {\n  return a + b;\n}";

test("every planted text is flagged, at its line, whatever stands around it", () => {
  for (const [what, texts] of Object.entries(PLANTED))
    for (const text of texts) {
      const flags = instructionLike(`${AROUND}\n${text}\n${AROUND}`, 11);
      assert.ok(
        flags.some(
          (flag) => flag.what === what && flag.line >= 14 && flag.line <= 14 + text.split("\n").length,
        ),
        `${what}: ${text}: ${JSON.stringify(flags)}`,
      );
    }
  assert.ok(Object.values(PLANTED).flat().length >= 60);
});

test("text that only looks so is not", () => {
  for (const text of INNOCENT) assert.deepEqual(instructionLike(`${AROUND}\n${text}\n${AROUND}`), [], text);
});

test("any text: lines of it, few, in order, in bounded time", () => {
  const pieces = fc.constantFrom(
    ...Object.values(PLANTED).flat(),
    ...INNOCENT,
    "ignore ".repeat(50),
    "<!-- AI ",
    "send ",
    "\n",
    "\u200b",
  );
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 60 }), fc.constantFrom("", " ", "\n"), (parts, between) => {
      const text = parts.join(between);
      const flags = instructionLike(text);
      const lines = text.normalize("NFKC").split("\n").length;
      assert.ok(flags.every(({ line }) => line >= 1 && line <= lines));
      assert.deepEqual(
        flags,
        flags.toSorted((a, b) => a.line - b.line || (a.what < b.what ? -1 : 1)),
      );
    }),
  );
});
