// A process that is killed while it saves a pack, and others that save the same one: what lies there is one of them, whole.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { renameSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { SIGNALS } from "../conditions.ts";
import { Opened } from "../engine/opened.ts";

const KILLS = 4 * Number(process.env["PITH_SOAK"] ?? 1);
const WRITERS = 2;

test(
  "killed while it writes, with another beside it: one of both packs, whole, and the next save works",
  SIGNALS,
  async () => {
    await using tree = new Opened({
      "a.ts": "export function checkToken() {\n  return 1;\n}\nexport const other = 2;\n",
    });
    const texts: string[] = [];
    for (const [file, query] of [
      ["one.json", "checkToken"],
      ["two.json", "other checkToken"],
    ] as const) {
      await tree.ask("pack", { name: "auth", query, paths: ["a.ts"] });
      texts.push(tree.read(".pith/packs/auth.json"));
      renameSync(tree.path(".pith/packs/auth.json"), tree.path(file));
    }
    assert.notEqual(texts[0], texts[1]);
    for (let i = 0; i < KILLS; i++) {
      const writers = Array.from({ length: WRITERS }, () =>
        spawn(process.execPath, [join(import.meta.dirname, "pack-writer.ts"), tree.root], {
          stdio: ["ignore", "pipe", "inherit"],
        }),
      );
      try {
        await Promise.all(writers.map(async ({ stdout }) => once(stdout, "data")));
        await wait(5 + i * 7);
      } finally {
        const ended = writers.map(async (writer) => once(writer, "exit"));
        for (const writer of writers) writer.kill("SIGKILL");
        await Promise.all(ended);
      }
      assert.ok(texts.includes(tree.read(".pith/packs/auth.json")), `kill ${i}`);
    }
    assert.ok((await tree.ask("pack", { name: "auth", query: "checkToken", paths: ["a.ts"] })).found);
    assert.equal(tree.read(".pith/packs/auth.json"), texts[0]);
    assert.ok((await tree.ask("pack", { list: true })).found);
  },
);
