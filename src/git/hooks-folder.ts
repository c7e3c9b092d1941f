// In which folder does Git look for the hooks of a repository? Git is asked; where it can't be, its settings say it.
import { existsSync, realpathSync } from "node:fs";
import { isAbsolute, join, resolve } from "node:path";
import type { Repository } from "./repository.ts";
import { gitCommand, runCommand } from "./run-git.ts";
import { safeToAsk } from "./safe-to-ask.ts";
import { expandHome, gitPlace, readGitSettings } from "./settings.ts";

/** Longer than any path. */
const MOST_BYTES = 100_000;

/** Absolute; it need not exist. */
export async function hooksFolder(
  repository: Repository,
  env: NodeJS.ProcessEnv = process.env,
): Promise<string> {
  return (safeToAsk(repository) ? await asked(repository) : null) ?? told(repository, env);
}

async function asked(repository: Repository): Promise<string | null> {
  const { workTree } = repository;
  const command = gitCommand(workTree, ["rev-parse", "--git-path", "hooks"], repository);
  if (command === null) return null;
  // Every other question is asked with hooks switched off; this one is about them, and runs none.
  const { args } = command;
  const at = args.findIndex((word) => word.startsWith("core.hooksPath="));
  const plain = { ...command, args: [...args.slice(0, at - 1), ...args.slice(at + 1)] };
  const { status, stdout } = await runCommand(plain, MOST_BYTES, undefined);
  const path = stdout.toString("utf8").replace(/\r?\n$/, "");
  return status === 0 && path !== "" ? resolve(workTree, path) : null;
}

function told(repository: Repository, env: NodeJS.ProcessEnv): string {
  const place = gitPlace(env);
  const named = readGitSettings(repository, place).get("core.hookspath");
  const path = named == null ? null : expandHome(named, place);
  if (path === null || path === "") return join(repository.commonDir, "hooks");
  return isAbsolute(path) ? path : resolve(repository.workTree, path);
}

/** A folder as it really lies, or as it will. */
export function realFolder(path: string): string {
  return existsSync(path) ? realpathSync.native(path) : path;
}
