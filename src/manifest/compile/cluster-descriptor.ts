// By what is a branch known that the source doesn't have? By what its members share and the branches beside it don't: their
// names, the words that lead to them and not elsewhere, and as many of their titles as there is room for.
import type { Descriptor } from "./descriptor.ts";
import { bagOf, type Cluster } from "./level-clusters.ts";
import type { ShapedNode } from "./shaped-tree.ts";
import { cutAtWord } from "./shorten.ts";

/** As the format has it, in code points. */
const LONGEST_LINE = 160;
const LONGEST_TITLE = 60;
/** Words in a title where members share no name. */
const TITLE_WORDS = 3;
const WHEN_WORDS = 12;
const MOST_KEYWORDS = 8;
/** Names that a title has; of more, the first and the last. */
const MOST_NAMES = 3;

export interface DescribedCluster {
  title: string;
  descriptor: Descriptor;
}

export function describeClusters(clusters: readonly Cluster[]): DescribedCluster[] {
  const telling = tellingWords(clusters);
  const titles = new Set<string>();
  const uses = new Map<string, number>();
  for (const { names } of clusters) for (const name of names) uses.set(name, (uses.get(name) ?? 0) + 1);
  return clusters.map(({ members, names }, i) => {
    const words = telling[i]!;
    // What a name has in several clusters is told apart by words.
    const isPart = names.length === 1 && uses.get(names[0]!)! > 1;
    const title = unique(titleOf(names, words, members, isPart), titles);
    const said = new Set(title.toLowerCase().split(/[^\p{L}\p{M}\p{N}]+/u));
    const fresh = words.filter((word) => !said.has(word));
    const when = listed(fresh.slice(0, WHEN_WORDS), LONGEST_LINE - "about ".length);
    return {
      title,
      descriptor: {
        what: whatOf(members),
        when: when === "" ? cutAtWord(`about ${title}`, LONGEST_LINE) : `about ${when}`,
        keywords: fresh.slice(WHEN_WORDS, WHEN_WORDS + MOST_KEYWORDS),
      },
    };
  });
}

/** Of each cluster the words that most lead to it: much in it, little beside it. The best first, equals by their letters. */
function tellingWords(clusters: readonly Cluster[]): string[][] {
  const inAll = new Map<string, number>();
  const within = clusters.map(({ members }) => {
    const counts = new Map<string, number>();
    for (const member of members)
      for (const word of bagOf(member)) {
        counts.set(word, (counts.get(word) ?? 0) + 1);
        inAll.set(word, (inAll.get(word) ?? 0) + 1);
      }
    return counts;
  });
  return within.map((counts, i) => {
    const size = clusters[i]!.members.length;
    return [...counts]
      .filter(([word]) => !/^\p{N}+$/u.test(word))
      .map(([word, count]) => ({ word, worth: (count / size) * (count / inAll.get(word)!) }))
      .sort((a, b) => b.worth - a.worth || (a.word < b.word ? -1 : 1))
      .slice(0, TITLE_WORDS + WHEN_WORDS + MOST_KEYWORDS)
      .map(({ word }) => word);
  });
}

function titleOf(
  names: readonly string[],
  words: readonly string[],
  members: readonly ShapedNode[],
  isPart: boolean,
): string {
  const shown = names.filter((name) => name !== "");
  const lead = words.slice(0, TITLE_WORDS).join(", ");
  if (isPart && shown.length === 1 && lead !== "") return cutAtWord(`${shown[0]}: ${lead}`, LONGEST_TITLE);
  if (shown.length === 1) return cutAtWord(shown[0]!, LONGEST_TITLE);
  if (shown.length > MOST_NAMES) return cutAtWord(`${shown[0]} … ${shown[shown.length - 1]}`, LONGEST_TITLE);
  if (shown.length > 1) return cutAtWord(shown.join(", "), LONGEST_TITLE);
  return cutAtWord(lead === "" ? members[0]!.title : lead, LONGEST_TITLE);
}

function unique(title: string, taken: Set<string>): string {
  let one = title;
  for (let n = 2; taken.has(one); n++) one = `${title} (${n})`;
  taken.add(one);
  return one;
}

/** How many, and which: those that matter most first. */
function whatOf(members: readonly ShapedNode[]): string {
  const order = members
    .map((node, i) => ({ node, i, weight: node.source?.weight ?? 0 }))
    .sort((a, b) => b.weight - a.weight || a.i - b.i);
  const head = `${members.length}: `;
  return (
    head +
    (listed(
      order.map(({ node }) => cutAtWord(node.title, 48)),
      LONGEST_LINE - head.length,
      "; ",
    ) || "?")
  );
}

/** As many as fit, with a mark where some don't. */
function listed(parts: readonly string[], most: number, between = ", "): string {
  let text = "";
  for (const part of parts) {
    const longer = text === "" ? part : text + between + part;
    if ([...longer].length > most - 2) return text === "" ? cutAtWord(part, most) : `${text} …`;
    text = longer;
  }
  return text;
}
