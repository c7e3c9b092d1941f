// Of each span, is it more than was shown before?
import type { Candidate } from "./candidate.ts";
import type { ShownSpan } from "./form.ts";
import type { HeldBefore } from "./session-part.ts";

/** Marks spans of which no line, or not every line, was shown before. Blank lines are nothing new. */
export function markNew(
  spans: readonly ShownSpan[],
  behind: ReadonlyMap<ShownSpan, Candidate>,
  since: HeldBefore | undefined,
): void {
  if (since === undefined) return;
  for (const span of spans) {
    const { lines } = behind.get(span)!.source;
    const { now } = since.held(span.path, lines);
    let some = false;
    let all = true;
    for (const [from, to] of span.shown) {
      for (let line = from; line <= to; line++) {
        if (now.has(line)) some = true;
        else if (lines[line - 1]!.trim() !== "") all = false;
      }
    }
    if (!all) span.since = some ? "more" : "new";
  }
}
