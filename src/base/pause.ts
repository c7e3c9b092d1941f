// Long work that waits for nothing hears no signal: a turn of the event loop lets one in.
import { setImmediate as rest } from "node:timers/promises";
import { throwIfCancelled } from "./error.ts";

/** Throws CANCELLED where that was asked for meanwhile. */
export async function pause(signal: AbortSignal | undefined): Promise<void> {
  await rest();
  throwIfCancelled(signal);
}
