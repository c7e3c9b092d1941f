// Hosts that start their servers in odd places: at the top of the disk, in a folder that is gone, without an environment.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, realpathSync, rmSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { SHELL, SUPERUSER } from "../../conditions.ts";
import { installed } from "../installed-package.ts";
import { environment, project } from "../pith-process.ts";
import { call, initialize, initialized, lines } from "../mcp-messages.ts";
import type { Message } from "../mcp-messages.ts";
import { Host } from "./raw-client.ts";

const roots = (path: string) => () => ({ result: { roots: [{ uri: pathToFileURL(path).href }] } });

test("the top of the disk: said with what to do, and the host's roots and --root hold", async () => {
  using small = project();
  const root = realpathSync(small.path);
  {
    await using host = await Host.start({ cwd: "/" });
    assert.match(await host.refused("context", { query: "q" }), /^ROOT_TOO_BROAD: .* Next: .*\broot\b/);
    // Named by the call, in the folder where the server was started: the only thing such a host's agent can do.
    assert.match(await host.ask("symbol", { symbol: "send_mail", root }), /src\/mail\.py/);
  }
  await using host = await Host.start({ cwd: "/", roots: roots(root) });
  assert.match(await host.ask("symbol", { symbol: "send_mail" }), /src\/mail\.py/);
});

test("a working directory that is removed, before the start and after it", SHELL, async () => {
  using small = project();
  const root = realpathSync(small.path);
  const gone = join(root, "gone");
  mkdirSync(gone);
  await using host = await Host.start({ cwd: gone });
  rmSync(gone, { recursive: true });
  assert.match(await host.refused("outline"), /^ROOT_NOT_FOUND: .* Next: /);

  const { bin } = await installed();
  // A shell stands in the folder while it is removed.
  const script = 'mkdir gone && cd gone && rmdir ../gone && exec "$0" "$@"';
  const run = spawnSync("sh", ["-c", script, process.execPath, bin, "mcp", "--root", root], {
    cwd: root,
    encoding: "utf8",
    env: environment(),
    input: lines(initialize(1), initialized, call(2, "symbol", { symbol: "send_mail" })),
  });
  assert.match(answerIn(run.stdout, 2) ?? run.stderr, /src\/mail\.py/);
});

function answerIn(stdout: string, id: number): string | undefined {
  const messages = stdout
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Message);
  return messages.find((message) => message.id === id)?.result?.content?.[0]?.text;
}

test("no environment at all: no HOME, no PATH, no LANG", async () => {
  using small = project({ "größe.md": "# Größe 日本\n" });
  await using host = await Host.start({
    cwd: small.path,
    env: { XDG_CACHE_HOME: join(small.path, ".cache") },
    bare: true,
  });
  assert.match(await host.ask("context", { query: "Größe" }), /# Größe 日本/);
  const { stderr } = await host.end();
  assert.equal(stderr, "");
});

test("a user that the system does not know, as in a container, and no environment", SUPERUSER, async () => {
  using small = project();
  chmodSync(small.path, 0o755);
  const { place } = await installed();
  chmodSync(place, 0o755);
  await using host = await Host.start({ cwd: small.path, env: {}, bare: true, uid: 54_321 });
  assert.match(await host.ask("context", { query: "session token" }), /checkSessionToken/);
  // What can't be kept is said once, in one line.
  const { stderr } = await host.end();
  assert.match(stderr, /^(?:pith: [^\n]+\n)?$/);
});
