import assert from "node:assert/strict";
import { test } from "node:test";
import { HeldFiles } from "../../src/graph/held-files.ts";
import { KnownFiles } from "../../src/graph/known-files.ts";
import type { GraphFile, GraphView } from "../../src/graph/view.ts";
import { viewOf } from "./open-view.ts";

/** A view that tells which files were loaded; `failing`: those that could not be parsed. */
function watched(view: GraphView, failing: Set<number>) {
  const loaded: number[] = [];
  const watching: GraphView = Object.create(view, {
    load: {
      value: async (files: readonly number[]): Promise<readonly GraphFile[]> => {
        loaded.push(...files);
        return (await view.load(files)).map((file) =>
          failing.has(file.index)
            ? Object.create(file, { facts: { value: null }, skip: { value: "failed" } })
            : file,
        );
      },
    },
  });
  return { loaded, watching };
}

const FILES = { "a.ts": "one();", "b.ts": "two();", "c.ts": "one();", "d.ts": "three();" };

test("a test of a file is made once; the next question loads nothing", async () => {
  await using opened = await viewOf(FILES);
  const { watching, loaded } = watched(opened.view, new Set());
  const known = new KnownFiles((files) => new HeldFiles(watching, 1_000).each(files), watching.paths.length);
  let tests = 0;
  const ask = (files: number[]) =>
    known.among("one", files, (_, tables) => {
      tests++;
      return tables?.byName.has("one") === true;
    });
  assert.deepEqual(await ask([0, 1, 2]), [0, 2]);
  assert.deepEqual(loaded, [0, 1, 2]);
  assert.deepEqual(await ask([1, 2, 3]), [2]);
  assert.deepEqual(loaded, [0, 1, 2, 3]);
  assert.deepEqual(await ask([0, 1, 2, 3]), [0, 2]);
  assert.equal(tests, 4);
});

test("of a file that could not be parsed nothing is kept", async () => {
  await using opened = await viewOf(FILES);
  const failing = new Set([0]);
  const { watching } = watched(opened.view, failing);
  const ask = (known: KnownFiles, files: readonly number[]) =>
    known.among("one", files, (_, tables) => tables?.byName.has("one") === true);
  const files = [0, 1, 2];
  const known = new KnownFiles((files) => new HeldFiles(watching, 1_000).each(files), watching.paths.length);
  assert.deepEqual(await ask(known, files), [2]);
  const unparsed = (known: KnownFiles) => known.among("unparsed", files, (_, tables) => tables === null);
  assert.deepEqual(await unparsed(known), [0]);
  assert.deepEqual(await unparsed(known), [0]);
});

test("for a list that is asked for again the same list is given", async () => {
  await using opened = await viewOf(FILES);
  const known = new KnownFiles(
    (files) => new HeldFiles(opened.view, 1_000).each(files),
    opened.view.paths.length,
  );
  const files = [0, 1, 2];
  const ask = (list: readonly number[]) =>
    known.among("two", list, (_, tables) => tables?.byName.has("two") === true);
  assert.equal(await ask(files), await ask(files));
  assert.deepEqual(await ask([3, 1]), [1]);
});
