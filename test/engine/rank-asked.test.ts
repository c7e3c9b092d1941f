// A quoted text is meant as it is: what holds it comes before what holds its words.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { ContextAnswer } from "../../src/pack/answer.ts";
import { Opened } from "./opened.ts";

test("the unit that holds the quoted text comes first, also against a better match of its words", async () => {
  const words =
    "export function connectionResetPeer() {\n  // the connection of a peer was reset: reset the peer\n  return reset(peer, connection);\n}\n";
  const others = Array.from({ length: 20 }, (_, i) => [`other-${i}.ts`, `export const n${i} = ${i};\n`]);
  await using opened = new Opened({
    "connection-reset-peer.ts": words,
    "io.ts": 'export function fail() {\n  throw new Error("connection reset by peer");\n}\n',
    ...(Object.fromEntries(others) as Record<string, string>),
  });
  const ask = async (query: string) =>
    ((await opened.ask("context", { query, format: "json", budget: 400 })).answer as ContextAnswer).spans;
  const [first] = await ask('where is "connection reset by peer" thrown');
  assert.equal(first?.path, "io.ts");
  assert.match(first!.reason, /holds "connection reset by peer"/);
  assert.equal((await ask("where is connection reset by peer thrown"))[0]?.path, "connection-reset-peer.ts");
});
