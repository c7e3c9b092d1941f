// The package as people get it, over HTTP: each way in which it is served, by the real client library.
import assert from "node:assert/strict";
import { realpathSync } from "node:fs";
import { test } from "node:test";
import { connected, textOf } from "../../surface/mcp/http/served.ts";
import type { Way } from "../../surface/mcp/http/served.ts";
import { serving } from "../http/serving.ts";
import { installed } from "../installed-package.ts";
import { project, run } from "../pith-process.ts";

const FLAGS: Readonly<Record<Way, string[]>> = {
  sessions: [],
  stateless: ["--stateless"],
  sse: ["--transport", "sse"],
};

test("over HTTP: the same answer in every way, and by query", async () => {
  const { bin } = await installed();
  using small = project();
  const cwd = realpathSync(small.path);
  const args = { places: ["README.md:1-3"] };
  const texts = new Set([(await run(["query", "read", JSON.stringify(args)], { cwd, bin })).stdout]);
  for (const way of ["sessions", "stateless", "sse"] as const) {
    await using server = await serving(FLAGS[way], { cwd, bin });
    for (const era of way === "sse" ? (["legacy"] as const) : (["legacy", "modern"] as const)) {
      await using one = await connected(server.url, { way, era });
      texts.add(textOf(await one.client.callTool({ name: "read", arguments: args })));
    }
  }
  assert.equal(texts.size, 1, [...texts].join("\n"));
  assert.match([...texts][0]!, /## Sessions/);
});
