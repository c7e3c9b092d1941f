// Which declaration files does a user of the library need? Those that its entries name, and those that they name in turn.
// The compiler writes one for each source; most of them describe what nobody outside can import.
import { globSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";

/** `from "./x.ts"`, `import "./x.ts"` and `import("./x.ts")`, as the compiler writes them. */
const NAMED = /(?:\bfrom|\bimport)\s*\(?\s*"(\.[^"]+)\.ts"/g;

/** Takes away every `.d.ts` of `folder` that none of `entries` (paths in it) leads to. */
export function keepPublicTypes(folder: string, entries: readonly string[]): void {
  const needed = new Set<string>();
  const open = [...entries];
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (needed.has(path)) continue;
    needed.add(path);
    for (const [, named] of readFileSync(join(folder, path), "utf8").matchAll(NAMED))
      open.push(join(dirname(path), `${named}.d.ts`));
  }
  for (const path of globSync("**/*.d.ts", { cwd: folder }))
    if (!needed.has(path)) rmSync(join(folder, path));
  for (const path of globSync("**/", { cwd: folder }).sort().reverse())
    if (globSync("**/*.d.ts", { cwd: join(folder, path) }).length === 0)
      rmSync(join(folder, path), { recursive: true });
}
