// Which declared names are nearest to one that is not declared?
import { nearestNames } from "../base/order.ts";
import type { Snapshot } from "../store/segment-view.ts";

export function nearestDeclared({ files, segments }: Snapshot, name: string): string[] {
  const names = new Set<string>();
  for (const { segment, entry } of files) {
    if (segment < 0) continue;
    const view = segments[segment]!;
    for (let d = view.declarationOffset[entry]!; d < view.declarationOffset[entry + 1]!; d++)
      names.add(view.declarationName(d));
  }
  return nearestNames(name, [...names].sort());
}
