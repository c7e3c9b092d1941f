// Is this Node new enough? Asked by the library before it loads what an older one cannot read; the command asks for itself
// in `bin/pith.js`, which an old Node can read to the end.
import { PithError } from "./error.ts";

/** As `engines` in the manifest has it: `node:sqlite` without a flag. */
const LEAST = [22, 13] as const;

/** Throws NODE_TOO_OLD. */
export function requireNode(version: string = process.versions.node): void {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  if (major > LEAST[0] || (major === LEAST[0] && minor >= LEAST[1])) return;
  const error = new PithError(
    "NODE_TOO_OLD",
    `Pith needs Node ${LEAST.join(".")} or newer; this is Node ${version}. Install a newer Node.`,
    { subject: version, next: "Install a newer Node." },
  );
  // Where it was found out is of no use to anybody: one line says it all.
  error.stack = `${error.name}: ${error.message}`;
  throw error;
}
