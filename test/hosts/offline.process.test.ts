// Pith sends nothing: it works with every socket and every name look-up refused, in its threads too.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { pathToFileURL } from "node:url";
import { CHECKOUT } from "../structure/checkout.ts";

const place = mkdtempSync(join(tmpdir(), "pith-offline-"));
after(() => rmSync(place, { recursive: true, force: true }));

// Not only refused but written down, since the program might catch the refusal.
writeFileSync(
  join(place, "refuse.mjs"),
  `import { appendFileSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import net from "node:net";
import dns from "node:dns";
import dgram from "node:dgram";
import { isMainThread } from "node:worker_threads";
const refuse = (what) => function () {
  appendFileSync(${JSON.stringify(join(place, "tried"))}, what + "\\n");
  throw new Error("no network: " + what);
};
net.Socket.prototype.connect = refuse("connect");
net.Server.prototype.listen = refuse("listen");
dns.lookup = refuse("lookup");
dns.resolve = refuse("resolve");
dgram.createSocket = refuse("datagram");
globalThis.fetch = refuse("fetch");
syncBuiltinESMExports();
appendFileSync(${JSON.stringify(join(place, "armed"))}, isMainThread ? "main\\n" : "thread\\n");
`,
);
writeFileSync(join(place, "a.ts"), "export function alpha() {\n  return 1;\n}\n");

function pith(...args: string[]) {
  const run = spawnSync(process.execPath, [join(CHECKOUT, "bin", "pith.js"), ...args], {
    cwd: place,
    encoding: "utf8",
    env: {
      ...process.env,
      NODE_OPTIONS: `--import ${pathToFileURL(join(place, "refuse.mjs")).href}`,
      XDG_CACHE_HOME: join(place, "cache"),
    },
    timeout: 60_000,
  });
  return { code: run.status, err: run.stderr };
}

test("questions are answered with the network refused, and none was tried", () => {
  for (const args of [
    ["context", "where is alpha", "--root", place],
    ["search", "--regex", "al\\w+\\(", "--root", place],
    ["symbol", "alpha", "--root", place],
    ["outline", "a.ts", "--root", place],
    ["status", "--root", place],
    ["doctor", "--root", place],
    ["eval", "--root", place],
  ]) {
    const { code, err } = pith(...args);
    assert.ok(code === 0 || code === 1, `${args[0]}: ${code} ${err}`);
  }
  const armed = new Set(readFileSync(join(place, "armed"), "utf8").split("\n"));
  assert.ok(armed.has("main") && armed.has("thread"), "the refusal was in place");
  assert.throws(() => readFileSync(join(place, "tried")), { code: "ENOENT" }, "nothing tried the network");
});
