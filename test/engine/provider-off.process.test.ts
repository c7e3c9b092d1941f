// Without a provider nothing of it costs anything: none of its code is loaded, none of its files is made, no line of a report
// speaks of it. A provider that is set is loaded by the questions that rank, and by nothing before.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { CHECKOUT } from "../structure/checkout.ts";
import { Opened } from "./opened.ts";
import { CODE, openProvided } from "./provided.ts";

const OF_PROVIDERS =
  /\/vectors\/providers\/(?!provider\.ts)|\/opened-provider|\/embed-chunks|\/provider-vectors/;

/** What the program loads of its own and of Node's for a command. */
function loadedBy(tree: Opened, args: readonly string[]): { files: string[]; http: boolean; output: string } {
  const hook = join(tree.folder, "hook.mjs");
  const list = join(tree.folder, "loaded.json");
  writeFileSync(
    hook,
    `import { registerHooks } from "node:module";
import { writeFileSync } from "node:fs";
import { isMainThread } from "node:worker_threads";
const files = [];
registerHooks({ load: (url, context, next) => { files.push(url); return next(url, context); } });
process.on("exit", () => {
  const http = process.moduleLoadList.includes("NativeModule http");
  if (isMainThread) writeFileSync(${JSON.stringify(list)}, JSON.stringify({ files, http }));
});
`,
  );
  const run = spawnSync(process.execPath, [join(CHECKOUT, "bin", "pith.js"), ...args, "--root", tree.root], {
    encoding: "utf8",
    env: { ...tree.env, NODE_OPTIONS: `--import ${pathToFileURL(hook).href}` },
    timeout: 60_000,
  });
  assert.ok(run.status === 0 || run.status === 1, run.stderr);
  return {
    ...(JSON.parse(readFileSync(list, "utf8")) as { files: string[]; http: boolean }),
    output: run.stdout,
  };
}

const COMMANDS = [
  ["index"],
  ["context", "how does a user sign in"],
  ["search", "user"],
  ["status"],
  ["doctor"],
] as const;

test("without a provider", async () => {
  await using tree = new Opened(CODE);
  for (const args of COMMANDS) {
    const { files, http, output } = loadedBy(tree, args);
    assert.ok(
      files.some((url) => url.endsWith("/provider-source.ts")),
      "the list is one",
    );
    assert.deepEqual(
      files.filter((url) => OF_PROVIDERS.test(url)),
      [],
    );
    assert.equal(http, false, args[0]);
    assert.doesNotMatch(output, /provider/);
  }
  assert.ok(!tree.cacheFiles().some((file) => file.includes("vectors.db")));
});

test("with one that can't work", async () => {
  await using tree = openProvided({ kind: "voyage" });
  const { files, output } = loadedBy(tree, ["context", "how does a user sign in"]);
  assert.ok(files.some((url) => OF_PROVIDERS.test(url)));
  assert.match(output, /VOYAGE_API_KEY is not set: ranked with the static vectors/);
  assert.deepEqual(
    loadedBy(tree, ["outline", "src/login.ts"]).files.filter((url) => OF_PROVIDERS.test(url)),
    [],
  );
  assert.ok(!existsSync(join(tree.root, ".pith")));
});
