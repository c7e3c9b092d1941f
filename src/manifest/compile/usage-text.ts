// What does a manifest say of itself to an agent that never saw one? It is charged with the first view, so it is short, and
// shorter yet where the budget is small.
import type { CountTokens } from "../manifest-unit.ts";

const USAGE =
  "A map of content, not the content. Each node says what lies behind it and when to open it. Open the branch that fits best, " +
  "then the one below, down to a leaf: its content comes only then. Opening costs tokens of `variant.budget` (`desc_tokens` of " +
  "what comes into view, `tokens` of a leaf). Narrow by `facets` first where there are some; from a wrong branch go back up or " +
  "follow `links`.";

const SHORT_USAGE =
  "A map: open the branch whose what and when fit, down to a leaf. Each opening costs tokens of the budget.";

/** Of what there is to spend, at most so much goes to the longer text. */
const MOST_SHARE = 0.05;

export function usageText(available: number, count: CountTokens): string {
  return count(USAGE) <= available * MOST_SHARE ? USAGE : SHORT_USAGE;
}
