// What was not looked at, in few lines: of many things that share a reason the first are named, the others counted.
import { shownText } from "../redact/redact.ts";
import { compareStrings } from "../base/order.ts";
import { oneLine } from "../pack/label.ts";
import type { NotLooked } from "../graph/graph.ts";

/** Things of one reason that are named. */
const MOST_NAMED = 5;
const OTHER_LANGUAGE = /^(?:1 file|\d+ files) \(([^()]+)\) that hold the name$/;

/** For the line that ends an answer: a sentence, or none. */
export function leftOutSentence(head: string, compact: readonly NotLooked[]): string[] {
  const named = compact.map(({ what, why }) => `${oneLine(what)} (${why})`);
  return named.length === 0 ? [] : [`${head}: ${named.join(", ")}`];
}

export function compactLeftOut(all: readonly NotLooked[]): NotLooked[] {
  const reasons = Map.groupBy(all, (item) => item.why);
  const compact: NotLooked[] = [];
  for (const [why, items] of reasons) {
    const whats = [...new Set(items.map((item) => item.what))];
    const languages = whats.map((what) => OTHER_LANGUAGE.exec(what)?.[1]);
    if (whats.length > 1 && languages.every((language) => language !== undefined)) {
      const named = [...new Set(languages as string[])].sort(compareStrings).join(", ");
      compact.push({ what: `files of other languages that hold a name: ${named}`, why });
    } else if (whats.length <= MOST_NAMED) compact.push(...whats.map((what) => ({ what, why })));
    else {
      const rest = whats.length - MOST_NAMED;
      compact.push({ what: `${whats.slice(0, MOST_NAMED).join(", ")} and ${rest} more`, why });
    }
  }
  // A path may come from a patch.
  return compact.map(({ what, why }) => ({ what: shownText(what), why }));
}
