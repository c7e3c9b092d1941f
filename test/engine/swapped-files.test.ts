// Files that became something else after they were listed, or after they were shown: an answer goes on without them.
import assert from "node:assert/strict";
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { defaultCeilings } from "../../src/config/ceilings.ts";
import { walk } from "../../src/files/walk.ts";
import type { VerifyReport } from "../../src/pack/reports.ts";
import { refresh } from "../../src/store/refresh.ts";
import { PYTHON, Repository } from "../store/repository.ts";
import { Opened } from "./opened.ts";
import { LINKS } from "../conditions.ts";

test(
  "a file that became a link to the outside is gone for a receipt, and for what comes after it",
  LINKS,
  async () => {
    await using opened = new Opened({
      "a.ts": "export function alpha(): void {}\n",
      "b.ts": "export function beta(): void { alpha(); }\n",
    });
    const asked = await opened.ask("context", { query: "alpha beta", format: "json" });
    const { receipt } = asked.answer as { receipt: string };
    writeFileSync(join(opened.folder, "secret.ts"), "export function alpha(): void {}\n");
    for (const to of [join(opened.folder, "secret.ts"), join(opened.folder, "nothing"), opened.folder]) {
      opened.remove("a.ts");
      symlinkSync(to, opened.path("a.ts"));
      const verified = await opened.ask("receipt", { action: "verify", receipt, format: "json" });
      const { places, holds } = verified.answer as VerifyReport;
      assert.equal(holds, false);
      assert.deepEqual(
        places.map(({ path, state }) => `${path} ${state}`).sort(),
        ["a.ts gone", "b.ts same"],
        to,
      );
      const { output } = await opened.ask("context", { query: "alpha beta" });
      assert.match(output, /b\.ts/);
      assert.doesNotMatch(output, /^a\.ts/m);
      const read = await opened.ask("read", { places: [`${receipt}#1`, `${receipt}#2`] });
      assert.match(read.output, /gone since the receipt/);
    }
  },
);

test(
  "a file that became a link, or something else, since the walk is left out; the others are known",
  LINKS,
  async () => {
    for (const put of [
      (path: string) => symlinkSync("/etc/hostname", path),
      (path: string) => symlinkSync(path, path),
      (path: string) => mkdirSync(path),
      () => {},
    ]) {
      using repository = new Repository({ "a.py": PYTHON, "b.py": PYTHON, "c/d.py": PYTHON });
      const ceilings = defaultCeilings();
      const { files } = walk(repository.root, { include: [], exclude: [], ceilings });
      for (const path of ["a.py", "c"]) {
        rmSync(join(repository.root.path, path), { recursive: true });
        put(join(repository.root.path, path));
      }
      const snapshot = await refresh(repository.root, files, null, { settings: { ceilings, languages: {} } });
      assert.deepEqual(
        snapshot.files.map(({ path, segment }) => [path, segment >= 0]),
        [
          ["a.py", false],
          ["b.py", true],
          ["c/d.py", false],
        ],
      );
    }
  },
);
