// Which patterns are well formed and still never run? Those that ask for a line end, since a search looks at one line at
// a time, and those so large that V8 would take seconds to compile them: nothing can stop it while it compiles, not even
// the end of its thread, so the size is counted before.
import { patternTooLarge, unsupportedPattern } from "./regex-fault.ts";
import { type ClassItem, type ClassSet, type RegexNode, LINE_END, UNROLLED } from "./regex-tree.ts";

/**
 * Most that the parts of a pattern may weigh together. A part weighs what it costs V8 to compile, in units of about
 * 50 µs (measured on Node 24, both of its tiers, both widths of text): at the limit that is about a second.
 */
const MOST_WEIGHT = 20_000;

const WEIGHT = {
  literal: 1,
  dot: 8,
  /** Each range of a class by hand. */
  item: 2,
  /** `\w`, `\d`, `\s`, `\p{…}`: hundreds of ranges. */
  property: 16,
  /** Two classes of word characters in look-arounds, twice. */
  border: 64,
  place: 2,
  /** What a letter or class weighs more where only some parts of a pattern ignore case, or all do. */
  ignoreCase: 4,
} as const;

/** V8 writes out short repetitions, to six copies of a part at most (`kMaxExpansionFactor`). */
const MOST_COPIES = 6;

/** Throws PATTERN_UNSUPPORTED. */
export function refuseUnrunnable(pattern: string, tree: RegexNode): void {
  refuseLineEnds(pattern, tree);
  if (weightOf(tree, 1) > MOST_WEIGHT) throw patternTooLarge(pattern);
}

function refuseLineEnds(pattern: string, node: RegexNode): void {
  if (node.type === "concat" || node.type === "alternate") {
    for (const part of node.parts) refuseLineEnds(pattern, part);
  } else if (node.type === "group" || node.type === "repeat") {
    refuseLineEnds(pattern, node.body);
  } else if (
    (node.type === "literal" && node.char === LINE_END) ||
    (node.type === "class" && onlyLineEnd(node.set))
  ) {
    throw unsupportedPattern(pattern, node.at, "a match across lines is not supported");
  }
}

/** `[\n]` asks for a line end and nothing else; in `[a\n]` the `\n` only never comes true. */
function onlyLineEnd(item: ClassItem): boolean {
  if (item.type === "char") return item.char === LINE_END;
  if (item.type !== "bracket" || item.negated || item.body.type !== "union") return false;
  return item.body.items.length > 0 && item.body.items.every(onlyLineEnd);
}

function weightOf(node: RegexNode, copies: number): number {
  switch (node.type) {
    case "empty":
      return 1;
    case "literal":
      return WEIGHT.literal * (node.ignoreCase ? WEIGHT.ignoreCase : 1) * copies;
    case "class":
      return weightOfItem(node.set) * (node.ignoreCase ? WEIGHT.ignoreCase : 1) * copies;
    case "dot":
      return WEIGHT.dot * copies;
    case "assertion":
      return (node.kind.startsWith("line") ? WEIGHT.place : WEIGHT.border) * copies;
    case "group":
      return weightOf(node.body, copies);
    case "repeat":
      return weightOf(node.body, Math.min(MOST_COPIES, copies * copiesOf(node.min, node.max)));
    case "concat":
    case "alternate":
      return node.parts.reduce((sum, part) => sum + weightOf(part, copies), 0);
  }
}

function copiesOf(min: number, max: number | null): number {
  const first = min <= UNROLLED ? min : 0;
  return Math.max(1, max !== null && max <= UNROLLED ? max : first + 1);
}

function weightOfItem(item: ClassItem): number {
  if (item.type === "bracket") return WEIGHT.item + weightOfSet(item.body);
  return item.type === "perl" || item.type === "property" ? WEIGHT.property : WEIGHT.item;
}

function weightOfSet(set: ClassSet): number {
  if (set.type === "union") return set.items.reduce((sum, item) => sum + weightOfItem(item), 0);
  const sides = weightOfSet(set.left) + weightOfSet(set.right);
  // `~~` is written with each side twice.
  return WEIGHT.item + (set.operator === "~~" ? 2 * sides : sides);
}
