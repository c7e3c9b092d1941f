// In a session: the same choice without the lines that the client holds. They are taken out after the choice, so that what
// is new in an answer is what would be new in it without a session, and what they leave free is not filled with lesser places.
import { shownPath } from "../redact/shown-path.ts";
import type { Candidate } from "./candidate.ts";
import type { Dropped } from "./choose.ts";
import type { ShownSpan } from "./form.ts";
import type { ChosenFile, Selection } from "./selection.ts";
import { sessionPart, type HeldBefore, type HeldPlace, type SessionPart } from "./session-part.ts";

export interface SessionForm {
  spans: ShownSpan[];
  behind: Map<ShownSpan, Candidate>;
  /** Places of which everything is held. */
  dropped: Dropped[];
  session: SessionPart;
}

/** What an answer may look like, the best first: with the places that are held, with their number, with all lines again. */
export function formsWithoutHeld(
  selection: Selection,
  chosen: readonly ChosenFile[],
  client: HeldBefore,
  whole: Pick<SessionForm, "spans" | "behind">,
): SessionForm[] {
  const { resident, told } = client;
  const behind = new Map<ShownSpan, Candidate>();
  const files = chosen.map((file) => ({
    path: shownPath(file.source.path),
    ...selection.newSpans(file, behind, client),
  }));
  const places = (of: "shown" | "changed"): HeldPlace[] =>
    files.map((file) => ({ path: file.path, ranges: file[of] })).filter(({ ranges }) => ranges.length > 0);
  const shown = places("shown");
  const changed = places("changed");
  const unsent = files.flatMap((file) => file.unsent);
  const dropped = unsent.map(({ candidate, rank }): Dropped => ({
    candidate,
    rank,
    why: "shown before in the session",
  }));
  const spans = files.flatMap((file) => file.spans);
  return [
    { spans, behind, dropped, session: sessionPart(resident, shown, changed, { told }) },
    { spans, behind, dropped, session: sessionPart(resident, shown, changed, { most: 0, told }) },
    { ...whole, dropped: [], session: sessionPart(resident, [], [], { told }) },
  ];
}
