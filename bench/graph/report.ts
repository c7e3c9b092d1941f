// The tables and the lists of faults of the graph truth benchmark.
import { type Score, quantile, totalsOf } from "./score.ts";

export function tableHead(): string[] {
  return [
    "| repository | targets | not known | calls | proven | wrong | precision | proven recall | inside the interval | width: median | 90th | undecided |",
    "|---|---|---|---|---|---|---|---|---|---|---|---|",
  ];
}

export function tableRow(name: string, scores: readonly Score[]): string {
  const t = totalsOf(scores);
  const share = (part: number, of: number) => (of === 0 ? "–" : (part / of).toFixed(4));
  return `| ${[
    name,
    t.targets,
    t.unaskable,
    t.calls,
    t.proven,
    t.wrong,
    share(t.proven - t.wrong, t.proven),
    share(t.provenCalls, t.calls),
    share(t.insideCalls, t.calls),
    quantile(t.widths, 0.5).toFixed(2),
    quantile(t.widths, 0.9).toFixed(2),
    t.undecided,
  ].join(" | ")} |`;
}

/** What Pith says of one target beside what the oracle says. */
export function besideOracle({ target, calls, proven, possible, provenCalls, insideCalls }: Score): string {
  const wrong = proven.filter((s) => s.verdict === "wrong").length;
  const rest = insideCalls - provenCalls;
  return (
    `${named(target)}: the oracle says ${calls} calls; Pith ${proven.length} proven (${provenCalls} of the calls, ` +
    `${wrong} wrong), ${possible.length} possible (${rest} of the calls), ${calls - insideCalls} missed`
  );
}

/** Every wrong proven place, every call outside the interval, and the targets whose possible places are mostly false. */
export function faultsOf(scores: readonly Score[], textAt: (path: string, line: number) => string): string[] {
  const lines: string[] = [];
  for (const { target, proven } of scores) {
    for (const { path, line, column, why, verdict, truth } of proven) {
      if (verdict !== "wrong") continue;
      lines.push(
        `wrong   ${path}:${line}:${column} proven (${why}) as ${named(target)}; is ${truth} | ${textAt(path, line)}`,
      );
    }
  }
  for (const { target, unaskable, missed, calls } of scores) {
    if (unaskable) lines.push(`unknown ${named(target)}: no such declaration; ${calls} calls`);
    else {
      for (const { path, line, column } of missed) {
        lines.push(`missed  ${path}:${line}:${column} calls ${named(target)} | ${textAt(path, line)}`);
      }
    }
  }
  for (const { target, calls, provenCalls, insideCalls, possible } of scores) {
    if (insideCalls === provenCalls) continue;
    const why = [
      ...Map.groupBy(
        possible.filter((s) => s.verdict === "right"),
        (s) => s.why,
      ),
    ]
      .map(
        ([w, some]) =>
          `${w} ${some.length}, such as ${some[0]!.path}:${some[0]!.line}:${some[0]!.column} ${textAt(some[0]!.path, some[0]!.line)}`,
      )
      .join("; ");
    lines.push(`unproven ${insideCalls - provenCalls} of ${calls} calls of ${named(target)}: ${why}`);
  }
  for (const { target, calls, falsePossible, possible } of scores) {
    if (falsePossible <= 5 * calls || calls === 0) continue;
    const why = [
      ...Map.groupBy(
        possible.filter((s) => s.verdict === "wrong"),
        (s) => s.why,
      ),
    ]
      .map(
        ([w, some]) => `${w} ${some.length}, such as ${some[0]!.path}:${some[0]!.line} (${some[0]!.truth})`,
      )
      .join("; ");
    lines.push(`wide    ${falsePossible} false for ${calls} calls of ${named(target)}: ${why}`);
  }
  return lines;
}

function named({ name, kind, at }: Score["target"]): string {
  return `${kind} ${name} ${at[0]!.path}:${at[0]!.line}`;
}
