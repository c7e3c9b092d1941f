// Does a pattern of Rust bind a name?
import type { Span } from "./rust-spans.ts";
import { wordAt, type Tokens } from "./rust-tokens.ts";

/** Whether a pattern binds the name: it stands there as no path, no type and no field's name. */
export function binds(tokens: Tokens, { from, to }: Span, name: string): boolean {
  for (let at = from; at < to; at++) {
    if (wordAt(tokens, at) !== name) continue;
    const after = wordAt(tokens, at + 1);
    const before = wordAt(tokens, at - 1);
    if (
      before === "::" ||
      before === "." ||
      after === "::" ||
      after === "(" ||
      after === "{" ||
      after === "!"
    )
      continue;
    // `Foo { name: other }`
    if (after === ":" && at + 1 < to) continue;
    return true;
  }
  return false;
}
