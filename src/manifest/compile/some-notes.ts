// Of notes that are alike the first are said, and how many more there are.
import type { SourceNote } from "./source-tree.ts";

const MOST = 20;

export function pushSome(notes: SourceNote[], alike: readonly SourceNote[]): void {
  notes.push(...alike.slice(0, MOST));
  const left = alike.length - MOST;
  if (left > 0)
    notes.push({
      code: alike[0]!.code,
      subject: ".",
      text: `The same is so of ${left} more: ${alike[MOST]!.subject}, …`,
    });
}
