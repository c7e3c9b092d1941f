// How does a text change when something is put into it or taken out? As insertions and cuts at offsets of the text before,
// so that every other character stays.

export interface Insertion {
  at: number;
  text: string;
}

export interface Cut {
  start: number;
  end: number;
}

/** What an edit made of a text. */
export interface Edited {
  after: string;
  /** Null where more than insertions was needed: then nothing can be taken out again by offsets. */
  insertions: readonly Insertion[] | null;
}

/** In ascending order; two at one place stand in the order given. */
export function insertAll(text: string, insertions: readonly Insertion[]): string {
  let after = "";
  let done = 0;
  for (const { at, text: added } of insertions) {
    after += text.slice(done, at) + added;
    done = at;
  }
  return after + text.slice(done);
}

/** Cuts may be given in any order; they don't overlap. */
export function cutAll(text: string, cuts: readonly Cut[]): string {
  let rest = text;
  for (const { start, end } of cuts.toSorted((a, b) => b.start - a.start))
    rest = rest.slice(0, start) + rest.slice(end);
  return rest;
}

/** `\r\n` where the first line ends so. */
export function lineEndOf(text: string): string {
  const at = text.indexOf("\n");
  return at > 0 && text[at - 1] === "\r" ? "\r\n" : "\n";
}

/** The one stretch by which `after` is longer; null: it is not made by one. */
export function singleInsertion(before: string, after: string): Insertion | null {
  const length = after.length - before.length;
  if (length <= 0) return null;
  let at = 0;
  while (at < before.length && before[at] === after[at]) at++;
  return before.slice(at) === after.slice(at + length) ? { at, text: after.slice(at, at + length) } : null;
}
