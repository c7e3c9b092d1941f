// Between a pack and its new selection: what came, what left, what changed, what only moved.
import { placeLabel } from "../pack/label.ts";
import type { PackChange } from "../pack/pack-reports.ts";
import type { VerifiedPlace } from "../pack/receipt-verify.ts";
import type { SavedPack } from "../pack/saved-pack.ts";
import { shownPath } from "../redact/shown-path.ts";

/** What a new selection has that the old one had not, and the other way round; by what it is, not by where it stands. */
export function changesOf(before: SavedPack, places: readonly VerifiedPlace[], now: SavedPack): PackChange[] {
  const changes: PackChange[] = [];
  const left = new Set(now.spans);
  before.spans.forEach((span, i) => {
    const place = places[i]!;
    const at = place.to ?? place;
    const path = shownPath(at.path);
    const again =
      [...left].find((s) => s.path === path && s.start === at.start && s.end === at.end) ??
      [...left].find((s) => s.path === path && s.name === span.name && s.kind === span.kind);
    const { start, end, kind, name } = span;
    const old = { path: span.path, start, end, kind, name };
    if (again === undefined) {
      changes.push({ change: "left", ...old, to: null });
      return;
    }
    left.delete(again);
    const same = again.path === span.path && again.start === start && again.end === end;
    const hashes = (of: typeof span): string => of.lines.map(({ hash }) => hash).join();
    const to = same ? null : { path: again.path, start: again.start, end: again.end };
    if (hashes(again) !== hashes(span)) changes.push({ change: "changed", ...old, to });
    else if (!same) changes.push({ change: "moved", ...old, to });
  });
  for (const { path, start, end, kind, name } of now.spans.filter((span) => left.has(span)))
    changes.push({ change: "new", path, start, end, kind, name, to: null });
  return changes;
}

export function changeLine(change: PackChange): string {
  const to = change.to === null ? "" : `, now ${placeLabel({ ...change.to, kind: "lines", name: "" })}`;
  return `  ${change.change} ${placeLabel(change)}${to}`;
}
