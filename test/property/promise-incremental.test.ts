// P5: after any script of edits the engine that lived through them, one that starts from their cache, and one that has
// never seen the tree answer with the same bytes.
import assert from "node:assert/strict";
import { mkdirSync, renameSync, rmSync, utimesSync } from "node:fs";
import { test } from "node:test";
import fc from "fast-check";
import { script } from "../engine/edits.ts";
import { tree } from "../engine/made-trees.ts";
import { Opened } from "../engine/opened.ts";
import { answersOf } from "../engine/same-answers.ts";

const soak = Number(process.env["PITH_SOAK"] ?? 1);

async function assertSame(opened: Opened, what: string): Promise<void> {
  const lived = await answersOf(opened.engine, opened.root);
  const cold = opened.startCold();
  const fresh = await answersOf(cold, opened.root);
  await cold.close();
  assert.deepEqual(lived, fresh, `lived through: ${what}`);
  const warm = opened.start();
  assert.deepEqual(await answersOf(warm, opened.root), fresh, `from the cache: ${what}`);
  await warm.close();
}

test("any script of edits", async () => {
  await fc.assert(
    fc.asyncProperty(tree, script, async (files, edits) => {
      await using opened = new Opened(files);
      await answersOf(opened.engine, opened.root);
      const done: string[] = [];
      for (const step of edits) {
        for (const { what, apply } of step) {
          apply(opened.root);
          done.push(what);
        }
        await assertSame(opened, done.join(", "));
      }
    }),
    { numRuns: 8 * soak },
  );
});

test("what Git does: a branch is switched and switched back, a folder is moved", async () => {
  const one = {
    "src/parse.ts": "export function parseHeader() {\n  return 1;\n}\n",
    "lib/mail.py": "class Mail:\n    def run(self):\n        pass\n",
  };
  const two = {
    "src/parse.ts": "export function parseBody() {\n  return 2;\n}\n",
    "lib/post.py": "class Post:\n    def run(self):\n        parse_header()\n",
  };
  await using opened = new Opened(one);
  await assertSame(opened, "one");
  const first = await answersOf(opened.engine, opened.root);
  opened.remove("lib/mail.py");
  opened.writeAll(two);
  await assertSame(opened, "two");
  opened.remove("lib/post.py");
  opened.writeAll(one);
  await assertSame(opened, "back");
  assert.deepEqual(await answersOf(opened.engine, opened.root), first);
  mkdirSync(opened.path("packages"));
  renameSync(opened.path("lib"), opened.path("packages/lib"));
  await assertSame(opened, "moved");
  rmSync(opened.path("packages"), { recursive: true });
  await assertSame(opened, "removed");
});

test("a write of the same size within the clock's resolution, the time set back", async () => {
  await using opened = new Opened({
    "a.ts": "export const alpha = 1;\n",
    "b.ts": "export const other = 1;\n",
  });
  for (let i = 0; i < 20; i++) {
    const name = `name${String(i).padStart(2, "0")}`;
    opened.write("a.ts", `export const ${name} = 1;\n`);
    utimesSync(opened.path("a.ts"), 1000, 1000);
    const { answer } = await opened.ask("symbol", { symbol: name, format: "json" });
    assert.equal((answer as { total: number }).total, 1, name);
  }
});

test("settings that change what is read change the answers", async () => {
  await using opened = new Opened({
    "a.ts": "export const parseHeader = 1;\n",
    "b.inc": "class Parse\nend\n",
    "c.ts": "parseHeader();\n",
  });
  await assertSame(opened, "before");
  for (const settings of [
    { exclude: ["a.ts"] },
    { languages: { "*.inc": "ruby" } },
    { ceilings: { fileBytes: 20 } },
    { include: ["*.inc"] },
    {},
  ]) {
    opened.write("pith.json", JSON.stringify(settings));
    await assertSame(opened, JSON.stringify(settings));
  }
});
