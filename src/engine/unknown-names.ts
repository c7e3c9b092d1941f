// Which names of a question does no file in scope hold? The index has every word of the files that it knows whole. The
// rest of long data files is looked through here, up to a limit; beyond it the answer says that it was not.
import { shownText } from "../redact/redact.ts";
import { searchedText } from "../redact/searched-text.ts";
import { isSkipped } from "../files/read.ts";
import { identifierTerms } from "../text/identifiers.ts";
import { LiveWords } from "../rank/live-words.ts";
import type { QueryIdentifier } from "../rank/read-query.ts";
import type { RankResult } from "../rank/rank.ts";
import type { LiveFile, Snapshot } from "../store/segment-view.ts";
import type { BegunAnswer } from "./begin-answer.ts";
import { filesInPart } from "./known-in-part.ts";
import type { Workspace } from "./workspace.ts";

/** Other letters are cut into words by rules under which a part of a name may stand alone. */
const PROVABLE = /^[A-Za-z0-9_$]+$/;

/** Most text of long data files that is looked through, in bytes: about 10 ms. */
const MOST_BYTES = 4_000_000;

export async function unknownNames(
  workspace: Workspace,
  { view, looksAt }: BegunAnswer,
  { query: { identifiers }, unknownPaths }: RankResult,
  asked: string,
): Promise<string[]> {
  const { snapshot } = view;
  // Any name may stand in a file that was not read yet.
  if (snapshot.partial !== null) return [];
  const names = [...unknownPaths, ...(await unknownIdentifiers(workspace, snapshot, looksAt, identifiers))];
  // A word out of the middle of a secret says no more that it is one: what does not stand in the redacted query is kept back.
  const shown = shownText(asked);
  return shown === asked ? names : names.filter((name) => shown.includes(name));
}

async function unknownIdentifiers(
  workspace: Workspace,
  snapshot: Snapshot,
  looksAt: (file: LiveFile) => boolean,
  identifiers: readonly QueryIdentifier[],
): Promise<string[]> {
  const names = new Set(
    identifiers.filter((i) => i.weight === 1 && PROVABLE.test(i.name)).map((i) => i.name),
  );
  const live = new LiveWords(snapshot, looksAt);
  const unknown = [...names].filter((name) => !isIndexed(name, live));
  if (unknown.length === 0) return [];
  const inPart = filesInPart(snapshot).filter(looksAt);
  if (inPart.reduce((bytes, f) => bytes + f.size, 0) > MOST_BYTES) return unknown;
  const read = await workspace.open(inPart.map(({ path }) => path));
  const texts = inPart.map(({ path }) => {
    const file = read(path);
    return isSkipped(file) ? "" : searchedText(path, file.text);
  });
  return unknown.filter((name) => !texts.some((text) => text.includes(name)));
}

function isIndexed(name: string, live: LiveWords): boolean {
  const terms = termsOf(name);
  return (
    terms.length === 0 || terms.some((term) => live.holds(term)) || live.pathIs((path) => path.includes(name))
  );
}

/** Prose keeps the whole of a name only where it has several parts: of a plain word its stem decides. */
function termsOf(name: string): string[] {
  const { parts, whole, compound } = identifierTerms(name);
  if (whole === "") return [];
  return compound ? [whole] : [whole, ...parts];
}
