// How does a client see progress? Notifications with a number that only grows, as the protocol asks, spaced out:
// clients lose some of a burst.
import type { ServerContext } from "@modelcontextprotocol/server";
import type { Progress } from "../../engine/operation.ts";
import { progressText } from "../progress-text.ts";

/** Least time between two notifications, in ms. */
const SPACING = 100;

/** Undefined where the client gave no token. */
export function progressNotes(
  context: ServerContext,
  now: () => number = performance.now.bind(performance),
): ((progress: Progress) => void) | undefined {
  const token = context.mcpReq._meta?.progressToken;
  if (token === undefined) return undefined;
  let sentAt = -Infinity;
  let phase = "";
  let base = 0;
  let last = 0;
  return (progress) => {
    if (progress.phase !== phase) {
      phase = progress.phase;
      base = last;
    }
    const value = base + progress.done;
    const at = now();
    if (value <= last || at - sentAt < SPACING) return;
    sentAt = at;
    last = value;
    context.mcpReq
      .notify({
        method: "notifications/progress",
        params: {
          progressToken: token,
          progress: value,
          ...(progress.total !== null && { total: base + progress.total }),
          message: progressText(progress),
        },
      })
      // A client that is gone is noticed by the transport.
      .catch(() => {});
  };
}
