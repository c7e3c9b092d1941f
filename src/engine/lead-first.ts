// A long list of several sections that a budget will cut: the first of each section before the rest of any, so that a
// thousand proven places do not leave the tests and the possible ones without a line.

export interface Sectioned {
  /** Stands above the first item of a section. */
  heading?: string;
  /** Place in the whole list. */
  order?: number;
}

/** A list so short is shown as it is: most budgets hold it. */
const SHORT = 40;
/** Items of each section that come first. */
const LEAD = 6;

export function leadFirst<Item extends Sectioned>(items: readonly Item[]): Item[] {
  items.forEach((item, i) => (item.order = i));
  if (items.length <= SHORT) return [...items];
  const first: Item[] = [];
  const rest: Item[] = [];
  /** Heading of the section, and how many of it there were; before the first section everything leads. */
  let heading = "";
  let count = -Infinity;
  for (const item of items) {
    if (item.heading !== undefined) [heading, count] = [item.heading, 0];
    if (count++ < LEAD) first.push(item);
    else rest.push(count === LEAD + 1 ? { ...item, heading: `further ${heading}` } : item);
  }
  return [...first, ...rest];
}

/** Items in the order that they had before. */
export function inOrder<Item extends Sectioned>(items: readonly Item[]): Item[] {
  return [...items].sort((a, b) => (a.order ?? 0) - (b.order ?? 0));
}
