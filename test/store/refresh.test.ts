import assert from "node:assert/strict";
import { lstatSync, readdirSync, renameSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { isPithError } from "../../src/base/error.ts";
import { defaultCeilings } from "../../src/config/ceilings.ts";
import { refresh } from "../../src/store/refresh.ts";
import { logicalContent } from "./logical-content.ts";
import { PYTHON, Repository, TYPESCRIPT } from "./repository.ts";

const files = {
  "app/client.py": PYTHON,
  "app/index.ts": TYPESCRIPT,
  "README.md": "# App\n\nConnects things.\n",
};

test("a first refresh knows every file, a second one nothing new", async () => {
  using repository = new Repository({ ...files, "empty.txt": "" });
  repository.write("logo.png", Uint8Array.of(0x89, 0, 1, 2, 3));
  const snapshot = await repository.answer();
  assert.deepEqual(
    snapshot.files.map((f) => [f.path, f.skip]),
    [
      ["README.md", null],
      ["app/client.py", null],
      ["app/index.ts", null],
      ["empty.txt", null],
      ["logo.png", "binary"],
    ],
  );
  assert.equal(snapshot.partial, null);
  assert.deepEqual(snapshot.notices, []);
  const [segment] = snapshot.segments;
  const client = snapshot.files[1]!;
  assert.equal(segment!.entryLanguage(client.entry), "python");
  assert.equal(segment!.declarationsNamed("connect").length, 2);
  assert.notEqual(segment!.termId(">errors"), -1);
});

test("nothing changed: the same snapshot, and nothing is written", async () => {
  using repository = new Repository(files);
  await repository.settle();
  const store = repository.store();
  const first = await repository.answer(store);
  const written = lstatSync(store.folder.snapshot).mtimeMs;
  assert.equal(await repository.refresh(first, { store }), first);
  const loaded = repository.store().load()!;
  assert.deepEqual(logicalContent(loaded), logicalContent(first));
  assert.deepEqual(loaded.files, first.files);
  assert.equal(await repository.refresh(loaded, { store }), loaded);
  assert.equal(lstatSync(store.folder.snapshot).mtimeMs, written);
});

test("a file whose time was set back, written again within a tick of the clock, is seen", async () => {
  using repository = new Repository({ "a.txt": "" });
  const sweptAtMs = Date.now();
  const old = BigInt(sweptAtMs - 1e9) * 1_000_000n;
  const young = BigInt(sweptAtMs) * 1_000_000n;
  const ahead = BigInt(sweptAtMs + 1e11) * 1_000_000n;
  const settings = { ceilings: defaultCeilings(), languages: {} };
  for (const [mtimeNs, ctimeNs, isSeen] of [
    [old, young - 1n, true],
    [old, young + 1n, true],
    [ahead, young - 1n, true],
    [young - 1n, old, true],
    [old, old, false],
  ] as const) {
    // As the clock's tick shows both writings.
    const files = [{ path: "a.txt", size: 9, mtimeNs, ctimeNs, ino: 7n }];
    repository.write("a.txt", "one word\n");
    const first = await refresh(repository.root, files, null, { settings, sweptAtMs });
    repository.write("a.txt", "two word\n");
    const second = await refresh(repository.root, files, first, { settings, sweptAtMs: sweptAtMs + 1e6 });
    assert.equal(second.files[0]!.key !== first.files[0]!.key, isSeen, `${mtimeNs} ${ctimeNs}`);
  }
});

test("a file written again within a tick of the clock, same size, same time, is seen", async () => {
  using repository = new Repository({ "a.txt": "one word\n" });
  const file = join(repository.root.path, "a.txt");
  const first = await repository.answer();
  const { atime, mtime } = lstatSync(file);
  writeFileSync(file, "two word\n");
  utimesSync(file, atime, mtime);
  const second = await repository.answer();
  assert.notEqual(second.files[0]!.key, first.files[0]!.key);
});

test("a content known from another path, branch or work tree is not read into words again", async () => {
  using repository = new Repository(files);
  const many: [string, string][] = Array.from({ length: 30 }, (_, i) => [
    `m${i}.py`,
    `def f${i}(): return ${i}\n`,
  ]);
  for (const [path, text] of many) repository.write(path, text);
  const commonDir = join(repository.folder, "git");
  const first = await repository.answer(repository.store(commonDir));
  renameSync(join(repository.root.path, "app"), join(repository.root.path, "lib"));
  const moved = await repository.answer(repository.store(commonDir));
  assert.deepEqual(
    moved.segments.map((s) => s.id),
    first.segments.map((s) => s.id),
  );

  using other = new Repository(files);
  for (const [path, text] of many) other.write(path, text);
  // Both are work trees of one repository, so their facts rest in one folder.
  const beside = new Repository();
  rmSync(beside.root.path, { recursive: true });
  renameSync(other.root.path, beside.root.path);
  const store = beside.store(commonDir);
  rmSync(beside.cacheDir, { recursive: true, force: true });
  renameSync(repository.cacheDir, beside.cacheDir);
  const second = await beside.answer(store);
  assert.deepEqual(
    second.segments.map((s) => s.id),
    first.segments.map((s) => s.id),
  );
  assert.deepEqual(logicalContent(second), logicalContent(first));
  assert.equal(readdirSync(store.folder.snapshots).length, 2);
  beside[Symbol.dispose]();
});

test("other settings read every file again", async () => {
  using repository = new Repository({ RECIPE: "def target(): pass\n" });
  const first = await repository.answer();
  assert.equal(first.segments[0]!.entryLanguage(0), "text");
  const settings = { ceilings: defaultCeilings(), languages: { RECIPE: "python" } };
  const second = await repository.answer(repository.store(), { settings });
  assert.equal(second.segments[0]!.entryLanguage(0), "python");
  assert.equal(second.segments[0]!.declarationsNamed("target").length, 1);
});

test("past a ceiling the snapshot is partial, in the order asked for, and the next refresh completes it", async () => {
  using repository = new Repository(
    Object.fromEntries(["a", "b", "c", "d"].map((n) => [`${n}.md`, `# ${n}\n`])),
  );
  const store = repository.store();
  const priority = (path: string): number => (path === "c.md" ? 1 : 0);
  const part = await repository.answer(store, { byteCeiling: 9, priority });
  assert.deepEqual(part.partial, { read: 2, of: 4, why: "byte ceiling of the first answer" });
  assert.deepEqual(
    part.files.map((f) => f.segment >= 0),
    [true, false, true, false],
  );
  assert.ok(part.files.every((f) => f.skip === null));
  const loaded = repository.store().load()!;
  assert.deepEqual(loaded.partial, part.partial);
  const whole = await repository.refresh(loaded, { store });
  assert.equal(whole.partial, null);
  assert.deepEqual(logicalContent(whole), logicalContent(await repository.refresh(null)));
});

test("a ceiling counts text alone, and never puts the largest first", async () => {
  using repository = new Repository({
    "a/huge.csv": "1,2,3\n".repeat(200),
    "large.txt": "words\n".repeat(60_000),
    ...Object.fromEntries(["a", "b", "c", "d"].map((n) => [`s/${n}.ts`, `${n}();\n`])),
    "z.ts": "z();\n",
  });
  repository.write("a/film.mp4", new Uint8Array(3_000));
  const settings = { ceilings: { fileBytes: 1_000 }, languages: {} };
  const first = await repository.refresh(null, { settings, byteCeiling: 24 });
  assert.deepEqual(
    first.files.map((f) => [f.path, f.skip, f.segment >= 0]),
    [
      ["a/film.mp4", "too-large", false],
      ["a/huge.csv", "too-large", false],
      ["large.txt", "too-large", false],
      ["s/a.ts", null, true],
      ["s/b.ts", null, true],
      ["s/c.ts", null, true],
      ["s/d.ts", null, true],
      ["z.ts", null, false],
    ],
  );
  assert.deepEqual(first.partial, { read: 7, of: 8, why: "byte ceiling of the first answer" });
  await repository.settle();
  // However low the ceiling, each refresh reads one more.
  let snapshot = await repository.refresh(null, { byteCeiling: 1 });
  for (let i = 0; snapshot.partial !== null; i++) {
    assert.ok(i < 10);
    snapshot = await repository.refresh(snapshot, { byteCeiling: 1 });
  }
});

test("many small updates end in few segments", async () => {
  using repository = new Repository(
    Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`f${i}.md`, `# ${i}\n`])),
  );
  const store = repository.store();
  let snapshot = await repository.answer(store);
  for (let i = 0; i < 40; i++) {
    repository.write(`f${i % 20}.md`, `# ${i} again\n\ntext${i}\n`);
    snapshot = await repository.refresh(snapshot, { store });
    assert.ok(snapshot.segments.length <= 9, `${snapshot.segments.length} segments`);
  }
  assert.deepEqual(logicalContent(snapshot), logicalContent(await repository.refresh(null)));
  assert.deepEqual(logicalContent(repository.store().load()!), logicalContent(snapshot));
});

test("a cancelled refresh throws CANCELLED and leaves the snapshot before", async () => {
  using repository = new Repository(files);
  const store = repository.store();
  const first = await repository.answer(store);
  repository.write("new.py", PYTHON);
  const signal = AbortSignal.abort();
  await assert.rejects(
    repository.refresh(first, { store, signal }),
    (e) => isPithError(e) && e.code === "CANCELLED",
  );
  assert.deepEqual(logicalContent(repository.store().load()!), logicalContent(first));
  assert.notEqual(store.beginWriting(), null);
});

test("progress goes up to the number of files", async () => {
  using repository = new Repository(files);
  const seen: [number, number][] = [];
  await repository.answer(undefined, { onProgress: (done, of) => seen.push([done, of]) });
  assert.deepEqual(seen.at(-1), [3, 3]);
});
