// What a review says before it shows lines: the sum of the change, its files, what changed together with them before. As
// much of it as a share of the budget holds; what is left out is counted.
import { counted } from "../base/counted.ts";
import { mostThatFit } from "../pack/most-that-fit.ts";
import { oneLine, pathLabel } from "../pack/label.ts";
import type { AnswerBase } from "../pack/answer.ts";
import type { ReviewAnswer, ReviewDeclaration, ReviewFile, ReviewTogether } from "../pack/review-answer.ts";
import { shownPath } from "../redact/shown-path.ts";
import type { Counter } from "../tokens/counter.ts";

export interface PrefaceFacts extends Pick<ReviewAnswer, "change" | "base" | "head" | "totals"> {
  files: readonly ReviewFile[];
  declarations: readonly ReviewDeclaration[];
  together: readonly ReviewTogether[];
  /** Test files that the graph reaches: those are shown as spans. */
  reached: ReadonlySet<string>;
  /** Uses and places where there may be some that were not looked at, in words. */
  unlooked: readonly string[];
  /** Files of programs among those that change, of whose changes nothing is known. */
  unseen: number;
}

export interface Preface {
  lines: string[];
  members: Omit<ReviewAnswer, "op" | "spans" | "route" | keyof AnswerBase>;
  /** What of it was left out, in words. */
  caps: string[];
}

/** Of the budget: the lines themselves are what a review is for. */
const SHARE = 0.2;
/** Files that changed together with the change and are named at most: the first ones say it. */
const MOST_TOGETHER = 8;

export function prefaceOf(
  facts: PrefaceFacts,
  options: { budget: number; counter: Counter; format: "text" | "json" | "terminal" },
): Preface {
  const { counter, format } = options;
  const together = facts.together.slice(0, MOST_TOGETHER);
  // Files first: each has at least a line. What changed is shown by spans as well, and only JSON lists it apart.
  const total = facts.files.length + together.length + (format === "json" ? facts.declarations.length : 0);
  const made = (shown: number): Preface => {
    const files = facts.files.slice(0, shown);
    const near = together.slice(0, Math.max(0, shown - facts.files.length));
    const declared = facts.declarations.slice(0, Math.max(0, shown - facts.files.length - together.length));
    return preface(facts, files, near, declared, format);
  };
  const costs = (shown: number): number => {
    const { lines, members } = made(shown);
    return counter.count(format === "json" ? JSON.stringify(members) : lines.join("\n"));
  };
  const room = Math.floor(options.budget * SHARE);
  // A line costs some tokens at least: what can't fit need not be counted.
  const most = Math.min(total, Math.ceil(room / 3));
  return made(mostThatFit(total, most, (shown) => costs(shown) <= room));
}

function preface(
  facts: PrefaceFacts,
  files: readonly ReviewFile[],
  together: readonly ReviewTogether[],
  declarations: readonly ReviewDeclaration[],
  format: string,
): Preface {
  const { change, base, head, totals, reached } = facts;
  const caps: string[] = [];
  const left = facts.files.length - files.length;
  if (left > 0) caps.push(`${counted(left, "file")} of the change not listed`);
  const lines = [sumOf(facts), ...files.map(fileLine)];
  if (left > 0) lines.push(`⋯ ${counted(left, "more file")}`);
  if (together.length > 0) lines.push(togetherLine(together, reached));
  return {
    lines: format === "json" ? [] : lines,
    members: {
      change,
      base,
      head,
      totals,
      files: files.map((file) => ({
        ...file,
        path: shownPath(file.path),
        from: file.from === null ? null : shownPath(file.from),
      })),
      declarations: declarations.map((d) => ({ ...d, path: shownPath(d.path) })),
      together: together.map((t) => ({ ...t, path: shownPath(t.path) })),
    },
    caps,
  };
}

function sumOf(facts: PrefaceFacts): string {
  const { change, totals, declarations, unseen } = facts;
  const gone = declarations.filter((d) => d.change === "removed").length;
  const parts = [
    `${counted(totals.files, "file")} +${totals.added} -${totals.removed}`,
    totals.declarations === 0 && unseen > 0
      ? `declarations of ${counted(unseen, "file")} not known`
      : `${counted(totals.declarations - gone, "declaration")} changed${gone === 0 ? "" : `, ${gone} removed`}${unseen === 0 ? "" : `, those of ${counted(unseen, "file")} not known`}`,
    usesIn(facts),
    totals.tests === 0 && unseen > 0
      ? "tests not known"
      : `${counted(totals.tests, "test file")} ${totals.tests === 1 ? "reaches" : "reach"} it`,
  ];
  return `review of ${change}: ${parts.join("; ")}`;
}

/** The line that ends the answer has all of it. */
const LONGEST_NAMED = 80;

/** No number stands alone for what is more than was counted, and none at all where nothing was found of it. */
function usesIn({ totals, unlooked }: PrefaceFacts): string {
  const [first] = unlooked;
  const found = `${counted(totals.callers, "proven use")}, ${totals.possible} possible`;
  if (first === undefined) return found;
  const more = unlooked.length === 1 ? "" : ` and ${unlooked.length - 1} more`;
  const what = first.length > LONGEST_NAMED ? counted(unlooked.length, "place") : `${oneLine(first)}${more}`;
  const left = `${what} not looked at`;
  return totals.callers + totals.possible === 0 ? `uses not known: ${left}` : `${found}; ${left}`;
}

function fileLine({ path, from, change, added, removed, notes }: ReviewFile): string {
  const moved = from === null ? "" : ` ${change} from ${pathLabel(from)}`;
  const kind = change === "added" || change === "deleted" ? ` ${change}` : "";
  const counts = added + removed === 0 ? "" : ` +${added} -${removed}`;
  const said = notes.length === 0 ? "" : ` (${notes.join("; ")})`;
  return `${pathLabel(path)}${moved}${kind}${counts}${said}`;
}

function togetherLine(together: readonly ReviewTogether[], reached: ReadonlySet<string>): string {
  const named = together.map(({ path, commits, of, test }) => {
    const kind = test ? (reached.has(path) ? " (test, reached too)" : " (test)") : "";
    return `${pathLabel(path)} ${commits} of ${of}${kind}`;
  });
  return `changed together before, in commits: ${named.join(", ")}`;
}
