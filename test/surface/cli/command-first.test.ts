// A command may stand behind its flags: what is run is the same, wherever the flags are.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { commandFirst } from "../../../src/surface/cli/command-first.ts";
import { ENTRIES, flagsOf } from "../../../src/surface/cli/flags.ts";
import { runMain } from "./fake-terminal.ts";

test("flags with and without values before any command", () => {
  const flagOf = (name: string) => {
    const entry = ENTRIES.find((e) => e.name === name)!;
    const flags = flagsOf(entry).flatMap((flag) => {
      const names = [flag.long, flag.short].filter((n) => n !== undefined);
      if (flag.value !== undefined) return names.map((n) => [n]);
      // A value may be the name of a command.
      const values = ["status", "a b"];
      const apart = names.flatMap((n) => values.map((value) => [n, value]));
      return apart.concat([[`${flag.long}=index`]]);
    });
    return fc.array(fc.constantFrom(...flags, ["--json"], ["--progress", "json"], ["--no-color"]), {
      maxLength: 4,
    });
  };
  fc.assert(
    fc.property(
      fc
        .constantFrom(...ENTRIES.map((e) => e.name))
        .chain((name) => fc.tuple(fc.constant(name), flagOf(name))),
      ([name, flags]) => {
        assert.deepEqual(commandFirst([...flags.flat(), name, "x"]), [name, ...flags.flat(), "x"]);
      },
    ),
  );
});

test("a flag takes a value in every command that has it, or in none", () => {
  const takes = new Map<string, boolean>();
  for (const flag of ENTRIES.flatMap(flagsOf)) {
    for (const name of [flag.long, flag.short]) {
      if (name === undefined) continue;
      const value = flag.value === undefined;
      assert.equal(takes.get(name) ?? value, value, name);
      takes.set(name, value);
    }
  }
});

test("questions, and words that name no command, stay what they are", async () => {
  assert.deepEqual(commandFirst(["-b", "500", "where is auth"]), ["context", "-b", "500", "where is auth"]);
  assert.deepEqual(commandFirst(["--", "status"]), ["--", "status"]);
  assert.deepEqual(commandFirst(["-r", "x", "serch"]), ["-r", "x", "serch"]);
  assert.deepEqual(commandFirst(["--help", "search"]), ["search", "--help"]);
  assert.deepEqual(commandFirst([]), []);
  assert.deepEqual((await runMain(["-b", "500", "--json", "where is auth"])).calls, [
    { name: "context", args: { query: "where is auth", budget: 500, format: "json" } },
  ]);
  assert.deepEqual((await runMain(["--root", "/x", "status"])).calls, [
    { name: "status", args: { root: "/x", format: "text" } },
  ]);
});
