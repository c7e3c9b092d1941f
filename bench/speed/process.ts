// Times a whole process from outside: wall time, and where /proc tells them the peak of its resident memory and its time
// of the processor, both with its children's.
import { spawn } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";

export interface Timed {
  ms: number;
  /** Milliseconds until the first byte on stdout. */
  firstByteMs: number;
  peakMb: number | null;
  /** With its children's; to 20 ms. Says more than wall time on a machine that others work on. */
  cpuMs: number | null;
  code: number | null;
  stdout: string;
}

export function timeProcess(
  command: string,
  args: readonly string[],
  options: { cwd: string; env?: NodeJS.ProcessEnv },
): Promise<Timed> {
  return new Promise((resolve, reject) => {
    const began = performance.now();
    const child = spawn(command, args, {
      cwd: options.cwd,
      env: options.env ?? process.env,
      stdio: ["ignore", "pipe", "ignore"],
    });
    let peak: number | null = null;
    let cpuMs: number | null = null;
    let first = 0;
    const chunks: Buffer[] = [];
    const poll = setInterval(() => {
      peak = Math.max(peak ?? 0, residentPeakMb(child.pid) ?? 0) || peak;
      cpuMs = Math.max(cpuMs ?? 0, processorMs(child.pid) ?? 0) || cpuMs;
    }, 20);
    child.stdout.on("data", (chunk: Buffer) => {
      if (first === 0) first = performance.now() - began;
      chunks.push(chunk);
    });
    child.on("error", reject);
    child.on("close", (code) => {
      clearInterval(poll);
      const ms = performance.now() - began;
      resolve({
        ms,
        firstByteMs: first,
        peakMb: peak,
        cpuMs,
        code,
        stdout: Buffer.concat(chunks).toString("utf8"),
      });
    });
  });
}

/** A tick of Linux, whatever the kernel's own. */
const TICK_MS = 10;

function processorMs(pid: number | undefined): number | null {
  if (pid === undefined) return null;
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // After the name, which may hold blanks: state first, then at 11 to 14 the own and the children's time.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const own = sum(fields.slice(11, 15).map(Number)) * TICK_MS;
    return own + sum(childrenOf(pid).map((child) => processorMs(child) ?? 0));
  } catch {
    return null;
  }
}

/** A child that lives counts with what it needed most so far: the sum is at most a little above the true peak. */
function residentPeakMb(pid: number | undefined): number | null {
  if (pid === undefined) return null;
  try {
    const kilobytes = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
    if (kilobytes === undefined) return null;
    return Number(kilobytes) / 1024 + sum(childrenOf(pid).map((child) => residentPeakMb(child) ?? 0));
  } catch {
    return null;
  }
}

function childrenOf(pid: number): number[] {
  try {
    const threads = readdirSync(`/proc/${pid}/task`);
    const lists = threads.map((thread) => readFileSync(`/proc/${pid}/task/${thread}/children`, "utf8"));
    return lists.flatMap((list) => list.split(" ").filter(Boolean).map(Number));
  } catch {
    return [];
  }
}

function sum(values: readonly number[]): number {
  return values.reduce((a, b) => a + b, 0);
}
