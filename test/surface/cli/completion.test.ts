import assert from "node:assert/strict";
import { test } from "node:test";
import { completionScript } from "../../../src/surface/cli/completion.ts";
import { typedName } from "../../../src/surface/entry.ts";
import { ENTRIES, flagNames, flagsOf } from "../../../src/surface/cli/flags.ts";

for (const shell of ["bash", "zsh", "fish"] as const) {
  test(`${shell}: every command and every flag is in the script`, () => {
    const script = completionScript(shell);
    for (const entry of ENTRIES) {
      assert.ok(script.includes(typedName(entry).split(" ").at(-1)!));
      for (const flag of flagNames(entry)) {
        assert.ok(script.includes(shell === "fish" ? `-l ${flag.slice(2)}` : flag), `${entry.name} ${flag}`);
      }
    }
    assert.ok(script.includes("o200k_base cl100k_base"));
  });
}

/** The words of a shell script that stand in single quotes, as the shell reads them. */
function quotedWords(script: string): string[] {
  return [...script.matchAll(/'(?:[^']|'\\'')*'/g)].map(([word]) =>
    word.slice(1, -1).replaceAll("'\\''", "'"),
  );
}

test("zsh: what is said of commands and flags loses no character", () => {
  const words = quotedWords(completionScript("zsh"));
  const described = new Set(words.map((word) => word.replaceAll("\\\\", "\\")));
  const flags = new Set(
    words.flatMap((word) => {
      const spec = /^\*(-{1,2}[\w-]+)\[((?:\\.|[^\]\\])*)\]/.exec(word);
      return spec === null ? [] : [`${spec[1]} ${spec[2]!.replaceAll(/\\(.)/g, "$1")}`];
    }),
  );
  for (const entry of ENTRIES) {
    assert.ok(described.has(`${typedName(entry).split(" ").at(-1)}:${entry.summary}`), entry.name);
    for (const { long, short, description } of flagsOf(entry)) {
      for (const name of [long, short])
        if (name !== undefined) assert.ok(flags.has(`${name} ${description}`), name);
    }
  }
});
