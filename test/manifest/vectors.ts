// The recorded behaviour of the format's first implementation (vectors/README.md has its source and how to read it).
import { readFileSync } from "node:fs";

export type Grade = "contract" | "quirk" | "bug";

export function vectors<T>(name: string): T {
  return JSON.parse(readFileSync(new URL(`vectors/${name}.json`, import.meta.url), "utf8")) as T;
}

export function manifestText(name: string): string {
  return readFileSync(new URL(`vectors/manifests/${name}.json`, import.meta.url), "utf8");
}
