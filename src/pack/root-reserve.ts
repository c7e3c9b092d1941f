// Where the root lies and which revision it is at must not change what is shown of it: the same tree gives the same
// spans. So room is chosen as if the root cost this much, which is more than nearly every one does. Under a tight budget
// less is set aside: there a root with a long path may leave room for less.
import type { Counter } from "../tokens/counter.ts";
import type { AnswerRoot } from "./answer.ts";
import { rootLine } from "./render-text.ts";

/** In tokens: JSON has the whole revision, 40 digits. */
const RESERVE = { text: 40, json: 80 } as const;
/** No more than this share of the budget. */
const LARGEST_SHARE = { text: 1 / 12, json: 1 / 8 } as const;
/** How many bytes stand for a token where the unit is bytes. */
const BYTES = 4;

/** What the root would cost more if it cost its reserve. */
export function rootSlack(root: AnswerRoot, json: boolean, budget: number, counter: Counter): number {
  const form = json ? "json" : "text";
  const line = json ? JSON.stringify(root) : `${rootLine(root)}\n`;
  const reserve = RESERVE[form] * (counter.unit === "bytes" ? BYTES : 1);
  const most = Math.floor(budget * LARGEST_SHARE[form]);
  return Math.max(0, Math.min(reserve, most) - counter.count(line));
}

/** The budget in which an answer of this cost is shown, wherever the root lies. */
export function budgetFor(cost: number, root: AnswerRoot, json: boolean, counter: Counter): number {
  // A larger budget may have more digits, and sets more aside.
  return cost + 2 + rootSlack(root, json, Infinity, counter);
}
