// Hosts that leave: by closing a stream, by a signal, by dying, in the middle of a call.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { SIGNALS } from "../../conditions.ts";
import { installed } from "../installed-package.ts";
import { environment, project } from "../pith-process.ts";
import type { Finished, Project } from "../pith-process.ts";
import { call, initialize, initialized, lines, request } from "../mcp-messages.ts";
import { Host, textOf } from "./raw-client.ts";

const SOAK = Number(process.env["PITH_SOAK"] ?? 1);

/** A first answer that takes a while. */
function large(): Project {
  const text = Array.from(
    { length: 60 },
    (_, n) => `export function work${n}(a: number) { return a * ${n}; }\n`,
  );
  return project(
    Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`part${i % 20}/f${i}.ts`, text.join("")])),
  );
}

test("a script that pipes a call and closes still gets its answer, with or without a last line end", async () => {
  using small = project();
  for (const end of ["\n", ""]) {
    await using host = await Host.start({ cwd: small.path }, false);
    const written = lines(initialize(1), initialized, call(2, "read", { places: ["README.md:1-3"] }));
    host.running.child.stdin.end(written.slice(0, -1) + end);
    const { code } = await host.running.finished;
    assert.equal(code, 0);
    assert.match(textOf(await host.answer(2)), /## Sessions/);
  }
});

const LEAVING: Readonly<Record<string, (host: Host) => void>> = {
  "closes the input": (host) => host.running.child.stdin.end(),
  "cuts the input in a message": (host) => host.running.child.stdin.end('{"jsonrpc":"2.0","id":3,"meth'),
  "closes the output": (host) => {
    host.running.child.stdout.destroy();
    host.send(request(3, "tools/list"));
  },
  "closes everything": (host) => {
    for (const stream of host.running.child.stdio) stream?.destroy();
  },
};

/** Leaves in the middle of a first answer. */
async function whileBusy(host: Host, leave: () => void): Promise<Finished> {
  host.send(call(2, "context", { query: "work" }, { progressToken: 1 }));
  await host.until(({ method }) => method === "notifications/progress");
  leave();
  return host.running.finished;
}

for (const [how, leave] of Object.entries(LEAVING)) {
  test(`a host that ${how} in the middle of a call: the server ends`, async () => {
    using big = large();
    await using host = await Host.start({ cwd: big.path });
    const { code } = await whileBusy(host, () => leave(host));
    assert.equal(code, 0);
  });
}

test("a host that closes the output while nothing is asked: the server ends", async () => {
  await using host = await Host.start();
  LEAVING["closes the output"]!(host);
  assert.equal((await host.running.finished).code, 0);
});

for (const [signal, expected] of [
  ["SIGTERM", 143],
  ["SIGINT", 130],
  ["SIGHUP", 129],
] as const) {
  test(`${signal}: the server ends, idle or in the middle of a call`, SIGNALS, async () => {
    // Both of each where there is time for it.
    for (const busy of SOAK > 1 ? [true, false] : [signal === "SIGTERM"]) {
      using big = large();
      await using host = await Host.start({ cwd: big.path });
      const kill = () => void host.running.child.kill(signal);
      if (!busy) kill();
      const { code, stderr } = busy ? await whileBusy(host, kill) : await host.running.finished;
      assert.equal(code, expected, stderr);
      assert.equal(stderr, "");
    }
  });
}

test("a host that closes the input of a server which watches many folders, and reads ahead just then: it ends", async () => {
  const many = Object.fromEntries(
    Array.from({ length: 600 }, (_, i) => [`p${i % 30}/q${i}/f.ts`, `export const f${i} = 1;\n`]),
  );
  using wide = project(many);
  await using host = await Host.start({ cwd: wide.path, argv: ["--watch", "--tools", "full"] });
  const watching = async () => /^watching: (\d+) folders/m.exec(await host.ask("status"))?.[1];
  while (Number((await watching()) ?? 0) < 600) await new Promise((resolve) => setTimeout(resolve, 20));
  for (const path of Object.keys(many)) writeFileSync(join(wide.path, path), "export const other = 2;\n");
  assert.match(await host.ask("symbol", { symbol: "other" }), /\bother\b/);
  for (const path of Object.keys(many)) writeFileSync(join(wide.path, path), "export const third = 3;\n");
  const { stderr } = await host.end();
  assert.equal(stderr, "");
});

test("a server whose parent died ends, even with its input open", SIGNALS, async (t) => {
  // The parent gives its own input on to the server and dies; the pipe stays open in this process.
  const { bin } = await installed();
  const parent = spawn(
    process.execPath,
    [
      "-e",
      `const c = require("node:child_process").spawn(process.execPath, [${JSON.stringify(bin)}, "mcp"], { stdio: ["inherit", "pipe", "ignore"] });
       c.stdout.once("data", () => { console.log(c.pid); process.exit(); });`,
    ],
    { env: environment(), stdio: ["pipe", "pipe", "inherit"] },
  );
  parent.stdin.write(lines(initialize(1)));
  const pid = await new Promise<number>((resolve) =>
    parent.stdout.once("data", (data) => resolve(Number(data))),
  );
  const died = performance.now();
  const alive = () => {
    try {
      process.kill(pid, 0);
      return true;
    } catch {
      return false;
    }
  };
  while (alive() && performance.now() - died < 20_000)
    await new Promise((resolve) => setTimeout(resolve, 20));
  assert.equal(alive(), false);
  t.diagnostic(`gone ${Math.round(performance.now() - died)} ms after its parent`);
  parent.stdin.destroy();
});
