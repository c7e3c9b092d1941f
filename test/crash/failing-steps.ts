// Loaded into a child of the tests before anything else (`--import`): counts every step that writes into the cache, and does
// at one of them what PITH_TEST_FAULT says. `kill N`: the process dies before step N. `torn N`: it dies in the middle of
// step N. `full N`: from the middle of step N on the disk is full. `count`: nothing; the number of steps is printed.
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { DatabaseSync, StatementSync } from "node:sqlite";
import { isMainThread } from "node:worker_threads";

const [fault = "count", at = "0"] = (process.env["PITH_TEST_FAULT"] ?? "").split(" ");
const cache = process.env["PITH_CACHE_DIR"] ?? "";
const STEP = Number(at);
let steps = 0;

/** SQLite's own code for a full disk (sqlite.org/rescode.html). */
const SQLITE_FULL = 13;

function die(): never {
  process.kill(process.pid, "SIGKILL");
  for (;;);
}

/** What is to happen at this step. */
function step(): "done" | "torn" | "full" {
  steps++;
  if (steps === STEP && fault === "kill") die();
  if (steps === STEP && fault === "torn") return "torn";
  return fault === "full" && steps >= STEP ? "full" : "done";
}

function noSpace(more: object): Error {
  return Object.assign(new Error("no space left on device"), { code: "ENOSPC" }, more);
}

function inCache(path: unknown): boolean {
  return typeof path === "string" && path.startsWith(cache);
}

type Call = (...args: unknown[]) => unknown;

/** `tears`: what can be done by half, is. `frees`: works also where the disk is full. */
function watch(
  holder: object,
  name: string,
  { tears, frees = false }: { tears?: Call; frees?: boolean } = {},
): void {
  const calls = holder as Record<string, Call>;
  const real = calls[name]!;
  calls[name] = function (this: unknown, ...args: unknown[]) {
    if (!inCache(args[0])) return Reflect.apply(real, this, args);
    const what = step();
    if (what === "done" || (what === "full" && frees)) return Reflect.apply(real, this, args);
    tears?.(...args);
    if (what === "torn") die();
    throw noSpace({ syscall: name });
  };
}

function writeHalf(path: unknown, bytes: unknown, options?: unknown): void {
  const whole = typeof bytes === "string" ? Buffer.from(bytes) : (bytes as Uint8Array);
  realWrite(path as string, whole.subarray(0, whole.length / 2), options as fs.WriteFileOptions);
}

const realWrite = fs.writeFileSync;

if (isMainThread) {
  watch(fs, "writeFileSync", { tears: writeHalf });
  watch(fs, "renameSync");
  watch(fs, "mkdirSync");
  for (const name of ["rmSync", "unlinkSync", "utimesSync"]) watch(fs, name, { frees: true });
  // Its failure is the promise's, not the call's.
  const later = fs.promises as unknown as Record<string, Call>;
  for (const name of ["writeFile", "rename"]) {
    watch(later, name, name === "writeFile" ? { tears: writeHalf } : {});
    const thrown = later[name]!;
    later[name] = async (...args) => thrown(...args);
  }
  syncBuiltinESMExports();
  for (const [holder, name] of [
    [DatabaseSync.prototype, "exec"],
    [StatementSync.prototype, "run"],
  ] as const) {
    const calls = holder as unknown as Record<string, Call>;
    const real = calls[name]!;
    calls[name] = function (this: unknown, ...args: unknown[]) {
      const writes = name === "run" || !/^(?:pragma busy_timeout|rollback)/.test(String(args[0]));
      const what = writes ? step() : "done";
      if (what === "torn") {
        Reflect.apply(real, this, args);
        die();
      }
      if (what === "full") throw noSpace({ errcode: SQLITE_FULL });
      return Reflect.apply(real, this, args);
    };
  }
  if (fault === "count") process.on("exit", () => process.stdout.write(`${JSON.stringify({ steps })}\n`));
}
