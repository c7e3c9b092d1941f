// The instructions of a repository: a block in the files that are there, one file where there is none, nothing that somebody
// took away; and out again to the last byte.
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
import { join } from "node:path";
import { test } from "node:test";
import { BLOCK_MARKS, instructionLines, skillText } from "../../../src/surface/adopt/agent-text.ts";
import { ENTRIES, flagNames } from "../../../src/surface/cli/flags.ts";
import { toolsOf } from "../../../src/surface/operations.ts";
import { openCounter } from "../../../src/tokens/counter.ts";
import { LINKS, MODES } from "../../conditions.ts";
import { makeHome, run } from "./adopt-terminal.ts";

const KINDS: readonly [string, string][] = [
  ["with a line end", "# Mine\n\ntext\n"],
  ["without one", "# Mine"],
  ["of Windows", "\uFEFF# Mine\r\ntext\r\n"],
  ["empty", ""],
  ["with blank lines at its end", "a\n\n\n"],
];

for (const [what, before] of KINDS) {
  test(`a file ${what}: shown, written, the same a second time, out again`, async () => {
    using home = makeHome();
    const path = join(home.project, "AGENTS.md");
    writeFileSync(path, before, { mode: 0o600 });
    const dry = await run(["init", "--dry-run"], home);
    assert.equal(dry.code, 0);
    assert.match(dry.stdout, /^--- AGENTS\.md\n\+\+\+ AGENTS\.md\n@@ /);
    assert.equal(readFileSync(path, "utf8"), before);
    const { code, stdout } = await run(["init"], home, "y\n");
    assert.equal(code, 0);
    assert.match(stdout, /wrote AGENTS\.md\n.*no index.*no pith\.json.*nothing to ignore/s);
    const after = readFileSync(path, "utf8");
    assert.ok(
      after.startsWith(before) && after.includes(BLOCK_MARKS.begin) && after.includes("pith context"),
    );
    if (before.includes("\r\n")) assert.doesNotMatch(after, /(?<!\r)\n/);
    if (MODES.skip === false) assert.equal(statSync(path).mode & 0o777, 0o600);
    assert.match((await run(["init", "--yes"], home)).stdout, /say so already/);
    assert.equal(readFileSync(path, "utf8"), after);
    await run(["init", "--remove", "--yes"], home);
    assert.equal(readFileSync(path, "utf8"), before);
    assert.match((await run(["init", "--remove", "--yes"], home)).stdout, /There is no block/);
  });
}

test("where there is no file one is made; where somebody removed it, it is not made again", async () => {
  using home = makeHome();
  const path = join(home.project, "AGENTS.md");
  assert.equal((await run(["init"], home, "n\n")).code, 1);
  assert.ok(!existsSync(path));
  await run(["init", "--yes"], home);
  assert.ok(existsSync(path));
  rmSync(path);
  const again = await run(["init", "--yes"], home);
  assert.equal(again.code, 0);
  assert.match(again.stdout, /it was removed: it is not made again.*pith init --file AGENTS\.md/);
  assert.ok(!existsSync(path));
  await run(["init", "--yes", "--file", "AGENTS.md"], home);
  assert.ok(existsSync(path));
  await run(["init", "--yes", "--remove"], home);
  assert.ok(!existsSync(path), "what was made goes");
  await run(["init", "--yes"], home);
  assert.ok(existsSync(path), "taking it out with Pith is no refusal");
});

test("each file of instructions that is there gets it once; no other is made", LINKS, async () => {
  using home = makeHome();
  const at = (path: string) => join(home.project, path);
  mkdirSync(at(".github"));
  mkdirSync(at(".clinerules"));
  writeFileSync(at("AGENTS.md"), "a\n");
  writeFileSync(at("CLAUDE.md"), "# Claude\n@AGENTS.md\n");
  symlinkSync("AGENTS.md", at("GEMINI.md"));
  writeFileSync(at(".github/copilot-instructions.md"), "b\n");
  const { stdout } = await run(["init", "--yes"], home);
  assert.deepEqual(stdout.match(/^wrote .*/gm), ["wrote AGENTS.md", "wrote .github/copilot-instructions.md"]);
  assert.ok(lstatSync(at("GEMINI.md")).isSymbolicLink());
  assert.equal(readFileSync(at("CLAUDE.md"), "utf8"), "# Claude\n@AGENTS.md\n");
  assert.ok(!existsSync(at(".cursorrules")));
  await run(["init", "--yes", "--remove"], home);
  assert.equal(readFileSync(at("AGENTS.md"), "utf8"), "a\n");
  assert.equal(readFileSync(at(".github/copilot-instructions.md"), "utf8"), "b\n");
});

test(
  "a link that leaves the root, another folder's file, a read-only one, a binary one: refused, and nothing written",
  LINKS,
  async () => {
    using home = makeHome();
    const path = join(home.project, "AGENTS.md");
    const outside = join(home.home, "theirs.md");
    writeFileSync(outside, "theirs\n");
    symlinkSync(outside, path);
    assert.match((await run(["init", "--yes"], home)).stderr, /PATH_OUTSIDE_ROOT/);
    assert.equal(readFileSync(outside, "utf8"), "theirs\n");
    rmSync(path);
    assert.match((await run(["init", "--yes", "--file", "../theirs.md"], home)).stderr, /PATH_OUTSIDE_ROOT/);
    assert.match((await run(["init", "--yes", "--file", outside], home)).stderr, /PATH_OUTSIDE_ROOT/);
    writeFileSync(path, Buffer.from([0xff, 0xfe, 0x41, 0x00]));
    assert.match((await run(["init", "--yes"], home)).stderr, /is no UTF-8 text/);
    writeFileSync(path, "a\n");
    if (MODES.skip !== false) return;
    chmodSync(path, 0o444);
    assert.match((await run(["init", "--yes"], home)).stderr, /is read-only/);
    assert.equal(readFileSync(path, "utf8"), "a\n");
  },
);

test("a file that nobody named and that can't be edited keeps no other from its block", LINKS, async () => {
  const outside = (home: string) => {
    writeFileSync(join(home, "theirs.md"), "theirs\n");
    return join(home, "theirs.md");
  };
  const ways: [name: string, make: (path: string, home: string) => void][] = [
    ["CLAUDE.md", (path) => symlinkSync("nowhere", path)],
    ["GEMINI.md", (path, home) => symlinkSync(outside(home), path)],
    [".cursorrules", (path) => writeFileSync(path, Buffer.from([0xff, 0xfe, 0x00]))],
    [".windsurfrules", (path) => mkdirSync(path)],
  ];
  for (const [name, make] of ways) {
    using home = makeHome();
    const path = join(home.project, "AGENTS.md");
    writeFileSync(path, "a\n");
    make(join(home.project, name), home.home);
    const put = await run(["init", "--yes"], home);
    assert.equal(put.code, 0, put.stderr);
    assert.match(put.stdout, /^wrote AGENTS\.md$/m);
    assert.ok(put.stdout.includes("Left as it is: ") && put.stdout.includes(name), put.stdout);
    assert.equal((await run(["init", "--yes", "--file", name], home)).code, 2);
    const taken = await run(["init", "--remove", "--yes"], home);
    assert.equal(taken.code, 0, taken.stderr);
    assert.ok(taken.stdout.includes("Left as it is: "), taken.stdout);
    assert.equal(readFileSync(path, "utf8"), "a\n");
  }
});

test("only the named file loses its block", async () => {
  using home = makeHome();
  const at = (path: string) => join(home.project, path);
  for (const path of ["AGENTS.md", "CLAUDE.md", "GEMINI.md"]) writeFileSync(at(path), "a\n");
  await run(["init", "--yes"], home);
  const read = (path: string) => readFileSync(at(path), "utf8");
  await run(["init", "--remove", "--yes", "--file", "CLAUDE.md"], home);
  assert.equal(read("CLAUDE.md"), "a\n");
  assert.ok(read("AGENTS.md").includes(BLOCK_MARKS.begin) && read("GEMINI.md").includes(BLOCK_MARKS.begin));
  await run(["skill", "codex", "--remove", "--yes"], home);
  assert.equal(read("AGENTS.md"), "a\n");
  assert.ok(read("GEMINI.md").includes(BLOCK_MARKS.begin));
});

test("a home folder is no project", async () => {
  using home = makeHome();
  const { code, stderr } = await run(
    ["init", "--yes", "--root", home.project.replace(/project$/, "nowhere")],
    home,
  );
  assert.equal(code, 2);
  assert.match(stderr, /ROOT_NOT_FOUND/);
});

test("a skill: printed, put where the client looks, renewed, out with its folders; another's is left alone", async () => {
  using home = makeHome();
  assert.equal((await run(["skill"], home)).stdout, skillText());
  for (const [words, path] of [
    [[], join(home.project, ".claude/skills/pith/SKILL.md")],
    [["gemini-cli"], join(home.project, ".gemini/skills/pith/SKILL.md")],
    [["cline", "--scope", "user"], join(home.home, ".cline/skills/pith/SKILL.md")],
  ] as const) {
    const { code, stderr } = await run(["skill", ...words, "--install", "--yes"], home);
    assert.equal(code, 0, stderr);
    assert.equal(readFileSync(path, "utf8"), skillText());
    assert.match((await run(["skill", ...words, "--install", "--yes"], home)).stdout, /there already/);
    writeFileSync(path, `${skillText()}more\n`);
    assert.match((await run(["skill", ...words, "--install", "--yes"], home)).stdout, /^-more$/m);
    await run(["skill", ...words, "--remove", "--yes"], home);
    assert.ok(!existsSync(path));
  }
  assert.ok(!existsSync(join(home.project, ".claude")) && !existsSync(join(home.home, ".cline")));
  const theirs = join(home.project, ".claude/skills/pith");
  mkdirSync(theirs, { recursive: true });
  writeFileSync(join(theirs, "SKILL.md"), "mine\n");
  for (const flag of ["--install", "--remove"])
    assert.match((await run(["skill", flag, "--yes"], home)).stderr, /is not a skill that Pith made/);
  assert.equal(readFileSync(join(theirs, "SKILL.md"), "utf8"), "mine\n");
});

test("a client without a place for skills gets the short form in its file of instructions", async () => {
  using home = makeHome();
  const { code, stdout } = await run(["skill", "codex", "--install", "--yes"], home);
  assert.equal(code, 0);
  assert.match(stdout, /wrote AGENTS\.md/);
  assert.ok(readFileSync(join(home.project, "AGENTS.md"), "utf8").includes(BLOCK_MARKS.begin));
  assert.match(
    (await run(["skill", "codex", "--install", "--yes", "--scope", "user"], home)).stderr,
    /no place for skills/,
  );
  assert.match((await run(["skill", "codx", "--install"], home)).stderr, /Did you mean codex/);
});

test("what agents are told names every tool of the default set, and no command or flag that there isn't", async () => {
  const counter = await openCounter("o200k_base");
  for (const [text, most] of [
    [instructionLines().join("\n"), 300],
    [skillText(), 800],
  ] as const) {
    for (const { name } of toolsOf("default")) assert.ok(text.includes(name), name);
    for (const [, command, rest] of text.matchAll(/`pith ([a-z-]+)([^`]*)`/g)) {
      if (command === "help") continue;
      const entry = ENTRIES.find(({ name }) => name === command);
      assert.ok(entry, command);
      for (const [flag] of rest!.matchAll(/--[a-z-]+/g))
        assert.ok(flagNames(entry).includes(flag), `${command} ${flag}`);
    }
    assert.ok(counter.count(text) <= most, `${counter.count(text)} tokens`);
  }
  const [, head] = skillText().split("---\n");
  const fields = head!
    .trimEnd()
    .split("\n")
    .map((line) => line.split(/: (.*)/s));
  assert.deepEqual(
    fields.map(([name]) => name),
    ["name", "description"],
  );
  // A plain scalar of YAML.
  for (const [, value] of fields) assert.doesNotMatch(value!, /: | #|^["'&*!|>%@`{[]/);
  assert.ok(fields[1]![1]!.length < 1024);
});
