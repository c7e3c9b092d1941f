// Which keys of patterns name a declaration as an import does (`const { name } = require("./x")`)?
import type { Reference } from "../parse/facts.ts";
import { importKeys } from "./ecmascript-import-keys.ts";
import { imported } from "./exported-names.ts";
import { placeKey, type FileTables } from "./file-tables.ts";
import type { PossibleSite, ProvenSite } from "./graph.ts";
import { placed } from "./local-values.ts";
import type { Resolver } from "./resolve.ts";
import { possibleInText, ProvenInText } from "./sites.ts";
import { couldMean, type Subject } from "./subject.ts";

export async function usesByKeys(
  r: Resolver,
  subject: Subject,
  tables: FileTables,
  names: ReadonlySet<string>,
): Promise<{ proven: readonly ProvenSite[]; possible: readonly PossibleSite[] }> {
  const proven: ProvenSite[] = [];
  const possible: PossibleSite[] = [];
  for (const [offset, number] of importKeys(tables)) {
    const fact = tables.facts.imports[number]!;
    if (!names.has(fact.imported)) continue;
    const reference: Reference = { ...placed(tables, offset, fact.imported), role: "import" };
    const meaning = await r.ofFound(await imported(r, tables.file.index, fact), reference, "import");
    if (meaning.kind !== "proven" && meaning.kind !== "possible") continue;
    const isIt = meaning.targets.some((t) => subject.keys.has(placeKey(t)));
    if (meaning.kind === "proven") {
      if (isIt) proven.push(new ProvenInText(tables, offset, "import", meaning.rule));
    } else if (couldMean(subject, reference, false, false) && (isIt || meaning.targets.length === 0))
      possible.push(possibleInText(tables, offset, meaning.why));
  }
  return { proven, possible };
}
