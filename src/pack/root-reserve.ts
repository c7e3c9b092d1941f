// Where the root lies and which revision it is at must not change what is shown of it: the same tree gives the same
// spans. So room is chosen as if the root line cost this much, which is more than nearly every one does.
import type { Counter } from "../tokens/counter.ts";
import type { AnswerRoot } from "./answer.ts";
import { rootLine } from "./render-text.ts";

/** In tokens; bytes count as four a token. */
const ROOT_RESERVE = 40;

/** What the root line would cost more if it cost its reserve. */
export function rootSlack(root: AnswerRoot, json: boolean, budget: number, counter: Counter): number {
  const line = json ? JSON.stringify(root) : `${rootLine(root)}\n`;
  const reserve = Math.min(ROOT_RESERVE * (counter.unit === "bytes" ? 4 : 1), Math.floor(budget / 20));
  return Math.max(0, reserve - counter.count(line));
}
