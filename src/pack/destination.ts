// Where does an answer go, and what is written there beside its text? What is counted are the very bytes that are put out.
import { forTerminal } from "../base/safe-text.ts";
import type { PackFormat } from "./form.ts";

export interface Destination {
  /** It is ended with a line feed: on standard output, and as a line of a batch. Part of the output, and counted. */
  lineEnd?: boolean;
  /** A terminal: nothing of a file may steer it, and colours, which nobody reads, are not counted. */
  terminal?: boolean;
}

/** The finished text as it is put out. */
export function asPutOut(text: string, format: PackFormat, to: Destination = {}): string {
  // The terminal form is safe already, and may hold colours.
  const safe =
    to.terminal === true && format === "text" ? text.split("\n").map(forTerminal).join("\n") : text;
  return to.lineEnd === true ? `${safe}\n` : safe;
}

export interface Looks {
  format: PackFormat;
  /** Colours, in the terminal form alone. */
  color?: boolean;
  to?: Destination;
}

/** Whether colours are part of what is counted: in a pipe or a file they are bytes like any other. */
export function countsColor({ format, color, to }: Looks): boolean {
  return format === "terminal" && color === true && to?.terminal !== true;
}
