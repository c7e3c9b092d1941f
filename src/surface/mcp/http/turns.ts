// Which calls work now, and how long may each? So many at once; the others wait in their order. A call that takes too long
// is cancelled and answered.
import type { callTool } from "../call-tool.ts";

type Call = typeof callTool;

export function inTurns(call: Call, atWork: number, callTime: number): Call {
  const waiting = new Set<(mine: boolean) => void>();
  let working = 0;

  /** Whether the turn has come; a call that is cancelled before needs none. */
  const turn = async (signal: AbortSignal): Promise<boolean> => {
    if (working < atWork) {
      working++;
      return true;
    }
    return new Promise((resolve) => {
      const go = (mine: boolean): void => {
        waiting.delete(go);
        signal.removeEventListener("abort", giveUp);
        resolve(mine);
      };
      const giveUp = (): void => go(false);
      waiting.add(go);
      signal.addEventListener("abort", giveUp, { once: true });
      if (signal.aborted) giveUp();
    });
  };
  const pass = (): void => {
    const [next] = waiting;
    if (next === undefined) working--;
    else next(true);
  };

  return async (params, context, roots, options) => {
    const mine = await turn(context.mcpReq.signal);
    const tooLong = new AbortController();
    const timer = setTimeout(() => tooLong.abort(), callTime).unref();
    try {
      const signal = AbortSignal.any([context.mcpReq.signal, tooLong.signal]);
      const bounded = { ...context, mcpReq: { ...context.mcpReq, signal } };
      const result = await call(params, bounded, roots, options);
      return tooLong.signal.aborted && result["isError"] === true ? outOfTime(callTime) : result;
    } finally {
      clearTimeout(timer);
      if (mine) pass();
    }
  };
}

function outOfTime(callTime: number): Awaited<ReturnType<Call>> {
  const text = `CANCELLED: The call took more than ${callTime / 1000} seconds, the most that this server gives one. Next: Ask for less: a smaller scope, less depth.`;
  return { content: [{ type: "text", text }], isError: true };
}
