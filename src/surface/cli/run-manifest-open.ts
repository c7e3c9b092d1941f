// `pith manifest open`: a walk by hand. On a terminal a tree that keys move through; elsewhere a line a step, so that a script can
// walk too.
import { resolve } from "node:path";
import { emitKeypressEvents, createInterface } from "node:readline";
import type { ReadStream } from "node:tty";
import { isPithError } from "../../base/error.ts";
import { forTerminal, safeLines } from "../../base/safe-text.ts";
import { ManifestWalk } from "../../engine/manifest-walk.ts";
import { openManifest } from "../../manifest/open-manifest.ts";
import type { Entry } from "../entry.ts";
import { checkArguments } from "../parameters.ts";
import type { RawCommand } from "./collect-arguments.ts";
import { commandLineName } from "./flags.ts";
import { ENDS_WITH_ITS_CLIENT, onInterrupt } from "./interrupt.ts";
import { walkLine } from "./manifest-lines.ts";
import { drawTree, pressed, START, type TreeState } from "./manifest-tree.ts";
import { walkOptions } from "./run-manifest.ts";
import { wantsColor, write, type Terminal } from "./terminal.ts";

export async function runManifestOpen(entry: Entry, raw: RawCommand, terminal: Terminal): Promise<number> {
  const args = await checkArguments(entry, raw.values, "cli", commandLineName);
  using opened = openManifest(resolve(terminal.cwd, args["manifest"] as string));
  const walk = new ManifestWalk(opened, walkOptions(args));
  const { stdin, stdout } = terminal;
  const isScreen =
    (stdin as Partial<ReadStream>).isTTY === true && stdout.isTTY === true && args["lines"] !== true;
  // Waited for here: what is open is closed after it.
  return isScreen ? await byKeys(walk, terminal, raw) : await byLines(walk, terminal);
}

/** Exit code 2 where a step was refused: a script sees that its walk did not go as it was written. */
async function byLines(walk: ManifestWalk, { stdin, stdout, stderr }: Terminal): Promise<number> {
  let refused = false;
  if (!(await write(stdout, shown(walk.index())))) return 0;
  for await (const line of createInterface({ input: stdin, crlfDelay: Number.POSITIVE_INFINITY })) {
    try {
      const text = walkLine(walk, line);
      if (text === null) break;
      if (!(await write(stdout, shown(text)))) return 0;
    } catch (error) {
      if (!isPithError(error)) throw error;
      refused = true;
      await write(stderr, safeLines(`pith: ${error.code} ${error.message}\nnext: ${error.next}\n`));
    }
  }
  return refused ? 2 : 0;
}

/** Contents keep their tabs, and steer no terminal. */
function shown(text: string): string {
  return text.split("\n").map(forTerminal).join("\n");
}

const ENTER_SCREEN = "\u001B[?1049h\u001B[?25l";
const LEAVE_SCREEN = "\u001B[?25h\u001B[?1049l";

async function byKeys(
  walk: ManifestWalk,
  { stdin, stdout, env }: Terminal,
  raw: RawCommand,
): Promise<number> {
  const keys = stdin as ReadStream;
  const color = wantsColor(raw.color, stdout, env);
  let state: TreeState = START;
  const size = (): [columns: number, rows: number] => [
    // A terminal that doesn't know its size says 0.
    stdout.columns || 80,
    (stdout as { rows?: number }).rows || 24,
  ];
  const draw = (): void => {
    const [columns, rows] = size();
    const lines = drawTree(walk, state, columns, rows, color);
    stdout.write(`\u001B[H${lines.map((line) => `${line}\u001B[K`).join("\r\n")}\u001B[J`);
  };
  // Ended from elsewhere, it puts the terminal back as well.
  const interrupt = onInterrupt(undefined, ENDS_WITH_ITS_CLIENT);
  emitKeypressEvents(keys);
  keys.setRawMode(true);
  stdout.write(ENTER_SCREEN);
  stdout.on("resize", draw);
  draw();
  try {
    return await new Promise<number>((done, failed) => {
      keys.on("keypress", (text: string | undefined, key: { name?: string; ctrl?: boolean }) => {
        if (key.ctrl === true && key.name === "c") return done(130);
        if (key.ctrl === true && key.name === "d") return done(0);
        try {
          state = pressed(walk, state, key.name ?? "", text ?? "", size()[1]);
        } catch (error) {
          // The terminal is put back first, then it is said.
          return failed(error as Error);
        }
        if (state.quit) return done(0);
        draw();
      });
      keys.on("end", () => done(0));
      interrupt.signal.addEventListener("abort", () => done(interrupt.code() ?? 0), { once: true });
    });
  } finally {
    interrupt.end();
    keys.removeAllListeners("keypress");
    stdout.off("resize", draw);
    keys.setRawMode(false);
    keys.pause();
    stdout.write(LEAVE_SCREEN);
  }
}
