// In which forms does this version keep what it knows? A package says them of itself (scripts/pack/packed-manifest.ts), so that
// before an upgrade it can be told what will be made anew.
import { FACTS_VERSION } from "../parse/facts.ts";
import { DATABASE_FORMAT } from "./facts-tables.ts";
import { SEGMENT_FORMAT } from "./segment.ts";
import { SNAPSHOT_FORMAT } from "./snapshot.ts";

export type KeptForms = Readonly<Record<"facts" | "database" | "segment" | "snapshot", number>>;

export const KEPT_FORMS: KeptForms = {
  facts: FACTS_VERSION,
  database: DATABASE_FORMAT,
  segment: SEGMENT_FORMAT,
  snapshot: SNAPSHOT_FORMAT,
};
