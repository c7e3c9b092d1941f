// Commands with a word in front: every one is found by its two words, wherever flags stand, and each slip is said.
import assert from "node:assert/strict";
import { test } from "node:test";
import { GROUPS } from "../../../src/surface/cli/command-groups.ts";
import { commandFirst } from "../../../src/surface/cli/command-first.ts";
import { ENTRIES } from "../../../src/surface/cli/flags.ts";
import { typedName } from "../../../src/surface/entry.ts";
import { runMain } from "./fake-terminal.ts";

const grouped = ENTRIES.filter(({ under }) => under !== undefined);

test("the two words stand for the command, with flags before, between and behind", () => {
  assert.ok(grouped.length > 0);
  for (const entry of grouped) {
    const [first, second] = typedName(entry).split(" ") as [string, string];
    for (const words of [
      [first, second, "x", "--json"],
      ["--json", first, second, "x"],
      [first, "--json", second, "x"],
      [first, "--progress", "off", second, "x"],
    ])
      assert.equal(commandFirst(words)[0], entry.name, words.join(" "));
    assert.deepEqual(commandFirst(["help", first, second]), ["help", entry.name]);
    assert.equal(entry.name, `${entry.under}-${second}`);
  }
});

test("help of a group lists what is under it, help of each is its own, and no name is lost in the main help", async () => {
  const main = await runMain(["--help"]);
  for (const { name, summary, entries } of GROUPS) {
    assert.ok(main.stdout.includes(`  ${name} `) && main.stdout.includes(summary.slice(0, 30)));
    for (const words of [[name], [name, "--help"], ["help", name]]) {
      const { stdout, code } = await runMain(words);
      assert.equal(code, 0);
      for (const entry of entries) assert.ok(stdout.includes(typedName(entry)), words.join(" "));
    }
    for (const entry of entries) {
      const [, second] = typedName(entry).split(" ") as [string, string];
      for (const words of [
        [name, second, "--help"],
        ["help", name, second],
      ]) {
        const { stdout } = await runMain(words);
        assert.ok(stdout.includes(`Usage: pith ${typedName(entry)}`), stdout);
      }
    }
  }
});

test("a word that is no command of the group is said with the nearest", async () => {
  for (const { name, entries } of GROUPS) {
    const [, second] = typedName(entries[0]!).split(" ") as [string, string];
    const slip = await runMain([name, `${second}x`]);
    assert.equal(slip.code, 2);
    assert.ok(slip.stderr.includes(`pith ${name} has no command "${second}x"`), slip.stderr);
    assert.ok(slip.stderr.includes(`Did you mean ${second}`), slip.stderr);
    assert.equal((await runMain([name, "--bogus"])).code, 2);
  }
});
