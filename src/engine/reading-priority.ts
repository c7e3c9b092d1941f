// Which files should a first question read where not all can be read? Those whose path says what is asked, then code,
// then prose, then data.
import { languageOf } from "../lang/registry.ts";
import { splitIdentifier } from "../text/identifiers.ts";
import { stem } from "../text/stem.ts";

/** What a met word of the query counts beside the kind of file: any met word beats any kind. */
const MET = 10;
const CODE = 2;
const PROSE = 1;

export function readingPriority(query: string): (path: string) => number {
  const words = new Set((query.match(/[\p{L}\p{N}_$]+/gu) ?? []).flatMap(splitIdentifier).map(stem));
  return (path) => {
    const { data, prose } = languageOf(path, "", {});
    let met = 0;
    for (const word of new Set(
      path
        .split(/[^\p{L}\p{N}_$]+/u)
        .flatMap(splitIdentifier)
        .map(stem),
    )) {
      if (words.has(word)) met++;
    }
    return met * MET + (data === true ? 0 : prose === true ? PROSE : CODE);
  };
}
