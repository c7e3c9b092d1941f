// The protocol's own conformance suite against `pith mcp --transport http`. What it does not pass is listed with reasons in
// http/expected-failures.yml; the suite fails for one that is not listed, and for a listed one that passes.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { FIXTURE_SCENARIOS, fixtureServer } from "./http/fixture-server.ts";
import { serving } from "./http/serving.ts";
import { project } from "./pith-process.ts";

const SUITE = fileURLToPath(import.meta.resolve("@modelcontextprotocol/conformance/dist/index.js"));
const EXPECTED = fileURLToPath(new URL("http/expected-failures.yml", import.meta.url));
/** The suite takes a second; one that hangs is ended. */
const NEVER_MS = 60_000;
const folder = mkdtempSync(join(tmpdir(), "pith-conformance-"));
after(() => rmSync(folder, { recursive: true, force: true }));

interface Outcome {
  code: number | null;
  passed: string[];
  failed: string[];
  output: string;
}

async function conformance(url: string, expected?: string): Promise<Outcome> {
  const list = expected === undefined ? [] : ["--expected-failures", expected];
  const child = spawn(process.execPath, [SUITE, "server", "--url", url, "--suite", "all", ...list], {
    cwd: folder,
    timeout: NEVER_MS,
    killSignal: "SIGKILL",
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += String(chunk)));
  const code = await new Promise<number | null>((resolve) => child.on("close", resolve));
  const named = (mark: string): string[] =>
    [...output.matchAll(new RegExp(`^${mark} ([\\w-]+): \\d+ passed`, "gm"))].map((m) => m[1]!);
  return { code, passed: named("✓"), failed: named("✗"), output };
}

const listed = (): string[] =>
  [...readFileSync(EXPECTED, "utf8").matchAll(/^ {2}- (\S+)$/gm)].map((m) => m[1]!);

test("every scenario that applies passes; the others are listed", async (t) => {
  using small = project();
  await using server = await serving([], { cwd: small.path });
  const { code, passed, failed, output } = await conformance(server.url, EXPECTED);
  assert.equal(code, 0, output);
  assert.deepEqual(failed.sort(), listed().sort());
  assert.deepEqual(passed.sort(), [
    "dns-rebinding-protection",
    "ping",
    "server-initialize",
    "server-sse-multiple-streams",
    "tools-call-error",
    "tools-call-simple-text",
    "tools-list",
  ]);
  t.diagnostic(`${passed.length} scenarios passed, ${failed.length} expected failures`);
  // Each reason stands above what it is for.
  assert.ok(!/^server:\n {2}-/m.test(readFileSync(EXPECTED, "utf8")));
});

test("a listed scenario that passes, and one that fails unlisted, are noticed", async () => {
  using small = project();
  await using server = await serving([], { cwd: small.path });
  const list = readFileSync(EXPECTED, "utf8");
  const stale = join(folder, "stale.yml");
  writeFileSync(stale, `${list}  - ping\n`);
  assert.equal((await conformance(server.url, stale)).code, 1);
  const short = join(folder, "short.yml");
  writeFileSync(short, list.replace("  - prompts-list\n", ""));
  assert.equal((await conformance(server.url, short)).code, 1);
});

test("the transport passes what the suite's own tools show of it", async () => {
  const { url, close } = await fixtureServer();
  try {
    const { passed, output } = await conformance(url);
    assert.deepEqual(
      FIXTURE_SCENARIOS.filter((name) => !passed.includes(name)),
      [],
      output,
    );
  } finally {
    await close();
  }
});
