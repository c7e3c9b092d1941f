// Which version of the engine answers? Part of a receipt's id: another version may answer otherwise.
import { readFileSync } from "node:fs";

let known: string | null = null;

/** The version in the package file nearest above this one. */
export function engineVersion(): string {
  if (known !== null) return known;
  for (let up = "../"; up.length < 20; up += "../") {
    try {
      const { name, version } = JSON.parse(
        readFileSync(new URL(`${up}package.json`, import.meta.url), "utf8"),
      ) as {
        name?: string;
        version?: string;
      };
      if (name === "pith" && version !== undefined) return (known = version);
    } catch {
      // No package file here: look one folder higher.
    }
  }
  return (known = "0.0.0");
}
