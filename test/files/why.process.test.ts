// Whether Git tracks a path does not hang on what Pith makes of it: compared with the real Git, for every fate of a path.
import assert from "node:assert/strict";
import { rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { defaultConfig } from "../../src/config/schema.ts";
import { resolveRoot } from "../../src/files/guard.ts";
import { whyPath } from "../../src/files/why.ts";
import { gitPlace } from "../../src/git/settings.ts";
import { cleanEnvironment, git, temporaryFolder, writeTree } from "./temporary-tree.ts";
import { LINKS } from "../conditions.ts";

test(
  "tracked is what Git says: read, left out by any rule, binary, a folder, a link, gone, not there",
  LINKS,
  (t) => {
    const folder = temporaryFolder(t);
    const env = cleanEnvironment(folder);
    const inner = join(folder, "inner");
    writeTree(inner, { "i.ts": "", "j.ts": "" });
    git(inner, env, ["init", "-q", "-b", "main"]);
    git(inner, env, ["add", "i.ts"]);
    git(inner, env, ["commit", "-q", "-m", "first"]);
    const top = join(folder, "top");
    writeTree(top, {
      ".gitignore": "*.log\nbuild/\n",
      ".pithignore": "vendor/\n*.gen.ts\n",
      "a.ts": "",
      "x.log": "",
      "build/kept.js": "",
      "vendor/v.js": "",
      "b.gen.ts": "",
      "only/o.ts": "",
      "data.bin": "a\0b",
      "gone.ts": "",
      "pkg/src/p.ts": "",
    });
    symlinkSync("a.ts", join(top, "link.ts"));
    git(top, env, ["init", "-q", "-b", "main"]);
    git(top, env, ["-c", "protocol.file.allow=always", "submodule", "--quiet", "add", inner, "sub"]);
    git(top, env, ["add", "-f", "."]);
    git(top, env, ["commit", "-q", "-m", "first"]);
    writeTree(top, {
      "new.ts": "",
      "y.log": "",
      "build/new.js": "",
      "vendor/w.js": "",
      "c.gen.ts": "",
      "only/n.ts": "",
      "only2/n.ts": "",
      "sub/j.ts": "",
      "pkg/src/q.ts": "",
    });
    rmSync(join(top, "gone.ts"));
    const config = { ...defaultConfig(), exclude: ["only", "only2"] };
    const place = gitPlace(env);
    const fates = new Set<string>();
    for (const below of ["", "pkg"]) {
      const root = resolveRoot(join(top, below));
      const paths = below === "" ? EVERY : ["src", "src/p.ts", "src/q.ts"];
      for (const path of paths) {
        const [repository, own] = path.startsWith("sub/")
          ? [join(top, "sub"), path.slice(4)]
          : [root.path, path];
        const expected = git(repository, env, ["ls-files", "--", own]) !== "";
        const { tracked, status, reason } = whyPath(root, config, path, { place });
        assert.equal(tracked, expected, path);
        fates.add(`${reason ?? status} ${tracked}`);
      }
    }
    for (const fate of ["included", "pithignored", "excluded", "missing"])
      assert.ok(fates.has(`${fate} true`) && fates.has(`${fate} false`), `${fate}: ${[...fates].join()}`);
    for (const fate of ["ignored false", "binary true", "symlink true"]) assert.ok(fates.has(fate), fate);
  },
);

const EVERY = `
  a.ts new.ts x.log y.log build build/kept.js build/new.js vendor vendor/v.js vendor/w.js b.gen.ts
  c.gen.ts only only/o.ts only/n.ts only2 only2/n.ts data.bin gone.ts never.ts link.ts sub sub/i.ts
  sub/j.ts pkg pkg/src/p.ts
`
  .trim()
  .split(/\s+/);
