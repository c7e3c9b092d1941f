// An answer never rests on what is watched: whether the system tells of every change, of none, of things that never were,
// or too late, and whatever is being read ahead just then, the bytes are those of an engine that has never seen the tree.
import assert from "node:assert/strict";
import { existsSync, statSync } from "node:fs";
import { test } from "node:test";
import fc from "fast-check";
import type { StatusReport } from "../../src/pack/reports.ts";
import type { WatchOne } from "../../src/files/folder-watch.ts";
import { script } from "../engine/edits.ts";
import { tree } from "../engine/made-trees.ts";
import { Opened } from "../engine/opened.ts";
import { answersOf } from "../engine/same-answers.ts";

const soak = Number(process.env["PITH_SOAK"] ?? 1);

type Told = Parameters<WatchOne>[1];

/** What the system makes of what happens. */
const SYSTEMS: Readonly<Record<string, () => { watch: WatchOne | true; pulse: () => void }>> = {
  "tells of nothing": () => ({ watch: () => ({ close: () => {} }), pulse: () => {} }),
  "refuses to watch": () => ({
    watch: () => {
      throw Object.assign(new Error("no"), { code: "ENOSPC" });
    },
    pulse: () => {},
  }),
  "tells of what never was": () => {
    const open = new Set<Told>();
    return {
      watch: (_folder, happened) => {
        open.add(happened);
        return { close: () => void open.delete(happened) };
      },
      pulse: () => {
        for (const happened of open) for (const name of ["nothing", "src", null]) happened(name, true);
      },
    };
  },
  "is the real one": () => ({ watch: true, pulse: () => {} }),
};

for (const [how, system] of Object.entries(SYSTEMS)) {
  test(`a system that ${how}`, async () => {
    await fc.assert(
      fc.asyncProperty(tree, script, fc.boolean(), async (files, edits, waits) => {
        await using opened = new Opened(files);
        const { watch, pulse } = system();
        const watching = opened.start(opened.env, watch);
        await answersOf(watching, opened.root);
        for (const step of edits) {
          for (const { apply } of step) {
            apply(opened.root);
            pulse();
          }
          // In the middle of reading ahead, or before it.
          if (waits) await new Promise((resolve) => setTimeout(resolve, 230));
          const lived = await answersOf(watching, opened.root);
          const cold = opened.startCold();
          assert.deepEqual(lived, await answersOf(cold, opened.root));
          await cold.close();
        }
      }),
      { numRuns: 2 * soak },
    );
  });
}

test("what changes is read before it is asked about, and status says what is watched", async () => {
  await using opened = new Opened({ "src/a.ts": "export const first = 1;\n", "lib/b.ts": "export {};\n" });
  const engine = opened.start(opened.env, true);
  const status = async () =>
    (await engine.run("status", { root: opened.root, format: "json" })).answer as StatusReport;
  const { cache, index, watching } = await status();
  assert.deepEqual(watching, { folders: 0, why: null });
  const snapshots = () =>
    opened
      .cacheFiles()
      .filter((file) => file.startsWith(cache.folder) && existsSync(file))
      .map((file) => `${file} ${statSync(file).mtimeMs}`)
      .join("\n");
  const deadline = performance.now() + 60_000;
  const until = async (met: () => boolean | Promise<boolean>): Promise<void> => {
    while (!(await met())) {
      assert.ok(performance.now() < deadline, "not seen in a minute");
      await new Promise((resolve) => setTimeout(resolve, 30));
    }
  };
  await until(async () => (await status()).watching!.folders === 3);
  assert.match(
    (await engine.run("status", { root: opened.root })).output,
    /^watching: 3 folders, to read ahead what changes$/m,
  );
  const before = snapshots();
  opened.write("src/new.ts", "export const second = 2;\n");
  await until(() => snapshots() !== before);
  const after = await status();
  assert.ok(after.index.generation > index.generation);
  assert.equal(after.index.files, 3);
  await engine.close();
  // Closed: nothing is read any more.
  const closed = snapshots();
  opened.write("src/later.ts", "export const third = 3;\n");
  await new Promise((resolve) => setTimeout(resolve, 400));
  assert.equal(snapshots(), closed);
  const { answer: plain } = await opened.start().run("status", { root: opened.root, format: "json" });
  assert.equal((plain as StatusReport).watching, null);
});
