// A receipt names the rank of each place in every lane that speaks for its file.
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { createEngine } from "../../src/engine/engine.ts";
import type { ContextAnswer } from "../../src/pack/answer.ts";
import type { Receipt } from "../../src/pack/receipt.ts";

test("a receipt has the ranks by lane of what was kept", async (t) => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "pith-lanes-")));
  const engine = createEngine({ env: { ...process.env, PITH_CACHE_DIR: join(folder, "cache") } });
  t.after(async () => {
    await engine.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const root = join(folder, "root");
  mkdirSync(root);
  writeFileSync(
    join(root, "parcel.ts"),
    "export function weighParcel(parcel: number) {\n  return parcel * 2;\n}\n",
  );
  for (let i = 0; i < 20; i++) writeFileSync(join(root, `other-${i}.ts`), `export const n${i} = ${i};\n`);
  const asked = await engine.run("context", {
    query: "how is a parcel weighed",
    root,
    format: "json",
    budget: 600,
  });
  const id = (asked.answer as ContextAnswer).receipt!;
  const shown = await engine.run("receipt", { action: "show", receipt: id, root, format: "json" });
  const { receipt } = shown.answer as { receipt: Receipt };
  const kept = receipt.kept.find((k) => k.path === "parcel.ts");
  assert.equal(kept?.ranks["words"], 1);
  assert.equal(kept?.ranks["declarations"], 1);
  assert.equal(kept?.ranks["paths"], 1);
  assert.equal(kept?.ranks["file"], 1);
});
