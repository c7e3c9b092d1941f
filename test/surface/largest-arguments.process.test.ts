// Arguments as long as they may be, and of the kinds that take the longest: each is answered. A process that still works
// after a minute is ended, and the test fails.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { test } from "node:test";
import {
  LONGEST_NAME,
  LONGEST_PATH,
  LONGEST_PATTERN,
  LONGEST_QUERY,
  LONGEST_SCOPE,
  MOST_PLACES,
} from "../../src/base/limits.ts";
import { BIN, environment, project } from "../hosts/pith-process.ts";
import { DEVICES } from "../conditions.ts";

const PATIENCE = 60_000;

/** As often as it fits. */
function fill(part: string, length: number): string {
  return part.repeat(Math.floor(length / part.length));
}

const PATHS = ["a/", "../", "./", "src/", ":", ":1", "#1", "\\", '"', "a", "/", " ", "%2e/", "é/"];
const NAMES = ["a.", "::", "a", "#", "->", ".", " ", "A1", "é"];
const PATTERNS = ["{", "{a,", "{a,b}", "*", "*a", "**/", "?", "[", "[a-z]*", "!", "\\", "a/", "é*"];
const QUERIES = ["a ", "a.b", '"', "`", "aB1", "src/a.ts:1 ", "x", "é", "(", "-", "_", "::"];

const REQUESTS: readonly Record<string, unknown>[] = [
  ...PATHS.flatMap((part) => {
    const path = fill(part, LONGEST_PATH - 5);
    // All of them at their longest would be more than a batch may have.
    const many = Array.from({ length: MOST_PLACES }, (_, i) => `${path.slice(0, 400)}${i}`);
    return [
      { op: "read", places: [path] },
      { op: "read", places: many },
      { op: "read", places: ["src/session.ts", ...many.slice(1)] },
      { op: "outline", path },
      { op: "why", path },
      { op: "receipt", action: "show", receipt: path },
      { op: "search", query: "x", root: path },
    ];
  }),
  {
    op: "read",
    places: Array.from({ length: MOST_PLACES }, (_, i) => `${fill("a/", LONGEST_PATH - 5)}${i}`),
  },
  { op: "read", places: Array.from({ length: MOST_PLACES }, () => "src/session.ts:1-2") },
  ...NAMES.map((part) => ({ op: "symbol", symbol: fill(part, LONGEST_NAME) })),
  ...PATTERNS.flatMap((part) => {
    const scope = Array.from(
      { length: LONGEST_SCOPE / LONGEST_PATTERN },
      (_, i) => `${i}${fill(part, LONGEST_PATTERN - 1)}`,
    );
    return [
      { query: "session", scope },
      { query: "session", scope: scope.map((pattern) => pattern.slice(1)) },
    ];
  }),
  ...QUERIES.flatMap((part) => {
    const query = fill(part, LONGEST_QUERY);
    return [{ query }, { query, mode: "exact" }, { op: "context", query }];
  }),
];

async function answered(argv: readonly string[], input: string, cwd: string) {
  const child = spawn(process.execPath, [BIN, ...argv], { cwd, env: environment() });
  const late = setTimeout(() => child.kill("SIGKILL"), PATIENCE);
  let stdout = "";
  let stderr = "";
  child.stdout.on("data", (part: Buffer) => (stdout += part.toString("utf8")));
  child.stderr.on("data", (part: Buffer) => (stderr += part.toString("utf8")));
  child.stdin.on("error", () => {});
  child.stdin.end(input);
  const [code, signal] = await new Promise<[number | null, string | null]>((done) => {
    child.on("close", (c, s) => done([c, s]));
  });
  clearTimeout(late);
  return { code, signal, stdout, stderr };
}

test("in a batch", async () => {
  using small = project();
  const { code, signal, stdout, stderr } = await answered(
    ["batch", "-"],
    REQUESTS.map((request) => JSON.stringify(request)).join("\n"),
    small.path,
  );
  assert.equal(signal, null, `still at work after request ${stdout.split("\n").length - 1}`);
  assert.equal(code, 0, stderr.slice(0, 300));
  const lines = stdout.trimEnd().split("\n");
  assert.equal(lines.length, REQUESTS.length);
  for (const [i, line] of lines.entries()) {
    const { error } = JSON.parse(line) as { error?: { code: string; message: string } };
    assert.notEqual(
      error?.code,
      "INTERNAL",
      `${JSON.stringify(REQUESTS[i]).slice(0, 100)}: ${error?.message}`,
    );
  }
});

test("on the command line, where nothing but the system sets a limit", async () => {
  using small = project();
  for (const argv of [
    ["read", "a/".repeat(50_000)],
    ["search", "x", "--scope", "{a,".repeat(33_000)],
    ["symbol", "a.".repeat(50_000)],
    ["trace", "a.".repeat(50_000)],
    ["why", ":1".repeat(50_000)],
    ["context", "x", "--root", "a/".repeat(50_000)],
    ["x".repeat(100_000)],
    ["read", ...Array.from({ length: 20_000 }, (_, i) => `a${i}:1`)],
    Array.from({ length: 20_000 }, () => "-x"),
  ]) {
    const { code, signal, stderr } = await answered(argv, "", small.path);
    assert.equal(signal, null, argv[0]!.slice(0, 20));
    assert.equal(code, 2, stderr.slice(0, 200));
    assert.ok(stderr.length < 1000 && /\nnext: \S/.test(stderr), stderr.slice(0, 300));
  }
});

test("requests without an end are refused", DEVICES, async () => {
  using small = project();
  const { code, signal, stderr } = await answered(["batch", "/dev/zero"], "", small.path);
  assert.equal(signal, null);
  assert.equal(code, 2);
  assert.match(stderr, /no file|more than 64000000 bytes/);
});
