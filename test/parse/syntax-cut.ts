// A fixture cut anywhere gives facts whose places lie in the text, or a skip; never a fault.
import assert from "node:assert/strict";
import type { InlineParser } from "../../src/parse/syntax-parser.ts";
import { fixture } from "./syntax-text.ts";

/** Cuts the fixture at so many places, once from each end; Unicode names may be cut in two. */
export function cutAnywhere(parser: InlineParser, name: string, languageId: string, cuts = 80): void {
  const whole = fixture(name);
  for (let i = 1; i < cuts; i++) {
    const at = Math.floor((whole.length * i) / cuts);
    for (const text of [whole.slice(0, at), whole.slice(at)]) {
      const result = parser.parse(text, languageId);
      if ("skip" in result) {
        assert.notEqual(result.skip, "failed", `cut at ${at}`);
        continue;
      }
      const lines = text.split("\n");
      const { symbols, references, imports } = result.facts;
      for (const { range } of [...symbols, ...references, ...imports]) {
        assert.ok(range.start >= 1 && range.end <= lines.length, `cut at ${at}`);
        assert.ok(range.endColumn <= lines[range.end - 1]!.length + 1, `cut at ${at}`);
      }
    }
  }
}
