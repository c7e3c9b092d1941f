// A difference between Pith and another program, as a fault with the first few of each side.

export function refuseDifference(label: string, here: readonly string[], there: readonly string[]): void {
  const { extra, missing } = difference(here, there);
  if (extra.length === 0 && missing.length === 0) return;
  throw new Error(`${label}: only here ${few(extra)}; only there ${few(missing)}`);
}

export function difference(
  here: readonly string[],
  there: readonly string[],
): { extra: string[]; missing: string[] } {
  const ours = new Set(here);
  const theirs = new Set(there);
  return { extra: [...ours].filter((x) => !theirs.has(x)), missing: [...theirs].filter((x) => !ours.has(x)) };
}

export function few(list: readonly string[]): string {
  return `${list.length}${list.length === 0 ? "" : ` (${list.slice(0, 5).join(", ")}${list.length > 5 ? ", …" : ""})`}`;
}
