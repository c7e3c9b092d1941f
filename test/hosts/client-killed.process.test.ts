// A client that is killed in any state, while its end of the server's input and output stays open in another process:
// nothing of ours lives on. How long it took is said; the promise is two seconds.
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { answered, call, initialize, initialized, lines } from "./mcp-messages.ts";
import { BIN, environment, project, type Project } from "./pith-process.ts";
import { ofSession } from "./proc-files.ts";
import { all, PIPES, PROC } from "../conditions.ts";

const rounds = 1 * Number(process.env["PITH_SOAK"] ?? 1);
/** After so long it would never end. */
const NEVER_MS = 20_000;

/** Gives its own input and output on to the server, says the server's number, and waits to be killed. */
const CLIENT = `const server = require("node:child_process").spawn(process.execPath, [${JSON.stringify(BIN)}, "mcp"], { stdio: ["inherit", "inherit", "ignore"] });
require("node:fs").writeSync(2, server.pid + "\\n");
setInterval(() => {}, 1000);`;

const large = (): Project => {
  const files: Record<string, string> = {};
  for (let i = 0; i < 500; i++) {
    files[`src/part${i % 40}/file${i}.ts`] = Array.from(
      { length: 40 },
      (_, n) => `export function work${i}x${n}(input${n}: number) { return input${n} * ${i}; }\n`,
    ).join("");
  }
  return project(files);
};
const tree = large();
after(() => tree[Symbol.dispose]());

const hello = lines(initialize(1), initialized);

/** What the client has sent before it dies, what it waits for then, and for how long at most. */
const STATES: Readonly<Record<string, { sent?: string; until?: number; waits?: number }>> = {
  "before anything": {},
  "before it says hello": { waits: 700 },
  "in the middle of a line": { sent: hello.slice(0, 60), waits: 500 },
  "while hello is answered": { sent: hello },
  idle: { sent: hello, until: 1 },
  "in the middle of a call": {
    sent: hello + lines(call(2, "context", { query: "which function works on input" })),
    until: 1,
    waits: 150,
  },
  "in the middle of an index": {
    sent: hello + lines(call(2, "index", { syntax: true, rebuild: true })),
    until: 1,
    waits: 600,
  },
  "in the middle of a search by pattern": {
    sent: hello + lines(call(2, "search", { query: "(work|input)\\\\w+\\\\(", mode: "regex" })),
    until: 1,
    waits: 400,
  },
  "with many calls in the queue": {
    sent:
      hello + lines(...Array.from({ length: 30 }, (_, n) => call(n + 2, "trace", { symbol: `work${n}x1` }))),
    until: 5,
  },
  "idle after calls": { sent: hello + lines(call(2, "symbol", { symbol: "work7x7" })), until: 2 },
};

/** How long the server lived on, and what is left of it. */
async function killed({
  sent = "",
  until,
  waits = 0,
}: (typeof STATES)[string]): Promise<{ took: number; left: number[] }> {
  const folder = mkdtempSync(join(tmpdir(), "pith-client-"));
  const [pipe, out] = [join(folder, "in"), join(folder, "out")];
  execFileSync("mkfifo", [pipe]);
  // Held here as well, so that neither end closes with the client.
  const [input, output] = [openSync(pipe, "r+"), openSync(out, "w")];
  const client = spawn(process.execPath, ["-e", CLIENT], {
    cwd: tree.path,
    env: environment(),
    stdio: [input, output, "pipe"],
    // A session of its own, by which all that comes of it is known.
    detached: true,
  });
  try {
    await new Promise((resolve) => client.stderr!.once("data", resolve));
    writeSync(input, sent);
    const began = performance.now();
    const isThere = () => until === undefined || answered(until)(readFileSync(out, "utf8"));
    while (!isThere() && performance.now() - began < 30_000) await wait(5);
    await wait(waits);
    assert.equal(ofSession(client.pid!).length > 1, true, "the server lives until then");
    client.kill("SIGKILL");
    const died = performance.now();
    while (ofSession(client.pid!).length > 0 && performance.now() - died < NEVER_MS) await wait(20);
    return { took: performance.now() - died, left: ofSession(client.pid!) };
  } finally {
    for (const pid of ofSession(client.pid!)) process.kill(pid, "SIGKILL");
    for (const fd of [input, output]) closeSync(fd);
    rmSync(folder, { recursive: true, force: true });
  }
}

for (const [state, what] of Object.entries(STATES)) {
  test(`killed ${state}`, all(PIPES, PROC), async (t) => {
    let longest = 0;
    for (let round = 0; round < rounds; round++) {
      const { took, left } = await killed(what);
      assert.deepEqual(left, [], `alive ${Math.round(took)} ms after the client`);
      longest = Math.max(longest, took);
    }
    t.diagnostic(`gone ${Math.round(longest)} ms after the client, at the longest`);
  });
}

test("a server that began a session of its own, or whose parent did, is nobody's orphan", PROC, async () => {
  for (const detached of [true, false]) {
    const server = spawn(process.execPath, [BIN, "mcp"], {
      cwd: tree.path,
      env: environment(),
      stdio: ["pipe", "pipe", "inherit"],
      detached,
    });
    let stdout = "";
    server.stdout.on("data", (data) => (stdout += String(data)));
    const ended = new Promise((resolve) => server.on("close", resolve));
    // Long enough that a server that believes itself left would be gone.
    await wait(1_500);
    server.stdin.end(hello);
    assert.equal(await ended, 0);
    assert.ok(answered(1)(stdout), stdout);
  }
});
