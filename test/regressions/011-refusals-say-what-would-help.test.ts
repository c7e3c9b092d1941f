// Shape: one piece of advice for every cause. What is refused comes with the step that changes it, and that step works.
import assert from "node:assert/strict";
import { mkdirSync, symlinkSync } from "node:fs";
import { test } from "node:test";
import type { PithError } from "../../src/base/error.ts";
import type { ReadAnswer } from "../../src/pack/answer.ts";
import { Opened } from "../engine/opened.ts";
import { LINKS } from "../conditions.ts";

async function refusal(opened: Opened, path: string): Promise<string> {
  const fault = await opened.ask("read", { places: [path] }).then(
    () => assert.fail(`${path} is read`),
    (error: PithError) => error,
  );
  assert.equal(fault.code, "PATH_SKIPPED", path);
  return fault.next;
}

async function isRead(opened: Opened, path: string): Promise<void> {
  const { answer } = await opened.ask("read", { places: [path], format: "json" });
  assert.equal((answer as ReadAnswer).spans[0]!.path, path);
}

test("each reason has its own next step", LINKS, async () => {
  await using opened = new Opened({
    "pith.json": '{"exclude": ["*.excluded"], "ceilings": {"fileBytes": 3000}}',
    ".gitignore": "*.ignored\n",
    ".pithignore": "*.hidden\n",
    "a.excluded": "a\n",
    "a.ignored": "a\n",
    "a.hidden": "a\n",
    "a.bin": Uint8Array.of(0, 1, 2),
    "large.ts": "large();\n".repeat(600),
    "real.ts": "real();\n",
  });
  symlinkSync("real.ts", opened.path("link.ts"));
  mkdirSync(opened.path("nested/.git/objects"), { recursive: true });
  mkdirSync(opened.path("nested/.git/refs"), { recursive: true });
  opened.write("nested/.git/HEAD", "ref: refs/heads/main\n");
  opened.write("nested/b.ts", "b();\n");
  assert.match(await refusal(opened, "a.ignored"), /\.pithignore/);
  assert.match(await refusal(opened, "a.hidden"), /\.pithignore/);
  assert.match(await refusal(opened, "a.excluded"), /exclude in pith\.json/);
  assert.match(await refusal(opened, "large.ts"), /ceilings\.fileBytes/);
  assert.match(await refusal(opened, "a.bin"), /text file/);
  assert.match(await refusal(opened, "link.ts"), /points to/);
  for (const path of ["a.excluded", "large.ts", "a.bin", "link.ts"])
    assert.doesNotMatch(await refusal(opened, path), /\.pithignore/);
  await assert.rejects(opened.ask("outline", { path: "large.ts" }), { code: "PATH_SKIPPED" });

  // The steps do what they say.
  opened.write(".pithignore", "*.hidden\n!a.hidden\n!a.ignored\n");
  await isRead(opened, "a.ignored");
  await isRead(opened, "a.hidden");
  await isRead(opened, "real.ts");
});
