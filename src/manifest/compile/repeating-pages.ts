// Which pages are others put together: a manual on one page beside its chapters? Nothing would be in them that isn't elsewhere.

/** Lines that are too short say nothing of where they are from. */
const LEAST_LENGTH = 30;
/** Of the lines of such a page, that are in others; how many others; how much longer it is than each. */
const SHARE = 0.9;
const LEAST_PAGES = 3;
const LONGER = 1.5;

/** Indices of pages by their lines. */
export function repeatingPages(pages: readonly (readonly string[])[]): Set<number> {
  const lines = pages.map((page) => new Set(page.filter((line) => line.length >= LEAST_LENGTH)));
  const owners = new Map<string, number[]>();
  lines.forEach((own, page) => {
    for (const line of own) {
      const known = owners.get(line);
      if (known === undefined) owners.set(line, [page]);
      // Of a line of all pages it is enough to know some.
      else if (known.length < 8) known.push(page);
    }
  });
  const repeating = new Set<number>();
  lines.forEach((own, page) => {
    const others = new Set<number>();
    let shared = 0;
    for (const line of own) {
      const elsewhere = owners.get(line)!.filter((one) => one !== page);
      if (elsewhere.length > 0) shared++;
      for (const one of elsewhere) others.add(one);
    }
    if (others.size < LEAST_PAGES || shared < own.size * SHARE) return;
    if ([...others].every((one) => own.size > lines[one]!.size * LONGER)) repeating.add(page);
  });
  return repeating;
}
