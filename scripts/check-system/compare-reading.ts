// Does the walk list what Git lists? Tracked files and untracked ones that no rule ignores, links and submodules aside.
import { spawnSync } from "node:child_process";
import { existsSync, lstatSync } from "node:fs";
import { join } from "node:path";
import { refuseDifference } from "./difference.ts";
import { walkRepository } from "./read-repository.ts";

export async function compareReading(folder: string): Promise<string | null> {
  if (!existsSync(join(folder, ".git"))) return null;
  const run = spawnSync(
    "git",
    ["--no-optional-locks", "ls-files", "-z", "-co", "--exclude-standard", "--deduplicate"],
    {
      cwd: folder,
      encoding: "utf8",
      maxBuffer: 1 << 28,
    },
  );
  if (run.status !== 0) throw new Error(`git ls-files failed in ${folder}: ${run.stderr}`);
  const theirs = run.stdout.split("\0").filter((path) => path !== "" && isFile(join(folder, path)));
  refuseDifference(folder, walkRepository(folder), theirs);
  return `${theirs.length} files`;
}

function isFile(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
}
