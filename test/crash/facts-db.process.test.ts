// Several processes write facts at once, and one of them is killed: what is found is right, and nothing is damaged.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { openFactsDb } from "../../src/store/facts-db.ts";
import { factsNamed } from "../store/facts-child.ts";

const COUNT = 200;
const rounds = 2 * Number(process.env["PITH_SOAK"] ?? 1);
const child = fileURLToPath(new URL("../store/facts-child.ts", import.meta.url));

test("two writers at once, one killed", async () => {
  const folder = mkdtempSync(join(tmpdir(), "pith-facts-"));
  const path = join(folder, "syntax.db");
  try {
    for (let round = 0; round < rounds; round++) {
      const writers = ["a", "b"].map((name) => {
        const started = spawn(process.execPath, [child, path, name, String(COUNT)], {
          stdio: ["ignore", "pipe", "pipe"],
        });
        let output = "";
        for (const stream of [started.stdout, started.stderr])
          stream.on("data", (d) => (output += String(d)));
        const ended = new Promise((resolve) => started.on("close", resolve));
        return { started, ended, output: () => output };
      });
      if (round % 2 === 1) {
        await wait(150 + 40 * round);
        writers[0]!.started.kill("SIGKILL");
      }
      await Promise.all(writers.map((w) => w.ended));
      // Neither a notice nor Node's warning that SQLite is experimental.
      for (const writer of writers) assert.equal(writer.output(), "");
      const db = openFactsDb(path);
      let found = 0;
      for (const name of ["a", "b"]) {
        const keys = Array.from({ length: COUNT }, (_, n) => `${name}.${n}`);
        for (const [key, value] of db.get(keys)) {
          assert.deepEqual(value, factsNamed(name, Number(key.slice(2))));
          found++;
        }
      }
      assert.ok(found > 0);
      assert.deepEqual(db.takeNotices(), []);
      db.close();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
