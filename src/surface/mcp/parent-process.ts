// Does the process that started this one still live? Its client may be killed at any moment, also before this process has
// run a line of its own; and the other end of our input may be open in a process that lives on.
import { readFileSync } from "node:fs";

/** How often to look whether the parent still lives, in ms. */
const HEARTBEAT = 250;

export interface ParentWorld {
  /** Number of the process that this one belongs to now. */
  parent(): number;
  /** Whether that is another one than started us. */
  isLeft(parent: number): boolean;
}

const world: ParentWorld = { parent: parentNow, isLeft: wasLeftBefore };

/** Calls `gone` once the parent is, now or later. Gives what ends the watch. */
export function watchParent(gone: () => void, { parent, isLeft }: ParentWorld = world): () => void {
  const first = parent();
  // A parent that dies without closing our input leaves us with another one.
  const heart = setInterval(() => {
    if (parent() !== first) gone();
  }, HEARTBEAT).unref();
  if (isLeft(first)) gone();
  return () => clearInterval(heart);
}

/** Windows goes on naming a parent that is gone. */
function parentNow(): number {
  if (process.platform !== "win32") return process.ppid;
  try {
    process.kill(process.ppid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ESRCH") return 0;
  }
  return process.ppid;
}

/** Whether this parent is not the one that started us: that one died while we began. */
function wasLeftBefore(parent: number): boolean {
  // There every process is left to launchd, which starts none that talk over pipes.
  if (process.platform === "darwin") return parent === 1;
  if (process.platform !== "linux") return false;
  const own = sessionOf("self");
  const its = sessionOf(String(parent));
  // A process is in the session of the one that started it, unless it has begun one itself.
  return own !== null && its !== null && own !== process.pid && own !== its;
}

/** Null where nobody knows: no such process in sight, or no /proc. Field 6 of its `stat` file. */
function sessionOf(pid: string): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    // The second field is the program's name in brackets and may hold anything.
    const session = Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[3]);
    return Number.isInteger(session) ? session : null;
  } catch {
    return null;
  }
}
