// How does a folder become a snapshot for a benchmark? As the program does it, in memory, with settings of its own.
import { loadConfig } from "../../src/config/load.ts";
import { resolveRoot } from "../../src/files/guard.ts";
import { walk } from "../../src/files/walk.ts";
import { refresh } from "../../src/store/refresh.ts";
import type { Snapshot } from "../../src/store/segment-view.ts";

export async function snapshotOf(folder: string): Promise<Snapshot> {
  const root = resolveRoot(folder);
  const { values } = loadConfig({ root: root.path, env: {} });
  const { files } = walk(root, values);
  const { fileBytes } = values.ceilings;
  return refresh(root, files, null, {
    settings: { ceilings: { fileBytes }, languages: values.languages },
    threads: 1,
  });
}
