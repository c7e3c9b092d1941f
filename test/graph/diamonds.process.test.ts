// Diamonds of types upon each other, to whose top more ways lead than can be walked: a method of the top has its callers
// in time. Asked in a process that is killed when it finds none.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const PITH = fileURLToPath(new URL("../../bin/pith.js", import.meta.url));
const COUNT = 400;

interface Family {
  readonly file: string;
  readonly top: string;
  readonly below: (name: string, bases: readonly string[]) => string;
  readonly use: string;
}

const last = `C${COUNT}`;
const FAMILIES: Readonly<Record<string, Family>> = {
  "C#": {
    file: "a.cs",
    top: "interface C0 { void tgt(); }",
    below: (name, bases) => `interface ${name} : ${bases.join(", ")} {}`,
    use: `class U { void use(${last} x) { x.tgt(); } }`,
  },
  Java: {
    file: "a.java",
    top: "interface C0 { void tgt(); }",
    below: (name, bases) => `interface ${name} extends ${bases.join(", ")} {}`,
    use: `class U { void use(${last} x) { x.tgt(); } }`,
  },
  Kotlin: {
    file: "a.kt",
    top: "interface C0 { fun tgt() }",
    below: (name, bases) => `interface ${name} : ${bases.join(", ")} {}`,
    use: `class U { fun use(x: ${last}) { x.tgt() } }`,
  },
  TypeScript: {
    file: "a.ts",
    top: "interface C0 { tgt(): void }",
    below: (name, bases) => `interface ${name} extends ${bases.join(", ")} {}`,
    use: `class U { use(x: ${last}) { x.tgt(); } }`,
  },
  Rust: {
    file: "a.rs",
    top: "trait C0 { fn tgt(&self); }",
    below: (name, bases) => `trait ${name}: ${bases.join(" + ")} {}`,
    use: `fn use_it<T: ${last}>(x: T) { x.tgt(); }`,
  },
  Python: {
    file: "a.py",
    top: "class C0:\n    def tgt(self): pass",
    below: (name, bases) => `class ${name}(${bases.join(", ")}): pass`,
    use: `def use(x: ${last}):\n    x.tgt()`,
  },
};

for (const [language, { file, top, below, use }] of Object.entries(FAMILIES)) {
  test(`a method above ${COUNT} diamonds of ${language} is traced in time`, () => {
    const root = mkdtempSync(join(tmpdir(), "pith-diamonds-"));
    try {
      const lines = [top, below("C1", ["C0"])];
      for (let i = 2; i <= COUNT; i++) lines.push(below(`C${i}`, [`C${i - 1}`, `C${i - 2}`]));
      mkdirSync(join(root, "src"));
      writeFileSync(join(root, "src", file), [...lines, use, ""].join("\n"));
      const { stdout, stderr, signal, status } = spawnSync(
        process.execPath,
        [PITH, "trace", "tgt", "--root", root],
        { encoding: "utf8", timeout: 60_000, killSignal: "SIGKILL" },
      );
      assert.equal(status, 0, `no end (${signal ?? status})\n${stderr.slice(-2_000)}`);
      assert.match(stdout, new RegExp(`${file}:${use.startsWith("def") ? COUNT + 4 : COUNT + 2}\\b`), stdout);
    } finally {
      rmSync(root, { recursive: true, force: true });
    }
  });
}
