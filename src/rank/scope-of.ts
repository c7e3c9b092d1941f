// Which files may be looked at? Path scope, language and kind of declaration in one test by file. The kind bounds only
// languages without a parser: line patterns know fewer kinds than it, so of the others it is asked after parsing.
import { hasSyntax } from "../lang/language.ts";
import { languageById } from "../lang/registry.ts";
import type { Snapshot } from "../store/segment-view.ts";

export interface ScopeOptions {
  scope?: (path: string) => boolean;
  language?: readonly string[];
  kind?: readonly string[];
}

export function scopeOf(
  snapshot: Snapshot,
  { scope, language, kind }: ScopeOptions,
): (file: number) => boolean {
  const languages = language === undefined ? null : new Set(language);
  const kinds = kind === undefined ? null : new Set<string>(kind);
  if (scope === undefined && languages === null && kinds === null) return () => true;
  return (file) => {
    const { path, segment, entry } = snapshot.files[file]!;
    const view = snapshot.segments[segment]!;
    if (languages !== null && !languages.has(view.entryLanguage(entry))) return false;
    if (scope !== undefined && !scope(path)) return false;
    if (kinds === null || hasSyntax(languageById(view.entryLanguage(entry)))) return true;
    for (let d = view.declarationOffset[entry]!; d < view.declarationOffset[entry + 1]!; d++) {
      if (kinds.has(view.declarationKind(d))) return true;
    }
    return false;
  };
}
