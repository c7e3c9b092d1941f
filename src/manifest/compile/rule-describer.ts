// Who describes without a model: rules over what the source says of itself and over the words that set a part apart. `what` is
// the description that is there, or the first sentence; `when` has words that `what` has not and that someone who looks for it
// would use: headings and distinctive words of the content, names in code. The same tree gives the same lines.
import { sha256 } from "../../base/hash.ts";
import { LONGEST_LINE } from "./checked-descriptor.ts";
import { contentProfile, type ContentProfile } from "./content-profile.ts";
import type { Describer, Descriptor } from "./descriptor.ts";
import { distinctiveTerms } from "./distinctive-terms.ts";
import { ALIKE, tellApart } from "./rule-contrast.ts";
import { branchPieces, leafPieces, placeOf, type Rules } from "./rule-pieces.ts";
import { cutAtWord, listOf, soundWhat, soundWhen, termPieces, termsOf, type Piece } from "./rule-lines.ts";
import type { SourceNode, SourceTree } from "./source-tree.ts";

/** In code points. A branch has to speak for all that is below it. */
const WHAT = 110;
const LEAF_WHEN = 100;
const BRANCH_WHEN = LONGEST_LINE;
/** Of `when`, what a source says itself may take: commits, a description of use. */
const OWN_WHEN = 80;
const LEAF_KEYWORDS = 4;
const BRANCH_KEYWORDS = 6;
/** What was found in contents, by their hash: reading them again is most of the work. */
export interface ProfileCache {
  get(key: string): ContentProfile | undefined;
  set(key: string, profile: ContentProfile): void;
}

export interface RuleOptions {
  profiles?: ProfileCache;
}

export function ruleDescriber({ root }: Pick<SourceTree, "root">, { profiles }: RuleOptions = {}): Describer {
  const read = new Map<string, ContentProfile>();
  const profileOf = (node: SourceNode): ContentProfile => {
    const profile = profileIn(profiles, node);
    read.set(node.id, profile);
    return profile;
  };
  const distinctive = distinctiveTerms(root, profileOf);
  const rules: Rules = {
    profileOf: (id) => read.get(id) ?? NOTHING,
    distinctiveOf: (id) => distinctive.get(id)!,
  };
  return {
    leaf: (node) => describeLeaf(node, rules),
    branch: (node, children) => describeBranch(node, children, rules),
    alikeFrom: ALIKE,
    contrast: (_parent, siblings) => tellApart(siblings, rules),
  };
}

const NOTHING: ContentProfile = { sentence: "", headings: [], terms: [] };
/** Raised when profiles are made otherwise. */
const PROFILE_VERSION = 1;

function profileIn(profiles: ProfileCache | undefined, { content = "", format }: SourceNode): ContentProfile {
  if (profiles === undefined) return contentProfile(content, format);
  const key = sha256(`${PROFILE_VERSION} ${format} ${content}`);
  const known = profiles.get(key);
  if (known !== undefined) return known;
  const made = contentProfile(content, format);
  profiles.set(key, made);
  return made;
}

function describeLeaf(node: SourceNode, rules: Rules): Descriptor {
  const { sentence, headings } = rules.profileOf(node.id);
  const pieces = leafPieces(node, rules);
  const first = cutAtWord(node.hint ?? sentence, WHAT);
  const what = soundWhat(node, first, [
    () =>
      cutAtWord(
        headings
          .filter((one) => one !== node.title)
          .slice(0, 3)
          .join(", "),
        WHAT,
      ),
    () => listOf(pieces, new Set([...termsOf(node.title), ...termsOf(first)]), 60),
  ]);
  return withWhen(node, what, pieces, LEAF_WHEN, LEAF_KEYWORDS);
}

function describeBranch(
  node: SourceNode,
  children: readonly { node: SourceNode; descriptor: Descriptor }[],
  rules: Rules,
): Descriptor {
  const pieces = branchPieces(node, rules);
  const first = cutAtWord(node.hint ?? openingOf(node, children, rules) ?? "", WHAT);
  const named = new Set([...termsOf(node.title), ...termsOf(first)]);
  // One comma at most: a list would say that the branch is about several things.
  const terms = listOf(termPieces(rules.distinctiveOf(node.id)).slice(0, 2), named, 60);
  const count = `${children.length} ${children.length === 1 ? "part" : "parts"}`;
  const counted = terms === "" ? "" : `${count} on ${terms}`;
  const what = soundWhat(node, first === "" ? counted : first, first === "" ? [] : [() => counted]);
  return withWhen(node, what, pieces, BRANCH_WHEN, BRANCH_KEYWORDS);
}

/** What the read-me or the index of a folder says of it. */
function openingOf(
  { title }: SourceNode,
  children: readonly { node: SourceNode; descriptor: Descriptor }[],
  rules: Rules,
): string | null {
  const opening = children.find(
    ({ node }) =>
      node.children === undefined &&
      (/(?:^|[/-])(?:readme|index|overview|_index)(?:\.\w+)?(?:-\w+)?$/i.test(node.id) ||
        node.title === title),
  );
  return opening === undefined ? null : (opening.node.hint ?? rules.profileOf(opening.node.id).sentence);
}

function withWhen(
  node: SourceNode,
  what: string,
  pieces: readonly Piece[],
  most: number,
  keywords: number,
): Descriptor {
  const said = new Set([...termsOf(node.title), ...termsOf(what)]);
  const own = node.when === undefined ? "" : cutAtWord(node.when, OWN_WHEN);
  for (const term of termsOf(own)) said.add(term);
  const list = listOf(pieces, said, most - (own === "" ? 0 : own.length + 2));
  const when = own === "" || list === "" ? own + list : `${own}; ${list}`;
  const known = node.keywords.slice(0, keywords);
  const more = listOf(
    pieces.filter(({ terms }) => terms.length === 1),
    said,
    keywords * 12,
  );
  const words = [...known, ...more.split(", ").filter((word) => word !== "")];
  return {
    what,
    when: soundWhen(when, [() => placeOf(node)]),
    keywords: [...new Set(words)].slice(0, keywords),
  };
}
