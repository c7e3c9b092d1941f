import assert from "node:assert/strict";
import { test } from "node:test";
import { meaningLane } from "../../src/rank/meaning-lane.ts";
import { rank } from "../../src/rank/rank.ts";
import { readQuery } from "../../src/rank/read-query.ts";
import { Embedder } from "../../src/vectors/embedder.ts";
import { loadModel, modelNotices, shippedModel, shippedModelId } from "../../src/vectors/model.ts";
import { decodeWeights, encodeWeights } from "../../src/vectors/weights-file.ts";
import { madeWeights } from "../vectors/made-weights.ts";
import { madeSnapshot } from "./made-snapshot.ts";

const files = {
  "src/cache.ts":
    "export function evictOldest(entries: Map<string, number>) {\n  entries.delete(first(entries));\n}\n",
  "src/mail.ts":
    "export function sendMail(address: string, body: string) {\n  return smtp(address, body);\n}\n",
  "src/copy-of-mail.ts":
    "export function sendMail(address: string, body: string) {\n  return smtp(address, body);\n}\n",
  "src/password.ts":
    "export function hashPassword(salt: string, secret: string) {\n  return bcrypt(salt, secret);\n}\n",
  "empty.ts": "",
};
const QUERY = "encrypt credentials of a user";
const snapshot = madeSnapshot(files);

test("the shipped model is whole, and its id is the one in its header", () => {
  const loaded = shippedModel();
  assert.ok("embedder" in loaded);
  assert.equal(loaded.embedder.id, shippedModelId());
  assert.deepEqual(modelNotices(), []);
});

test("meaning is near where no word is shared", () => {
  const lane = meaningLane(snapshot, QUERY)!;
  const order = snapshot.files
    .map(({ path }, file) => ({ path, near: lane.near(file) }))
    .sort((a, b) => b.near - a.near);
  assert.equal(order[0]!.path, "src/password.ts");
  snapshot.files.forEach((_, file) => {
    assert.ok(Number.isFinite(lane.near(file)));
  });
});

test("it says the same for any division into segments, and whatever rests there beside", () => {
  const whole = meaningLane(snapshot, QUERY)!;
  const divided = madeSnapshot(files, {
    segments: 3,
    segmentOf: (_, index) => index % 3,
    dead: { "old.ts": "export function gone(password: string) {}\n" },
  });
  const lane = meaningLane(divided, QUERY)!;
  snapshot.files.forEach((_, file) => {
    assert.equal(lane.near(file), whole.near(file));
  });
});

test("it is off without a model, without vectors of the same model, and for a query without meaning", () => {
  assert.equal(meaningLane(snapshot, QUERY, loadModel("nowhere/weights.bin")), null);
  const other = new Embedder(decodeWeights(encodeWeights(madeWeights(["user"])), "x"));
  assert.equal(meaningLane(snapshot, QUERY, { embedder: other }), null);
  for (const query of ["", "42", "the", "?!"]) assert.equal(meaningLane(snapshot, query), null, query);
});

test("it is a lane like the others: places from 1, and features between 0 and 1", () => {
  const { files: found } = rank(snapshot, readQuery("send mail to an address of a user"), { lanes: true });
  assert.ok(found.length > 1);
  assert.equal(found[0]!.lanes!.meaning!.rank, 1);
});
