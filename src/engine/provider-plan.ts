// What would `pith index` send to the provider of vectors, and where? Told from names, sizes and what the store knows.
import { counted } from "../base/counted.ts";
import { isPithError } from "../base/error.ts";
import { isBinaryName } from "../files/binary-names.ts";
import { languageById, languageOf } from "../lang/registry.ts";
import type { ProviderPlan } from "../pack/reports.ts";
import { heldContents } from "../store/provider-vectors-look.ts";
import type { Look, Workspace } from "./workspace.ts";

/** Null where none is set. `rebuild`: as if nothing were known. */
export async function providerPlan(
  workspace: Workspace,
  { walk, snapshot, known }: Look,
  rebuild: boolean,
): Promise<ProviderPlan | null> {
  const opened = await workspace.provider.open();
  if (opened === null) return null;
  const { ceilings, languages } = workspace.config.values;
  if (isPithError(opened)) {
    const name = workspace.config.values.provider.kind;
    return { name, place: "", files: 0, bytes: 0, fault: `${opened.message} ${opened.next}` };
  }
  const rows = rebuild ? [] : known.filter((row) => row !== null);
  const held = rebuild
    ? new Set<string>()
    : heldContents(
        workspace.store.folder.vectors,
        opened.settings.vectorsName,
        rows.map(({ key }) => key),
      );
  let files = 0;
  let bytes = 0;
  walk.files.forEach(({ path, size }, i) => {
    const row = known[i] ?? null;
    if (row === null) {
      if (size > ceilings.fileBytes || isBinaryName(path)) return;
      if (languageOf(path, "", languages).data === true) return;
    } else {
      if (row.skip !== null || row.generated === true || row.minified === true || held.has(row.key)) return;
      if (languageById(snapshot!.segments[row.segment]!.entryLanguage(row.entry))?.data === true) return;
    }
    files++;
    bytes += size;
  });
  const { id, place } = opened.client.provider;
  return { name: id, place, files, bytes, fault: null };
}

export function providerPlanLine({ name, place, files, bytes, fault }: ProviderPlan): string {
  if (fault !== null) return `provider: ${name}; ${fault}`;
  if (files === 0) return `would send nothing to ${place} (${name})`;
  return `would send to ${place} (${name}) the text of at most ${counted(files, "file")} (${(bytes / 1e6).toFixed(2)} MB), without secrets`;
}
