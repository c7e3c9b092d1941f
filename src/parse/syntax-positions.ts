// Lines and columns of offsets in one text. Most questions come in ascending order, so the last line is tried first.
import { lineOfOffset, lineStarts } from "../base/lines.ts";
import type { Range } from "./facts.ts";

export class Positions {
  private readonly text: string;
  private readonly starts: number[];
  private last = 1;

  constructor(text: string) {
    this.text = text;
    this.starts = lineStarts(text);
    if (this.starts.length === 0) this.starts.push(0);
  }

  /** 1-based number of the line. */
  line(offset: number): number {
    const { starts } = this;
    let line = this.last;
    if (starts[line - 1]! > offset) {
      line = lineOfOffset(starts, offset);
    } else {
      let steps = 0;
      while (line < starts.length && starts[line]! <= offset) {
        line++;
        if (++steps > 16) {
          line = lineOfOffset(starts, offset);
          break;
        }
      }
    }
    this.last = line;
    return line;
  }

  range(from: number, to: number): Range {
    const start = this.line(from);
    const startColumn = from - this.starts[start - 1]! + 1;
    // A range that ends where its last line ends belongs to that line, not to the next one.
    const end = to > from ? this.line(to - 1) : start;
    let last = to;
    while (last > from && isLineEnd(this.text.charCodeAt(last - 1)) && last > this.starts[end - 1]!) last--;
    return { start, startColumn, end, endColumn: last - this.starts[end - 1]! + 1 };
  }
}

function isLineEnd(code: number): boolean {
  return code === 10 || code === 13;
}
