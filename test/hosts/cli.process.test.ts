// What terminals and scripts see of the real process.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, realpathSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { completionScript } from "../../src/surface/cli/completion.ts";
import { BIN, environment, project, run, start } from "./pith-process.ts";
import { runHere } from "./run-here.ts";
import { SHELL, SIGNALS } from "../conditions.ts";

test("each command answers, in text and JSON", async () => {
  using small = project();
  const root = realpathSync(small.path);
  for (const [argv, expected] of [
    [["context", "where is the session token checked"], /checkSessionToken/],
    [["where is the session token checked"], /checkSessionToken/],
    [["search", "send", "mail"], /src\/mail\.py/],
    [["search", "-F", "sessions.delete("], /src\/session\.ts/],
    [["search", "-e", "def \\w+_mail"], /src\/mail\.py/],
    [["symbol", "checkSessionToken"], /src\/session\.ts/],
    [["outline"], /session\.ts/],
    [["outline", "src/session.ts"], /SessionStore/],
    [["read", "README.md:3-5"], /lives for an hour/],
    [["status"], /files/],
    [["index"], /./],
    [["why", "src/mail.py"], /mail\.py/],
    [["config", "--resolved"], /budget/],
  ] as [string[], RegExp][]) {
    const text = await run(argv, { cwd: small.path });
    assert.equal(text.code, 0, `${argv.join(" ")}: ${text.stdout}${text.stderr}`);
    assert.match(text.stdout, expected, argv.join(" "));
    assert.doesNotMatch(text.stdout, /\u001B/);
    const json = await runHere([...argv, "--json"], { cwd: small.path });
    assert.equal(json.code, 0, json.stderr);
    const answer = JSON.parse(json.stdout) as { op: string };
    assert.equal(answer.op, argv[0]!.includes(" ") ? "context" : argv[0]);
  }
  const batch = await run(["batch", "-", "--root", root], {
    stdin: '{"id":1,"query":"send mail"}\nbroken\n{"id":3,"op":"symbol","symbol":"send_mail"}\n',
  });
  assert.equal(batch.code, 0, batch.stderr);
  assert.equal(batch.stdout.trimEnd().split("\n").length, 3);
});

test("nothing found is exit code 1, and says what was scanned", async () => {
  using small = project();
  const exact = await run(["search", "-F", "no such text anywhere"], { cwd: small.path });
  assert.equal(exact.code, 1, exact.stdout + exact.stderr);
  const symbol = await run(["symbol", "checkSessionTokn"], { cwd: small.path });
  assert.equal(symbol.code, 1);
  assert.match(symbol.stdout, /checkSessionToken/);
});

test("bad input: a code, a sentence, the next step, exit code 2", async () => {
  using small = project();
  const file = join(small.path, "README.md");
  for (const [argv, code, next] of [
    [["context", "x", "--root", join(small.path, "gone")], "ROOT_NOT_FOUND", /./],
    [["context", "x", "--root", file], "ROOT_NOT_A_FOLDER", /./],
    [["context", "x", "--root", "/"], "ROOT_TOO_BROAD", /./],
    [["context", "x", "--root", homedir()], "ROOT_TOO_BROAD", /./],
    [["context", "x", "--budget", "many"], "BUDGET_INVALID", /2000/],
    [["context", "x", "--budget", "63"], "BUDGET_TOO_SMALL", /64/],
    [["context", ""], "QUERY_EMPTY", /./],
    [["context", "y".repeat(100_000)], "QUERY_TOO_LONG", /./],
    [["search", "-e", "(unclosed"], "PATTERN_INVALID", /./],
    [["search", "-e", "(?=look)ahead"], "PATTERN_UNSUPPORTED", /./],
    [["context", "x", "--scope", "scr"], "SCOPE_EMPTY", /src/],
    [["search", "x", "--language", "pythn"], "ARGUMENT_INVALID", /python/],
    [["search", "x", "--kind", "clas"], "ARGUMENT_INVALID", /class/],
    [["context", "x", "--bugdet", "100"], "ARGUMENT_UNKNOWN", /--budget/],
    [["contxt", "x"], "OPERATION_UNKNOWN", /context/],
    [["read", "../outside"], "PATH_OUTSIDE_ROOT", /./],
    [["read", "src/sesion.ts"], "PATH_NOT_FOUND", /src\/session\.ts/],
  ] as [string[], string, RegExp][]) {
    const text = await run(argv, { cwd: small.path });
    assert.equal(text.code, 2, `${argv.join(" ").slice(0, 100)}: ${text.stdout}${text.stderr}`);
    assert.equal(text.stdout, "");
    assert.match(text.stderr, new RegExp(`^pith: ${code} .+\nnext: .+\n$`, "s"), text.stderr);
    assert.match(text.stderr.split("\nnext: ")[1] ?? "", next, text.stderr);
  }
});

test("an exploding expression and odd queries end, with an answer or a code", async () => {
  using small = project({ "a.txt": `${"a".repeat(5000)}!\n`, "b.txt": "会话令牌在这里检查\n" });
  const exploding = await run(["search", "-e", "(a+)+$"], { cwd: small.path });
  assert.ok([0, 1, 2].includes(exploding.code ?? -1), exploding.stderr);
  if (exploding.code === 2) assert.match(exploding.stderr, /PATTERN_TIMEOUT/);
  assert.ok([0, 1].includes((await run(["context", "?!... ()"], { cwd: small.path })).code ?? -1));
  const chinese = await run(["context", "会话令牌"], { cwd: small.path });
  assert.equal(chinese.code, 0, chinese.stderr);
  assert.match(chinese.stdout, /b\.txt/);
});

test("settings: an unknown key is an error with the nearest name", async () => {
  using small = project({ "a.md": "# A\n", "pith.json": '{"bugdet": 100}' });
  const { code, stderr } = await run(["context", "a"], { cwd: small.path });
  assert.equal(code, 2);
  assert.match(stderr, /^pith: CONFIG_KEY_UNKNOWN .+\nnext: .*budget/s);
});

test("a closed pipe is no fault", SHELL, async () => {
  using small = project();
  const piped = spawnSync(
    "sh",
    ["-c", `"$0" "$1" context session --color; echo "code $?" >&2`, process.execPath, BIN],
    {
      cwd: small.path,
      env: environment(),
      stdio: ["ignore", "pipe", "pipe"],
    },
  );
  assert.match(String(piped.stderr), /code 0/);
  const closed = spawnSync(
    "sh",
    ["-c", `{ "$0" "$1" context session; echo "code $?" >&2; } | true`, process.execPath, BIN],
    {
      cwd: small.path,
      env: environment(),
    },
  );
  assert.match(String(closed.stderr), /code 0/);
  assert.doesNotMatch(String(closed.stderr), /EPIPE/);
});

test(
  "Ctrl-C while indexing: exit code 130, nothing on standard output, the next answer is whole",
  SIGNALS,
  async (t) => {
    using big = project();
    for (let i = 0; i < 1200; i++) {
      mkdirSync(join(big.path, `part${i % 50}`), { recursive: true });
      writeFileSync(join(big.path, `part${i % 50}/f${i}.ts`), `export const value${i} = ${i};\n`.repeat(80));
    }
    const running = start(["index", "--progress", "json"], { cwd: big.path });
    while (running.stderr() === "" && running.child.exitCode === null)
      await new Promise((r) => setTimeout(r, 2));
    const asked = performance.now();
    running.child.kill("SIGINT");
    const { code, stdout } = await running.finished;
    assert.equal(code, 130);
    assert.equal(stdout, "");
    t.diagnostic(`ended ${Math.round(performance.now() - asked)} ms after the signal`);
    const after = await run(["symbol", "value1199"], { cwd: big.path });
    assert.equal(after.code, 0, after.stderr);
  },
);

test("help and version load neither the engine, nor the SDK, nor a schema library", async () => {
  for (const argv of [["--help"], ["--version"], ["help", "search"], []]) {
    const { code, stderr } = await run(argv, { env: { NODE_DEBUG: "" } });
    assert.equal(code, 0);
    assert.equal(stderr, "");
  }
  const loaded = spawnSync(
    process.execPath,
    [
      "--input-type=module",
      "-e",
      LOADED,
      new URL("../../src/surface/cli/main.ts", import.meta.url).href,
      "main",
    ],
    { encoding: "utf8", env: environment() },
  );
  assert.equal(loaded.status, 0, loaded.stderr);
  const modules = loaded.stdout.trim().split("\n");
  assert.ok(modules.some((m) => m.includes("/commander/")));
  const heavy = modules.filter((m) =>
    /\/(zod|@modelcontextprotocol|gpt-tokenizer|web-tree-sitter)\/|\/src\/(engine|store|rank|pack|parse)\//.test(
      m,
    ),
  );
  assert.deepEqual(heavy, []);
});

test("the library loads neither the SDK, nor the schema library, nor the command line", () => {
  const loaded = spawnSync(
    process.execPath,
    ["--input-type=module", "-e", LOADED, new URL("../../src/index.ts", import.meta.url).href, "open"],
    { encoding: "utf8", env: environment(), cwd: new URL("../..", import.meta.url) },
  );
  assert.equal(loaded.status, 0, loaded.stderr);
  const heavy = loaded.stdout.split("\n").filter((m) => /\/(zod|@modelcontextprotocol|commander)\//.test(m));
  assert.deepEqual(heavy, []);
});

test("the library for manifests loads no parser, no engine, no SDK, no schema library", () => {
  const entry = new URL("../../src/manifests.ts", import.meta.url).href;
  const loaded = spawnSync(process.execPath, ["--input-type=module", "-e", LOADED, entry, "nothing"], {
    encoding: "utf8",
    env: environment(),
    cwd: new URL("../..", import.meta.url),
  });
  assert.equal(loaded.status, 0, loaded.stderr);
  const modules = loaded.stdout.split("\n");
  assert.ok(modules.some((m) => m.endsWith("/runtime.ts")));
  const heavy = modules.filter((m) =>
    /node_modules\/(?!jsonc-parser)|\/src\/(?:engine|surface|graph|rank|parse|checker)\//.test(m),
  );
  assert.deepEqual(heavy, []);
});

/** Prints every module that is loaded by importing a module and, for the library, answering with it. */
const LOADED = `
import { registerHooks } from "node:module";
const seen = new Set();
registerHooks({ load(url, context, next) { seen.add(url); return next(url, context); } });
const [, module, name] = process.argv;
const exports = await import(module);
if (name === "main") {
  const { Writable } = await import("node:stream");
  const nowhere = () => new Writable({ write(_c, _e, done) { done(); } });
  await exports.main(["--help"], { terminal: { stdin: process.stdin, stdout: nowhere(), stderr: nowhere(), env: {}, cwd: process.cwd() } });
} else if (name !== "nothing") {
  await using pith = await exports.open(process.cwd());
  await pith.outline({ path: "src/index.ts" });
}
console.log([...seen].join("\\n"));
process.exit();
`;

test("the bash script completes commands, flags and values", SHELL, () => {
  const complete = (...words: string[]) => {
    const script = `${completionScript("bash")}
COMP_WORDS=(${words.map((w) => `'${w}'`).join(" ")}); COMP_CWORD=${words.length - 1}; _pith; printf '%s\\n' "\${COMPREPLY[@]}"`;
    const ran = spawnSync("bash", ["-c", script], { encoding: "utf8", cwd: "/" });
    assert.equal(ran.stderr, "");
    return ran.stdout.trim().split("\n");
  };
  assert.deepEqual(complete("pith", "sea"), ["search"]);
  assert.deepEqual(complete("pith", "search", "--per"), ["--per-file"]);
  assert.deepEqual(complete("pith", "search", "--mode", "e"), ["exact"]);
  assert.deepEqual(complete("pith", "receipt", "ver"), ["verify"]);
  assert.deepEqual(complete("pith", "context", "x", "-u", "b"), ["bytes"]);
});
