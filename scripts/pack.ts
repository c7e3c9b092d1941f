// Makes the package that is published: stages `build/package`, then packs it into `build/pith-<version>.tgz`.
//   node scripts/pack.ts [--stage-only] [--despite-type-errors]
// Nothing here hangs on npm's own hooks: they do not run where install scripts are switched off.
import { spawnSync } from "node:child_process";
import { readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { thousands } from "../src/base/thousands.ts";
import { stagePackage } from "./pack/stage-package.ts";

const checkout = join(import.meta.dirname, "..");
const { folder, grammars } = await stagePackage(checkout, join(checkout, "build", "package"), {
  despiteTypeErrors: process.argv.includes("--despite-type-errors"),
});
console.log(`staged ${folder}: ${grammars.files} grammars, ${kilobytes(grammars.bytes)} compressed`);
if (!process.argv.includes("--stage-only")) {
  const target = join(checkout, "build");
  for (const old of readdirSync(target).filter((f) => f.endsWith(".tgz"))) rmSync(join(target, old));
  const [program, before] = npm();
  const run = spawnSync(program, [...before, "pack", "--silent", "--pack-destination", target], {
    cwd: folder,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
  });
  if (run.status !== 0) throw new Error(`npm pack ended with ${run.status ?? run.signal}`);
  const tarball = join(target, run.stdout.trim());
  console.log(`packed ${tarball}: ${kilobytes(statSync(tarball).size)}`);
}

/** By its own file, where npm started us: on Windows `npm` is a script of the shell, which can't be started without one. */
function npm(): [program: string, before: string[]] {
  const file = process.env["npm_execpath"];
  return file?.endsWith(".js") === true ? [process.execPath, [file]] : ["npm", []];
}

function kilobytes(bytes: number): string {
  return `${thousands(Math.round(bytes / 1000))} kB`;
}
