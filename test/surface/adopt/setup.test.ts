// Each client's settings as people have them: Pith goes in, a second time changes nothing, and out again to the last byte.
import assert from "node:assert/strict";
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { parse } from "smol-toml";
import { userPlace } from "../../../src/config/user-folders.ts";
import { CLIENT_IDS } from "../../../src/surface/adopt/client-ids.ts";
import { CLIENTS, clientNamed } from "../../../src/surface/adopt/clients.ts";
import { LINKS, MODES } from "../../conditions.ts";
import { CHECKOUT } from "../../structure/checkout.ts";
import { makeHome, run } from "./adopt-terminal.ts";
import type { Home } from "./adopt-terminal.ts";

/** As their documents show them, with what people do to such files. */
const REAL: Readonly<Record<string, string>> = {
  "claude-code": `{
  "numStartups": 42,
  "mcpServers": {
    "github": {
      "type": "http",
      "url": "https://api.example.com/mcp"
    }
  },
  "projects": { "/home/me/x": { "mcpServers": {} } }
}
`,
  "claude-desktop": `{"mcpServers":{"filesystem":{"command":"npx","args":["-y","@modelcontextprotocol/server-filesystem","/Users/me"]}},"globalShortcut":""}`,
  cursor: `{\r\n\t"mcpServers": {\r\n\t\t// mine\r\n\t\t"postgres": { "command": "npx", "args": ["-y", "x"] }, // last\r\n\t}\r\n}\r\n`,
  vscode: `// servers of all workspaces
{
    "inputs": [
        { "type": "promptString", "id": "key", "description": "Key", "password": true },
    ],
    "servers": {
        "perplexity": {
            "type": "stdio",
            "command": "npx",
            "env": { "KEY": "\${input:key}" },
        },
        /* off for now
        "other": {} */
    },
}`,
  windsurf: `{ "mcpServers": {} }\n`,
  zed: `// Zed settings
//
// For information on how to configure Zed, see the Zed documentation.
{
  "theme": "One Dark", // dark
  "context_servers": {
  },
  "vim_mode": true,
}
`,
  codex: `model = "gpt-5" # the good one\n\n[mcp_servers.context7]\ncommand = "npx"\nargs = [\n  "-y", "@upstash/context7-mcp", # docs\n]\n\n[projects."/home/me"]\ntrust_level = "trusted"`,
  cline: `{\n\t"mcpServers": {}\n}`,
  "gemini-cli": `{\n  "security": {"auth": {"selectedType": "oauth-personal"}},\n  "ui": {"theme": "Default"}\n}`,
  opencode: `{\n  "$schema": "https://opencode.ai/config.json",\n  "mcp": {\n    "jira": { "type": "remote", "url": "https://jira.example.com/mcp", "enabled": true, },\n  },\n}\n`,
};

function userFile(id: string, { home, env }: Home): string {
  return clientNamed(id).user(userPlace({ ...env, HOME: home }))[0]!;
}

/** Another reader than the one under test. */
function read(id: string, text: string): Record<string, Record<string, Record<string, unknown>>> {
  if (clientNamed(id).format === "toml") return parse(text) as ReturnType<typeof read>;
  const plain = text
    .replaceAll(/"(?:[^"\\]|\\.)*"|\/\/[^\r\n]*|\/\*.*?\*\//gs, (all) => (all.startsWith('"') ? all : " "))
    .replaceAll(/"(?:[^"\\]|\\.)*"|,(?=\s*[}\]])/g, (all) => (all === "," ? " " : all));
  return JSON.parse(plain) as ReturnType<typeof read>;
}

test("each client has a file of its own, and settings to be tested with", () => {
  assert.deepEqual(
    CLIENTS.map(({ id }) => id),
    CLIENT_IDS,
  );
  assert.deepEqual(Object.keys(REAL), [...CLIENT_IDS]);
  for (const { sources } of CLIENTS)
    for (const { url, read } of sources) assert.match(`${url} ${read}`, /^https:\/\/\S+ \d{4}-\d{2}-\d{2}$/);
});

for (const client of CLIENTS) {
  test(`${client.name}: into a real file, again, and out to the last byte`, async () => {
    using home = makeHome();
    const path = userFile(client.id, home);
    mkdirSync(dirname(path), { recursive: true });
    const before = REAL[client.id]!;
    writeFileSync(path, before, { mode: 0o640 });
    const first = await run(["setup", client.id, "--yes", "--root", home.project], home);
    assert.equal(first.code, 0, first.stderr);
    assert.match(first.stdout, /^--- .*\n\+\+\+ .*\n@@ /);
    assert.match(first.stdout, /\nwrote ~/);
    assert.ok(first.stdout.includes(client.next), "what to do next");
    const after = readFileSync(path, "utf8");
    const entry = read(client.id, after)[client.servers]!["pith"]!;
    const words = [entry["command"], ...((entry["args"] as string[] | undefined) ?? [])].flat() as string[];
    assert.equal(words[0], process.execPath);
    assert.match(words[1]!, /bin[/\\]pith\.js$/);
    assert.equal(words[2], "mcp");
    for (const [name, others] of Object.entries(read(client.id, before)[client.servers] ?? {}))
      assert.deepEqual(read(client.id, after)[client.servers]![name], others);
    if (MODES.skip === false) assert.equal(statSync(path).mode & 0o777, 0o640);
    const second = await run(["setup", client.id, "--yes", "--root", home.project], home);
    assert.match(second.stdout, /says so already/);
    assert.equal(readFileSync(path, "utf8"), after);
    const out = await run(["setup", client.id, "--yes", "--remove", "--root", home.project], home);
    assert.equal(out.code, 0, out.stderr);
    assert.equal(readFileSync(path, "utf8"), before);
    const nothing = await run(["setup", client.id, "--yes", "--remove", "--root", home.project], home);
    assert.match(nothing.stdout, /There is no entry of Pith/);
  });

  test(`${client.name}: without a file one is made, and goes again with its folders`, async () => {
    using home = makeHome();
    const path = userFile(client.id, home);
    await run(["setup", client.id, "--yes", "--root", home.project], home);
    assert.ok(read(client.id, readFileSync(path, "utf8"))[client.servers]!["pith"]);
    await run(["setup", client.id, "--yes", "--remove", "--root", home.project], home);
    assert.ok(!existsSync(path));
    assert.ok(dirname(path) === home.home || !existsSync(dirname(path)));
  });

  if (client.project !== undefined)
    test(`${client.name}: a project's file starts Pith by its name`, async () => {
      using home = makeHome();
      const { code, stdout } = await run(["setup", client.id, "--scope", "project", "--yes"], home);
      assert.equal(code, 0);
      assert.match(stdout, /No `pith` was found on your PATH/);
      const text = readFileSync(join(home.project, client.project![0]!), "utf8");
      assert.ok(!text.includes(home.project), "nothing of this machine");
      assert.ok(text.includes('"pith"') && !text.includes("pith.js"));
    });
}

test("without a record (another machine) it is found by its form", async () => {
  using home = makeHome();
  const path = userFile("vscode", home);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, REAL["vscode"]!);
  await run(["setup", "vscode", "--yes"], home);
  rmSync(home.env["XDG_CACHE_HOME"]!, { recursive: true });
  await run(["setup", "vscode", "--yes", "--remove"], home);
  assert.equal(readFileSync(path, "utf8"), REAL["vscode"]);
});

test("another entry of that name is shown, and replaced only by a yes", async () => {
  using home = makeHome();
  const path = userFile("cursor", home);
  mkdirSync(dirname(path), { recursive: true });
  const before = '{\n  "mcpServers": {\n    "pith": { "command": "mine", "env": { "A": "b" } }\n  }\n}\n';
  writeFileSync(path, before);
  const no = await run(["setup", "cursor"], home, "n\n");
  assert.equal(no.code, 1);
  assert.match(no.stdout, /^-.*"mine"/m);
  assert.match(no.stdout, /nothing written/);
  assert.match(no.stderr, /Write this\? \[y\/N\]/);
  assert.equal(readFileSync(path, "utf8"), before);
  for (const typed of ["", "\n", "yeah\n"])
    assert.equal((await run(["setup", "cursor"], home, typed)).code, 1, typed);
  assert.equal(readFileSync(path, "utf8"), before);
  const yes = await run(["setup", "cursor"], home, "y\n");
  assert.equal(yes.code, 0);
  const entry = read("cursor", readFileSync(path, "utf8"))["mcpServers"]!["pith"]!;
  assert.deepEqual(entry["env"], { A: "b" });
  assert.equal(entry["command"], process.execPath);
});

test("without a terminal and without --yes nothing is written; --dry-run and --print write nothing", async () => {
  using home = makeHome();
  const path = userFile("cursor", home);
  const silent = await run(["setup", "cursor"], home);
  assert.equal(silent.code, 2);
  assert.match(silent.stderr, /EDIT_REFUSED ~[^\n]*no terminal[^\n]*\nnext: Give --yes/);
  const dry = await run(["setup", "cursor", "--dry-run"], home);
  assert.equal(dry.code, 0);
  assert.match(dry.stdout, /^\+ .*"pith"/m);
  const colored = await run(["setup", "cursor", "--dry-run"], {
    ...home,
    env: { ...home.env, FORCE_COLOR: "1" },
  });
  assert.match(colored.stdout, /^\u001B\[32m\+ .*"pith".*\u001B\[39m$/m);
  assert.equal(colored.stdout.replaceAll(/\u001B\[\d+m/g, ""), dry.stdout);
  const print = await run(["setup", "cursor", "--print"], home);
  assert.equal(print.code, 0);
  assert.ok(!existsSync(path));
  assert.ok(!existsSync(join(home.env["XDG_CACHE_HOME"]!, "pith", "edits")));
});

test("no secret of other programs is shown, whichever line it stands on", async () => {
  using home = makeHome();
  const secrets = ["hunter2-plain", "t0p-secret-word", "in a comment 4711"];
  for (const [id, text] of [
    [
      "cursor",
      `{\n  "mcpServers": {\n    "x": {\n      "args": ["--key", "${secrets[0]}"],\n      "env": { "WORD": "${secrets[1]}" } } // ${secrets[2]}\n  }\n}`,
    ],
    ["cursor", `{"mcpServers": {"x": {"args": ["${secrets[0]}", "${secrets[1]}"]}}} // ${secrets[2]}`],
    [
      "codex",
      `[mcp_servers.x]\nargs = [\n  "${secrets[0]}",\n]\nword = '''\n${secrets[1]}'''\nlast = "${secrets[1]}" # ${secrets[2]}`,
    ],
  ] as const) {
    const path = userFile(id, home);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    const { stdout, stderr } = await run(["setup", id, "--dry-run"], home);
    for (const secret of secrets)
      assert.ok(!(stdout + stderr).includes(secret), `${id}: ${secret}\n${stdout}`);
  }
});

test("nor what a person put beside Pith's own words into its entry", async () => {
  using home = makeHome();
  const secrets = ["plain-word-1", "plain-word-2", "plain-word-3"];
  const [one, two, three] = secrets;
  const texts: readonly [string, string][] = [
    ...["claude-code", "cursor", "gemini-cli", "windsurf"].map((id): [string, string] => [
      id,
      `{"mcpServers": {"pith": {"command": "old", "env": {"A": "${one}", "B": ["${two}"]}, "headers": {"command": "${three}"}}}}`,
    ]),
    [
      "codex",
      `[mcp_servers.pith]\ncommand = "old"\nenv = { A = "${one}", B = "${two}" }\nother = "${three}"\n`,
    ],
    [
      "codex",
      `[mcp_servers.pith]\ncommand = "old"\nenv.A = "${one}" # ${two}\n\n[mcp_servers.z]\na = "${three}"\n`,
    ],
    [
      "codex",
      `[mcp_servers.pith]\ncommand = "old"\n[mcp_servers.pith.env]\n# ${one}\nB = "${two}"\ncommand = "${three}"\n`,
    ],
  ];
  for (const [id, text] of texts) {
    const path = userFile(id, home);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    for (const more of [["--dry-run"], ["--dry-run", "--remove"]]) {
      const { code, stdout, stderr } = await run(["setup", id, ...more], home);
      assert.equal(code, 0, stderr);
      assert.match(stdout, /^-.*"old"/m);
      for (const secret of secrets)
        assert.ok(!(stdout + stderr).includes(secret), `${id}: ${secret}\n${stdout}`);
    }
  }
});

test("a broken file is named with line and column and left as it is", async () => {
  using home = makeHome();
  for (const [id, text] of [
    ["cursor", '{\n  "mcpServers": {\n    "a": 1\n    "b": 2\n  }\n}'],
    ["codex", 'model = "a"\nmodel = "b"\n'],
    ["cursor", "\0\0\0"],
  ] as const) {
    const path = userFile(id, home);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    const { code, stderr } = await run(["setup", id, "--yes"], home);
    assert.equal(code, 2);
    assert.match(stderr, /EDIT_REFUSED ~[^\n]*:\d+:\d+ can't be read: .*\nnext: Mend that place/);
    assert.equal(readFileSync(path, "utf8"), text);
  }
  const path = userFile("cursor", home);
  writeFileSync(path, Buffer.from([0x7b, 0xff, 0xfe, 0x7d]));
  assert.match((await run(["setup", "cursor", "--yes"], home)).stderr, /is no UTF-8 text/);
});

test("a read-only file stays, and so does what is no file", MODES, async () => {
  using home = makeHome();
  const path = userFile("cursor", home);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, "{}");
  chmodSync(path, 0o444);
  assert.match((await run(["setup", "cursor", "--yes"], home)).stderr, /is read-only/);
  assert.equal(readFileSync(path, "utf8"), "{}");
  rmSync(path, { force: true });
  mkdirSync(path);
  assert.match((await run(["setup", "cursor", "--yes"], home)).stderr, /is no plain file/);
});

test(
  "a link of the user's own is followed and stays a link; a project's may not leave the project",
  LINKS,
  async () => {
    using home = makeHome();
    const path = userFile("claude-code", home);
    const kept = join(home.home, "dotfiles.json");
    writeFileSync(kept, "{}\n");
    symlinkSync(kept, path);
    await run(["setup", "claude-code", "--yes"], home);
    assert.ok(lstatSync(path).isSymbolicLink());
    assert.match(readFileSync(kept, "utf8"), /"pith"/);
    symlinkSync(home.home, join(home.project, ".cursor"));
    const out = await run(["setup", "cursor", "--scope", "project", "--yes"], home);
    assert.match(out.stderr, /PATH_OUTSIDE_ROOT/);
    assert.ok(!existsSync(join(home.home, "mcp.json")));
    symlinkSync("nowhere", join(home.project, ".mcp.json"));
    const nowhere = await run(["setup", "claude-code", "--scope", "project", "--yes"], home);
    assert.match(nowhere.stderr, /is a link that leads nowhere/);
  },
);

test("the list says which are here, in which Pith is, and which files are broken", async () => {
  using home = makeHome();
  await run(["setup", "cursor", "--yes"], home);
  await run(["setup", "claude-code", "--scope", "project", "--yes"], home);
  mkdirSync(join(home.home, ".gemini"));
  writeFileSync(join(home.home, ".gemini", "settings.json"), "{,}");
  const { stdout, code } = await run(["setup"], home);
  assert.equal(code, 0);
  assert.match(stdout, /^cursor +Cursor: set up \(user: ~[/\\]\.cursor[/\\]mcp\.json\)$/m);
  assert.match(stdout, /^claude-code +Claude Code: set up \(project: \.mcp\.json\)$/m);
  assert.match(
    stdout,
    /^gemini-cli +Gemini CLI: not set up: pith setup gemini-cli; .*settings\.json:1:2 can't be read/m,
  );
  assert.match(stdout, /^not found here: .*\bzed\b/m);
  const json = JSON.parse((await run(["setup", "--json"], home)).stdout) as { clients: { id: string }[] };
  assert.deepEqual(
    json.clients.map(({ id }) => id),
    CLIENT_IDS,
  );
});

test("without a client nothing is taken for done", async () => {
  using home = makeHome();
  for (const words of [
    ["--remove", "--yes"],
    ["--dry-run"],
    ["--print"],
    ["--hooks"],
    ["--scope", "project"],
    ["--launch", "name"],
    ["--tools", "full"],
    ["--fix-root"],
    ["--root", "."],
  ]) {
    const { code, stdout, stderr } = await run(["setup", ...words], home);
    assert.deepEqual([code, stdout], [2, ""], words.join(" "));
    assert.match(stderr, /ARGUMENT_INVALID --\S+ needs a client/, words.join(" "));
  }
});

test("what stands in the other file is named; without a home folder nothing of the system's is written", async () => {
  using home = makeHome();
  await run(["setup", "claude-code", "--scope", "project", "--yes"], home);
  const out = await run(["setup", "claude-code", "--remove", "--yes"], home);
  assert.match(out.stdout, /no entry of Pith in ~.*There is one in \.mcp\.json: --scope project/);
  const nobody = { ...home, env: { ...home.env, HOME: "/", USERPROFILE: "/" } };
  const { code, stderr } = await run(["setup", "cursor", "--yes"], nobody);
  assert.equal(code, 2);
  assert.match(stderr, /home folder, and none is known/);
  assert.match((await run(["setup", "curser"], home)).stderr, /Did you mean cursor/);
});

test("what is printed is what would be written: the words of the command, the folder where it is fixed, the hooks", async () => {
  using home = makeHome();
  const print = async (...words: string[]) => (await run(["setup", ...words, "--print"], home)).stdout;
  const server = async (...words: string[]) => {
    const [first] = (await print(...words)).split("\n}\n");
    return read("cursor", `${first}\n}`)["mcpServers"]!["pith"]!;
  };
  assert.deepEqual(await server("cursor", "--launch", "name"), { command: "pith", args: ["mcp"] });
  assert.deepEqual((await server("windsurf", "--launch", "name", "--fix-root", "--tools", "full"))["args"], [
    "mcp",
    "--tools",
    "full",
    "--root",
    home.project,
  ]);
  assert.deepEqual((await server("claude-desktop"))["args"], [
    join(CHECKOUT, "bin", "pith.js"),
    "mcp",
    "--root",
    home.project,
  ]);
  assert.match(await print("cursor"), /^cursor:\/\//m);
  assert.match(await print("codex"), /^\[mcp_servers\.pith\]\ncommand = "/);
  assert.match(await print("claude-code", "--hooks"), /"PreToolUse".*"UserPromptSubmit"/s);
  assert.match(
    (await run(["setup", "windsurf", "--scope", "project"], home)).stderr,
    /has no settings of a project/,
  );
});

test("links of one click carry the same command", () => {
  const command = { command: "/a b/node", args: ["/é/pith.js", "mcp"] };
  const cursor = new URL(clientNamed("cursor").link!(command));
  assert.equal(
    `${cursor.protocol}//${cursor.host}${cursor.pathname}`,
    "cursor://anysphere.cursor-deeplink/mcp/install",
  );
  assert.equal(cursor.searchParams.get("name"), "pith");
  assert.deepEqual(JSON.parse(Buffer.from(cursor.searchParams.get("config")!, "base64").toString()), command);
  const vscode = clientNamed("vscode").link!(command);
  assert.ok(vscode.startsWith("vscode:mcp/install?"));
  assert.deepEqual(JSON.parse(decodeURIComponent(vscode.slice("vscode:mcp/install?".length))), {
    name: "pith",
    type: "stdio",
    ...command,
  });
});

const PLACES = {
  linux: { home: "/home/me", env: {} },
  darwin: { home: "/Users/me", env: {} },
  win32: { home: "C:\\Users\\me", env: { APPDATA: "C:\\Users\\me\\AppData\\Roaming" } },
} as const;

test("where each client keeps its settings on each system", () => {
  const found = Object.fromEntries(
    CLIENTS.map(({ id, user }) => [
      id,
      Object.entries(PLACES).map(
        ([platform, of]) => user({ ...of, platform: platform as NodeJS.Platform })[0]!,
      ),
    ]),
  );
  const windows = "C:\\Users\\me\\";
  assert.deepEqual(found, {
    "claude-code": ["/home/me/.claude.json", "/Users/me/.claude.json", `${windows}.claude.json`],
    "claude-desktop": [
      "/home/me/.config/Claude/claude_desktop_config.json",
      "/Users/me/Library/Application Support/Claude/claude_desktop_config.json",
      `${windows}AppData\\Roaming\\Claude\\claude_desktop_config.json`,
    ],
    cursor: ["/home/me/.cursor/mcp.json", "/Users/me/.cursor/mcp.json", `${windows}.cursor\\mcp.json`],
    vscode: [
      "/home/me/.config/Code/User/mcp.json",
      "/Users/me/Library/Application Support/Code/User/mcp.json",
      `${windows}AppData\\Roaming\\Code\\User\\mcp.json`,
    ],
    windsurf: [
      "/home/me/.codeium/windsurf/mcp_config.json",
      "/Users/me/.codeium/windsurf/mcp_config.json",
      `${windows}.codeium\\windsurf\\mcp_config.json`,
    ],
    zed: [
      "/home/me/.config/zed/settings.json",
      "/Users/me/.config/zed/settings.json",
      `${windows}AppData\\Roaming\\Zed\\settings.json`,
    ],
    codex: ["/home/me/.codex/config.toml", "/Users/me/.codex/config.toml", `${windows}.codex\\config.toml`],
    cline: [
      "/home/me/.cline/data/settings/cline_mcp_settings.json",
      "/Users/me/.cline/data/settings/cline_mcp_settings.json",
      `${windows}.cline\\data\\settings\\cline_mcp_settings.json`,
    ],
    "gemini-cli": [
      "/home/me/.gemini/settings.json",
      "/Users/me/.gemini/settings.json",
      `${windows}.gemini\\settings.json`,
    ],
    opencode: [
      "/home/me/.config/opencode/opencode.json",
      "/Users/me/.config/opencode/opencode.json",
      `${windows}.config\\opencode\\opencode.json`,
    ],
  });
});
