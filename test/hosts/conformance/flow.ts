// Hosts that read late, close a stream, or come in numbers.
import assert from "node:assert/strict";
import { realpathSync } from "node:fs";
import { test } from "node:test";
import { project } from "../pith-process.ts";
import { call, request } from "../mcp-messages.ts";
import { Host, textOf } from "./raw-client.ts";

const soak = Number(process.env["PITH_SOAK"] ?? 1);

test("a host that reads nothing for a while: no complaint, and every answer is there when it reads", async () => {
  using small = project();
  await using host = await Host.start({ cwd: small.path });
  // A first call, so that the engine is there.
  await host.ask("read", { places: ["README.md"] });
  const { stdout } = host.running.child;
  stdout.pause();
  // Each answer has some 7,000 bytes; a pipe holds 64 kB.
  const most = 100 * soak;
  for (let i = 0; i < most; i++)
    host.send(request(`list ${i}`, "tools/list"), call(i, "read", { places: ["README.md"] }));
  await new Promise((resolve) => setTimeout(resolve, 300));
  stdout.resume();
  host.send(request("last", "ping"));
  await host.answer("last");
  for (let i = 0; i < most; i++) {
    assert.match(textOf(await host.answer(i)), /## Mail/);
    await host.answer(`list ${i}`);
  }
  const { stderr } = await host.end();
  assert.equal(stderr, "");
});

test("a host that reads no notes: they don't end the server", async () => {
  using small = project({ "a.ts": "export const one = 1;\n", "pith.json": '{"tools": "all"}' });
  await using host = await Host.start({ cwd: small.path }, false);
  host.running.child.stderr.destroy();
  host.send(request(1, "ping"), call(2, "outline"));
  await host.answer(1);
  await host.answer(2);
  await host.end();
});

test("three hosts at once in one root", async () => {
  using small = project();
  const cwd = realpathSync(small.path);
  const hosts = await Promise.all(Array.from({ length: Math.min(16, 2 + soak) }, () => Host.start({ cwd })));
  try {
    const texts = await Promise.all(hosts.map((host) => host.ask("context", { query: "session token" })));
    // The same bytes for each, whoever made the index.
    assert.equal(new Set(texts.map((text) => text.replace(/^root .*$/m, ""))).size, 1, texts.join("\n"));
    for (const host of hosts) await host.end();
  } finally {
    for (const host of hosts) await host[Symbol.asyncDispose]();
  }
});
