// How does a person see that long work goes on? One line on stderr, only on a terminal, only when it takes a
// while, gone when the answer comes. `--progress json` writes one JSON object a line instead, for programs.
import { PithError } from "../../base/error.ts";
import type { Progress } from "../../engine/operation.ts";
import { quote } from "../parameters.ts";
import { progressText } from "../progress-text.ts";
import type { OutputStream } from "./terminal.ts";

/** Work shorter than this shows nothing, in ms: a flash of text is noise. */
const PATIENCE = 400;
/** Least time between two lines, in ms. */
const SPACING = 80;

export const PROGRESS_MODES = ["auto", "json", "off"] as const;
type ProgressMode = (typeof PROGRESS_MODES)[number];

export interface ProgressLine {
  report: (progress: Progress) => void;
  /** Removes the line. */
  end: () => void;
}

export function progressLine(
  mode: ProgressMode,
  stream: OutputStream,
  now: () => number = performance.now.bind(performance),
): ProgressLine {
  if (mode === "off" || (mode === "auto" && stream.isTTY !== true))
    return { report: () => {}, end: () => {} };
  const started = now();
  let shownAt = -Infinity;
  let shown = false;
  return {
    report(progress) {
      const at = now();
      if (mode === "auto" && at - started < PATIENCE) return;
      if (at - shownAt < SPACING) return;
      shownAt = at;
      if (mode === "json") {
        stream.write(`${JSON.stringify({ progress })}\n`);
        return;
      }
      shown = true;
      const width = Math.max(20, (stream.columns ?? 80) - 1);
      stream.write(`\r\u001B[K${progressText(progress).slice(0, width)}`);
    },
    end() {
      if (shown) stream.write("\r\u001B[K");
      shown = false;
    },
  };
}

/** Throws ARGUMENT_INVALID. */
export function progressModeOf(given: string | undefined): ProgressMode {
  const mode = PROGRESS_MODES.find((m) => m === (given ?? "auto"));
  if (mode !== undefined) return mode;
  throw new PithError("ARGUMENT_INVALID", `${quote(given)} is no value for --progress.`, {
    subject: "--progress",
    next: `Accepted: ${PROGRESS_MODES.join(", ")}.`,
  });
}
