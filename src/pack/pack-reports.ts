// What `pith pack` says, as JSON.
import type { Place, SpanKind } from "../base/span.ts";
import type { AnswerRoot, ChangedSince } from "./answer.ts";
import type { SavedPack } from "./saved-pack.ts";
import type { Unit } from "../tokens/units.ts";

/** Between a pack and its new selection. */
export interface PackChange extends Place {
  change: "new" | "left" | "changed" | "moved";
  kind: SpanKind;
  name: string;
  /** Where it stands in the new selection, if elsewhere. */
  to: Place | null;
}

export interface PackReport {
  op: "pack";
  root: AnswerRoot;
  action: "save" | "refresh" | "show" | "remove";
  name: string;
  /** Of its file, from the root. */
  path: string;
  /** False for a dry run, and where nothing answers its query. */
  written: boolean;
  /** As it is now. */
  pack: SavedPack | null;
  /** What became of the spans of the pack that was there. */
  before: ChangedSince | null;
  changes: PackChange[];
}

export interface PackListReport {
  op: "pack";
  root: AnswerRoot;
  action: "list";
  packs: { name: string; query: string; spans: number; cost: number; unit: Unit }[];
  /** Files in the place of packs that can't be read as one. */
  faults: { name: string; code: string; message: string; next: string }[];
}
