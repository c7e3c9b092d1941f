// How long does one question take in an engine that lives on, and how much of it is the sweep? Wall time and the time of
// all threads: other work on the machine shows in the first and not in the second.
import type { Engine } from "../../src/engine/engine.ts";
import type { TraceAnswer } from "../../src/pack/trace-answer.ts";

export interface Question {
  /** How the row is named. */
  row: string;
  symbol: string;
  depth: number;
}

export interface Times {
  wall: number[];
  cpu: number[];
  /** Without the sweep. */
  wallAfter: number[];
  cpuAfter: number[];
  totals: TraceAnswer["totals"];
  declarations: number;
}

export async function timeQuestions(
  engine: Engine,
  root: string,
  questions: readonly Question[],
  { warmUps, runs }: { warmUps: number; runs: number },
): Promise<Map<string, Times>> {
  const times = new Map<string, Times>();
  for (let round = -warmUps; round < runs; round++) {
    // Each after the others: a question finds the memory as the other questions left it.
    for (const { row, symbol, depth } of questions) {
      const began = now();
      let swept = began;
      const outcome = await engine.run(
        "trace",
        { symbol, root, direction: "callers", depth },
        { onPhase: (phase) => phase === "swept" && (swept = now()) },
      );
      const ended = now();
      const { totals, declarations } = outcome.answer as TraceAnswer;
      const known = times.get(row) ?? {
        wall: [],
        cpu: [],
        wallAfter: [],
        cpuAfter: [],
        totals,
        declarations: 0,
      };
      times.set(row, known);
      known.totals = totals;
      known.declarations = declarations.length;
      if (round === -warmUps)
        console.error(`${row}: ${(ended.wall - began.wall).toFixed(0)} ms the first time`);
      if (round < 0) continue;
      known.wall.push(ended.wall - began.wall);
      known.cpu.push(ended.cpu - began.cpu);
      known.wallAfter.push(ended.wall - swept.wall);
      known.cpuAfter.push(ended.cpu - swept.cpu);
    }
  }
  return times;
}

function now(): { wall: number; cpu: number } {
  const { user, system } = process.cpuUsage();
  return { wall: performance.now(), cpu: (user + system) / 1000 };
}
