import assert from "node:assert/strict";
import { test } from "node:test";
import type { LiveFile } from "../../src/store/segment-view.ts";
import { sweep } from "../../src/store/sweep.ts";
import type { SweptFile } from "../../src/store/sweep.ts";

const now = (path: string, more: Partial<SweptFile> = {}): SweptFile => ({
  path,
  size: 10,
  mtimeNs: 5n,
  ctimeNs: 6n,
  ino: 7n,
  ...more,
});
const known = (path: string, more: Partial<LiveFile> = {}): LiveFile => ({
  path,
  size: 10,
  mtimeNs: 5n,
  ctimeNs: 6n,
  ino: 7n,
  key: "k",
  segment: 0,
  entry: 0,
  skip: null,
  ...more,
});

test("files are compared by path; what was added, removed or changed is told", () => {
  const before = [known("a"), known("b"), known("d")];
  assert.deepEqual(sweep([now("a"), now("b"), now("d")], before), { known: before, unread: [], same: true });
  assert.deepEqual(sweep([now("a"), now("c"), now("d")], before).unread, [1]);
  assert.deepEqual(sweep([now("a"), now("b")], before), {
    known: before.slice(0, 2),
    unread: [],
    same: false,
  });
  assert.deepEqual(sweep([], before), { known: [], unread: [], same: false });
  assert.deepEqual(sweep([now("a")], []).unread, [0]);
  assert.equal(sweep([], []).same, true);
});

test("size, times and inode each tell of a change", () => {
  for (const change of [{ size: 11 }, { mtimeNs: 6n }, { ctimeNs: 7n }, { ino: 8n }]) {
    assert.deepEqual(sweep([now("a", change)], [known("a")]).unread, [0]);
  }
  assert.deepEqual(sweep([now("a", { ctimeNs: undefined })], [known("a")]).unread, []);
});

test("what is doubtful or was never read is read", () => {
  assert.deepEqual(sweep([now("a")], [known("a", { doubtful: true })]).unread, [0]);
  assert.deepEqual(sweep([now("a")], [known("a", { segment: -1, entry: -1 })]).unread, [0]);
  assert.deepEqual(sweep([now("a")], [known("a", { segment: -1, entry: -1, skip: "binary" })]).unread, []);
});
