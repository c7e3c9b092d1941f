// In which order are the chosen files shown? By their rank, but a file that declares what another one uses comes before
// it. Inside a file the order is that of its lines. Where files use each other, rank decides.
import type { Candidate } from "./candidate.ts";
import type { ShownSpan } from "./form.ts";
import type { ChosenFile } from "./selection.ts";

export function inReadingOrder(files: readonly ChosenFile[]): ChosenFile[] {
  const ranked = [...files].sort((a, b) => rankOf(a) - rankOf(b));
  const uses = ranked.map((f) => f.parts.flatMap((p) => [...p.candidate.uses]));
  const definers = new Map<string, Set<number>>();
  ranked.forEach((file, i) => {
    for (const part of file.parts) {
      for (const name of part.candidate.defines) {
        definers.set(name, (definers.get(name) ?? new Set()).add(i));
      }
    }
  });
  // What each file waits for: files that declare a name that it uses and does not declare itself. A name that several
  // files declare says nothing about which of them is meant.
  const waitsFor = uses.map((names, i) => {
    const before = new Set<number>();
    for (const name of names) {
      const where = definers.get(name);
      if (where !== undefined && where.size === 1 && !where.has(i)) before.add([...where][0]!);
    }
    return before;
  });
  const order: ChosenFile[] = [];
  const left = new Set(ranked.keys());
  // What was chosen before stays before everything else.
  for (const i of [...left].filter((at) => rankOf(ranked[at]!) < 0)) {
    left.delete(i);
    order.push(ranked[i]!);
  }
  while (left.size > 0) {
    const ready = [...left].find((i) => [...waitsFor[i]!].every((j) => !left.has(j)));
    const next = ready ?? [...left][0]!;
    left.delete(next);
    order.push(ranked[next]!);
  }
  return order;
}

/** Rank of a file's best part. */
function rankOf(file: ChosenFile): number {
  return Math.min(...file.parts.map((p) => p.rank));
}

/** Spans by the place of the best candidate behind each. */
export function inGivenOrder(
  spans: readonly ShownSpan[],
  candidates: readonly Candidate[],
  behind: ReadonlyMap<ShownSpan, Candidate>,
): ShownSpan[] {
  const rank = new Map(candidates.map((candidate, i) => [candidate, i]));
  const rankOfSpan = (span: ShownSpan) => rank.get(behind.get(span)!) ?? Infinity;
  return [...spans].sort((a, b) => rankOfSpan(a) - rankOfSpan(b));
}
