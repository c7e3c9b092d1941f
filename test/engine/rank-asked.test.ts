// A quoted text is meant as it is: what holds it comes before what holds its words.
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { createEngine } from "../../src/engine/engine.ts";
import type { ContextAnswer } from "../../src/pack/answer.ts";

test("the unit that holds the quoted text comes first, also against a better match of its words", async (t) => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "pith-exact-")));
  const engine = createEngine({ env: { ...process.env, PITH_CACHE_DIR: join(folder, "cache") } });
  t.after(async () => {
    await engine.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const root = join(folder, "root");
  mkdirSync(root);
  const words =
    "export function connectionResetPeer() {\n  // the connection of a peer was reset: reset the peer\n  return reset(peer, connection);\n}\n";
  writeFileSync(join(root, "connection-reset-peer.ts"), words);
  writeFileSync(
    join(root, "io.ts"),
    'export function fail() {\n  throw new Error("connection reset by peer");\n}\n',
  );
  for (let i = 0; i < 20; i++) writeFileSync(join(root, `other-${i}.ts`), `export const n${i} = ${i};\n`);
  const ask = async (query: string) => {
    const outcome = await engine.run("context", { query, root, format: "json", budget: 400 });
    return (outcome.answer as ContextAnswer).spans;
  };
  const [first] = await ask('where is "connection reset by peer" thrown');
  assert.equal(first?.path, "io.ts");
  assert.match(first!.reason, /holds "connection reset by peer"/);
  assert.equal((await ask("where is connection reset by peer thrown"))[0]?.path, "connection-reset-peer.ts");
});
