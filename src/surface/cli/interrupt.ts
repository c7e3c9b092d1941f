// What happens on Ctrl-C? The first one asks the work to stop and clean up; the second one, or a work that does
// not stop, ends the process.

/** How long the work may take to stop, in ms. */
const PATIENCE = 2000;
/** Where what was made so far is put away first: on a busy machine that may take a while. */
export const PATIENCE_TO_KEEP = 8000;

const CODES = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;
const ENDS: readonly Ending[] = ["SIGINT", "SIGTERM"];
/**
 * Where the terminal or the session that it was started from is left, too. Not for a command: one that is to go on then
 * (`nohup`) was started with that signal ignored, and listening to it would undo that.
 */
export const ENDS_WITH_ITS_CLIENT: readonly Ending[] = [...ENDS, "SIGHUP"];

type Ending = keyof typeof CODES;

export interface Interrupt {
  signal: AbortSignal;
  /** Exit code of the signal that came, or undefined. */
  code: () => number | undefined;
  /** Takes the handlers away. */
  end: () => void;
}

export function onInterrupt(patience = PATIENCE, endings = ENDS): Interrupt {
  const exit = process.exit.bind(process);
  const controller = new AbortController();
  let code: number | undefined;
  let timer: NodeJS.Timeout | undefined;
  const handler = (signal: NodeJS.Signals): void => {
    if (code !== undefined) exit(code);
    const now = CODES[signal as Ending] ?? 130;
    code = now;
    controller.abort();
    timer = setTimeout(() => exit(now), patience);
  };
  for (const signal of endings) process.on(signal, handler);
  return {
    signal: controller.signal,
    code: () => code,
    end() {
      clearTimeout(timer);
      for (const signal of endings) process.off(signal, handler);
    },
  };
}
