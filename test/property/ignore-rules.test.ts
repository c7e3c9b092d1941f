// The tables of a rule file decide as trying its rules one by one, from the last, does.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { compileRuleFile } from "../../src/files/ignore-rules.ts";

const SOAK = Number(process.env["PITH_SOAK"] ?? 1);

const compile = (lines: readonly string[], fold: boolean) =>
  compileRuleFile("x", Buffer.from(lines.join("\n")), fold) ?? { match: () => null };

const line = fc.constantFrom(
  ..."foo.o *.o /foo.o !foo.o !*.o !/foo.o a/foo.o **/foo.o foo* f*o /a/* a/** *o !foo*/ foo.o/ /a/foo.o/ * FOO.O *.O".split(
    " ",
  ),
);

test("tables and the order of rules", () => {
  fc.assert(
    fc.property(
      fc.array(line, { minLength: 1, maxLength: 8 }),
      fc.constantFrom("foo.o", "a/foo.o", "a/b/foo.o", "FOO.o", "a", "a/o"),
      fc.boolean(),
      fc.boolean(),
      (lines, path, isFolder, fold) => {
        const name = path.slice(path.lastIndexOf("/") + 1);
        const last = lines.findLastIndex(
          (one) => compile([one], fold).match(path, 0, name, isFolder) !== null,
        );
        assert.equal((compile(lines, fold).match(path, 0, name, isFolder)?.line ?? 0) - 1, last);
      },
    ),
    { numRuns: 2_000 * SOAK },
  );
});

test("paths are taken from the folder of the rule file", () => {
  const rules = compile(["/a", "b/c", "d"], false);
  const line = (path: string) => rules.match(path, 4, path.slice(path.lastIndexOf("/") + 1), false)?.line;
  assert.deepEqual(["top/a", "top/x/a", "top/b/c", "top/x/b/c", "top/x/d"].map(line), [
    1,
    undefined,
    2,
    undefined,
    3,
  ]);
});
