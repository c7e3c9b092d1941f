// What a hook of Claude Code is told: by its documents' own inputs. It never blocks, whatever it is given.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import fc from "fast-check";
import { adviceFor } from "../../../src/surface/adopt/advice.ts";
import { makeHome, run } from "./adopt-terminal.ts";
import type { Home } from "./adopt-terminal.ts";

/** https://code.claude.com/docs/en/hooks#pretooluse-input */
function before(tool: string, input: object, session = "abc123"): Record<string, unknown> {
  return {
    session_id: session,
    transcript_path: "/home/user/.claude/projects/transcript.jsonl",
    permission_mode: "default",
    hook_event_name: "PreToolUse",
    tool_name: tool,
    tool_input: input,
    tool_use_id: "toolu_01ABC123",
  };
}

const bash = (command: string) =>
  before("Bash", { command, description: "Search", timeout: 120000, run_in_background: false });

async function advise(
  home: Home,
  input: unknown,
): Promise<{ code: number; said: Record<string, unknown> | null; stderr: string }> {
  const text =
    typeof input === "string" ? input : JSON.stringify({ cwd: home.project, ...(input as object) });
  const { code, stdout, stderr } = await run(["advise"], home, undefined, text);
  return { code, said: stdout === "" ? null : (JSON.parse(stdout) as Record<string, unknown>), stderr };
}

const SAYS: readonly [Record<string, unknown>, RegExp][] = [
  [bash("grep -rn createServer src/"), /pith symbol createServer .*pith trace createServer/],
  [bash('rg "session token"'), /pith context "QUESTION"/],
  [bash("cd src && rg -n 'TODO' | head -20"), /pith symbol TODO/],
  [bash("git grep -n foo.*bar"), /a grep is as good/],
  [bash("GREP_COLOR=1 /usr/bin/grep -R --include='*.ts' handler ."), /pith trace handler/],
  [bash("ugrep -r handler"), /pith trace handler/],
  [bash("find . -name '*.ts'"), /pith outline/],
  [bash("rg --files"), /pith outline/],
  [before("PowerShell", { command: "Select-String -Recurse handler" }), /pith trace handler/],
  [
    before("Grep", { pattern: "TODO.*fix", path: "/path/to/dir", glob: "*.ts", output_mode: "content" }),
    /pith context/,
  ],
  [before("Grep", { pattern: "createServer" }), /pith symbol createServer/],
  [before("Glob", { pattern: "**/*" }), /pith outline/],
  [
    { session_id: "x", hook_event_name: "UserPromptSubmit", prompt: "Where is the session token checked?" },
    /tool `context`/,
  ],
  [{ session_id: "x", hook_event_name: "UserPromptSubmit", prompt: "who calls parse()" }, /`trace`/],
];

const SILENT: readonly Record<string, unknown>[] = [
  bash("npm test"),
  bash("npm test 2>&1 | grep -c fail"),
  bash("cat a.txt | rg needle"),
  bash("grep -n foo src/server.ts"),
  bash("rg foo src/server.ts test/server.test.ts"),
  bash("grep foo"),
  bash("pith search foo; rg foo"),
  bash("echo 'rg is fine'"),
  bash("find . -name '*.tmp' -delete"),
  bash("find /var/log -name x"),
  bash(""),
  before("Grep", { pattern: "x", path: "/a/b/server.ts" }),
  before("Glob", { pattern: "src/**/*.test.ts" }),
  before("Read", { file_path: "/a/b.ts" }),
  before("Edit", { file_path: "/a/b.ts", old_string: "rg", new_string: "grep -r" }),
  before("mcp__pith__search", { query: "x" }),
  before("Bash", { command: 7 }),
  before("Grep", {}),
  { hook_event_name: "UserPromptSubmit", prompt: "Fix the failing test" },
  { hook_event_name: "UserPromptSubmit", prompt: "Ask pith where is the token checked" },
  { hook_event_name: "Stop" },
  { hook_event_name: "PreToolUse" },
];

test("it says one thing where a search or a question is Pith's to answer", async () => {
  for (const [input, expected] of SAYS) {
    using home = makeHome();
    const { code, said, stderr } = await advise(home, input);
    assert.equal(code, 0);
    assert.equal(stderr, "");
    assert.ok(said, JSON.stringify(input));
    const output = said["hookSpecificOutput"] as Record<string, unknown>;
    // Nothing that decides: https://code.claude.com/docs/en/hooks#pretooluse-decision-control
    assert.deepEqual(Object.keys(said), ["hookSpecificOutput"]);
    assert.deepEqual(Object.keys(output), ["hookEventName", "additionalContext"]);
    assert.equal(output["hookEventName"], input["hook_event_name"]);
    const text = String(output["additionalContext"]);
    assert.ok(text.length < 600);
    assert.match(text.replaceAll(/\S*node\S* \S*pith\.js/g, "pith"), expected);
  }
});

test("and nothing where a grep serves, a pipe is read, or something else is done", async () => {
  using home = makeHome();
  for (const input of SILENT) {
    const { code, said, stderr } = await advise(home, input);
    assert.deepEqual({ code, said, stderr }, { code: 0, said: null, stderr: "" }, JSON.stringify(input));
  }
});

test("at most three times in a session, and in a home folder never", async () => {
  using home = makeHome();
  const said = [];
  for (let i = 0; i < 5; i++) said.push((await advise(home, bash("rg foo"))).said !== null);
  assert.deepEqual(said, [true, true, true, false, false]);
  assert.notEqual((await advise(home, before("Bash", { command: "rg foo" }, "another"))).said, null);
  assert.equal((await advise(home, { ...bash("rg foo"), session_id: "third", cwd: "/" })).said, null);
  assert.equal(
    (await advise(home, { ...bash("rg foo"), session_id: "third", cwd: join(home.home, "gone") })).said,
    null,
  );
  const kept = readFileSync(join(home.env["XDG_CACHE_HOME"]!, "pith", "advice.json"), "utf8");
  assert.doesNotMatch(kept, /abc123|foo/, "nothing of the session is kept");
});

test("whatever it is given, it ends with 0 and says JSON or nothing", async () => {
  using home = makeHome();
  for (const input of [
    "",
    "{",
    "[]",
    "null",
    "7",
    '{"hook_event_name": 3}',
    `{"a":${"[".repeat(100_000)}`,
    "\0",
    "x".repeat(1_200_000),
  ]) {
    const { code, said, stderr } = await advise(home, input);
    assert.deepEqual({ code, said, stderr }, { code: 0, said: null, stderr: "" });
  }
  const text = fc.oneof(
    fc.string(),
    fc.constantFrom("rg ", "grep -r ", "'", '"', "|", "a.ts", "\\", "&&", "\n"),
  );
  fc.assert(
    fc.property(fc.array(text, { maxLength: 12 }), (parts) => {
      const said = adviceFor("PreToolUse", bash(parts.join("")), "pith");
      assert.ok(said === null || (said.length < 600 && !said.includes("\n")));
    }),
    { numRuns: 500 * Number(process.env["PITH_SOAK"] ?? 1) },
  );
  const long = `${"rg 'a".repeat(40_000)}`;
  adviceFor("PreToolUse", bash(long), "pith");
  adviceFor("UserPromptSubmit", { prompt: "how does ".repeat(40_000) }, "pith");
});
