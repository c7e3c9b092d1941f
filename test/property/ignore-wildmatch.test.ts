// The compiled matcher equals one that tries every way, and no pattern makes it slow.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { compileWild } from "../../src/git/wildmatch.ts";

const SOAK = Number(process.env["PITH_SOAK"] ?? 1);

/** Letters, `?`, `*` and `**` with slashes, by trying. `start` is true where a `**` would be a whole component. */
function naive(pattern: string, text: string, start = true): boolean {
  if (pattern === "") return text === "";
  const stars = /^\*+/.exec(pattern)?.[0] ?? "";
  const rest = pattern.slice(stars.length);
  if (stars !== "") {
    const crosses = stars.length > 1 && start && (rest === "" || rest.startsWith("/"));
    if (crosses && rest.startsWith("/") && naive(rest.slice(1), text, true)) return true;
    for (let taken = 0; taken <= text.length; taken++) {
      if (!crosses && text.slice(0, taken).includes("/")) return false;
      if (naive(rest, text.slice(taken), false)) return true;
    }
    return false;
  }
  if (text === "") return false;
  if (pattern[0] === "?" ? text[0] === "/" : pattern[0] !== text[0]) return false;
  return naive(pattern.slice(1), text.slice(1), pattern[0] === "/");
}

const letters = (...of: string[]) =>
  fc.array(fc.constantFrom(...of), { maxLength: 9 }).map((parts) => parts.join(""));

test("a compiled pattern matches what trying every way matches", () => {
  fc.assert(
    fc.property(
      letters("a", "b", "/", "*", "**", "?", "/**/", "**/"),
      letters("a", "b", "/"),
      (pattern, text) => {
        assert.equal(compileWild(pattern, { pathname: true, fold: false })(text), naive(pattern, text));
      },
    ),
    { numRuns: 3_000 * SOAK },
  );
});

test("many stars over a long name end at once", () => {
  for (const star of ["*a", "**/", "*?", "*[ab]"]) {
    const matches = compileWild(`${star.repeat(100)}z`, { pathname: true, fold: false });
    assert.equal(matches("a".repeat(250)), false);
    assert.equal(matches("a/".repeat(2_000)), false);
  }
});
