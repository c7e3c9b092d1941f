// The plots of an evaluation's page, as SVG in the page. Each has a title that is read aloud; the same figures stand in the
// table beside it. Colours are the page's, so that they follow light and dark.
import type { EvalInterval } from "./eval-report.ts";

const WIDTH = 560;
const LABELS = 130;
const RIGHT = 16;
const ROW = 30;
const AXIS = 34;

/** Text of a page: nothing in it can become markup. */
export function escaped(text: string): string {
  return text
    .replaceAll(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, "\ufffd")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");
}

export function signed(value: number, digits = 3): string {
  // Never "-0.000".
  const text = value.toFixed(digits);
  return Number(text) === 0 ? (0).toFixed(digits) : value > 0 ? `+${text}` : text;
}

function frame(title: string, width: number, height: number, parts: readonly string[]): string {
  return `<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${escaped(title)}">${parts.join("")}</svg>`;
}

function text(x: number, y: number, said: string, anchor: string, kind = ""): string {
  const named = kind === "" ? "" : ` class="${kind}"`;
  return `<text x="${round(x)}" y="${round(y)}" text-anchor="${anchor}"${named}>${escaped(said)}</text>`;
}

function line(x1: number, y1: number, x2: number, y2: number, kind: string): string {
  return `<line x1="${round(x1)}" y1="${round(y1)}" x2="${round(x2)}" y2="${round(y2)}" class="${kind}"/>`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

export interface PlotRow {
  label: string;
  value: EvalInterval;
}

/** Means as points, intervals as lines; `zero`: a scale around 0, where what lies on one side of it is marked. */
export function intervalPlot(title: string, rows: readonly PlotRow[], zero: boolean): string {
  const { from, to, step } = zero ? scaleAround(rows) : { from: 0, to: 1, step: 0.2 };
  const plot = WIDTH - LABELS - RIGHT;
  const x = (value: number): number =>
    LABELS + ((Math.min(to, Math.max(from, value)) - from) / (to - from)) * plot;
  const height = rows.length * ROW + AXIS;
  const bottom = rows.length * ROW + 6;
  const parts: string[] = [];
  for (let i = 0; from + i * step <= to + step / 2; i++) {
    const value = Math.round((from + i * step) * 1000) / 1000;
    parts.push(line(x(value), 4, x(value), bottom, value === 0 && zero ? "zero" : "grid"));
    parts.push(text(x(value), bottom + 18, zero ? signed(value, 2) : value.toFixed(1), "middle", "tick"));
  }
  rows.forEach(({ label, value }, i) => {
    const y = 20 + i * ROW;
    const kind = !zero ? "plain" : value.low > 0 ? "up" : value.high < 0 ? "down" : "level";
    parts.push(text(LABELS - 12, y + 4, label, "end"));
    parts.push(line(x(value.low), y, x(value.high), y, `whisker ${kind}`));
    parts.push(`<circle cx="${round(x(value.mean))}" cy="${y}" r="5" class="${kind}"/>`);
  });
  return frame(title, WIDTH, height, parts);
}

function scaleAround(rows: readonly PlotRow[]): { from: number; to: number; step: number } {
  const most = Math.max(0.01, ...rows.flatMap(({ value }) => [Math.abs(value.high), Math.abs(value.low)]));
  const step = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5].find((width) => most / width <= 5) ?? 0.5;
  const low = Math.min(0, ...rows.map(({ value }) => value.low));
  const high = Math.max(0, ...rows.map(({ value }) => value.high));
  return { from: Math.floor(low / step) * step, to: Math.ceil(high / step) * step || step, step };
}

/** Shares over growing budgets, a line for each group. */
export function curvePlot(
  title: string,
  ticks: readonly string[],
  series: readonly { label: string; values: readonly number[] }[],
): string {
  const left = 44;
  const right = 110;
  const top = 10;
  const height = 260;
  const bottom = height - 44;
  const x = (i: number): number => left + (i / Math.max(1, ticks.length - 1)) * (WIDTH - left - right);
  // From the fifth below the least value on: near the top lines could not be told apart.
  const least = Math.min(0.8, ...series.flatMap(({ values }) => values));
  const from = Math.floor(least * 5) / 5;
  const y = (value: number): number => bottom - ((value - from) / (1 - from)) * (bottom - top);
  const parts: string[] = [];
  for (let tenth = Math.round(from * 10); tenth <= 10; tenth += from >= 0.6 ? 1 : 2) {
    parts.push(line(left, y(tenth / 10), WIDTH - right, y(tenth / 10), "grid"));
    parts.push(text(left - 8, y(tenth / 10) + 4, (tenth / 10).toFixed(1), "end", "tick"));
  }
  ticks.forEach((tick, i) => parts.push(text(x(i), bottom + 18, tick, "middle", "tick")));
  const labels = spreadOut(
    series.map(({ values }) => y(values.at(-1) ?? 0)),
    bottom,
  );
  series.forEach(({ label, values }, s) => {
    const points = values.map((value, i) => `${round(x(i))},${round(y(value))}`).join(" ");
    parts.push(`<polyline points="${points}" class="curve s${s}"/>`);
    values.forEach((value, i) =>
      parts.push(`<circle cx="${round(x(i))}" cy="${round(y(value))}" r="3" class="s${s}"/>`),
    );
    parts.push(text(WIDTH - right + 10, labels[s]! + 4, label, "start", `s${s}`));
  });
  return frame(title, WIDTH, height, parts);
}

/** Labels at the ends of lines that come to the same height: a line of text apart. */
function spreadOut(heights: readonly number[], bottom: number): number[] {
  const apart = 15;
  const order = [...heights.keys()].sort((a, b) => heights[a]! - heights[b]!);
  const placed = [...heights];
  order.forEach((own, i) => {
    if (i > 0) placed[own] = Math.max(placed[own]!, placed[order[i - 1]!]! + apart);
  });
  // Those that were pushed out of the plot push the ones above them.
  order.toReversed().forEach((own, i) => {
    placed[own] = Math.min(placed[own]!, bottom - i * apart);
  });
  return placed;
}

/** Counts as bars, with the share written beside each. */
export function barPlot(title: string, rows: readonly { label: string; count: number }[]): string {
  const all = rows.reduce((sum, { count }) => sum + count, 0);
  const most = Math.max(1, ...rows.map(({ count }) => count));
  const plot = WIDTH - LABELS - 90;
  const parts = rows.flatMap(({ label, count }, i) => {
    const y = i * ROW + 6;
    const width = (count / most) * plot;
    const share = all === 0 ? 0 : (100 * count) / all;
    return [
      text(LABELS - 12, y + 15, label, "end"),
      `<rect x="${LABELS}" y="${y}" width="${round(Math.max(1, width))}" height="20" rx="3" class="bar"/>`,
      text(LABELS + width + 8, y + 15, `${count} (${share.toFixed(0)}%)`, "start", "tick"),
    ];
  });
  return frame(title, WIDTH, rows.length * ROW + 8, parts);
}
