import assert from "node:assert/strict";
import { test } from "node:test";
import { completionScript } from "../../../src/surface/cli/completion.ts";
import { ENTRIES, flagNames } from "../../../src/surface/cli/flags.ts";

for (const shell of ["bash", "zsh", "fish"] as const) {
  test(`${shell}: every command and every flag is in the script`, () => {
    const script = completionScript(shell);
    for (const entry of ENTRIES) {
      assert.ok(script.includes(entry.name));
      for (const flag of flagNames(entry)) {
        assert.ok(script.includes(shell === "fish" ? `-l ${flag.slice(2)}` : flag), `${entry.name} ${flag}`);
      }
    }
    assert.ok(script.includes("o200k_base cl100k_base"));
  });
}
