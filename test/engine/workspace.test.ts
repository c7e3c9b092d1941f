// What one opened root takes in: never its own cache, and within a ceiling what can be asked about.
import assert from "node:assert/strict";
import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { StatusReport, WhyReport } from "../../src/pack/reports.ts";
import { Opened } from "./opened.ts";

test("a cache inside the root that is named through a link is no part of the tree, for why as for the walk", async () => {
  await using opened = new Opened({ "a.ts": "alpha();\n" });
  const link = join(opened.folder, "link");
  symlinkSync(opened.root, link);
  const engine = opened.start({ ...opened.env, PITH_CACHE_DIR: join(link, "!kept", "cache") });
  for (let i = 0; i < 2; i++) await engine.run("search", { root: opened.root, query: "alpha" });
  opened.write("!kept/cache/x.ts", "alpha();\n");
  opened.write("!kept/y.ts", "beta();\n");
  const status = await engine.run("status", { root: opened.root, format: "json" });
  assert.equal((status.answer as StatusReport).index.files, 2);
  const why = async (path: string) =>
    (await engine.run("why", { root: opened.root, path, format: "json" })).answer as WhyReport;
  assert.equal((await why("!kept/cache/x.ts")).reason, "excluded");
  assert.equal((await why("!kept/y.ts")).status, "included");
  await assert.rejects(engine.run("read", { root: opened.root, places: ["!kept/cache/x.ts"] }), {
    code: "PATH_SKIPPED",
  });
});
