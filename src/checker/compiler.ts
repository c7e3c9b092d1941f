// Where is TypeScript? Only in Pith's own package or beside it, never in the repository, the working directory or where
// the environment points: what lies there may be anybody's, and it would run.
import { realpathSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { PithError } from "../base/error.ts";
import { manifestOf, moduleFolders } from "../base/module-folders.ts";

export interface Compiler {
  /** Absolute path of the file that is loaded. */
  readonly file: string;
  readonly version: string;
}

/** From the first whose interface has all that is asked, to the last that has one in JavaScript. */
const OLDEST: readonly [number, number] = [5, 4];
const NEWEST_MAJOR = 6;
/** In the checkout the compiler with an interface stands beside a newer one that has none. */
const NAMES = ["typescript", "typescript-api"];

/** Throws CHECKER_MISSING with what has to be installed. `home`: a file or a folder of Pith's package. */
export function findCompiler(home = fileURLToPath(import.meta.url)): Compiler {
  const refused: string[] = [];
  for (const folder of moduleFolders(home)) {
    for (const name of NAMES) {
      const found = compilerIn(join(folder, name));
      if (found === null) continue;
      if (typeof found !== "string") return found;
      refused.push(found);
    }
  }
  throw new PithError(
    "CHECKER_MISSING",
    refused.length === 0
      ? "The checker pass needs TypeScript, which is not installed beside Pith."
      : `The checker pass can't use the TypeScript beside Pith: it is ${refused.join(", ")}, and 5.4 up to 6 can be used.`,
    {
      subject: "typescript",
      next: "Install it where Pith is installed: npm install -g typescript@6 for a Pith that is installed with -g.",
    },
  );
}

/** Null where there is none; its version where it can't be used. */
function compilerIn(folder: string): Compiler | string | null {
  const manifest = manifestOf(folder);
  if (manifest?.name !== "typescript" || typeof manifest.version !== "string") return null;
  const { version } = manifest;
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const old = major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1]);
  if (old || major > NEWEST_MAJOR) return version;
  try {
    return { file: realpathSync.native(join(folder, "lib", "typescript.js")), version };
  } catch {
    return `${version} without its library`;
  }
}
