// Vectors of a provider come back as they were put in, for the model that made them and for no other; whatever the file is.
import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { NO_TEXT, ProviderVectors } from "../../src/store/provider-vectors.ts";
import { openDatabase } from "../../src/store/sqlite.ts";
import { temporaryFolder } from "../files/temporary-tree.ts";

const vector = (...numbers: number[]): Int8Array => Int8Array.from(numbers);

test("vectors by text, contents by their chunks, models apart; also after opening anew", (t) => {
  const path = join(temporaryFolder(t), "deep", "vectors.db");
  const first = new ProviderVectors(path, "one");
  assert.equal(
    first.put([
      ["a", vector(1, -127, 127)],
      ["b", vector(4, 5, 6)],
    ]),
    true,
  );
  first.putContent("k", ["a", NO_TEXT, "b", "a"]);
  first.setKnown(
    new Map([
      ["query", vector(-1, 2)],
      ["__proto__", vector(9)],
    ]),
  );
  for (const held of [first, new ProviderVectors(path, "one")]) {
    assert.deepEqual(held.vectors(["a", "c", "a"]), new Map([["a", vector(1, -127, 127)]]));
    assert.deepEqual(held.ofContent("k"), [
      vector(1, -127, 127),
      null,
      vector(4, 5, 6),
      vector(1, -127, 127),
    ]);
    assert.equal(held.ofContent("j"), null);
    assert.deepEqual(held.settled(["k", "j", "k"]), new Map([["k", 4]]));
    assert.deepEqual([...held.known()].sort(), [
      ["__proto__", vector(9)],
      ["query", vector(-1, 2)],
    ]);
    assert.equal(held.fault, null);
    held.close();
  }
  const other = new ProviderVectors(path, "two");
  assert.deepEqual([other.vectors(["a"]).size, other.ofContent("k"), other.known().size], [0, null, 0]);
  other.close();
});

test("a content of which a vector is missing has the others", (t) => {
  const path = join(temporaryFolder(t), "vectors.db");
  const held = new ProviderVectors(path, "one");
  held.put([["a", vector(1)]]);
  held.putContent("k", ["a", "gone", NO_TEXT]);
  assert.deepEqual(held.settled(["k"]), new Map([["k", 2]]));
  assert.deepEqual(held.ofContent("k"), [vector(1), null, null]);
  held.putContent("k", ["a"]);
  const db = openDatabase(path);
  db.exec("delete from texts");
  db.close();
  assert.deepEqual(held.settled(["k"]), new Map([["k", 0]]));
  assert.deepEqual(held.ofContent("k"), [null]);
  held.put([["b", vector(2)]]);
  assert.deepEqual(held.ofContent("k"), [null], "the number of a row that is gone is given to no other");
  held.close();
});

test("the older half goes where there are too many", (t) => {
  const path = join(temporaryFolder(t), "vectors.db");
  const held = new ProviderVectors(path, "one");
  const big = new Int8Array(1_000).fill(7);
  held.put(Array.from({ length: 200 }, (_, i) => [`h${i}`, big] as const));
  held.close();
  const small = new ProviderVectors(path, "one", 100_000);
  assert.deepEqual([small.vectors(["h0", "h150"]).has("h0"), small.vectors(["h150"]).size], [false, 1]);
  small.close();
});

test("what another connection writes is seen by the stamp", (t) => {
  const path = join(temporaryFolder(t), "vectors.db");
  const one = new ProviderVectors(path, "one");
  const other = new ProviderVectors(path, "one");
  const before = one.stamp();
  assert.equal(one.stamp(), before);
  other.put([["a", vector(1)]]);
  const after = one.stamp();
  assert.notEqual(after, before);
  one.putContent("k", ["a"]);
  assert.notEqual(one.stamp(), after);
  assert.equal(one.vectors(["a"]).size, 1);
  for (const held of [one, other]) held.close();
});

test("a damaged file is made again; one of a newer Pith and a folder in its place are left alone", (t) => {
  const folder = temporaryFolder(t);
  const filled = (path: string): void => {
    const held = new ProviderVectors(path, "one");
    held.put(Array.from({ length: 50 }, (_, i) => [`h${i}`, new Int8Array(500).fill(i)] as const));
    held.close();
  };
  const damages: ((path: string) => void)[] = [
    (path) => writeFileSync(path, "no database at all, but long enough to be looked at as one".repeat(20)),
    (path) => truncateSync(path, 5_000),
    (path) => writeFileSync(path, readFileSync(path).fill(0xff, 100, 4_096)),
  ];
  damages.forEach((damage, i) => {
    const path = join(folder, `${i}.db`);
    filled(path);
    damage(path);
    const held = new ProviderVectors(path, "one");
    held.vectors(["h1"]);
    assert.equal(held.put([["x", vector(1)]]), true, String(i));
    assert.deepEqual(held.vectors(["x"]), new Map([["x", vector(1)]]));
    assert.equal(held.fault, null);
    held.close();
  });
  const newer = join(folder, "newer.db");
  filled(newer);
  const db = openDatabase(newer);
  db.exec("pragma user_version = 99");
  db.close();
  const bytes = readFileSync(newer);
  const held = new ProviderVectors(newer, "one");
  assert.equal(held.put([["x", vector(1)]]), false);
  assert.match(held.fault ?? "", /newer Pith/);
  assert.deepEqual(readFileSync(newer), bytes);
  const inTheWay = join(folder, "file");
  writeFileSync(inTheWay, "");
  const nowhere = new ProviderVectors(join(inTheWay, "vectors.db"), "one");
  assert.deepEqual([nowhere.put([["x", vector(1)]]), nowhere.vectors(["x"]).size], [false, 0]);
  assert.notEqual(nowhere.fault, null);
  mkdirSync(join(folder, "folder.db", "inside"), { recursive: true });
  const replaced = new ProviderVectors(join(folder, "folder.db"), "one");
  assert.equal(replaced.put([["x", vector(1)]]), true);
  replaced.close();
  assert.ok(existsSync(join(folder, "folder.db")));
});
