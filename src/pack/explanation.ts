// How did a span get its place? One indented line, only when asked for.
import type { Explanation } from "./answer.ts";
import { oneLine } from "./label.ts";

export function explanationLine({ score, lanes, features, matched }: Explanation): string {
  const parts = [`score ${round(score)}`];
  const places = Object.entries(lanes).map(([lane, { rank, score }]) => `${lane} #${rank} (${round(score)})`);
  if (places.length > 0) parts.push(places.join(", "));
  const values = Object.entries(features).map(([name, value]) => `${name} ${round(value)}`);
  if (values.length > 0) parts.push(values.join(", "));
  if (matched.length > 0) parts.push(`met ${matched.map(oneLine).join(", ")}`);
  return `  ${parts.join("; ")}`;
}

function round(value: number): string {
  return String(Math.round(value * 1000) / 1000);
}
