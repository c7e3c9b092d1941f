// How is Pith started by another program? By its name, which a file may say that others share, or by the absolute paths of
// Node and of Pith, which also a program without the shell's PATH finds. Never through `npx`: the name on the public registry
// is not Pith's, so it would start somebody else's program.
import { accessSync, constants, existsSync, statSync } from "node:fs";
import { basename, join, posix, win32 } from "node:path";
import { packageFolder } from "../../base/package-folder.ts";

export type LaunchForm = "name" | "path";

export interface Command {
  command: string;
  args: string[];
}

/** What is running now; a parameter so that tests can be another one. */
export interface OwnProgram {
  node: string;
  script: string;
}

export function ownProgram(): OwnProgram {
  return { node: process.execPath, script: join(packageFolder(), "bin", "pith.js") };
}

export function commandOf(form: LaunchForm, words: readonly string[], own: OwnProgram): Command {
  return form === "name"
    ? { command: "pith", args: [...words] }
    : { command: own.node, args: [own.script, ...words] };
}

/** Where `pith` would be found by its name; null: nowhere. */
export function onPath(env: NodeJS.ProcessEnv, platform: NodeJS.Platform): string | null {
  const name = Object.keys(env).find((key) =>
    platform === "win32" ? key.toUpperCase() === "PATH" : key === "PATH",
  );
  const names = platform === "win32" ? ["pith.cmd", "pith.exe"] : ["pith"];
  const { delimiter, isAbsolute } = platform === "win32" ? win32 : posix;
  for (const folder of (name === undefined ? "" : (env[name] ?? "")).split(delimiter)) {
    // `npx` and `npm run` put a checkout's own programs there for the time of one command.
    if (!isAbsolute(folder) || basename(folder) === ".bin") continue;
    for (const file of names) if (isProgram(join(folder, file))) return join(folder, file);
  }
  return null;
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return existsSync(path) && statSync(path).isFile();
  } catch {
    return false;
  }
}
