// Lines that no word of a question stands in, through the real engine: shown with the words by which they are near, with their
// places in the lanes, and never where something else was asked for.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { ContextAnswer, SearchAnswer } from "../../src/pack/answer.ts";
import { Opened } from "./opened.ts";

const FILES = {
  "src/password.ts":
    "export function hashPassword(salt: string, secret: string) {\n  return bcrypt(salt, secret);\n}\n",
  "src/mail.ts":
    "export function sendMail(address: string, body: string) {\n  return smtp(address, body);\n}\n",
  "src/cache.ts":
    "export function evictOldest(entries: Map<string, number>) {\n  entries.delete(first(entries));\n}\n",
  // Too much to be shown whole.
  "notes.txt": "Nothing here is asked for.\n".repeat(900),
};
const QUERY = "encrypt the credentials";

test("the answer shows them, says by which words they are near, and where each lane puts them", async () => {
  await using opened = new Opened(FILES);
  const { answer, found } = await opened.ask("context", {
    query: QUERY,
    explain: true,
    budget: 600,
    format: "json",
  });
  assert.ok(found);
  const span = (answer as ContextAnswer).spans.find(({ path }) => path === "src/password.ts")!;
  assert.match(span.reason, /^meaning: near (?:encrypt|credentials) \(\w+\)/u);
  assert.equal(span.name, "hashPassword");
  assert.equal(span.explanation!.lanes["meaning"]!.rank, 1);
});

test("a search gives their place", async () => {
  await using opened = new Opened(FILES);
  const { answer } = await opened.ask("search", { query: QUERY, format: "json" });
  const { results, total } = answer as SearchAnswer;
  assert.equal(results[0]!.path, "src/password.ts");
  assert.match(results[0]!.reason, /^meaning: near/u);
  assert.ok(total >= results.length);
});

test("nothing is found where nothing is near, or a name is asked for that is not there", async () => {
  await using opened = new Opened(FILES);
  for (const query of ["how do whales sleep", "encryptCredentials", "xyzzy plugh"]) {
    for (const op of ["context", "search"] as const) {
      const { found } = await opened.ask(op, { query, budget: 600, format: "json" });
      assert.equal(found, false, `${op} ${query}`);
    }
  }
});
