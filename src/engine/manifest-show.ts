// The first view of a manifest, or nodes opened in it one after the other: one walk, and all that it put out.
import { forTerminal } from "../base/safe-text.ts";
import { isLeaf, nodeOf } from "../manifest/manifest.ts";
import { counterFor } from "../manifest/manifest-unit.ts";
import { openManifest } from "../manifest/open-manifest.ts";
import { BudgetExceeded } from "../manifest/walk-faults.ts";
import { ManifestWalk, type WalkOptions } from "./manifest-walk.ts";
import type { Format, Outcome } from "./operation.ts";
import { plainOutcome } from "./plain-outcome.ts";

export interface ManifestShowArguments {
  manifest: string;
  ids: readonly string[];
  find?: string;
  walk: WalkOptions;
  format?: Format;
}

/** Throws as a walk does: what does not fit is not shown in part. */
export function showManifest({
  manifest: path,
  ids,
  find,
  walk: options,
  format,
}: ManifestShowArguments): Outcome {
  using opened = openManifest(path);
  const { manifest } = opened;
  const walk = new ManifestWalk(opened, options);
  const steps: { id: string | null; text: string }[] = [];
  if (find !== undefined) steps.push({ id: null, text: walk.search(find) });
  else if (ids.length === 0) steps.push({ id: null, text: walk.index() });
  for (const id of ids) steps.push({ id, text: walk.open(id) });
  const { session, budget } = walk;
  const answer = {
    op: "manifest show",
    file: path,
    source: manifest.source["id"] ?? null,
    nodes: manifest.nodes.size,
    leaves: [...manifest.nodes.values()].filter(isLeaf).length,
    budget,
    left: session.remaining,
    held: session.residentTokens,
    inView: session.runtime.peek().map(({ meta: _meta, ...entry }) => ({
      ...entry,
      keywords: nodeOf(manifest, entry.id)?.keywords ?? [],
    })),
    steps,
  };
  const text = steps.map((step) => step.text).join("");
  // What each step leaves is counted by nodes; ids, ways and states of all of them count here.
  const cost = counterFor(manifest)(text);
  const suggestion = { kind: "narrow-the-set-or-close" } as const;
  if (cost > budget)
    throw new BudgetExceeded({ node: "all that is asked for", cost, remaining: budget, suggestion });
  // Contents keep their tabs, and steer no terminal.
  const lines = text.split("\n").map(forTerminal).join("\n");
  return { ...plainOutcome(format, answer, []), ...(format !== "json" && { output: lines }) };
}
