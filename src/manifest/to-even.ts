// A number in print as the format's own reports have it: a tie goes to the even digit.

/** So many decimals, a tie to the even digit, as the format's own reports print: 62.5 is 62. Shares of few cases often are ties. */
export function toEven(value: number, decimals: number): string {
  const scale = 10 ** decimals;
  const scaled = value * scale;
  const down = Math.floor(scaled);
  const isTie = scaled - down === 0.5 && down / scale + 0.5 / scale === value;
  const rounded = isTie ? (down % 2 === 0 ? down : down + 1) : Math.round(scaled);
  return (rounded / scale).toFixed(decimals);
}
