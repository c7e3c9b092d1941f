// What Linux says of processes that live: for counting what a server holds, and what is left of one.
import { readdirSync, readFileSync, readlinkSync } from "node:fs";

function numbers(folder: string): number[] {
  return readdirSync(folder)
    .map(Number)
    .filter((n) => Number.isInteger(n));
}

/** Fields from the third on: state, parent, group, session. Null where the process is gone or only waited for. */
function statOf(pid: number): string[] | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return fields[0] === "Z" || fields[0] === "X" ? null : fields;
  } catch {
    return null;
  }
}

function living(holds: (fields: string[]) => boolean): number[] {
  return numbers("/proc").filter((pid) => {
    const fields = statOf(pid);
    return fields !== null && holds(fields);
  });
}

/** All that was started from a process that began a session of its own. */
export const ofSession = (session: number): number[] => living((fields) => Number(fields[3]) === session);

export interface Held {
  descriptors: number;
  /** Instances of inotify. */
  watchers: number;
  children: number;
  threads: number;
}

/** Null where the process is gone. */
export function heldBy(pid: number): Held | null {
  try {
    const open = numbers(`/proc/${pid}/fd`).map((fd) => {
      try {
        return readlinkSync(`/proc/${pid}/fd/${fd}`);
      } catch {
        return "";
      }
    });
    return {
      descriptors: open.length,
      watchers: open.filter((name) => name.includes("inotify")).length,
      children: living((fields) => Number(fields[1]) === pid).length,
      threads: numbers(`/proc/${pid}/task`).length,
    };
  } catch {
    return null;
  }
}
