// Contents from one child of Git: right, missing, killed, cancelled, silent; and no child is left.
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { setTimeout as wait } from "node:timers/promises";
import { test, type TestContext } from "node:test";
import fc from "fast-check";
import { isPithError } from "../../src/base/error.ts";
import { BlobReader, BlobsFailed, type WantedBlob } from "../../src/git/blobs.ts";
import { findRepository } from "../../src/git/repository.ts";
import { cleanEnvironment, git, temporaryFolder, writeTree } from "../files/temporary-tree.ts";
import { SHELL } from "../conditions.ts";

interface Held {
  folder: string;
  blobs: BlobReader;
  add(content: Uint8Array): WantedBlob;
}

function held(t: TestContext, longestMs?: number): Held {
  const folder = temporaryFolder(t);
  const env = cleanEnvironment(folder);
  git(folder, env, ["init", "-q"]);
  const blobs = new BlobReader(findRepository(folder)!, longestMs);
  t.after(() => blobs.close());
  const add = (content: Uint8Array): WantedBlob => {
    const input = { cwd: folder, env, input: content, encoding: "utf8" } as const;
    return { id: execFileSync("git", ["hash-object", "-w", "--stdin"], input).trim(), size: content.length };
  };
  return { folder, blobs, add };
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

async function gone(pid: number): Promise<boolean> {
  for (let look = 0; look < 200 && isAlive(pid); look++) await wait(10);
  return !isAlive(pid);
}

test("contents of any bytes and sizes come back in the order asked for", async (t) => {
  const { blobs, add } = held(t);
  const contents = fc.array(
    fc.oneof(
      fc.uint8Array({ maxLength: 60 }),
      fc.constantFrom("", "\n", "\n\n", `${"0".repeat(40)} blob 3\nabc\n`).map((text) => Buffer.from(text)),
      fc.integer({ min: 60_000, max: 140_000 }).map((size) => Buffer.alloc(size, "line\n")),
    ),
    { minLength: 1, maxLength: 6 },
  );
  await fc.assert(
    fc.asyncProperty(contents, async (all) => {
      const wanted = all.map(add);
      const lost = { id: "0123456789".repeat(4), size: 3 };
      const found = await blobs.read([...wanted, lost, ...wanted]);
      assert.deepEqual(
        found.map((content) => content && Buffer.from(content)),
        [...all, null, ...all].map((content) => content && Buffer.from(content)),
      );
    }),
    { numRuns: 8 },
  );
});

test("a content of another size than the list said is a fault", async (t) => {
  const { blobs, add } = held(t);
  const { id, size } = add(Buffer.from("text\n"));
  await assert.rejects(blobs.read([{ id, size: size + 1 }]), BlobsFailed);
  assert.deepEqual(Buffer.from((await blobs.read([{ id, size }]))[0]!), Buffer.from("text\n"));
});

test("a child that is killed is started anew; what waits is answered", async (t) => {
  const { blobs, add } = held(t);
  const wanted = add(Buffer.from("text\n"));
  await blobs.read([wanted]);
  const first = blobs.pid!;
  process.kill(first, "SIGKILL");
  assert.deepEqual(Buffer.from((await blobs.read([wanted]))[0]!), Buffer.from("text\n"));
  assert.notEqual(blobs.pid, first);
  assert.ok(await gone(first));
  // In the middle of a reading.
  const large = add(Buffer.alloc(3_000_000, "x"));
  const places: number[] = [];
  const room = (size: number, at: number) => {
    places.push(at);
    // By now some are there.
    if (places.length === 20) process.kill(blobs.pid!, "SIGKILL");
    return new Uint8Array(size);
  };
  const many = await blobs.read(
    Array.from({ length: 60 }, () => large),
    { room },
  );
  assert.ok(many.length === 60 && many.every((content) => content?.[2_999_999] === 0x78));
  assert.ok(places.length > 60 && places.lastIndexOf(0) > 0, "it was read anew");
});

test("many readings at once", async (t) => {
  const { blobs, add } = held(t);
  const all = Array.from({ length: 12 }, (_, i) => Buffer.from(`text ${i}\n`));
  const wanted = all.map(add);
  const found = await Promise.all(wanted.map((one) => blobs.read([one, one])));
  assert.deepEqual(
    found.map((pair) => pair.map((c) => Buffer.from(c!).toString())),
    all.map((text) => [text.toString(), text.toString()]),
  );
});

test("a reading that is cancelled ends its child, and others go on", async (t) => {
  const { blobs, add } = held(t);
  const large = add(Buffer.alloc(3_000_000, "x"));
  const small = add(Buffer.from("small\n"));
  await blobs.read([small]);
  const pid = blobs.pid!;
  const ending = new AbortController();
  const many = Array.from({ length: 200 }, () => large);
  const cancelled = blobs.read(many, { signal: ending.signal });
  const other = blobs.read([small]);
  setTimeout(() => ending.abort(), 5);
  await assert.rejects(cancelled, (error) => isPithError(error) && error.code === "CANCELLED");
  assert.ok(await gone(pid));
  assert.deepEqual(Buffer.from((await other)[0]!), Buffer.from("small\n"));
});

test("closed, nothing is left of it", async (t) => {
  const { blobs, add } = held(t);
  const wanted = add(Buffer.from("text\n"));
  await blobs.read([wanted]);
  const pid = blobs.pid!;
  blobs.close();
  assert.ok(await gone(pid));
  // In the middle of a reading no other is started.
  const large = add(Buffer.alloc(3_000_000, "x"));
  const reading = blobs.read(Array.from({ length: 60 }, () => large));
  while (blobs.pid === undefined) await wait(1);
  const second = blobs.pid;
  blobs.close();
  await assert.rejects(reading, BlobsFailed);
  assert.ok(await gone(second));
  assert.equal(blobs.pid, undefined);
});

test("whoever opened it is killed: the child ends too", { timeout: 30_000 }, async (t) => {
  const { folder, add } = held(t);
  const { id, size } = add(Buffer.from("text\n"));
  const module = fileURLToPath(new URL("./blob-child.ts", import.meta.url));
  const owner = spawn(process.execPath, [module, folder, id, String(size)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  t.after(() => owner.kill("SIGKILL"));
  const [line] = (await once(owner.stdout, "data")) as [Buffer];
  const pid = Number(line.toString());
  assert.ok(pid > 0 && isAlive(pid));
  owner.kill("SIGKILL");
  assert.ok(await gone(pid));
});

test("a Git that says nothing is given up", { ...SHELL, timeout: 20_000 }, async (t) => {
  const { folder, add } = held(t);
  const wanted = add(Buffer.from("text\n"));
  const programs = temporaryFolder(t);
  writeTree(programs, { git: "#!/bin/sh\nexec sleep 60\n" });
  execFileSync("chmod", ["+x", join(programs, "git")]);
  const before = process.env["PATH"];
  process.env["PATH"] = `${programs}:${before}`;
  const silent = new BlobReader(findRepository(folder)!, 100);
  t.after(() => silent.close());
  try {
    await assert.rejects(silent.read([wanted]), BlobsFailed);
  } finally {
    process.env["PATH"] = before;
  }
});
