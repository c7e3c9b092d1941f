// The guide explains every number that `--explain` shows: each lane, feature and prior has a row, and no row is of another.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { ContextAnswer } from "../../src/pack/answer.ts";
import { FEATURES, PRIORS } from "../../src/rank/features.ts";
import { Opened } from "../engine/opened.ts";
import { readCheckout } from "../structure/checkout.ts";

const guide = readCheckout("docs/guide/explain.md");

function rowsUnder(heading: string): string[] {
  const part = guide.split(/^## /m).find((section) => section.startsWith(heading))!;
  return [...part.matchAll(/^\| `(\w+)` \| (.+) \|$/gm)].map((m) => m[1]!);
}

test("features and priors", () => {
  assert.deepEqual(rowsUnder("Features of a file"), [...FEATURES, ...PRIORS]);
});

test("lanes", async () => {
  await using opened = new Opened({
    "src/token.ts": "export function checkToken(token: string) {\n  return token;\n}\n",
    "src/use.ts": "import { checkToken } from './token.ts';\ncheckToken('a');\n",
  });
  const { answer } = await opened.ask("context", {
    query: "where is checkToken in token.ts",
    explain: true,
    format: "json",
  });
  const lanes = (answer as ContextAnswer).spans.flatMap((span) => Object.keys(span.explanation!.lanes));
  assert.deepEqual([...new Set(lanes)].toSorted(), rowsUnder("Lanes").toSorted());
});
