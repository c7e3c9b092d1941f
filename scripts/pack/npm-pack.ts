// Makes the tarball of a staged package, as npm does for everybody.
import { spawnSync } from "node:child_process";
import { join } from "node:path";

/** Path of the tarball in `target`. */
export function npmPack(folder: string, target: string): string {
  const [program, before] = npm();
  const run = spawnSync(program, [...before, "pack", "--silent", "--pack-destination", target], {
    cwd: folder,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
  });
  if (run.status !== 0) throw new Error(`npm pack ended with ${run.status ?? run.signal}`);
  return join(target, run.stdout.trim());
}

/** By its own file, where npm started us: on Windows `npm` is a script of the shell, which can't be started without one. */
function npm(): [program: string, before: string[]] {
  const file = process.env["npm_execpath"];
  return file?.endsWith(".js") === true ? [process.execPath, [file]] : ["npm", []];
}
