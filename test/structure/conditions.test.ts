// No test is left out in silence: what a test needs of its system has a name in test/conditions.ts, and a sentence that the
// runner repeats.
import assert from "node:assert/strict";
import { test } from "node:test";
import * as conditions from "../conditions.ts";
import { readCheckout, sources } from "./checkout.ts";

const tests = [...sources("test/**/*.test.ts"), ...sources("test/hosts/conformance/*.ts")].filter(
  (path) => !path.startsWith("test/structure/"),
);

test(`each condition has a sentence, and is asked for by one of ${tests.length} test files`, () => {
  const texts = tests.map(readCheckout);
  for (const [name, value] of Object.entries(conditions)) {
    if (typeof value === "function") continue;
    const { skip } = value;
    assert.ok(skip === false || /^needs .{5,}/.test(skip), name);
    assert.ok(
      texts.some((text) => new RegExp(`\\b${name}\\b[^"]*from "[./]*conditions\\.ts"`).test(text)),
      `${name} is asked for`,
    );
  }
});

test("no test asks for the platform by itself, or leaves without a word", () => {
  const silent = /process\.platform|getuid|\bt\.skip\(\)|\bskip: (?:true|process)|\btest\.(?:skip|todo)\b/;
  const found = tests.flatMap((path) =>
    readCheckout(path)
      .split("\n")
      .flatMap((line, i) =>
        silent.test(line) && !/\buid\b/.test(line) ? [`${path}:${i + 1}: ${line.trim()}`] : [],
      ),
  );
  assert.deepEqual(found, []);
});

test("what needs pipes, links, devices or signals says so", () => {
  const NEEDS: readonly (readonly [RegExp, RegExp])[] = [
    [/"mkfifo"/, /PIPES/],
    [/ODD_THINGS/, /PIPES|LINKS/],
    [/\bsymlinkSync\(/, /LINKS|PIPES|MODES|ODD_NAMES|SIGNALS/],
    [/kill\("SIG(?:INT|TERM)"\)/, /SIGNALS|PIPES|DEVICES/],
    [/spawn(?:Sync)?\(\s*"(?:sh|bash)"/, /SHELL|PIPES/],
  ];
  const found = tests.flatMap((path) => {
    const text = readCheckout(path);
    return NEEDS.filter(([use, name]) => use.test(text) && !name.test(text)).map(
      ([use]) => `${path}: ${use.source}`,
    );
  });
  assert.deepEqual(found, []);
});
