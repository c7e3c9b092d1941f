import assert from "node:assert/strict";
import { test } from "node:test";
import { PithError } from "../../../src/base/error.ts";
import { OPERATIONS } from "../../../src/surface/operations.ts";
import { typedName } from "../../../src/surface/entry.ts";
import { COMMANDS } from "../../../src/surface/table/commands.ts";
import { checkArguments } from "../../../src/surface/parameters.ts";
import { runMain } from "./fake-terminal.ts";

const asked = async (...argv: string[]) => {
  const ran = await runMain(argv);
  assert.equal(ran.stderr, "");
  return ran.calls[0];
};

test("words of a question need no quotes, and a quoted question needs no verb", async () => {
  const expected = { name: "context", args: { query: "where is auth", format: "text" } };
  assert.deepEqual(await asked("context", "where", "is", "auth"), expected);
  assert.deepEqual(await asked("context", "where is auth"), expected);
  assert.deepEqual(await asked("where is auth"), expected);
});

test("flags come in every usual form", async () => {
  const expected = { query: "x", budget: 500, scope: ["a", "b/**"], format: "json" };
  assert.deepEqual((await asked("context", "x", "-b", "500", "-s", "a", "-s", "b/**", "-j"))?.args, expected);
  assert.deepEqual(
    (await asked("context", "--budget=500", "x", "--scope", "a", "--scope=b/**", "--format", "json"))?.args,
    expected,
  );
  assert.deepEqual((await asked("context", "--json", "--", "-x", "--y"))?.args, {
    query: "-x --y",
    format: "json",
  });
});

test("modes, kinds, denied flags", async () => {
  assert.deepEqual((await asked("search", "-F", "a b", "-i", "-w", "--per-file", "3"))?.args, {
    query: "a b",
    mode: "exact",
    ignoreCase: true,
    word: true,
    perFile: 3,
    format: "text",
  });
  assert.equal((await asked("search", "-e", "a+"))?.args["mode"], "regex");
  assert.deepEqual((await asked("search", "x", "-k", "function,class", "-k", "method"))?.args["kind"], [
    "function",
    "class",
    "method",
  ]);
  assert.equal((await asked("search", "x", "--exported"))?.args["exported"], true);
  assert.equal((await asked("search", "x", "--no-exported"))?.args["exported"], false);
  assert.equal("exported" in (await asked("search", "x"))!.args, false);
});

test("positions: receipt, read, outline", async () => {
  assert.deepEqual((await asked("receipt", "verify", "abc"))?.args, {
    action: "verify",
    receipt: "abc",
    format: "text",
  });
  assert.deepEqual((await asked("read", "a:1-2", "b"))?.args["places"], ["a:1-2", "b"]);
  assert.deepEqual((await asked("outline"))?.args, { format: "text" });
});

test("batch: each request is checked, a fault stops nothing", async () => {
  const ran = await runMain(["batch", "-", "--json"], {
    stdin:
      '{"id":1,"query":"a"}\n{"id":2,"op":"context","query":"b","bugdet":9}\n{"id":3,"op":"read","places":"x"}\n',
  });
  assert.equal(ran.code, 0);
  assert.deepEqual(ran.calls, [
    { name: "search", args: { query: "a", format: "json" } },
    { name: "read", args: { places: ["x"], format: "json" } },
  ]);
  const lines = ran.stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as { id: number; error?: { code: string } });
  assert.deepEqual(
    lines.map((line) => [line.id, line.error?.code]),
    [
      [1, undefined],
      [2, "ARGUMENT_UNKNOWN"],
      [3, undefined],
    ],
  );
});

test("batch: a fault has the keys that the reference names", async () => {
  const { note } = OPERATIONS.find((o) => o.name === "batch")!.parameters[0]!;
  const named = /`\{id, error: \{(.+?)\}\}`/.exec(note!)![1]!.split(", ");
  const ran = await runMain(["batch", "-"], {
    stdin: '{"id":"x","op":"nope"}\n{"op":"search"}\nno JSON\n[]\n',
  });
  const lines = ran.stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, object>);
  assert.equal(lines.length, 4);
  assert.deepEqual(
    lines.map((line) => Object.keys(line)),
    [
      ["id", "error"],
      ["line", "error"],
      ["line", "error"],
      ["line", "error"],
    ],
  );
  for (const line of lines) assert.deepEqual(Object.keys(line["error"]!), named);
});

test("exit codes: found 0, nothing found 1, fault 2", async () => {
  assert.equal((await runMain(["context", "x"])).code, 0);
  assert.equal((await runMain(["context", "x"], { answer: () => ({ found: false }) })).code, 1);
  const broken = await runMain(["context", "x"], {
    answer: () => {
      throw new PithError("ROOT_NOT_FOUND", "There is no folder /x.", {
        subject: "/x",
        next: "Check the path.",
      });
    },
  });
  assert.equal(broken.code, 2);
  assert.equal(broken.stdout, "");
  assert.equal(broken.stderr, "pith: ROOT_NOT_FOUND There is no folder /x.\nnext: Check the path.\n");
});

test("with --json a fault is an object on standard output", async () => {
  for (const argv of [
    ["context", "x", "--json", "-b", "1"],
    ["context", "x", "--format", "json", "--bugdet", "1"],
    ["context", "--format=json"],
  ]) {
    const ran = await runMain(argv);
    assert.equal(ran.code, 2);
    assert.equal(ran.stderr, "");
    const { error } = JSON.parse(ran.stdout) as { error: Record<string, string> };
    assert.deepEqual(Object.keys(error), ["code", "message", "subject", "next"]);
    assert.notEqual(error["next"], "");
  }
});

test("slips get the nearest name", async () => {
  for (const [argv, code, near] of [
    [["serch", "x"], "OPERATION_UNKNOWN", "search"],
    [["help", "serch"], "OPERATION_UNKNOWN", "search"],
    [["context", "x", "--bugdet", "3"], "ARGUMENT_UNKNOWN", "--budget"],
    [["search", "x", "--mode", "exat"], "ARGUMENT_INVALID", "exact"],
    [["search", "x", "--language", "pyton"], "ARGUMENT_INVALID", "python"],
    [["search", "x", "--kind", "fuction"], "ARGUMENT_INVALID", "function"],
    [["receipt", "shw", "x"], "ARGUMENT_INVALID", "show"],
    [["context", "x", "--progress", "jsn"], "ARGUMENT_INVALID", "json"],
    [["context", "x", "--budget"], "ARGUMENT_INVALID", "pith help context"],
    [["status", "x"], "ARGUMENT_INVALID", "no arguments"],
    [["search", "-F", "a", "b"], "ARGUMENT_INVALID", "--scope"],
    [["search", "-F", "-e", "b"], "ARGUMENT_INVALID", "one of them"],
    [["search", "-e", "b", "--exact"], "ARGUMENT_INVALID", "one of them"],
    [["--bugdet", "3", "status"], "ARGUMENT_UNKNOWN", "command is needed"],
    [["status", "--json=x"], "ARGUMENT_INVALID", "--json alone"],
    [["search", "x", "--exact=y"], "ARGUMENT_INVALID", "--exact alone"],
    [["help", "nope"], "OPERATION_UNKNOWN", "pith --help"],
  ] as const) {
    const ran = await runMain([...argv]);
    assert.equal(ran.code, 2, argv.join(" "));
    assert.match(ran.stderr, new RegExp(`^pith: ${code} `), argv.join(" "));
    assert.ok(ran.stderr.split("\nnext: ")[1]?.includes(near), `${argv.join(" ")}: ${ran.stderr}`);
    assert.deepEqual(ran.calls, []);
  }
});

test("messages name what was typed, in the words of the command line", async () => {
  for (const [argv, message] of [
    [["search", "-e", "b", "--exact"], "--regex contradicts --exact."],
    [["search", "b", "--mode", "ranked", "--exact"], "--exact contradicts --mode ranked."],
    [["search", "b", "-w"], "A ranked search takes no --word."],
    [["search", "b", "--ignore-case"], "A ranked search takes no --ignore-case."],
    [["search", "b", "-F", "--explain"], "An exact search takes no --explain."],
    [["search", "b", "-e", "--no-exported"], "A regex search takes no --exported."],
    [["search", "b", "-F", "-k", "class"], "An exact search takes no --kind."],
    [["search", "b", "--per-file", "0"], '"0" is no value for --per-file.'],
    [["status", "--json=x"], "--json takes no value."],
  ] as const) {
    const ran = await runMain([...argv]);
    assert.equal(ran.stderr.split("\n", 1)[0]!.replace(/^pith: [A-Z_]+ /, ""), message);
    const names = OPERATIONS.flatMap((o) => o.parameters.map((p) => p.name)).filter((name) =>
      /[A-Z]/.test(name),
    );
    for (const name of names) assert.ok(!ran.stderr.includes(name), ran.stderr);
  }
});

test("the version, however it is asked for", async () => {
  const version = (await runMain(["--version"])).stdout;
  assert.match(version, /^\d+\.\d+\.\d+\n$/);
  for (const word of ["-V", "-v", "version"]) assert.equal((await runMain([word])).stdout, version);
});

test("colour: terminals only, unless told otherwise", async () => {
  const args = async (argv: string[], env: NodeJS.ProcessEnv, tty: boolean) => {
    const { calls } = await runMain(["context", "x", ...argv], { env, tty });
    return [calls[0]?.args["format"], calls[0]?.args["color"]];
  };
  assert.deepEqual(await args([], {}, true), ["terminal", true]);
  assert.deepEqual(await args([], {}, false), ["text", undefined]);
  assert.deepEqual(await args([], { NO_COLOR: "1" }, true), ["terminal", false]);
  assert.deepEqual(await args([], { NO_COLOR: "" }, true), ["terminal", true]);
  assert.deepEqual(await args([], { TERM: "dumb" }, true), ["terminal", false]);
  assert.deepEqual(await args(["--no-color"], { FORCE_COLOR: "1" }, true), ["terminal", false]);
  assert.deepEqual(await args([], { FORCE_COLOR: "1" }, false), ["terminal", true]);
  assert.deepEqual(await args([], { FORCE_COLOR: "0" }, true), ["terminal", false]);
  assert.deepEqual(await args(["--color"], { NO_COLOR: "1" }, false), ["terminal", true]);
  assert.deepEqual(await args(["--json"], { FORCE_COLOR: "1" }, true), ["json", undefined]);
  assert.deepEqual(await args(["--format", "text"], {}, true), ["text", undefined]);
});

test("notices go to stderr, the answer ends with one line end", async () => {
  const ran = await runMain(["context", "x"], {
    answer: () => ({ output: "a\nb", notices: ["cache rebuilt"] }),
  });
  assert.equal(ran.stdout, "a\nb\n");
  assert.equal(ran.stderr, "pith: cache rebuilt\n");
});

test("progress as JSON lines when asked for, and not otherwise", async () => {
  const answer = (_name: string, context: { onProgress?: (p: never) => void }) => {
    context.onProgress?.({ phase: "reading", done: 10, total: 20, unit: "files" } as never);
    return {};
  };
  assert.equal((await runMain(["index"], { answer })).stderr, "");
  assert.deepEqual(JSON.parse((await runMain(["index", "--progress", "json"], { answer })).stderr), {
    progress: { phase: "reading", done: 10, total: 20, unit: "files" },
  });
});

test("help fits 80 columns, is not coloured in a pipe, and names every command and flag", async () => {
  const main = await runMain([]);
  assert.equal(main.code, 0);
  for (const entry of [...OPERATIONS, ...COMMANDS]) {
    // Of a group its word stands there; its own help lists what is under it.
    assert.match(main.stdout, new RegExp(`^  ${entry.under ?? entry.name} `, "m"));
    const help = await runMain(["help", ...typedName(entry).split(" ")]);
    assert.equal(help.code, 0);
    assert.equal(help.stdout, (await runMain([entry.name, "--help"])).stdout);
    for (const e of entry.examples) assert.ok(help.stdout.includes(e.command));
    for (const line of (main.stdout + help.stdout).split("\n")) assert.ok(line.length <= 80, line);
  }
  assert.doesNotMatch(main.stdout, /\u001B/);
  assert.match((await runMain(["--help"], { tty: true })).stdout, /\u001B\[1m/);
});

test("every example of the table is accepted", async () => {
  for (const operation of OPERATIONS) {
    // Its requests come from a file, which no engine stands in for.
    if (operation.name === "batch") continue;
    for (const { command } of operation.examples) {
      const words = shellWords(command.replace(/^.*\| /, ""));
      assert.equal(words.shift(), "pith");
      const ran = await runMain(words);
      assert.equal(ran.stderr, "", command);
      assert.equal(ran.calls[0]?.name, operation.name, command);
      const { color: _color, ...args } = ran.calls[0]!.args;
      await checkArguments(operation, args, "cli");
    }
  }
});

/** Words of a command line with plain and single or double quoted parts. */
function shellWords(line: string): string[] {
  return [...line.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map((m) => m[1] ?? m[2] ?? m[3] ?? "");
}
