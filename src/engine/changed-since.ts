// What became of places that were kept before: what an answer says of them before anything else.
import type { ChangedSince } from "../pack/answer.ts";
import { oneLine, placeLabel } from "../pack/label.ts";
import { fate } from "../pack/receipt-markdown.ts";
import type { VerifiedPlace } from "../pack/receipt-verify.ts";
import { shownPath } from "../redact/shown-path.ts";

/** Spans that changed, moved or went and are named; of more it is told how many. */
const MOST_NAMED = 20;

export function sinceOf({
  places,
  counts,
}: {
  places: VerifiedPlace[];
  counts: ChangedSince["counts"];
}): ChangedSince {
  const changed = places
    .filter(({ state }) => state !== "same")
    .map((place): VerifiedPlace => Object.assign({}, place, { path: shownPath(place.path) }));
  return { counts, changed };
}

/** For the lines of an answer that begins with what became of places: `changed src/a.ts:3-9 f, to src/a.ts:5-12`. */
export function changedLines(places: ChangedSince["changed"]): string[] {
  const named = places.slice(0, MOST_NAMED).map((place) => {
    return `  ${placeLabel(place)}: ${oneLine(fate(place))}`;
  });
  return places.length > MOST_NAMED ? [...named, `  and ${places.length - MOST_NAMED} more`] : named;
}

export function countsInWords(counts: ChangedSince["counts"]): string {
  const said = (["moved", "changed", "gone"] as const).filter((state) => counts[state] > 0);
  return said.map((state) => `${counts[state]} ${state}`).join(", ");
}
