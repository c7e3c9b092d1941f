// The scan over many files: in the order of the files, within limits, and stopped by its fuse.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import fc from "fast-check";
import { isPithError } from "../../src/base/error.ts";
import { findExact } from "../../src/text/exact.ts";
import { readRegex } from "../../src/text/regex.ts";
import { createScanner } from "../../src/text/scan.ts";
import { scanner as scannerOf } from "../../src/text/scan-text.ts";

const soak = Number(process.env["PITH_SOAK"] ?? 1);

const files = Array.from({ length: 300 }, (_, i) => ({
  path: `f${String(i).padStart(3, "0")}`,
  text: `line one of ${i}\nfoo${i % 7} bar\n${"filler text ".repeat(i * 3)}\nfoo${i} and foo${i + 1}\r\nend`,
}));
const HOSTILE = { path: "hostile", text: `${"a".repeat(60)}!\n` };

test("a pattern gives for each file what it gives for its text alone, whatever the number of threads", async () => {
  for (const workers of [1, 2]) {
    const scanner = createScanner({ workers });
    for (const source of ["foo\\d+", "[bx]ar$", "(?i)LINE.*of", "nothing\\d", "foo3", "^$|end$"]) {
      const pattern = readRegex(source);
      const alone = scannerOf(pattern);
      const expected = files
        .map(({ path, text }) => ({ path, lines: alone(text), capped: false }))
        .filter(({ lines }) => lines.length > 0);
      const result = await scanner.scan(files, pattern);
      assert.deepEqual(
        result,
        { files: expected, scanned: 300, caps: [], unscanned: [], timeout: null },
        source,
      );
    }
    await scanner.close();
  }
});

test("limits cut by the order of files and say so", async () => {
  const one = createScanner({ workers: 1 });
  const two = createScanner({ workers: 2 });
  after(() => Promise.all([one.close(), two.close()]));
  const pattern = readRegex("foo\\d+");
  const result = await one.scan(files, pattern, { limit: 5, limitPerFile: 1 });
  assert.deepEqual(
    result.files.map((f) => [f.path, f.lines.length, f.capped]),
    [0, 1, 2, 3, 4].map((i) => [`f00${i}`, 1, true]),
  );
  assert.deepEqual(result.caps, ["limitPerFile", "limit"]);
  assert.equal(result.scanned, 6, "the sixth file showed that there is more");
  assert.deepEqual(result.unscanned[0], { path: "f006", why: "limit" });
  assert.equal(result.unscanned.length, 294);
  assert.deepEqual(await two.scan(files, pattern, { limit: 5, limitPerFile: 1 }), result);
  const exact = await one.scan(files, readRegex("foo"), { limit: 5, limitPerFile: 1 });
  assert.deepEqual(
    exact.files.map((f) => f.path),
    result.files.map((f) => f.path),
  );
  const enough = await one.scan(files.slice(0, 2), pattern, { limit: 4 });
  assert.deepEqual(enough.caps, [], "a limit that is just met cuts nothing off");
});

test("limits give the first lines of the unlimited answer", async () => {
  const scanner = createScanner({ workers: 2 });
  after(() => scanner.close());
  const pattern = readRegex("foo\\d+|^$");
  const all = (await scanner.scan(files, pattern)).files;
  await fc.assert(
    fc.asyncProperty(fc.nat(40), fc.integer({ min: 1, max: 3 }), async (limit, limitPerFile) => {
      const { files: found } = await scanner.scan(files, pattern, { limit, limitPerFile });
      const flat = (list: typeof all) =>
        list.flatMap((f) => f.lines.slice(0, limitPerFile).map((l) => [f.path, l.line]));
      assert.deepEqual(flat(found), flat(all).slice(0, limit));
    }),
    { numRuns: 20 * soak },
  );
});

test("an exploding pattern ends at the fuse, gives what was found, and the next scan works", async () => {
  const scanner = createScanner({ fuseMs: 800 });
  after(() => scanner.close());
  const pattern = readRegex("(a+)+$|foo\\d+");
  // Batches before the hostile one are done: they hold 64 kB.
  const many = files.map((f) => ({ path: f.path, text: f.text + "b\n".repeat(4000) }));
  const result = await scanner.scan([...many, HOSTILE, ...many], pattern);
  assert.equal(result.timeout?.code, "PATTERN_TIMEOUT");
  assert.match(result.timeout.message, /longer than 800 ms and was stopped in hostile\.$/);
  assert.ok(result.files.length > 250, `${result.files.length} files were answered before`);
  assert.equal(result.scanned + result.unscanned.length, 601);
  assert.ok(result.unscanned.some((u) => u.path === "hostile" && u.why === "time"));
  const next = await scanner.scan(files, readRegex("foo1\\b"));
  assert.equal(next.timeout, null);
  assert.equal(next.scanned, 300);
  assert.ok(next.files.length > 40);
});

test("what a text before the exploding one holds is given, wherever the batches begin", async () => {
  const scanner = createScanner({ fuseMs: 400 });
  after(() => scanner.close());
  const pattern = readRegex("^(a+)+$");
  const found = { path: "found", text: "aaaa\n" };
  const without = { path: "without", text: "b\n" };
  const long = { path: "long", text: "b\n".repeat(30_000) };
  for (const before of [
    [found],
    [without, found],
    [found, without],
    [long, long, found],
    [found, long, found],
  ]) {
    const all = [...before, HOSTILE, found];
    const { files: given, scanned, unscanned, timeout } = await scanner.scan(all, pattern);
    assert.equal(timeout?.code, "PATTERN_TIMEOUT");
    assert.deepEqual(
      given.map((f) => f.path),
      before.map((f) => f.path).filter((path) => path === "found"),
    );
    assert.equal(scanned, before.length);
    assert.deepEqual(unscanned, [
      { path: "hostile", why: "time" },
      { path: "found", why: "time" },
    ]);
  }
});

test("several exploding patterns at once each end at their fuse", async () => {
  const scanner = createScanner({ fuseMs: 500 });
  after(() => scanner.close());
  const hostile = ["(a+)+$", "(a|aa)*$", "(\\w+\\s?)+:"];
  const results = await Promise.all(
    hostile.map((p) => scanner.scan([HOSTILE, ...files.slice(0, 3)], readRegex(p))),
  );
  for (const { timeout, scanned, unscanned } of results) {
    assert.equal(scanned + unscanned.length, 4);
    assert.equal(timeout === null, unscanned.length === 0);
    if (timeout !== null) assert.equal(timeout.code, "PATTERN_TIMEOUT");
  }
  assert.ok(results.some((r) => r.timeout !== null));
  assert.deepEqual((await scanner.scan(files.slice(0, 9), readRegex("foo[0-9]"))).scanned, 9);
});

test("a cancelled scan ends at once and the next one works", async () => {
  const scanner = createScanner({ fuseMs: 60_000 });
  after(() => scanner.close());
  const control = new AbortController();
  const running = scanner.scan([HOSTILE], readRegex("(a+)+$"), { signal: control.signal });
  setTimeout(() => control.abort(), 100);
  await assert.rejects(running, (e) => isPithError(e) && e.code === "CANCELLED");
  await assert.rejects(scanner.scan(files, readRegex("f.o"), { signal: control.signal }), {
    code: "CANCELLED",
  });
  assert.equal((await scanner.scan(files, readRegex("f.o"))).files.length, 300);
});

test("a scan cancelled while its thread starts ends too", async () => {
  const scanner = createScanner();
  after(() => scanner.close());
  const control = new AbortController();
  const running = scanner.scan([HOSTILE], readRegex("(a+)+$"), { signal: control.signal });
  control.abort();
  await assert.rejects(running, { code: "CANCELLED" });
});

test("plain text is found without a thread, as findExact finds it", async () => {
  const scanner = createScanner();
  const result = await scanner.scan(files, readRegex("foo3", { ignoreCase: true, word: true }));
  const expected = files
    .map(({ path, text }) => ({
      path,
      lines: findExact(text, "foo3", { ignoreCase: true, word: true }),
      capped: false,
    }))
    .filter(({ lines }) => lines.length > 0);
  assert.deepEqual(result.files, expected);
});

test("a scanner at rest does not keep the process alive", async () => {
  const { spawnSync } = await import("node:child_process");
  const code = `
    import { createScanner } from ${JSON.stringify(new URL("../../src/text/scan.ts", import.meta.url).href)};
    import { readRegex } from ${JSON.stringify(new URL("../../src/text/regex.ts", import.meta.url).href)};
    const { files } = await createScanner().scan([{ path: "p", text: "foo1" }], readRegex("fo+\\\\d"));
    console.log(files.length);
  `;
  const run = spawnSync(process.execPath, ["--input-type=module", "-e", code], {
    encoding: "utf8",
    timeout: 20_000,
  });
  assert.deepEqual([run.status, run.stdout.trim(), run.signal], [0, "1", null], run.stderr);
});
