// Of what is the line of a node made? Headings and words of a leaf; of a branch its own words and the best of each child.
import type { ContentProfile } from "./content-profile.ts";
import type { Distinctive } from "./distinctive-terms.ts";
import { byValue, headingPieces, termPieces, type Piece } from "./rule-lines.ts";
import type { SourceNode } from "./source-tree.ts";

/** Words of each child that are compared with those of their parent. */
const OF_CHILD = 16;

export interface Rules {
  profileOf(id: string): ContentProfile;
  distinctiveOf(id: string): Distinctive;
}

/** Pieces for the list of a leaf: its headings, then its words. */
export function leafPieces({ id }: SourceNode, rules: Rules): Piece[] {
  const distinctive = rules.distinctiveOf(id);
  const headings = headingPieces(rules.profileOf(id).headings, distinctive);
  return byValue([...headings, ...termPieces(distinctive)]);
}

/** Words of the branch, each with the children that it stands for: so that none goes unsaid as long as there is room. */
export function branchPieces(node: SourceNode, rules: Rules): Piece[] {
  const pieces = byValue(termPieces(rules.distinctiveOf(node.id))).map((piece) => ({
    ...piece,
    of: [] as number[],
  }));
  const byTerm = new Map(pieces.map((piece) => [piece.terms[0]!, piece]));
  (node.children ?? []).forEach(({ id }, child) => {
    for (const { term } of rules.distinctiveOf(id).terms.slice(0, OF_CHILD)) byTerm.get(term)?.of.push(child);
  });
  return pieces;
}

/** Where it stands, for want of anything else that is its own. */
export function placeOf({ id, place }: SourceNode): string {
  if (place === undefined) return id;
  const { path, start, end } = place;
  return start === undefined ? path : `${path} lines ${start} to ${end ?? start}`;
}
