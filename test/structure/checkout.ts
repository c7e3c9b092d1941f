// The checkout as the structure tests read it: its own files, those that Git tracks and those not ignored yet.
import { execFileSync } from "node:child_process";
import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";

export const CHECKOUT = join(import.meta.dirname, "..", "..");

export function readCheckout(path: string): string {
  return readFileSync(join(CHECKOUT, path), "utf8");
}

export function readCheckoutJson<T>(path: string): T {
  return JSON.parse(readCheckout(path)) as T;
}

/** Every source file, with forward slashes, sorted. */
export function sources(pattern = "src/**/*.ts"): string[] {
  return globSync(pattern, { cwd: CHECKOUT })
    .map((p) => p.replaceAll("\\", "/"))
    .sort();
}

/** Files that are or will be committed. Outside a Git work tree (an unpacked archive): the known folders. */
export function committedFiles(): string[] {
  try {
    const listed = execFileSync("git", ["ls-files", "-z", "-co", "--exclude-standard"], {
      cwd: CHECKOUT,
      encoding: "utf8",
      maxBuffer: 1 << 26,
    });
    return listed.split("\0").filter((p) => p !== "" && existsSync(join(CHECKOUT, p)));
  } catch {
    return sources("{src,test,scripts,bench,model,docs,bin,.ci}/**/*.*").concat(sources("*.{md,json}"));
  }
}
