// Whatever happens to the files of the cache, answers are right; what was lost is made again and said once.
import assert from "node:assert/strict";
import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { crc32 } from "node:zlib";
import fc from "fast-check";
import { removeForgottenStores } from "../../src/store/forgotten-stores.ts";
import { collectGarbage } from "../../src/store/garbage.ts";
import { takeLock } from "../../src/store/lock.ts";
import { DAMAGED } from "../../src/store/store-folder.ts";
import { openStore } from "../../src/store/store.ts";
import { logicalContent } from "./logical-content.ts";
import { PYTHON, Repository, TYPESCRIPT } from "./repository.ts";
import { LINKS } from "../conditions.ts";

const soak = Number(process.env["PITH_SOAK"] ?? 1);
const files = { "a.py": PYTHON, "b.ts": TYPESCRIPT, "c.md": "# C\n\nwords\n", "d/e.go": "package e\n" };

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

/** A repository whose store has several segments and nothing doubtful. */
async function prepared(): Promise<Repository> {
  const repository = new Repository(files);
  await repository.settle();
  await repository.answer();
  for (const path of ["f.py", "g.py"]) {
    repository.write(path, `def ${path[0]}(): pass\n`);
    await repository.settle();
    await repository.answer();
  }
  return repository;
}

type Damage = (path: string) => void;
const damage: fc.Arbitrary<Damage> = fc.oneof(
  fc.nat().map((n) => (path: string) => {
    const bytes = readFileSync(path);
    if (bytes.length > 0) bytes[n % bytes.length]! ^= 1 << (n % 8);
    writeFileSync(path, bytes);
  }),
  fc.nat().map((n) => (path: string) => {
    const bytes = readFileSync(path);
    writeFileSync(path, bytes.subarray(0, n % bytes.length));
  }),
  fc.constantFrom<Damage>(
    (path) => rmSync(path),
    (path) => writeFileSync(path, "not ours at all, and long enough to be looked at as if it were\n"),
    (path) => writeFileSync(path, Buffer.concat([readFileSync(path), Buffer.alloc(9)])),
  ),
);

test("any damaged, cut or missing file of the cache: right answers, said once, whole afterwards", async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(), damage, async (which, apply) => {
      using repository = await prepared();
      const full = logicalContent(await repository.refresh(null));
      const all = filesBelow(repository.cacheDir);
      apply(all[which % all.length]!);
      const store = repository.store();
      const snapshot = await repository.answer(store);
      assert.deepEqual(logicalContent(snapshot), full);
      assert.ok(snapshot.notices.length <= 1, snapshot.notices.join("\n"));
      assert.deepEqual(store.takeNotices(), []);
      const again = await repository.answer();
      assert.deepEqual(logicalContent(again), full);
      assert.deepEqual(again.notices, []);
    }),
    { numRuns: 40 * soak },
  );
});

test("every flipped byte of a snapshot is seen", async () => {
  using repository = await prepared();
  const path = repository.store().folder.snapshot;
  const sound = readFileSync(path);
  for (let at = 0; at < sound.length; at += 7) {
    const flipped = Buffer.from(sound);
    flipped[at]! ^= 1 << (at % 8);
    writeFileSync(path, flipped);
    assert.equal(repository.store().load(), null);
  }
});

/** Words 4 and 5 of the header are the format and the facts version; the last one is its checksum. */
function setVersion(path: string, word: 4 | 5, value: number): void {
  const bytes = readFileSync(path);
  bytes.writeUInt32LE(value, word * 4);
  bytes.writeUInt32LE(crc32(bytes.subarray(0, 36)), 36);
  writeFileSync(path, bytes);
}

test("an older version is made again, a newer one is left alone", async () => {
  for (const word of [4, 5] as const) {
    using repository = await prepared();
    const full = logicalContent(await repository.refresh(null));
    const path = repository.store().folder.snapshot;
    setVersion(path, word, 1_000_000);
    const before = readFileSync(path);
    for (let i = 0; i < 2; i++) {
      const newer = await repository.answer();
      assert.deepEqual(logicalContent(newer), full);
      assert.match(newer.notices.join(), /newer Pith/);
      assert.deepEqual(readFileSync(path), before);
    }
    setVersion(path, word, 0);
    const older = await repository.answer();
    assert.deepEqual(logicalContent(older), full);
    assert.match(older.notices.join(), /older Pith/);
    assert.deepEqual((await repository.answer()).notices, []);
  }
});

test("a cache that can't be written is bypassed: something else stands in its place", async () => {
  const places: ((repository: Repository) => string)[] = [
    (r) => r.cacheDir,
    (r) => r.store().folder.folder,
    (r) => r.store().folder.segments,
    (r) => r.store().folder.snapshots,
  ];
  for (const place of places) {
    using repository = new Repository(files);
    const path = place(repository);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, "");
    const full = logicalContent(await repository.refresh(null));
    const store = repository.store();
    let snapshot = await repository.answer(store);
    assert.deepEqual(logicalContent(snapshot), full);
    assert.equal(snapshot.notices.length, 1, snapshot.notices.join("\n"));
    assert.match(snapshot.notices[0]!, /can't be written \((ENOTDIR|EEXIST)\)/);
    snapshot = await repository.refresh(snapshot, { store });
    assert.deepEqual(snapshot.notices, []);
  }
});

test("a folder in the place of the snapshot, the lock or a segment does no harm", async () => {
  for (const place of ["snapshot", "lock", "segment"] as const) {
    using repository = new Repository(files);
    const { folder } = repository.store();
    const made = await repository.refresh(null);
    const segment = join(folder.segments, `${made.segments[0]!.id}.seg`);
    mkdirSync(join(place === "segment" ? segment : folder[place], "x"), { recursive: true });
    const snapshot = await repository.answer();
    assert.deepEqual(logicalContent(snapshot), logicalContent(made));
    assert.ok(snapshot.notices.length <= 1);
  }
});

test("while another process holds the lock, answers are made in memory and nothing is written", async () => {
  using repository = await prepared();
  const store = repository.store();
  const writer = store.beginWriting()!;
  const before = filesBelow(store.folder.folder);
  repository.write("new.py", PYTHON);
  const snapshot = await repository.answer();
  assert.deepEqual(logicalContent(snapshot), logicalContent(await repository.refresh(null)));
  assert.deepEqual(snapshot.notices, []);
  assert.deepEqual(filesBelow(store.folder.folder), before);
  await writer.end();
  assert.deepEqual(logicalContent(await repository.answer()), logicalContent(snapshot));
  assert.notDeepEqual(filesBelow(store.folder.folder), before);
});

test("garbage: old unnamed segments and unfinished writes go, named and young ones stay", async () => {
  using repository = await prepared();
  const { folder } = repository.store();
  const named = filesBelow(folder.segments);
  const put = (path: string, ageMs: number): string => {
    writeFileSync(path, "x");
    const at = (Date.now() - ageMs) / 1000;
    utimesSync(path, at, at);
    return path;
  };
  const day = 24 * 3_600_000;
  const gone = [
    put(join(folder.segments, "old.seg"), 2 * day),
    put(join(folder.segments, "old.seg.1-0-1.tmp"), day),
    put(join(folder.snapshots, "old.snap.1-0-1.tmp"), day),
  ];
  const stays = [
    put(join(folder.segments, "young.seg"), day / 2),
    put(join(folder.segments, "young.seg.1-0-1.tmp"), 1_000),
    ...named,
  ];
  for (const path of named) utimesSync(path, 1, 1);
  collectGarbage(folder);
  for (const path of gone) assert.ok(!existsSync(path), path);
  for (const path of stays) assert.ok(existsSync(path), path);
  // A snapshot that can't be understood may name anything.
  const old = put(join(folder.segments, "old.seg"), 2 * day);
  setVersion(folder.snapshot, 4, 1_000_000);
  collectGarbage(folder);
  assert.ok(existsSync(old));
});

test("a damaged database that was moved aside is kept for a week, and goes with a rebuild", async () => {
  using repository = await prepared();
  const store = repository.store();
  const { folder } = store;
  const aside = folder.syntax + DAMAGED;
  const day = 24 * 3_600_000;
  writeFileSync(aside, "x");
  utimesSync(aside, 1, 1);
  collectGarbage(folder, Date.now() + 6 * day);
  assert.ok(existsSync(aside));
  collectGarbage(folder, Date.now() + 8 * day);
  assert.ok(!existsSync(aside));
  writeFileSync(aside, "x");
  assert.equal(store.clear(), true);
  assert.ok(!existsSync(aside));
});

test("verdicts go with the snapshot of a root that is gone, and where there is no snapshot", async () => {
  using repository = await prepared();
  const { folder } = repository.store();
  const past = Date.now() / 1000 - 31 * 24 * 3_600;
  const put = (path: string, at: number) => {
    writeFileSync(path, "x");
    utimesSync(path, at, at);
    return path;
  };
  const left = put(join(folder.snapshots, "left.verdicts"), past);
  const young = put(join(folder.snapshots, "young.verdicts"), Date.now() / 1000);
  const own = put(folder.verdicts, past);
  collectGarbage(folder);
  assert.deepEqual([left, young, own].map(existsSync), [false, true, true]);
  rmSync(repository.root.path, { recursive: true });
  utimesSync(folder.snapshot, past, past);
  collectGarbage(folder);
  assert.deepEqual([folder.snapshot, own].map(existsSync), [false, false]);
});

test("clearing clears whatever lies in the place of the store's files", async () => {
  using repository = await prepared();
  const store = repository.store();
  for (const end of ["", "-wal", "-shm", "-journal"]) {
    rmSync(store.folder.syntax + end, { recursive: true, force: true });
    mkdirSync(join(store.folder.syntax + end, "below"), { recursive: true });
  }
  assert.equal(store.clear(), true, store.takeNotices().join());
  assert.equal(repository.store().load(), null);
  assert.ok(!existsSync(store.folder.syntax));
});

test("a cache that was cleared away under a running process is written again", async () => {
  using repository = await prepared();
  const store = repository.store();
  const snapshot = store.load()!;
  rmSync(repository.cacheDir, { recursive: true });
  assert.equal(await repository.refresh(snapshot, { store }), snapshot);
  assert.deepEqual(logicalContent(repository.store().load()!), logicalContent(snapshot));
});

test("a segment that was cleared away under a running process is written again with its next snapshot", async () => {
  using repository = await prepared();
  const store = repository.store();
  let snapshot = store.load()!;
  for (const path of filesBelow(store.folder.segments)) rmSync(path);
  repository.write("new.py", PYTHON);
  snapshot = await repository.refresh(snapshot, { store });
  const loaded = repository.store().load()!;
  assert.deepEqual(logicalContent(loaded), logicalContent(snapshot));
  assert.equal(statSync(store.folder.segments).isDirectory(), true);
});

test("tidying that fails neither closes the store nor is said", LINKS, async () => {
  using repository = await prepared();
  // Nobody can read a link to itself, and looking at it fails.
  const { folder } = repository.store();
  symlinkSync("loop.seg", join(folder.segments, "loop.seg"));
  rmSync(join(repository.root.path, "g.py"));
  const store = repository.store();
  const snapshot = await repository.answer(store);
  assert.deepEqual(snapshot.notices, []);
  repository.write("h.py", "def h(): pass\n");
  const next = await repository.refresh(snapshot, { store });
  assert.deepEqual(logicalContent(repository.store().load()!), logicalContent(next));
});

test("clearing tells whether it cleared, and leaves no lock behind", async () => {
  using repository = await prepared();
  const store = repository.store();
  const writer = store.beginWriting()!;
  const held = repository.store();
  assert.equal(held.clear(), false);
  assert.match(held.takeNotices().join(), /not cleared/);
  assert.notEqual(repository.store().load(), null);
  await writer.end();
  assert.equal(store.clear(), true);
  assert.equal(repository.store().load(), null);
  assert.ok(!existsSync(store.folder.lock));
  // One that was never written is clear, and can be written afterwards.
  using fresh = new Repository(files);
  const first = fresh.store();
  assert.equal(first.clear(), true);
  const made = await fresh.refresh(null, { store: first });
  assert.deepEqual(made.notices, []);
  assert.notEqual(fresh.store().load(), null);
});

test("a rebuild takes nothing over from the segments that lie there", async () => {
  using repository = new Repository(
    Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`m${i}.py`, `def f${i}(): return ${i}\n`])),
  );
  await repository.answer();
  const store = repository.store();
  const writer = store.beginWriting()!;
  let beside = 0;
  const spy = repository.store();
  spy.segmentsBeside = () => (beside++, []);
  await repository.refresh(null, { store: spy, beside: false });
  assert.equal(beside, 0);
  await repository.refresh(null, { store: spy });
  assert.equal(beside, 1);
  await writer.end();
});

test("the store of a repository that is gone goes after a month, looked at once a day", async () => {
  const day = 24 * 3_600_000;
  using repository = await prepared();
  using lost = new Repository(files, join(repository.folder, "lost"));
  const store = openStore({ cacheDir: repository.cacheDir, root: lost.root.path, commonDir: null });
  await lost.answer(store);
  const { folder } = store.folder;
  const own = repository.store().folder.folder;
  const foreign = join(dirname(folder), "0".repeat(24));
  mkdirSync(foreign);
  writeFileSync(join(foreign, "about.json"), '{"repository": "/not/there"}');
  const start = Date.now() + 2 * day;
  const after = (days: number): boolean => {
    removeForgottenStores(own, start + days * day);
    return existsSync(folder);
  };
  assert.ok(after(0));
  rmSync(lost.root.path, { recursive: true });
  assert.ok(after(2));
  // Looked at again too soon: nothing is done.
  mkdirSync(lost.root.path);
  assert.ok(after(2.5));
  // It came back, and is gone anew.
  assert.ok(after(20));
  rmSync(lost.root.path, { recursive: true });
  assert.ok(after(40));
  assert.ok(after(69));
  const lock = takeLock(store.folder.lock)!;
  assert.ok(after(72));
  lock.release();
  assert.ok(!after(74));
  for (const stays of [own, foreign]) assert.ok(existsSync(stays));
  assert.notEqual(repository.store().load(), null);
});

test("a cache whose folders are taken away while it is written is written again, and nothing is said", async () => {
  const taken = {
    all: (folder: string) => folder,
    segments: (folder: string) => join(folder, "segments"),
    snapshots: (folder: string) => join(folder, "snapshots"),
  };
  for (const [what, place] of Object.entries(taken)) {
    const repository = await prepared();
    try {
      const snapshot = await repository.answer();
      const store = repository.store();
      const writer = store.beginWriting()!;
      rmSync(place(store.folder.folder), { recursive: true, force: true });
      await writer.commit(snapshot, []);
      await writer.end();
      assert.equal(store.unwritable, false, what);
      assert.equal(store.closedBecause, null, what);
      const next = store.beginWriting();
      assert.notEqual(next, null, what);
      await next!.commit(snapshot, []);
      await next!.end();
      assert.deepEqual(store.takeNotices(), [], what);
      const loaded = repository.store().load();
      assert.deepEqual(
        loaded?.files.map((f) => f.path),
        snapshot.files.map((f) => f.path),
        what,
      );
    } finally {
      repository[Symbol.dispose]();
    }
  }
});
