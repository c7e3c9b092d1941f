// `pith mcp` with flags that don't fit together, or can't be: said at once, and nothing listens.
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { runMain } from "./fake-terminal.ts";

const folder = mkdtempSync(join(tmpdir(), "pith-http-flags-"));
after(() => rmSync(folder, { recursive: true, force: true }));
mkdirSync(join(folder, "tree"));
const file = (name: string, text: string): string => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};
const TOKEN = "0123456789abcdef0123";
const root = ["--root", join(folder, "tree")];

async function refused(argv: string[], expected: RegExp, env: NodeJS.ProcessEnv = {}): Promise<void> {
  const ran = await runMain(["mcp", ...argv], { env });
  assert.equal(ran.code, 2, argv.join(" "));
  assert.match(ran.stderr, expected, argv.join(" "));
  assert.match(ran.stderr, /\nnext: ./);
  assert.ok(!ran.stderr.includes(TOKEN));
  assert.equal(ran.stdout, "");
}

test("flags of another transport", async () => {
  for (const flag of [
    ["--port", "0"],
    ["--host", "127.0.0.1"],
    ["--path", "/a"],
    ["--stateless"],
    ["--token-file", "a"],
    ["--allow-host", "a"],
    ["--allow-origin", "http://a"],
  ]) {
    await refused(flag, new RegExp(`ARGUMENT_INVALID ${flag[0]} means nothing with --transport stdio`));
    await refused(["--transport", "stdio", ...flag], /means nothing with --transport stdio/);
  }
  await refused(["--transport", "sse", "--stateless"], /--stateless means nothing with --transport sse/);
  await refused(["--transport", "https"], /ARGUMENT_INVALID/);
});

test("values that are none", async () => {
  const http = ["--transport", "http", ...root];
  for (const port of ["-1", "65536", "http", "1.5", ""])
    await refused([...http, `--port=${port}`], /ARGUMENT_INVALID/);
  for (const path of [
    "mcp",
    "/a?b",
    "/a#b",
    "/a b",
    "/../a",
    "/health",
    "/messages",
    "",
    `/${"a".repeat(300)}`,
  ])
    await refused([...http, `--path=${path}`], /ARGUMENT_INVALID/);
  for (const origin of ["localhost:80", "http://a/b", "null", "*", "ftp://a b"])
    await refused([...http, "--allow-origin", origin], /is no origin of a page/);
  for (const host of ["http://a", "a/b", "a b", "*"])
    await refused([...http, "--allow-host", host], /is no name of a machine/);
  await refused([...http, "--host", "no such host.invalid"], /There is no address for the host/);
  await refused(["--transport", "http", "--root", join(folder, "gone")], /ROOT_NOT_FOUND/);
  await refused(["--transport", "http", "--root", "/"], /ROOT_TOO_BROAD/);
});

test("tokens: too short, torn, twice, or not there; none where others could come", async () => {
  const http = ["--transport", "http", ...root];
  for (const text of [
    "",
    "\n",
    "short",
    "0123456789abcde",
    `${TOKEN} ${TOKEN}`,
    `${TOKEN}\n${TOKEN}\n`,
    "pässword0123456789",
    "x".repeat(5000),
  ])
    await refused([...http, "--token-file", file("bad", text)], /token/);
  for (const text of ["", "short", `${TOKEN} `])
    await refused(http, /In PITH_MCP_TOKEN is no token/, { PITH_MCP_TOKEN: text });
  await refused([...http, "--token-file", join(folder, "gone")], /can't be read/);
  await refused([...http, "--token-file", folder], /can't be read/);
  await refused([...http, "--token-file", file("good", `${TOKEN}\n`)], /Two tokens/, {
    PITH_MCP_TOKEN: TOKEN,
  });
  for (const host of ["0.0.0.0", "::", "192.0.2.1"]) {
    await refused([...http, "--host", host], /only those that know a token/);
    await refused(["--transport", "sse", ...root, "--host", host], /only those that know a token/);
  }
});

test("a port that is taken, an address that is another machine's", async () => {
  const other = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => other.once("listening", resolve));
  const { port } = other.address() as AddressInfo;
  await refused(
    ["--transport", "http", ...root, "--port", String(port)],
    new RegExp(`Port ${port} is taken`),
  );
  other.close();
  await refused(
    ["--transport", "http", ...root, "--port", "0", "--host", "192.0.2.1"],
    /192\.0\.2\.1 is no address of this machine/,
    { PITH_MCP_TOKEN: TOKEN },
  );
});
