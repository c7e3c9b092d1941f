// A fixture repository as a snapshot: copied out of this repository, so that no ignore rule of ours reaches it.
import { cpSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { loadConfig } from "../../src/config/load.ts";
import { resolveRoot } from "../../src/files/guard.ts";
import { walk } from "../../src/files/walk.ts";
import { refresh } from "../../src/store/refresh.ts";
import type { Snapshot } from "../../src/store/segment-view.ts";

export async function fixtureSnapshot(name: string): Promise<Snapshot> {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), "pith-golden-"));
  try {
    cpSync(fileURLToPath(new URL(`../fixtures/golden/${name}`, import.meta.url)), folder, {
      recursive: true,
    });
    const root = resolveRoot(folder);
    const { values } = loadConfig({ root: root.path, env: {} });
    const { files } = walk(root, values);
    const { fileBytes } = values.ceilings;
    return await refresh(root, files, null, {
      settings: { ceilings: { fileBytes }, languages: values.languages },
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
