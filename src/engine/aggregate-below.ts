// Which types does "below X", or "exceptions", mean? Every type of the languages that are asked about is read with its bases,
// also outside of the places that are meant: a class is below another wherever that stands.
import { languageOfFile } from "./file-language.ts";
import type { Filter } from "../rank/aggregate-question.ts";
import type { Snapshot } from "../store/segment-view.ts";
import { closure, EXCEPTION, lastPart, TYPE_KINDS } from "./aggregate-bases.ts";
import { isCode, MOST_READ, type NotComputed } from "./aggregate-facts.ts";
import type { Source } from "./sources.ts";
import type { Workspace } from "./workspace.ts";

/** Names below each filter that asks for them; null where none does. */
export type Below = ReadonlyMap<Filter, ReadonlySet<string>>;

interface Types {
  bases: Map<string, Set<string>>;
  /** How many types have the name. */
  declaring: Map<string, number>;
  inGo: Set<string>;
}

/** `languages`: those of the files that are counted. `load`: reads files and gives each that is there. */
export async function belowOf(
  workspace: Workspace,
  snapshot: Snapshot,
  filters: readonly Filter[],
  languages: ReadonlySet<string>,
  load: (indexes: readonly number[], each: (source: Source) => void) => Promise<void>,
): Promise<Below | NotComputed> {
  const below = new Map<Filter, ReadonlySet<string>>();
  if (!filters.some((f) => f.is === "extends" || f.is === "exceptions")) return below;
  const everywhere = snapshot.files.flatMap((file, i) => {
    if (file.segment < 0) return [];
    const language = languageOfFile(workspace, snapshot, file);
    return isCode(language) && languages.has(language) ? [i] : [];
  });
  if (everywhere.length > MOST_READ)
    return {
      why: `${everywhere.length} files would have to be read`,
      instead: "name a folder, or trace its implementors",
    };
  const types: Types = { bases: new Map(), declaring: new Map(), inGo: new Set() };
  await load(everywhere, (source) => readTypes(types, source));
  for (const filter of filters) {
    if (filter.is === "extends") {
      const base = lastPart(filter.base);
      const unclear = unclearBase(base, types, languages.has("go"));
      if (unclear !== null) return unclear;
      below.set(
        filter,
        closure(types.bases, (name) => name === base),
      );
    } else if (filter.is === "exceptions")
      below.set(
        filter,
        closure(types.bases, (name) => !types.declaring.has(name) && EXCEPTION.test(name)),
      );
  }
  return below;
}

function readTypes({ bases, declaring, inGo }: Types, { syntax, language }: Source): void {
  if (syntax === null || !("facts" in syntax)) return;
  for (const { name, kind, bases: own } of syntax.facts.symbols) {
    if (!TYPE_KINDS.has(kind)) continue;
    if (language === "go") inGo.add(name);
    declaring.set(name, (declaring.get(name) ?? 0) + Number(kind !== "implementation"));
    const known = bases.get(name) ?? new Set<string>();
    for (const base of own) known.add(lastPart(base));
    bases.set(name, known);
  }
}

/** Null where it is one type, or one that only others name. */
function unclearBase(base: string, { bases, declaring, inGo }: Types, goes: boolean): NotComputed | null {
  if (inGo.has(base) || (goes && !declaring.has(base)))
    return {
      why: "in Go a type implements an interface by its methods, and says nowhere so",
      instead: `trace ${base} --direction implementors`,
    };
  if ((declaring.get(base) ?? 0) > 1)
    return {
      why: `${declaring.get(base)} types are named ${base}`,
      instead: `trace one of them: trace PATH:${base} --direction implementors`,
    };
  if (!declaring.has(base) && ![...bases.values()].some((own) => own.has(base)))
    return {
      why: `no type is named ${base}, and none extends one`,
      instead: "symbol gives the nearest names",
    };
  return null;
}
