// Which version of Pith is this? Read from the package that this file belongs to.
import { readFileSync } from "node:fs";

let known: string | null = null;

/** The version in the package file nearest above this one: the checkout's, or the installed package's. */
export function packageVersion(): string {
  return (known ??= read());
}

function read(): string {
  for (let up = "../"; up.length < 20; up += "../") {
    try {
      const parsed: unknown = JSON.parse(readFileSync(new URL(`${up}package.json`, import.meta.url), "utf8"));
      const { name, version } = parsed as { name?: unknown; version?: unknown };
      if (name === "pith" && typeof version === "string") return version;
    } catch {
      // No package file here: look one folder higher.
    }
  }
  return "0.0.0";
}
