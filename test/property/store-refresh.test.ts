// After any sequence of edits the updated snapshot says what a new one says, in memory and as it is loaded again.
import assert from "node:assert/strict";
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import fc from "fast-check";
import type { HeldSnapshot } from "../../src/store/snapshot.ts";
import { logicalContent } from "../store/logical-content.ts";
import { PYTHON, Repository, TYPESCRIPT } from "../store/repository.ts";

const soak = Number(process.env["PITH_SOAK"] ?? 1);

const path = fc.constantFrom(
  "a.py",
  "b.ts",
  "c.md",
  "x/a.py",
  "x/d.go",
  "x/y/e.rs",
  "x/y/notes",
  "z/b.ts",
  ".gitattributes",
);
const folder = fc.constantFrom("x", "x/y", "z", "w");
const content = fc.oneof(
  fc.constantFrom<string | Uint8Array>(
    "",
    PYTHON,
    TYPESCRIPT,
    "# Title\n\nSome prose.\n",
    "#!/usr/bin/env python\ndef run(): pass\n",
    Uint8Array.of(0xff, 0xfe, 0x61, 0, 0x0a, 0),
    Uint8Array.of(0x63, 0x61, 0x66, 0xe9, 0x0a),
    Uint8Array.of(0, 1, 2, 3),
  ),
  fc.integer({ min: 0, max: 99 }).map((n) => `def f${n}():\n    return g${n % 7}(${n})\n`),
  fc
    .integer({ min: 1, max: 60 })
    .map((n) => Array.from({ length: n }, (_, i) => `fn h${i}() {}\n`).join("\n")),
);

type Edit = (root: string) => void;
const quietly =
  (edit: Edit): Edit =>
  (root) => {
    try {
      edit(root);
    } catch {
      // A folder stands where a file should go, or there is nothing to move: no edit.
    }
  };
const write = (root: string, to: string, text: string | Uint8Array): void => {
  mkdirSync(dirname(join(root, to)), { recursive: true });
  writeFileSync(join(root, to), text);
};

const edit: fc.Arbitrary<Edit> = fc.oneof(
  fc.tuple(path, content).map(([to, text]) => quietly((root) => write(root, to, text))),
  fc.tuple(path, path).map(([from, to]) => quietly((root) => renameSync(join(root, from), join(root, to)))),
  fc
    .tuple(folder, folder)
    .map(([from, to]) => quietly((root) => renameSync(join(root, from), join(root, to)))),
  fc.tuple(folder, folder).map(([from, to]) =>
    quietly((root) => {
      if (!to.startsWith(from)) cpSync(join(root, from), join(root, to), { recursive: true });
    }),
  ),
  path.map((from) => quietly((root) => rmSync(join(root, from)))),
  folder.map((from) => quietly((root) => rmSync(join(root, from), { recursive: true }))),
  path.map((at) => quietly((root) => utimesSync(join(root, at), 1, 1))),
  // Same size and same time: what a careless tool leaves.
  path.map((at) =>
    quietly((root) => {
      const file = join(root, at);
      const { size, atime, mtime } = lstatSync(file);
      writeFileSync(file, "q".repeat(size));
      utimesSync(file, atime, mtime);
    }),
  ),
);

test("incremental equals full", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(edit, { maxLength: 4 }), { minLength: 1, maxLength: 5 }),
      async (script) => {
        using repository = new Repository({ "a.py": PYTHON, "x/d.go": "package x\n", "z/b.ts": TYPESCRIPT });
        const store = repository.store();
        let snapshot: HeldSnapshot | null = store.load();
        for (const edits of [[], ...script]) {
          for (const apply of edits) apply(repository.root.path);
          snapshot = await repository.refresh(snapshot, { store });
          const full = logicalContent(await repository.refresh(null));
          assert.deepEqual(logicalContent(snapshot), full);
          assert.deepEqual(
            snapshot.files.map((f) => f.path),
            Object.keys(full),
          );
          assert.ok(!existsSync(store.folder.lock));
          assert.deepEqual(logicalContent(await repository.answer()), full);
          assert.deepEqual(snapshot.notices, []);
        }
      },
    ),
    { numRuns: 25 * soak },
  );
});
