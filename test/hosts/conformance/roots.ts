// Hosts that name the folder of a project in every right and wrong way, or not at all, or change it in mid-session.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { environment, project } from "../pith-process.ts";
import { Host } from "./raw-client.ts";

/** The root that an answer names. */
function rootOf(answer: string): string {
  const named = /^root ("(?:[^"\\]|\\.)*"|\S+)/m.exec(answer)?.[1] ?? answer;
  return named.startsWith('"') ? (JSON.parse(named) as string) : named;
}

const given = (...uris: unknown[]) => ({ result: { roots: uris.map((uri) => ({ uri })) } });

test("every way to name a root: the right folder, or the working directory", async () => {
  using place = project();
  const cwd = realpathSync(place.path);
  const folder = (name: string): string => {
    const path = join(cwd, name);
    mkdirSync(path, { recursive: true });
    writeFileSync(join(path, "here.md"), "# Here\n");
    return path;
  };
  const plain = folder("plain");
  const blank = folder("a b é");
  const hash = folder("c#");
  const percent = folder("100%");
  const other = folder("other");
  const uri = (path: string): string => pathToFileURL(path).href;
  const raw = (path: string): string => `file://${path}`;
  const ROWS: readonly (readonly [what: string, roots: unknown, expected: string])[] = [
    ["an address", given(uri(plain)), plain],
    ["with a slash at its end", given(`${uri(plain)}/`), plain],
    ["a path", given(plain), plain],
    ["with %20", given(uri(blank)), blank],
    ["not encoded", given(raw(blank)), blank],
    ["a number sign, encoded and not", given(uri(hash)), hash],
    ["a number sign, not encoded", given(raw(hash)), hash],
    ["a percent sign, not encoded", given(raw(percent)), percent],
    ["with this machine's name", given(uri(plain).replace("file://", "file://localhost")), plain],
    ["capitals", given(uri(plain).replace("file:", "FILE:")), plain],
    [
      "many: the first that is there",
      given(uri(join(cwd, "gone")), "file:///C:/Users/x", uri(other), uri(plain)),
      other,
    ],
    ["a drive of Windows", given("file:///c%3A/Users/x%20y"), cwd],
    ["another machine", given("file://server/share"), cwd],
    ["another scheme", given("vscode-remote://ssh/home/x", "untitled:a", ""), cwd],
    ["a file", given(uri(join(plain, "here.md"))), cwd],
    ["no roots", given(), cwd],
    ["no list", { result: {} }, cwd],
    ["not even a list", { result: { roots: "all" } }, cwd],
    ["things that are no root", given(null, 7, { uri: uri(plain) }), cwd],
    ["refused", { error: { code: -32601, message: "Method not found" } }, cwd],
    ["after a refusal", given(uri(plain)), plain],
  ];
  let now: unknown;
  await using host = await Host.start({
    cwd,
    capabilities: { roots: { listChanged: true } },
    roots: () => now,
  });
  for (const [what, roots, expected] of ROWS) {
    now = roots;
    host.send({ jsonrpc: "2.0", method: "notifications/roots/list_changed" });
    assert.equal(rootOf(await host.ask("outline")), expected, what);
  }
  // Told of each change, it asked once for each.
  assert.equal(host.asked, ROWS.length);
});

test("a host without roots, and one that never answers: the working directory, without waiting twice", async () => {
  using place = project();
  const cwd = realpathSync(place.path);
  for (const capabilities of [{}, { roots: {} }]) {
    await using host = await Host.start({ cwd, capabilities, roots: () => undefined });
    for (let i = 0; i < 3; i++) assert.equal(rootOf(await host.ask("outline")), cwd);
    assert.equal(host.asked, "roots" in capabilities ? 1 : 0);
  }
});

test("a work tree that is entered in mid-session: by new roots, by an argument, inside of the root or beside it", async () => {
  using place = project({});
  const top = realpathSync(place.path);
  const main = join(top, "main");
  const git = (...args: string[]): void => {
    const identity = ["-c", "user.name=t", "-c", "user.email=t@example.com"];
    const run = spawnSync("git", [...identity, ...args], { cwd: main, encoding: "utf8", env: environment() });
    assert.equal(run.status, 0, run.stderr);
  };
  mkdirSync(join(main, "packages/a"), { recursive: true });
  writeFileSync(join(main, "packages/a/main.ts"), "export function onMain(): void {}\n");
  git("init", "--quiet");
  git("add", ".");
  git("commit", "--quiet", "--message", "one");
  const beside = join(top, "beside");
  const inside = join(main, ".trees/inside");
  git("worktree", "add", "--quiet", beside);
  git("worktree", "add", "--quiet", inside);
  // As Git writes it where relative paths are asked for.
  writeFileSync(join(main, ".git/worktrees/inside/gitdir"), "../../../.trees/inside/.git\n");
  for (const tree of [beside, inside])
    writeFileSync(
      join(tree, "packages/a/tree.ts"),
      `export function ${tree === beside ? "isBeside" : "isInside"}(): void {}\n`,
    );

  let roots = main;
  await using host = await Host.start({ cwd: main, roots: () => given(pathToFileURL(roots).href) });
  assert.equal(rootOf(await host.ask("outline")), main);
  const answers = async (args: object, tree: string): Promise<void> => {
    assert.equal(rootOf(await host.ask("outline", args)), tree);
    assert.match(await host.ask("symbol", { symbol: "onMain", ...args }), /packages\/a\/main\.ts/);
    for (const [symbol, holder] of [
      ["isBeside", beside],
      ["isInside", inside],
    ] as const) {
      const text = await host.ask("symbol", { symbol, ...args });
      assert.equal(/packages\/a\/tree\.ts/.test(text), tree === holder, `${symbol} in ${tree}: ${text}`);
    }
  };
  // The argument of a call, while the host goes on naming the tree where it began.
  await answers({ root: beside }, beside);
  await answers({ root: inside }, inside);
  await answers({}, main);
  // The host's own change, without a word of it.
  roots = beside;
  await answers({}, beside);
  // And back, to the tree that all of them belong to.
  await answers({ root: main }, main);

  // A part of the tree stays that part in another one.
  roots = join(main, "packages/a");
  assert.equal(
    rootOf(await host.ask("outline", { root: join(beside, "packages/a") })),
    join(beside, "packages/a"),
  );
  for (const root of [beside, join(beside, "packages")])
    assert.match(await host.refused("outline", { root }), /^PATH_OUTSIDE_ROOT: /);

  // A folder that merely says that it belongs to the repository does not.
  roots = main;
  const forged = join(top, "forged");
  mkdirSync(forged);
  writeFileSync(join(forged, ".git"), `gitdir: ${join(main, ".git/worktrees/beside")}\n`);
  assert.match(await host.refused("outline", { root: forged }), /^PATH_OUTSIDE_ROOT: /);
  // A tree that is gone is gone.
  rmSync(beside, { recursive: true });
  assert.match(await host.refused("outline", { root: beside }), /^[A-Z_]+: .* Next: /);
  await answers({}, main);
});
