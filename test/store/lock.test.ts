import assert from "node:assert/strict";
import {
  existsSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, test } from "node:test";
import { takeLock } from "../../src/store/lock.ts";
import type { LockWorld } from "../../src/store/lock.ts";
import { PROC } from "../conditions.ts";

let folder = "";
let path = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "pith-lock-"));
  path = join(folder, "lock");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A process of a machine in which exactly the given processes live. */
const process = (pid: number, living: Record<number, string>, host = "here"): LockWorld => ({
  pid,
  host,
  startOf: (other) => living[other] ?? null,
  now: Date.now,
});

test("one gets the lock, the next gets it after the release", () => {
  const living = { 1: "10", 2: "20" };
  const first = takeLock(path, process(1, living));
  assert.notEqual(first, null);
  assert.equal(takeLock(path, process(2, living)), null);
  assert.equal(takeLock(path, process(1, living)), null);
  first!.release();
  assert.ok(!existsSync(path));
  assert.notEqual(takeLock(path, process(2, living)), null);
});

test("the lock of a process that died is taken over, also if its number was given again", () => {
  assert.notEqual(takeLock(path, process(1, { 1: "10" })), null);
  assert.notEqual(takeLock(path, process(2, { 2: "20" })), null);
  assert.notEqual(takeLock(path, process(3, { 2: "99", 3: "30" })), null);
  assert.deepEqual(readdirSync(folder), ["lock"]);
});

test("of a process on another machine only the age is known", () => {
  assert.notEqual(takeLock(path, process(1, { 1: "10" }, "there")), null);
  assert.equal(takeLock(path, process(2, { 2: "20" })), null);
  const old = Date.now() / 1000 - 3600;
  utimesSync(path, old, old);
  assert.notEqual(takeLock(path, process(2, { 2: "20" })), null);
});

test("touching keeps a lock from being taken for abandoned; a lost one is neither touched nor released", () => {
  const first = takeLock(path, process(1, { 1: "10" }, "there"))!;
  const old = Date.now() / 1000 - 3600;
  utimesSync(path, old, old);
  first.touch();
  assert.equal(takeLock(path, process(2, { 2: "20" })), null);
  utimesSync(path, old, old);
  assert.notEqual(takeLock(path, process(2, { 2: "20" })), null);
  const second = readFileSync(path, "utf8");
  first.touch();
  first.release();
  assert.equal(readFileSync(path, "utf8"), second);
});

test("a lock that can't be read is left alone while it may just be written, then taken over", () => {
  for (const text of ["", "null", "{", '{"pid":"1"}']) {
    writeFileSync(path, text);
    assert.equal(takeLock(path, process(2, { 2: "20" })), null);
    const old = Date.now() / 1000 - 60;
    utimesSync(path, old, old);
    assert.notEqual(takeLock(path, process(2, { 2: "20" })), null);
    rmSync(path);
  }
});

test("a lock from ahead of the clock, which was set back, is left over like one from long ago", () => {
  const ahead = Date.now() / 1000 + 3600;
  assert.notEqual(takeLock(path, process(1, { 1: "10" }, "there")), null);
  utimesSync(path, ahead, ahead);
  assert.notEqual(takeLock(path, process(2, { 2: "20" })), null);
  rmSync(path);
  writeFileSync(path, "{");
  utimesSync(path, ahead, ahead);
  assert.notEqual(takeLock(path, process(2, { 2: "20" })), null);
  rmSync(path);
  // The clocks of two machines differ by seconds.
  const near = Date.now() / 1000 + 30;
  assert.notEqual(takeLock(path, process(1, { 1: "10" }, "there")), null);
  utimesSync(path, near, near);
  assert.equal(takeLock(path, process(2, { 2: "20" })), null);
});

test(
  "the real system: the number of a living process that started at another time is nobody's lock",
  PROC,
  () => {
    const owner = (pid: number, started: string, host = hostname()) =>
      writeFileSync(path, JSON.stringify({ pid, host, started, token: "t" }));
    // This very process, as another that had its number before.
    owner(globalThis.process.pid, "1");
    takeLock(path)!.release();
    // The one that started this one, truly: it lives.
    const stat = readFileSync(`/proc/${globalThis.process.ppid}/stat`, "latin1");
    owner(globalThis.process.ppid, stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19]!);
    assert.equal(takeLock(path), null);
    owner(globalThis.process.ppid, "1");
    takeLock(path)!.release();
    // Of another machine nobody can ask.
    owner(globalThis.process.pid, "1", "elsewhere");
    assert.equal(takeLock(path), null);
    assert.deepEqual(readdirSync(folder), ["lock"]);
  },
);

test("a folder that can't be written is an error for the caller", () => {
  assert.throws(() => takeLock(join(folder, "missing", "lock"), process(1, { 1: "1" })), { code: "ENOENT" });
});
