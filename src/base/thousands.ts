// A whole number as a person reads it: `12,345`. The language's own formatter loads its locale data first, which takes
// 20 ms of every start.
export function thousands(count: number): string {
  return String(count).replaceAll(/\B(?=(?:\d{3})+$)/g, ",");
}
