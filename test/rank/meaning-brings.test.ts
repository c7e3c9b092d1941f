// What meaning brings beside the words: files and passages without a word of the question, and nothing where a name or a
// file was asked for, or where the question is about something else.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { rank } from "../../src/rank/rank.ts";
import { readQuery } from "../../src/rank/read-query.ts";
import { WEIGHTS } from "../../src/rank/features.ts";
import { madeSnapshot } from "./made-snapshot.ts";

const files = {
  "src/password.ts":
    "export function hashPassword(salt: string, secret: string) {\n  return bcrypt(salt, secret);\n}\n",
  "src/mail.ts":
    "export function sendMail(address: string, body: string) {\n  return smtp(address, body);\n}\n",
  "src/cache.ts":
    "export function evictOldest(entries: Map<string, number>) {\n  entries.delete(first(entries));\n}\n",
  "src/user.ts": "export class User {\n  constructor(public title: string) {}\n}\n",
};
const snapshot = madeSnapshot(files);
const brought = (query: string, from = snapshot): string[] =>
  rank(from, readQuery(query))
    .files.filter(({ byMeaning }) => byMeaning)
    .map(({ path }) => path);

describe("files brought by meaning", () => {
  it("come though they share no word with the question, with their lines", () => {
    const { files: found, matched } = rank(snapshot, readQuery("encrypt the credentials"));
    const password = found.find(({ path }) => path === "src/password.ts")!;
    assert.ok(password.byMeaning);
    assert.deepEqual(password.concepts, []);
    assert.deepEqual([password.region.start, password.region.end], [1, 3]);
    assert.equal(password.nearness.length, 1);
    assert.ok(matched >= found.length);
  });

  it("come from any division into segments alike", () => {
    const divided = madeSnapshot(files, { segments: 3, segmentOf: (_, index) => index % 3 });
    const query = readQuery("encrypt the credentials");
    const plain = ({ path, score, byMeaning }: { path: string; score: number; byMeaning: boolean }) => ({
      path,
      score,
      byMeaning,
    });
    assert.deepEqual(rank(divided, query).files.map(plain), rank(snapshot, query).files.map(plain));
  });

  it("stay in scope", () => {
    const found = rank(snapshot, readQuery("encrypt the credentials"), {
      scope: (path) => path === "src/mail.ts",
    });
    assert.ok(found.files.every(({ path }) => path === "src/mail.ts"));
  });

  it("stay away from names, named files, other subjects, unknown words, and a lane that counts nothing", () => {
    for (const query of [
      "encryptCredentials",
      "encrypt_credentials",
      "src/password.ts",
      "show me src/cache.ts",
      "how do whales sleep in the ocean",
      "bake a cake with strawberries",
      "xyzzy plugh frobnicate",
      "的是不",
      "",
    ]) {
      assert.deepEqual(brought(query), [], query);
    }
    const phrase = { ...WEIGHTS.phrase, meaning: 0 };
    assert.deepEqual(rank(snapshot, readQuery("encrypt the credentials"), { weights: phrase }).files, []);
  });
});
