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

const NOBODY: ReadonlySet<string> = new Set();

interface Sibling {
  node: SourceNode;
  descriptor: Descriptor;
}

/** Below the engine's own default, so that what it measures afterwards is below it as well. */
export const ALIKE = 0.4;
/** Each step tells one pair apart; a group has few. */
const MOST_STEPS = 40;
const WHAT = 80;
const LEAST_WHEN = 40;
const WHEN = 120;

export function tellApart(siblings: readonly Sibling[], rules: Rules): Descriptor[] {
  const told = siblings.map(({ descriptor }) => descriptor);
  const bags: ReadonlySet<string>[] = told.map(descriptorBag);
  const ways = siblings.map(() => 0);
  for (let step = 0; step < MOST_STEPS; step++) {
    const pair = worstPair(bags);
    if (pair === null || pair.likeness < ALIKE) break;
    const { i, j } = pair;
    // The one that was changed less. Where both have had every way they can't be told apart any better, but others can.
    const at = ways[i]! <= ways[j]! ? i : j;
    if (ways[at] === WAYS.length) {
      bags[j] = NOBODY;
      continue;
    }
    const other = at === i ? j : i;
    const way = WAYS[ways[at]!++]!;
    const others = told.filter((_, one) => one !== at);
    told[at] = way(siblings[at]!.node, told[at]!, siblings[other]!.node, told[other]!, rules, others);
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
  others: readonly Descriptor[],
) => Descriptor;

/** What to do, the least first. */
const WAYS: readonly Way[] = [withoutShared, withPlace, withOwnWhat];

/** `when` and keywords from words that none of the others says, then from such as the twin does not say. */
function withoutShared(
  node: SourceNode,
  own: Descriptor,
  _twin: SourceNode,
  other: Descriptor,
  rules: Rules,
  others: readonly Descriptor[],
): Descriptor {
  const pieces = node.children === undefined ? leafPieces(node, rules) : branchPieces(node, rules);
  const said = new Set([...termsOf(node.title), ...termsOf(own.what)]);
  const alone = listOf(pieces, new Set([...said, ...others.flatMap(saidBy)]), WHEN);
  for (const term of [...termsOf(alone), ...saidBy(other)]) said.add(term);
  const more = alone.length < LEAST_WHEN ? listOf(pieces, said, LEAST_WHEN) : "";
  const list = [alone, more].filter((part) => part !== "").join(", ");
  if (list === "") return own;
  const theirs = new Set(others.flatMap(({ keywords }) => keywords));
  return {
    what: own.what,
    when: soundWhen(list, [() => nameOf(node)]),
    keywords: own.keywords.filter((word) => !theirs.has(word)),
  };
}

function saidBy({ what, when, keywords }: Descriptor): string[] {
  return termsOf(`${what} ${when} ${keywords.join(" ")}`);
}

/** Where both begin with the same sentence it tells nothing: `what` from words that none of the others says. */
function withOwnWhat(
  node: SourceNode,
  own: Descriptor,
  _twin: SourceNode,
  other: Descriptor,
  rules: Rules,
  others: readonly Descriptor[],
): Descriptor {
  if (own.what !== other.what) return own;
  const said = new Set([...termsOf(node.title), ...termsOf(own.when), ...others.flatMap(saidBy)]);
  const pieces = node.children === undefined ? leafPieces(node, rules) : branchPieces(node, rules);
  const list = listOf(pieces, said, WHAT);
  const what = list === "" ? cutAtWord(own.what, WHAT / 2) : list;
  return { ...own, what: soundWhat(node, what, [() => nameOf(node)]) };
}

/** The place in front, and behind it what none of the others says: of two copies the place is all there is. */
function withPlace(
  node: SourceNode,
  own: Descriptor,
  twin: SourceNode,
  _other: Descriptor,
  _rules: Rules,
  others: readonly Descriptor[],
): Descriptor {
  const isCopy = node.content !== undefined && node.content === twin.content;
  const place = isCopy || nameOf(node) === nameOf(twin) ? placeOf(node) : nameOf(node);
  const what = isCopy
    ? soundWhat(node, cutAtWord(`same text as ${placeOf(twin)}`, LONGEST_LINE), [() => own.what])
    : own.what;
  const rest = ownParts(withoutPlace(node, own.when), others);
  const line = cutAtWord(rest === "" ? `wanted from ${place}` : `${place}: ${rest}`, LONGEST_LINE);
  const theirs = new Set(others.flatMap(({ keywords }) => keywords));
  return {
    what,
    when: soundWhen(line, [() => place]),
    keywords: own.keywords.filter((word) => !theirs.has(word)),
  };
}

/** Of a list what no other list has. */
function ownParts(list: string, others: readonly Descriptor[]): string {
  const theirs = new Set(others.flatMap(({ when }) => when.replace(/^[^,]*: /, "").split(", ")));
  return list
    .split(", ")
    .filter((part) => !theirs.has(part))
    .join(", ");
}

/** A line as it was before its place was put in front. */
function withoutPlace(node: SourceNode, when: string): string {
  for (const place of [placeOf(node), nameOf(node)])
    if (when.startsWith(`${place}: `)) return when.slice(place.length + 2);
  return when;
}

/** Of its place the last part, without an ending: `guide/first-steps.md` is `first-steps`. */
function nameOf(node: SourceNode): string {
  const place = placeOf(node);
  const name = /([^/]+?)(?:\.\w+)?$/.exec(place)?.[1];
  return name ?? place;
}
