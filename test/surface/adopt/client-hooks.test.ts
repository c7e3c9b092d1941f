// Hooks for advice in Claude Code's settings: beside those of a person, the same a second time, out to the last byte.
import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { makeHome, run } from "./adopt-terminal.ts";

interface Settings {
  hooks: Record<
    string,
    { matcher?: string; hooks: { type: string; command: string; args?: string[]; timeout?: number }[] }[]
  >;
}

const REAL: Readonly<Record<string, string>> = {
  "none yet": '{\n  "permissions": { "allow": ["Bash(npm test)"] }\n}\n',
  "others of the same event": `{
    "hooks": {
        "PreToolUse": [
            {
                "matcher": "Bash",
                "hooks": [ { "type": "command", "command": "./block-rm.sh" } ]
            }
        ],
        "Stop": []
    },
    "env": { "KEY": "value-of-mine" }
}`,
  "others of both, in another order":
    '{"hooks":{"UserPromptSubmit":[{"hooks":[{"type":"command","command":"date"}]}],"PreToolUse":[]}}',
  "a line of Windows": '{\r\n\t"model": "opus"\r\n}\r\n',
};

for (const [what, before] of Object.entries(REAL)) {
  test(`settings with ${what}`, async () => {
    using home = makeHome();
    const path = join(home.home, ".claude", "settings.json");
    mkdirSync(join(home.home, ".claude"));
    writeFileSync(path, before);
    const first = await run(["setup", "claude-code", "--hooks", "--yes"], home);
    assert.equal(first.code, 0, first.stderr);
    assert.ok(!first.stdout.includes("value-of-mine"));
    const after = readFileSync(path, "utf8");
    const { hooks } = JSON.parse(after) as Settings;
    assert.equal(hooks["PreToolUse"]!.at(-1)!.matcher, "Bash|PowerShell|Grep|Glob");
    for (const event of ["PreToolUse", "UserPromptSubmit"]) {
      const [hook] = hooks[event]!.at(-1)!.hooks;
      assert.deepEqual(hook, {
        type: "command",
        command: process.execPath,
        args: [hook!.args![0], "advise"],
        timeout: 5,
      });
      const others = (JSON.parse(before) as Partial<Settings>).hooks?.[event] ?? [];
      assert.deepEqual(hooks[event]!.slice(0, -1), others);
    }
    await run(["setup", "claude-code", "--hooks", "--yes"], home);
    assert.equal(readFileSync(path, "utf8"), after);
    // Without the word they stay as they are.
    await run(["setup", "claude-code", "--yes"], home);
    assert.equal(readFileSync(path, "utf8"), after);
    await run(["setup", "claude-code", "--remove", "--yes"], home);
    assert.equal(readFileSync(path, "utf8"), before);
  });
}

test("a project's settings start it by its name, and say nothing where it is missing; another form is replaced", async () => {
  using home = makeHome();
  const path = join(home.project, ".claude", "settings.json");
  await run(["setup", "claude-code", "--hooks", "--scope", "project", "--yes"], home);
  const { hooks } = JSON.parse(readFileSync(path, "utf8")) as Settings;
  assert.deepEqual(hooks["PreToolUse"]![0]!.hooks, [
    { type: "command", command: "pith advise || true", timeout: 5 },
  ]);
  await run(["setup", "claude-code", "--hooks", "--scope", "project", "--launch", "path", "--yes"], home);
  const now = JSON.parse(readFileSync(path, "utf8")) as Settings;
  assert.equal(now.hooks["PreToolUse"]!.length, 1);
  assert.equal(now.hooks["PreToolUse"]![0]!.hooks[0]!.command, process.execPath);
  const out = await run(["setup", "claude-code", "--scope", "project", "--remove", "--yes"], home);
  assert.equal(out.code, 0);
  if (existsSync(path)) assert.doesNotMatch(readFileSync(path, "utf8"), /advise/);
});

test("other clients have none; a broken file of settings is named and left", async () => {
  using home = makeHome();
  assert.match(
    (await run(["setup", "cursor", "--hooks", "--yes"], home)).stderr,
    /has no hooks that Pith knows/,
  );
  const path = join(home.home, ".claude", "settings.json");
  mkdirSync(join(home.home, ".claude"));
  for (const [text, place] of [
    ['{\n "hooks": [\n', ":3:1"],
    ['{"hooks": {"PreToolUse": {}}}', ":1:26"],
    ['{"hooks": []}', ":1:11"],
  ] as const) {
    writeFileSync(path, text);
    const { code, stderr } = await run(["setup", "claude-code", "--hooks", "--yes"], home);
    assert.equal(code, 2);
    assert.ok(stderr.includes(`settings.json${place} can't be read`), stderr);
    assert.equal(readFileSync(path, "utf8"), text);
  }
});
