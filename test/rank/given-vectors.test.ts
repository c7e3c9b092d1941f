// Files with vectors of a provider and files without stand in one order, whatever the scale of the provider's cosines.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { givenLane, type GivenRows } from "../../src/rank/given-vectors.ts";
import type { MeaningLane } from "../../src/rank/meaning-lane.ts";
import type { Snapshot } from "../../src/store/segment-view.ts";

const snapshotOf = (files: number): Snapshot =>
  ({ files: Array.from({ length: files }, (_, i) => ({ key: `k${i}` })) }) as unknown as Snapshot;

/** By the static vectors each file has its own nearness, and a part of it by its path. */
const own = (values: readonly number[]): MeaningLane => ({
  near: (file) => values[file]! + 0.1,
  ofPath: () => 0.1,
  nearest: () => -1,
  cosine: () => 0,
  brought: () => [],
});

const row = (a: number, b: number): Int8Array => Int8Array.of(a, b, 1);
const rowsOf = (...rows: Int8Array[]): GivenRows => ({ rows, whole: rows[0]! });
const query = row(100, 0);

function laneOf(lane: MeaningLane | null, given: ReadonlyMap<string, GivenRows>, files: number): number[] {
  const made = givenLane(snapshotOf(files), lane, {
    model: "made",
    query,
    ofContent: (key) => given.get(key) ?? null,
  });
  const all = Array.from({ length: files }, (_, i) => i);
  made.begin!(all);
  return all.map((file) => made.near(file));
}

test("the nearest row counts, in the order of the provider's cosines", () => {
  const given = new Map([
    ["k0", rowsOf(row(0, 100), row(10, 100))],
    ["k1", rowsOf(row(0, 100), row(100, 0))],
    ["k2", rowsOf(row(0, 100), row(50, 50))],
  ]);
  const [a, b, c] = laneOf(own([0.3, 0.1, 0.2]), given, 3) as [number, number, number];
  assert.ok(b > c && c > a);
});

test("over the files that have both, mean and spread are those of the static vectors; the others keep theirs", () => {
  const value = fc.double({ min: -1, max: 1, noNaN: true });
  const angle = fc.integer({ min: 0, max: 100 });
  fc.assert(
    fc.property(fc.array(fc.tuple(value, fc.option(angle)), { minLength: 1, maxLength: 12 }), (files) => {
      const values = files.map(([v]) => v);
      const given = new Map<string, GivenRows>();
      files.forEach(([, at], i) => {
        if (at !== null) given.set(`k${i}`, rowsOf(row(at, 100 - at)));
      });
      const near = laneOf(own(values), given, files.length);
      const both = files.flatMap(([, at], i) => (at === null ? [] : [i]));
      near.forEach((n, i) => {
        if (!both.includes(i)) assert.equal(n, values[i]! + 0.1);
        assert.ok(Number.isFinite(n));
      });
      if (both.length === 0) return;
      const mean = (of: number[]) => of.reduce((a, b) => a + b, 0) / of.length;
      const mine = both.map((i) => near[i]!);
      const theirs = both.map((i) => values[i]! + 0.1);
      assert.ok(Math.abs(mean(mine) - mean(theirs)) < 1e-9);
    }),
  );
});

test("where the static vectors say nothing of the query, those of the provider rank, and the others stand between", () => {
  const given = new Map([
    ["k0", rowsOf(row(0, 100))],
    ["k2", rowsOf(row(100, 0))],
  ]);
  const [a, b, c] = laneOf(null, given, 3) as [number, number, number];
  assert.ok(c > b && b > a);
  assert.deepEqual(laneOf(null, new Map(), 2), [0, 0]);
});
