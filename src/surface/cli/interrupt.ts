// What happens on Ctrl-C? The first one asks the work to stop and clean up; the second one, or a work that does
// not stop, ends the process.

/** How long the work may take to stop, in ms. */
const PATIENCE = 2000;
/** Where what was made so far is put away first: on a busy machine that may take a while. */
export const PATIENCE_TO_KEEP = 8000;

const CODES = { SIGINT: 130, SIGTERM: 143 } as const;

export interface Interrupt {
  signal: AbortSignal;
  /** Exit code of the signal that came, or undefined. */
  code: () => number | undefined;
  /** Takes the handlers away. */
  end: () => void;
}

export function onInterrupt(patience = PATIENCE): Interrupt {
  const exit = process.exit.bind(process);
  const controller = new AbortController();
  let code: number | undefined;
  let timer: NodeJS.Timeout | undefined;
  const handler = (signal: NodeJS.Signals): void => {
    if (code !== undefined) exit(code);
    const now = CODES[signal as keyof typeof CODES] ?? 130;
    code = now;
    controller.abort();
    timer = setTimeout(() => exit(now), patience);
  };
  for (const signal of Object.keys(CODES)) process.on(signal, handler);
  return {
    signal: controller.signal,
    code: () => code,
    end() {
      clearTimeout(timer);
      for (const signal of Object.keys(CODES)) process.off(signal, handler);
    },
  };
}
