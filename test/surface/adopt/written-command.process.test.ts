// What was written into a client's settings starts: a server that shakes hands, a hook that advises. As the client starts it,
// without a shell and with no PATH but the system's.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { parse } from "smol-toml";
import { CLIENTS } from "../../../src/surface/adopt/clients.ts";
import { userPlace } from "../../../src/config/user-folders.ts";
import { makeHome, run } from "./adopt-terminal.ts";
import type { Home } from "./adopt-terminal.ts";

async function answerOf(
  command: string,
  args: string[],
  { env, project }: Home,
  input: string,
): Promise<{ code: number | null; stdout: string }> {
  const child = spawn(command, args, {
    cwd: project,
    env: { ...env, SystemRoot: process.env["SystemRoot"] },
    timeout: 20_000,
    killSignal: "SIGKILL",
  });
  let stdout = "";
  child.stdout.on("data", (chunk: Buffer) => {
    stdout += chunk.toString();
  });
  child.stdin.end(input);
  const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
  return { code, stdout };
}

const HELLO = `${JSON.stringify({
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "test", version: "1" } },
})}\n`;

for (const client of CLIENTS) {
  test(`${client.name}: the server in its settings shakes hands`, async () => {
    using home = makeHome();
    await run(["setup", client.id, "--yes", "--root", home.project], home);
    const text = readFileSync(client.user(userPlace({ ...home.env, HOME: home.home }))[0]!, "utf8");
    const whole = (client.format === "toml" ? parse(text) : JSON.parse(text)) as Record<
      string,
      Record<string, { command: string | string[]; args?: string[] }>
    >;
    const entry = whole[client.servers]!["pith"]!;
    const [command, ...args] = [entry.command, entry.args ?? []].flat();
    const { stdout } = await answerOf(command!, args, home, HELLO);
    const answer = JSON.parse(stdout.split("\n")[0]!) as {
      id: number;
      result: { serverInfo: { name: string } };
    };
    assert.equal(answer.id, 1);
    assert.equal(answer.result.serverInfo.name, "pith");
  });
}

test("Claude Code: the hook in its settings advises, and ends with 0", async () => {
  using home = makeHome();
  await run(["setup", "claude-code", "--hooks", "--yes"], home);
  const { hooks } = JSON.parse(readFileSync(join(home.home, ".claude", "settings.json"), "utf8")) as {
    hooks: Record<string, { hooks: { command: string; args: string[] }[] }[]>;
  };
  const { command, args } = hooks["PreToolUse"]![0]!.hooks[0]!;
  const input = {
    hook_event_name: "PreToolUse",
    tool_name: "Bash",
    tool_input: { command: "rg foo" },
    cwd: home.project,
  };
  const { code, stdout } = await answerOf(command, args, home, JSON.stringify(input));
  assert.equal(code, 0);
  assert.match(
    stdout,
    /^\{"hookSpecificOutput":\{"hookEventName":"PreToolUse","additionalContext":"Pith knows/,
  );
  assert.deepEqual(await answerOf(command, args, home, "no json"), { code: 0, stdout: "" });
});
