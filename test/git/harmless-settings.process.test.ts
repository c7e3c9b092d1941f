// Whatever a repository's own settings say, and however it is written: asking Git runs nothing that they name.
import assert from "node:assert/strict";
import { appendFileSync, chmodSync, existsSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import fc from "fast-check";
import { changesSince } from "../../src/git/changes.ts";
import { isHarmless } from "../../src/git/harmless-settings.ts";
import { findRepository } from "../../src/git/repository.ts";
import type { Repository } from "../../src/git/repository.ts";
import { isDirty } from "../../src/git/revision.ts";
import { cleanEnvironment, git, temporaryFolder, writeTree } from "../files/temporary-tree.ts";

/** A repository in which each program that Git may be made to run leaves a mark. */
class Trap {
  readonly folder: string;
  readonly repository: Repository;
  readonly #usual: string;
  readonly #config: string;
  readonly #mark: string;
  #time = 1;

  constructor(folder: string) {
    this.folder = join(folder, "tree");
    this.#mark = join(folder, "mark");
    const env = cleanEnvironment(folder);
    writeTree(folder, {
      "tree/a.txt": "one\n",
      "run.sh": `#!/bin/sh\ntouch ${this.#mark}\ncat\n`,
      "evil.config": `[filter "x"]\n\tclean = ${folder}/run.sh\n`,
    });
    chmodSync(join(folder, "run.sh"), 0o755);
    git(this.folder, env, ["init", "-q"]);
    git(this.folder, env, ["add", "-A"]);
    git(this.folder, env, ["commit", "-qm", "one"]);
    writeFileSync(join(this.folder, ".git", "info", "attributes"), "* filter=x diff=x\n");
    this.#config = join(this.folder, ".git", "config");
    this.#usual = "[core]\n\trepositoryformatversion = 0\n\tfilemode = true\n\tbare = false\n";
    this.repository = findRepository(this.folder)!;
  }

  /** Whether something ran, and what Git said. */
  async ask(added: string | Buffer): Promise<{ ran: boolean; dirty: boolean | null }> {
    writeFileSync(this.#config, this.#usual);
    appendFileSync(this.#config, added);
    // Of another time than the index says: Git has to look into the file.
    utimesSync(join(this.folder, "a.txt"), 1, this.#time++);
    rmSync(this.#mark, { force: true });
    const dirty = await isDirty(this.repository);
    await changesSince(this.repository, this.folder, "HEAD");
    return { ran: existsSync(this.#mark), dirty };
  }
}

const cleanUps: (() => void)[] = [];
after(() => cleanUps.forEach((clean) => clean()));
const folder = temporaryFolder({ after: (clean: () => void) => cleanUps.push(clean) } as never);
const trap = new Trap(folder);
const RUN = join(folder, "run.sh");
const FILTER = `[filter "x"]\n\tclean = ${RUN}\n`;

test("the trap shuts when Git is asked unguarded", () => {
  writeFileSync(join(trap.folder, ".git", "config"), `[core]\n\tbare = false\n${FILTER}`);
  utimesSync(join(trap.folder, "a.txt"), 1, 1);
  git(trap.folder, cleanEnvironment(folder), ["status", "--porcelain"]);
  assert.equal(existsSync(join(folder, "mark")), true);
});

const HOSTILE: Readonly<Record<string, string>> = {
  plain: FILTER,
  process: `[filter "x"]\n\tprocess = ${RUN}\n`,
  "a header without a section": `[ "sub"]\n${FILTER}`,
  "an empty header": `[]\n${FILTER}`,
  "a line separator in the name": `[filter "x\u2028y"]\n\tclean = ${RUN}\n`,
  "a carriage return in the name": `[filter "x\ry"]\n\tclean = ${RUN}\n`,
  "upper case": FILTER.replace("filter", "FILTER").replace("clean", "CLEAN"),
  "the old form of a subsection": `[filter.x]\n\tclean = ${RUN}\n`,
  "on the header's line": `[filter "x"] clean = ${RUN}\n`,
  "an escape in the name": `[filter "\\x"]\n\tclean = ${RUN}\n`,
  "a continued value": `[user]\n\tname = a\\\n b\n${FILTER}`,
  "behind what looks like a continuation": `[user]\n\tname = a ; \\\n${FILTER}`,
  "in a value that goes on for Pith alone": `[user]\n\tname = "a\n${FILTER}"\n`,
  "a byte order mark": `\ufeff${FILTER}`,
  NUL: `[user]\n\tname = a\0\n${FILTER}`,
  include: `[include]\n\tpath = ${folder}/evil.config\n`,
  includeIf: `[includeIf "gitdir:/"]\n\tpath = ${folder}/evil.config\n`,
  "worktree settings": `[extensions]\n\tworktreeConfig = true\n${FILTER}`,
  "diff.external": `[diff]\n\texternal = ${RUN}\n`,
  textconv: `[diff "x"]\n\ttextconv = ${RUN}\n\tcommand = ${RUN}\n`,
  "core.fsmonitor": `[core]\n\tfsmonitor = ${RUN}\n`,
  "core.pager": `[core]\n\tpager = ${RUN}\n[pager]\n\tstatus = ${RUN}\n`,
  alias: `[alias]\n\tstatus = !${RUN}\n`,
};

for (const [name, added] of Object.entries(HOSTILE)) {
  test(`nothing runs, and Git is not asked: ${name}`, async () => {
    assert.deepEqual(await trap.ask(added), { ran: false, dirty: null });
  });
}

test("settings of the work tree alone are looked at as well", async () => {
  const file = join(trap.folder, ".git", "config.worktree");
  writeFileSync(file, FILTER);
  const found = await trap.ask("[extensions]\n\tworktreeConfig = true\n");
  rmSync(file);
  assert.deepEqual(found, { ran: false, dirty: null });
});

test("hooks of the repository don't run", async () => {
  const hooks = join(trap.folder, ".git", "hooks");
  const named = ["post-index-change", "fsmonitor-watchman", "reference-transaction", "query-watchman"];
  writeTree(hooks, Object.fromEntries(named.map((name) => [name, `#!/bin/sh\ntouch ${folder}/mark\n`])));
  for (const name of named) chmodSync(join(hooks, name), 0o755);
  assert.deepEqual(await trap.ask(""), { ran: false, dirty: false });
  assert.deepEqual(await trap.ask("[core]\n\thooksPath = .git/hooks\n"), { ran: false, dirty: false });
});

const pieces = fc.oneof(
  fc.constantFrom(
    "[",
    "]",
    '"',
    "\\",
    "\n",
    "\r",
    "\r\n",
    "\\\n",
    "\\\r\n",
    "\0",
    "\ufeff",
    "\u2028",
    "\u0085",
    "\u00a0",
    " ",
    "\t",
    "\v",
    "\f",
    "#",
    ";",
    "=",
    ".",
    ":",
    "filter",
    "FILTER",
    "Filter",
    "x",
    "clean",
    "process",
    '[filter "x"]',
    '[filter "x"',
    "[filter.x]",
    '[ "sub"]',
    "[]",
    "[core]",
    '[remote "o"]',
    "[user]",
    "clean = ",
    "\tclean=",
    "process =",
    "\tname = a",
    "\turl = b",
    RUN,
    `clean = ${RUN}`,
    `clean = "${RUN}"`,
    "[include]",
    "path = ",
    `path = ${folder}/evil.config`,
    '[includeIf "gitdir:/"]',
    '[diff "x"]',
    "[diff]",
    `textconv = ${RUN}`,
    `external = ${RUN}`,
    `fsmonitor = ${RUN}`,
    `[core]\nfsmonitor = ${RUN}`,
    FILTER,
  ),
  fc.string({ maxLength: 3, unit: "binary" }),
);

test("random settings of hostile pieces: the mark never appears", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(pieces, { minLength: 1, maxLength: 10 }), fc.boolean(), async (parts, ends) => {
      const text = parts.join("");
      // What holds a whole filter is of interest where something before it may hide it.
      const { ran } = await trap.ask(ends ? `${text}\n${FILTER}` : text);
      assert.equal(ran, false, JSON.stringify(text));
    }),
    { numRuns: 200 },
  );
});

/** Git's own reading against ours: what we take for harmless has no key that Git reads and we don't allow. */
test("in what is taken for harmless Git reads no other keys", () => {
  const file = join(folder, "random.config");
  const env = cleanEnvironment(folder);
  const line = fc.oneof(
    fc.constantFrom(
      "[core]",
      '[remote "o"]',
      '[remote "a\\"]"]',
      "\tname = a",
      "\turl = b",
      "\tbare",
      "filemode=true ; \\",
      'url = "a # \\" b"',
      "url = a\\\\",
      "url = a\\",
      'url = "a',
      "# c \\",
      "; \\",
      "",
      "[user] # \\",
      "\turl =",
      "url = a\\n",
      "url = \u2028",
      '[remote "\u2028"]',
      "ignorecase = true\r",
      "url = a\r\\",
      "email = a\\\r",
    ),
    pieces,
  );
  let taken = 0;
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 6 }), (lines) => {
      const bytes = Buffer.from(`${lines.join("\n")}\n${FILTER}`);
      // The filter at the end must be seen unless Git itself refuses the file.
      assert.equal(isHarmless(bytes), false, JSON.stringify(lines));
      const head = Buffer.from(`${lines.join("\n")}\n`);
      if (!isHarmless(head) || taken++ >= 60) return;
      writeFileSync(file, head);
      let listed: string;
      try {
        listed = git(folder, env, ["config", "--file", file, "--no-includes", "--name-only", "-z", "--list"]);
      } catch {
        return;
      }
      for (const key of listed.split("\0")) assert.match(key, /^$|^(core|remote|user|diff)\./);
      assert.doesNotMatch(listed, /clean|process|fsmonitor|textconv|external/);
    }),
    { numRuns: 2_000 },
  );
});

const USUAL: Readonly<Record<string, string>> = {
  "a clone":
    '[remote "origin"]\n\turl = https://example.com/a/b.git\n\tfetch = +refs/heads/*:refs/remotes/origin/*\n' +
    '[branch "main"]\n\tremote = origin\n\tmerge = refs/heads/main\n',
  "a person":
    '[user]\n\tname = J\u00f6rg "J" M\u00fcller\n\temail = j@example.com ; home\n\tsigningkey = 0xAB\n[commit]\n\tgpgsign = true\n',
  "a branch of odd name":
    '[branch "feature/\u00e4\\"b\\\\c"]\n\tremote = .\n\tmerge = refs/heads/x\n\tvscode-merge-base = origin/main\n',
  submodules:
    '[submodule]\n\tactive = .\n[submodule "lib/x"]\n\tactive = true\n\turl = ../x.git\n\tupdate = checkout\n',
  Windows:
    "[core]\r\n\tsymlinks = false\r\n\tignorecase = true\r\n\tautocrlf = true\r\n[gui]\r\n\twmstate = normal\r\n",
  macOS: "[core]\n\tignorecase = true\n\tprecomposeunicode = true\n",
  "hooks elsewhere": "[core]\n\thooksPath = .husky/_\n",
  habits:
    "# mine\n[pull]\n\trebase = true\n[push]\n\tdefault = simple\n\tautoSetupRemote\n[color]\n\tui = auto\n" +
    '[color "diff"]\n\told = red bold\n[merge]\n\tconflictstyle = zdiff3\n[rebase]\n\tautoStash = true\n[gc]\n\tauto = 0\n' +
    "[init]\n\tdefaultBranch = main\n[http]\n\tpostBuffer = 524288000\n[fetch]\n\tprune = true\n[rerere]\n\tenabled = true\n",
  "large files":
    '[lfs]\n\trepositoryformatversion = 0\n[lfs "https://example.com/a.git/info/lfs"]\n\tlocksverify = true\n',
  "a runner": '[http "https://github.com/"]\n\textraheader = AUTHORIZATION: basic ***\n[gc]\n\tauto = 0\n',
};

for (const [name, added] of Object.entries(USUAL)) {
  test(`usual settings keep Git from nothing: ${name}`, async () => {
    assert.deepEqual(await trap.ask(added), { ran: false, dirty: false });
  });
}
