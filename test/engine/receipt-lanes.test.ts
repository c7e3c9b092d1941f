// A receipt names the rank of each place in every lane that speaks for its file.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { ContextAnswer } from "../../src/pack/answer.ts";
import type { Receipt } from "../../src/pack/receipt.ts";
import { Opened } from "./opened.ts";

test("a receipt has the ranks by lane of what was kept", async () => {
  const others = Array.from({ length: 20 }, (_, i) => [`other-${i}.ts`, `export const n${i} = ${i};\n`]);
  await using opened = new Opened({
    "parcel.ts": "export function weighParcel(parcel: number) {\n  return parcel * 2;\n}\n",
    ...(Object.fromEntries(others) as Record<string, string>),
  });
  const asked = await opened.ask("context", {
    query: "how is a parcel weighed",
    format: "json",
    budget: 600,
  });
  const id = (asked.answer as ContextAnswer).receipt!;
  const shown = await opened.ask("receipt", { action: "show", receipt: id, format: "json" });
  const { receipt } = shown.answer as { receipt: Receipt };
  const kept = receipt.kept.find((k) => k.path === "parcel.ts");
  assert.equal(kept?.ranks["words"], 1);
  assert.equal(kept?.ranks["declarations"], 1);
  assert.equal(kept?.ranks["paths"], 1);
  assert.equal(kept?.ranks["file"], 1);
});
