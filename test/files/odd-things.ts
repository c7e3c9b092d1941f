// What may lie in the place of a file: things that hang, have no end, or lead nowhere.
import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";

/** Past every ceiling of a file that is read whole. */
const HUGE_BYTES = 1_900_000_000;

export const ODD_THINGS: Readonly<Record<string, (path: string) => void>> = {
  pipe: (path) => execFileSync("mkfifo", [path]),
  "link to a pipe": (path) => {
    execFileSync("mkfifo", [`${path}.pipe`]);
    symlinkSync(`${path}.pipe`, path);
  },
  "link to a device without end": (path) => symlinkSync("/dev/zero", path),
  "link to itself": (path) => symlinkSync(path, path),
  "link to nothing": (path) => symlinkSync(`${path}.nothing`, path),
  folder: (path) => mkdirSync(path),
  huge: (path) => {
    writeFileSync(path, "");
    // Sparse: it takes no room.
    truncateSync(path, HUGE_BYTES);
  },
};

export function removeOdd(path: string): void {
  for (const at of [path, `${path}.pipe`]) rmSync(at, { recursive: true, force: true });
}
