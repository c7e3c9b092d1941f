// What reports say of the checker pass: how many verdicts, by which compiler, which programs were left out, what is dropped.
import { counted } from "../base/counted.ts";
import { pathLabel } from "../pack/label.ts";
import type { CheckerStatus } from "../pack/reports.ts";
import type { CheckedProgram } from "../store/verdicts-file.ts";
import type { CheckerRun } from "./checker-pass.ts";
import type { HeldVerdicts } from "./checker-verdicts.ts";

/** Programs that are named one by one. */
const MOST_NAMED = 20;

export function checkedLines({ compiler, verdicts, programs, notStored }: CheckerRun): string[] {
  const done = programs.filter((p) => p.skipped === null);
  return [
    `checker: TypeScript ${compiler} tells what ${counted(verdicts, "name")} mean${verdicts === 1 ? "s" : ""} in ${counted(done.length, "program")}`,
    ...skippedLines(
      programs.flatMap((p) => (p.skipped === null ? [] : [{ config: p.config, why: p.skipped }])),
    ),
    ...(notStored === null ? [] : [`checker: nothing is stored: ${notStored}.`]),
  ];
}

export function droppedLine(dropped: number): string {
  return `checker: ${counted(dropped, "earlier verdict")} dropped`;
}

export function checkerStatus({ verdicts, dropped }: HeldVerdicts): CheckerStatus | null {
  const meta = verdicts?.meta ?? dropped;
  if (meta === null || meta === undefined) return null;
  return {
    compiler: meta.compiler,
    verdicts: verdicts?.meta.verdicts ?? 0,
    dropped: dropped?.verdicts ?? 0,
    programs: meta.programs.length,
    skipped: skippedOf(meta.programs),
  };
}

export function statusLines({ compiler, verdicts, dropped, programs, skipped }: CheckerStatus): string[] {
  if (dropped > 0)
    return [
      `checker: ${counted(dropped, "verdict")} dropped, since files have changed; pith index --checker makes them again`,
    ];
  return [
    `checker: ${counted(verdicts, "verdict")} of TypeScript ${compiler} in ${counted(programs, "program")}`,
    ...skippedLines(skipped),
  ];
}

function skippedOf(programs: readonly CheckedProgram[]): { config: string; why: string }[] {
  return programs.flatMap((p) => (p.skipped === null ? [] : [{ config: p.config, why: p.skipped }]));
}

function skippedLines(skipped: readonly { config: string; why: string }[]): string[] {
  const lines = skipped
    .slice(0, MOST_NAMED)
    .map(
      ({ config, why }) =>
        `checker: skipped ${config === "" ? "the files without a configuration" : pathLabel(config)}: ${why}`,
    );
  const more = skipped.length - MOST_NAMED;
  return more > 0 ? [...lines, `checker: skipped ${counted(more, "more program")}`] : lines;
}
