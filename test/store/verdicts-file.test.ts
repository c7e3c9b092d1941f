// The file of the checker's verdicts: what is written is read back, and no byte of it can be another unnoticed.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import fc from "fast-check";
import {
  readVerdicts,
  Verdicts,
  verdictsBytes,
  verdictsStamp,
  type VerdictsContent,
} from "../../src/store/verdicts-file.ts";

const place = fc.tuple(fc.nat({ max: 4 }), fc.nat());
const row = fc.record(
  {
    targets: fc.array(place, { maxLength: 3 }),
    values: fc.array(place, { maxLength: 2 }),
    receivers: fc.array(place, { maxLength: 3 }),
    bound: fc.boolean(),
    exact: fc.boolean(),
  },
  { noNullPrototype: true },
);
const content: fc.Arbitrary<VerdictsContent> = fc
  .record({
    rows: fc.array(row, { minLength: 1, maxLength: 6 }),
    offsets: fc.array(fc.uniqueArray(fc.nat(), { maxLength: 8 }), { minLength: 5, maxLength: 5 }),
    picks: fc.infiniteStream(fc.nat()),
  })
  .map(({ rows, offsets, picks }) => ({
    meta: {
      key: "k",
      compiler: "6.0.3",
      programs: [{ config: "tsconfig.json", files: 5, verdicts: 1, skipped: null }],
      installed: [["node_modules", "1 2 3"]],
      verdicts: 1,
    },
    paths: ["a.ts", "__proto__", "ä/b.ts", "constructor", "z"],
    rows,
    files: offsets.map((some) => ({
      offsets: Uint32Array.from(some).sort(),
      rows: Uint32Array.from(some, () => picks.next().value! % rows.length),
    })),
  }));

test("every verdict is found again, and none where there was none", () => {
  fc.assert(
    fc.property(content, fc.nat(), (given, other) => {
      const verdicts = new Verdicts(verdictsBytes(given));
      assert.deepEqual(verdicts.meta, given.meta);
      given.paths.forEach((path, i) => {
        assert.equal(verdicts.number(path), i);
        const { offsets, rows } = given.files[i]!;
        offsets.forEach((offset, k) => {
          assert.deepEqual(verdicts.at(i, offset), given.rows[rows[k]!]);
        });
        if (!offsets.includes(other)) assert.equal(verdicts.at(i, other), null);
      });
      assert.equal(verdicts.number("toString"), -1);
    }),
  );
});

test("any byte changed, any end cut, anything else in its place is said and not read", () => {
  const folder = mkdtempSync(join(tmpdir(), "pith-verdicts-"));
  const path = join(folder, "x.verdicts");
  try {
    assert.equal(verdictsStamp(path), "");
    assert.deepEqual(readVerdicts(path), { verdicts: null, fault: null });
    const [given] = fc.sample(content, { numRuns: 1, seed: 1 }) as [VerdictsContent];
    writeFileSync(path, verdictsBytes(given));
    assert.notEqual(verdictsStamp(path), "");
    assert.equal(readVerdicts(path).fault, null);
    const bytes = verdictsBytes(given);
    fc.assert(
      fc.property(fc.nat({ max: bytes.length - 1 }), fc.integer({ min: 1, max: 255 }), (at, by) => {
        const changed = Uint8Array.from(bytes);
        changed[at]! ^= by;
        writeFileSync(path, changed);
        const read = readVerdicts(path);
        assert.equal(read.verdicts, null);
        assert.notEqual(read.fault, null);
        writeFileSync(path, bytes.subarray(0, at));
        assert.notEqual(readVerdicts(path).fault, null);
      }),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
