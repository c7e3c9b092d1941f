// Siblings that say the same are told apart by what only one of them has: shared words give way to its own until the two are
// unlike enough. Where there is nothing of the kind, because their contents are the same, that is said, and the place tells
// which is which.
import type { Descriptor } from "./descriptor.ts";
import { LONGEST_LINE } from "./checked-descriptor.ts";
import { worstPair } from "./likeness.ts";
import { branchPieces, leafPieces, placeOf, type Rules } from "./rule-pieces.ts";
import { cutAtWord, listOf, soundWhat, soundWhen, termsOf } from "./rule-lines.ts";
import type { SourceNode } from "./source-tree.ts";
import { descriptorBag } from "./word-bag.ts";

interface Sibling {
  node: SourceNode;
  descriptor: Descriptor;
}

/** Below the engine's own default, so that what it measures afterwards is below it as well. */
export const ALIKE = 0.4;
/** Each step tells one pair apart; a group has few. */
const MOST_STEPS = 40;
const WHAT = 80;
const WHEN = 120;

export function tellApart(siblings: readonly Sibling[], rules: Rules): Descriptor[] {
  const told = siblings.map(({ descriptor }) => descriptor);
  const bags = told.map(descriptorBag);
  const ways = siblings.map(() => 0);
  for (let step = 0; step < MOST_STEPS; step++) {
    const pair = worstPair(bags);
    if (pair === null || pair.likeness < ALIKE) break;
    const { i, j } = pair;
    // The one that was changed less; both have had every way: they can't be told apart any better.
    const at = ways[i]! <= ways[j]! ? i : j;
    if (ways[at] === WAYS.length) break;
    const other = at === i ? j : i;
    const way = WAYS[ways[at]!++]!;
    told[at] = way(siblings[at]!.node, told[at]!, siblings[other]!.node, told[other]!, rules);
    bags[at] = descriptorBag(told[at]);
  }
  return told;
}

type Way = (
  node: SourceNode,
  own: Descriptor,
  twin: SourceNode,
  other: Descriptor,
  rules: Rules,
) => Descriptor;

/** What to do, the least first. */
const WAYS: readonly Way[] = [withoutShared, withOwnWhat, withPlace];

/** `when` and keywords from words that the other does not say. */
function withoutShared(
  node: SourceNode,
  own: Descriptor,
  _twin: SourceNode,
  other: Descriptor,
  rules: Rules,
): Descriptor {
  const said = new Set([
    ...termsOf(node.title),
    ...termsOf(own.what),
    ...termsOf(`${other.what} ${other.when} ${other.keywords.join(" ")}`),
  ]);
  const pieces = node.children === undefined ? leafPieces(node, rules) : branchPieces(node, rules);
  const list = listOf(pieces, said, WHEN);
  if (list === "") return own;
  const theirs = new Set(other.keywords);
  return {
    what: own.what,
    when: soundWhen(list, [() => own.when]),
    keywords: own.keywords.filter((word) => !theirs.has(word)),
  };
}

/** Where many begin with the same sentence it tells nothing: `what` from its own words as well. */
function withOwnWhat(
  node: SourceNode,
  own: Descriptor,
  _twin: SourceNode,
  other: Descriptor,
  rules: Rules,
): Descriptor {
  const said = new Set(termsOf(`${node.title} ${other.what} ${other.when} ${other.keywords.join(" ")}`));
  const pieces = node.children === undefined ? leafPieces(node, rules) : branchPieces(node, rules);
  const what = listOf(pieces, said, WHAT);
  const when = listOf(pieces, said, WHEN);
  if (what === "") return own;
  return { what: soundWhat(node, what, []), when: soundWhen(when, [() => own.when]), keywords: [] };
}

/** The place in front: of two copies it is all there is. */
function withPlace(node: SourceNode, own: Descriptor, twin: SourceNode, other: Descriptor): Descriptor {
  const place = placeOf(node);
  const isCopy = node.content !== undefined && node.content === twin.content;
  const what = isCopy
    ? soundWhat(node, cutAtWord(`same text as ${placeOf(twin)}`, LONGEST_LINE), [() => own.what])
    : own.what;
  const rest = own.when === other.when ? "" : own.when;
  const line = cutAtWord(rest === "" ? `wanted from ${place}` : `${place}: ${rest}`, LONGEST_LINE);
  return {
    what,
    when: soundWhen(line, [() => place]),
    keywords: own.when === other.when ? [] : own.keywords,
  };
}
