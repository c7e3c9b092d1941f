// Files that Pith and Git write, to begin a fuzzing from: made by the programs themselves.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Opened } from "../engine/opened.ts";

export async function madeFiles() {
  await using opened = new Opened({
    "a.ts": "export class Router {\n  add(path: string): void {}\n}\n",
    "b/c.py": "def route(path):\n    return path\n",
    "docs/read me.md": "# Routes\n\nhow they are added\n",
  });
  const git = (...args: string[]): unknown =>
    execFileSync("git", args, { cwd: opened.root, env: { ...process.env, GIT_CONFIG_GLOBAL: "" } });
  git("init", "-q");
  git("add", ".");
  await opened.ask("context", { query: "how are routes added" });
  await opened.ask("index", { syntax: true });
  await opened.ask("pack", { name: "routes", query: "how are routes added" });
  const bundle = join(opened.folder, "facts.bundle");
  await opened.ask("index", { export: bundle });
  const files = opened.cacheFiles();
  const those = (part: RegExp): Uint8Array[] => {
    const found = files.filter((file) => part.test(file)).map((file) => readFileSync(file));
    if (found.length === 0) throw new Error(`nothing like ${part} in ${files.join(" ")}`);
    return found;
  };
  return {
    segments: those(/segments[\\/][^\\/]+$/),
    snapshots: those(/snapshots[\\/]/),
    packs: [readFileSync(opened.path(".pith/packs/routes.json"))],
    receipts: those(/receipts[\\/].*json$/),
    bundles: [readFileSync(bundle)],
    gitIndex: readFileSync(join(opened.root, ".git", "index")),
  };
}
