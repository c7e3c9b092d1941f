// Which parts of a text can be counted one by one? An answer is counted again and again while it is fitted and while it
// states its own cost, and differs by a line or two each time: what was counted a moment ago need not be cut again.
//
// A text is cut behind a line feed that has a visible ASCII character right before it, and one but `/` right behind it.
// There both encodings end a piece, whatever else the text holds:
//   - white space before it is this line feed alone, so no pattern can take more or less of it (`\s+(?!\S)`, and `\s+$`,
//     which sees the end of a part where the text goes on);
//   - signs take line feeds behind them, and slashes behind those, but nothing else;
//   - letters and digits take none.

/** Shorter texts are counted as they are. */
const LEAST = 512;
/** Code units of texts whose parts are remembered: those of some dozens of answers. A longer text is counted as it is. */
const MOST = 1_000_000;

const SLASH = 47;

/** The same count, with a memory for the parts of texts. */
export function inBlocks(count: (text: string) => number): (text: string) => number {
  const known = new Map<string, number>();
  let held = 0;
  return (text) => {
    if (text.length < LEAST || text.length > MOST) return count(text);
    held += text.length;
    if (held > MOST) {
      known.clear();
      held = text.length;
    }
    let sum = 0;
    for (let from = 0; from < text.length;) {
      const to = endOfBlock(text, from);
      const block = text.slice(from, to);
      let cost = known.get(block);
      if (cost === undefined) known.set(block, (cost = count(block)));
      sum += cost;
      from = to;
    }
    return sum;
  };
}

function endOfBlock(text: string, from: number): number {
  let at = text.indexOf("\n", from);
  while (at !== -1) {
    const after = text.charCodeAt(at + 1);
    if (isVisible(text.charCodeAt(at - 1)) && isVisible(after) && after !== SLASH) return at + 1;
    at = text.indexOf("\n", at + 1);
  }
  return text.length;
}

function isVisible(code: number): boolean {
  return code > 32 && code < 127;
}
