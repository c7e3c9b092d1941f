// Which budgets are accepted, and what does an answer cost that names its own cost?
import { PithError } from "../base/error.ts";
import { LEAST_BUDGET, MOST_BUDGET } from "../base/limits.ts";
import { safeJson } from "../base/safe-text.ts";
import type { Counter } from "../tokens/counter.ts";

export function checkBudget(budget: number): number {
  if (!Number.isSafeInteger(budget)) {
    throw new PithError("BUDGET_INVALID", `The budget must be a whole number, not ${budget}.`, {
      subject: String(budget),
      next: "Give a number such as 2000.",
    });
  }
  if (budget < LEAST_BUDGET) {
    throw new PithError("BUDGET_TOO_SMALL", `A budget of ${budget} is too small to answer in.`, {
      subject: String(budget),
      next: `Give at least ${LEAST_BUDGET}; 2000 is usual.`,
    });
  }
  if (budget > MOST_BUDGET) {
    throw new PithError("BUDGET_INVALID", `A budget of ${budget} is more than an answer may cost.`, {
      subject: String(budget),
      next: `Give at most ${MOST_BUDGET}; 2000 is usual.`,
    });
  }
  return budget;
}

/** The id that a request of a batch has stands in its answer, whatever else does. */
export function checkRoomForId(budget: number, id: unknown, counter: Counter): void {
  if (id === undefined) return;
  const least = LEAST_BUDGET + counter.count(`"id":${safeJson(id)},`);
  if (budget >= least) return;
  throw new PithError(
    "BUDGET_TOO_SMALL",
    `A budget of ${budget} is too small beside the id of the request.`,
    {
      subject: String(budget),
      next: `Give at least ${least}, or a shorter id.`,
    },
  );
}

export interface Finished {
  output: string;
  cost: number;
}

/**
 * Renders until the cost that the answer states is the cost that it has. More digits never cost less, so this climbs to
 * the least figure that is true of itself; where an encoding jumps over it, the larger of the two is stated.
 */
export function finish(counter: Counter, render: (cost: number) => string, guess: number): Finished {
  let stated = guess;
  for (let round = 0; ; round++) {
    const output = render(stated);
    const cost = counter.count(output);
    if (cost === stated || (round > 3 && cost < stated)) return { output, cost: stated };
    stated = round < 3 ? cost : Math.max(stated + 1, cost);
  }
}
