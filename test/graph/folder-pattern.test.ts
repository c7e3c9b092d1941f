// Patterns of folders match what the regular expression matches that says the same, and no pattern takes for ever.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { folderPattern } from "../../src/graph/folder-pattern.ts";

function naive(glob: string): RegExp {
  const source = glob
    .split("/")
    .map((part) =>
      part === "**"
        ? "(?:[^/]+/)*"
        : `${part
            .replace(/[.^$+?()[\]{}|\\]/g, "\\$&")
            .replaceAll("*", "[^/]*")
            .replace(/\\\{([^{}]*)\\\}/g, (_, list: string) => `(?:${list.split(",").join("|")})`)}/`,
    )
    .join("");
  return new RegExp(`^${source}$`);
}

const name = fc.string({ unit: fc.constantFrom("a", "b", "-", "."), minLength: 1, maxLength: 4 });
const part = fc.oneof(
  fc.constant("**"),
  fc
    .array(fc.oneof(name, fc.constantFrom("*", "{a,b}", "{a*,b-,}", "{", "}", ",", "{a,{b,a}}")), {
      minLength: 1,
      maxLength: 3,
    })
    .map((p) => p.join("")),
);

test("a pattern matches what its regular expression matches", () => {
  fc.assert(
    fc.property(
      fc.array(part, { minLength: 1, maxLength: 4 }),
      fc.array(name, { minLength: 1, maxLength: 4 }),
      (parts, names) => {
        const [glob, folder] = [parts.join("/"), names.join("/")];
        assert.equal(folderPattern(glob)(folder), naive(glob).test(`${folder}/`), `${glob} ${folder}`);
      },
    ),
    { numRuns: 3000 },
  );
});

test("many stars, lists and folders are no work", () => {
  const long = "a".repeat(250);
  assert.equal(folderPattern(`${"*a".repeat(100)}b`)(long), false);
  assert.equal(folderPattern(`${"{a,aa,a*}".repeat(200)}b`)(long), false);
  const deep = Array.from({ length: 300 }, () => "a").join("/");
  assert.equal(folderPattern(`${"**/a/".repeat(100)}b`)(deep), false);
  assert.equal(folderPattern(`${"**/".repeat(200)}a`)(deep), true);
});
