// Makes the package that is published: stages `build/package`, then packs it into `build/pith-<version>.tgz`.
//   node scripts/pack.ts [--stage-only] [--despite-type-errors]
// Nothing here hangs on npm's own hooks: they do not run where install scripts are switched off.
import { readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { thousands } from "../src/base/thousands.ts";
import { npmPack } from "./pack/npm-pack.ts";
import { stagePackage } from "./pack/stage-package.ts";

const checkout = join(import.meta.dirname, "..");
const { folder, grammars } = await stagePackage(checkout, join(checkout, "build", "package"), {
  despiteTypeErrors: process.argv.includes("--despite-type-errors"),
});
console.log(`staged ${folder}: ${grammars.files} grammars, ${kilobytes(grammars.bytes)} compressed`);
if (!process.argv.includes("--stage-only")) {
  const target = join(checkout, "build");
  for (const old of readdirSync(target).filter((f) => f.endsWith(".tgz"))) rmSync(join(target, old));
  const tarball = npmPack(folder, target);
  console.log(`packed ${tarball}: ${kilobytes(statSync(tarball).size)}`);
}

function kilobytes(bytes: number): string {
  return `${thousands(Math.round(bytes / 1000))} kB`;
}
