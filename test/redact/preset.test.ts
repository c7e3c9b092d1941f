// Our rules beside a rule set that others keep: what it finds in synthetic secrets of each of its rules, ours hide.
import assert from "node:assert/strict";
import { test } from "node:test";

import { lintSource } from "@secretlint/core";
import { creator, rules } from "@secretlint/secretlint-rule-preset-recommend";

import { redactSync } from "../../src/redact/redact.ts";
import { syntheticSecrets } from "./synthetic.ts";

const NAMED = /^@secretlint\/secretlint-rule-(.+)$/;

async function presetFinds(
  path: string,
  content: string,
): Promise<{ rule: string; range: readonly number[] }[]> {
  const result = await lintSource({
    source: {
      filePath: `/${path}`,
      content,
      contentType: "text",
      ext: path.slice(path.lastIndexOf(".")),
    },
    options: { noPhysicFilePath: true, config: { rules: [{ id: "preset", rule: creator }] } },
  });
  return result.messages.map((m) => ({ rule: NAMED.exec(m.ruleId)![1]!, range: m.range }));
}

test("every synthetic secret is hidden, and the preset agrees that it is one", async () => {
  for (const { preset, text, secret, path = "a.ts" } of syntheticSecrets()) {
    const { text: shown, redactions } = redactSync(path, text);
    assert.ok(!shown.includes(secret), `survives: ${text}`);
    assert.ok(redactions.length > 0);
    assert.equal(shown.split("\n").length, text.split("\n").length);
    // What is left is no secret to the preset either.
    for (const { range } of await presetFinds(path, shown)) {
      assert.match(shown.slice(range[0], range[1]), /\[redacted:/);
    }
    if (preset === null) continue;
    const found = await presetFinds(path, text);
    assert.ok(
      found.some((f) => f.rule === preset),
      `the preset's ${preset} does not know: ${text}`,
    );
  }
});

test("every rule of the preset has a synthetic secret here", () => {
  const known = new Set(syntheticSecrets().map((s) => s.preset));
  // Switches rules off by comments in the inspected text: on purpose not followed.
  const ignored = new Set(["filter-comments"]);
  for (const { meta } of rules) {
    const name = NAMED.exec(meta.id)![1]!;
    assert.ok(known.has(name) || ignored.has(name), `add synthetic secrets and a rule for ${name}`);
  }
});
