// A batch from what is no plain file, or has no end: pipes are read as far as they go, the rest is refused, and nothing
// keeps the process from ending when it is told to.
import assert from "node:assert/strict";
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { closeSync, constants, openSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { MOST_REQUESTS } from "../../src/base/limits.ts";
import { temporaryFolder, writeTree } from "../files/temporary-tree.ts";
import { ODD_THINGS } from "../files/odd-things.ts";
import { BIN, environment, run, start } from "../hosts/pith-process.ts";
import { PIPES } from "../conditions.ts";

const REQUEST = '{"id":1,"op":"search","mode":"exact","query":"needle"}\n';

test("what is no file of requests is refused, each with what to do", PIPES, async (t) => {
  const folder = temporaryFolder(t);
  writeTree(folder, { "root/a.py": "needle = 1\n" });
  for (const [what, put] of Object.entries(ODD_THINGS)) {
    const path = join(folder, what);
    put(path);
    const { code, stderr } = await run(["batch", path, "--root", join(folder, "root")], {
      killAfterMs: 30_000,
    });
    assert.equal(code, 2, `${what}: ${stderr}`);
    assert.match(stderr, /(PATH_NOT_FOUND|ARGUMENT_INVALID) [^]*next: (Give|Divide)/, what);
  }
});

test("a pipe is read to its end; one that says nothing is left on a signal", PIPES, async (t) => {
  const folder = temporaryFolder(t);
  writeTree(folder, { "root/a.py": "needle = 1\n" });
  const pipe = join(folder, "pipe");
  execFileSync("mkfifo", [pipe]);
  const argv = ["batch", pipe, "--root", join(folder, "root")];
  // Opened for both: no other end is waited for.
  const writer = openSync(pipe, constants.O_RDWR);
  const filled = run(argv, { killAfterMs: 30_000 });
  writeFileSync(writer, REQUEST);
  setTimeout(() => closeSync(writer), 3_000);
  const { code, stdout, stderr } = await filled;
  assert.equal(code, 0, stderr);
  assert.match(stdout, /a\.py/);

  const silent = openSync(pipe, constants.O_RDWR);
  const waiting = start(argv);
  setTimeout(() => waiting.child.kill("SIGTERM"), 3_000);
  const kill = setTimeout(() => waiting.child.kill("SIGKILL"), 30_000);
  assert.equal((await waiting.finished).code, 143);
  clearTimeout(kill);
  closeSync(silent);
});

test("requests without end come to an end", PIPES, async (t) => {
  const folder = temporaryFolder(t);
  writeTree(folder, { "root/a.py": "needle = 1\n" });
  const argv = ["batch", "-", "--root", join(folder, "root")];
  const many = await run(argv, { stdin: REQUEST.repeat(MOST_REQUESTS + 1), killAfterMs: 30_000 });
  assert.equal(many.code, 2, many.stderr);
  assert.match(many.stderr, /ARGUMENT_INVALID There are more than 10000 requests/);

  const running = start(argv);
  const endless = spawn("yes", [REQUEST.trim()], { stdio: ["ignore", "pipe", "ignore"] });
  endless.stdout.on("error", () => {});
  endless.stdout.pipe(running.child.stdin);
  const kill = setTimeout(() => running.child.kill("SIGKILL"), 60_000);
  const { code, stderr } = await running.finished;
  clearTimeout(kill);
  endless.kill("SIGKILL");
  assert.equal(code, 2, stderr);
  assert.match(stderr, /ARGUMENT_INVALID The requests have more than/);
});

test("what a shell hands over may be empty, and may come in pieces", PIPES, async (t) => {
  const folder = temporaryFolder(t);
  writeTree(folder, { "root/a.py": "needle = 1\n" });
  const pith = (made: string) =>
    spawnSync(
      "bash",
      ["-c", `"$0" "$1" batch <(${made}) --root "$2"`, process.execPath, BIN, join(folder, "root")],
      {
        env: environment(),
        encoding: "utf8",
        timeout: 60_000,
        killSignal: "SIGKILL",
      },
    );
  const empty = pith("true; sleep 0");
  assert.deepEqual([empty.status, empty.stdout.trim(), empty.stderr], [0, "", ""]);
  const pieces = pith(
    `for part in '{"id":1,"mode":"exact",' '"query":"needle"}'; do printf %s "$part"; sleep 1; done`,
  );
  assert.equal(pieces.status, 0, pieces.stderr);
  assert.match(pieces.stdout, /a\.py/);
});
