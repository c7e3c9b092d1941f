// Who walks a manifest without a person? A navigator says which of the nodes in view to open next, or that none is.
import type { Entry } from "./walk.ts";

export interface Navigator {
  /** The id of an entry that isn't open and fits, or null: there is none worth it. */
  choose(
    query: string,
    frontier: readonly Entry[],
    remaining: number,
  ): string | null | Promise<string | null>;
}

/** Says at once which nodes to look at, the best first; they need not be in view. */
export interface Finder {
  find(query: string, k: number): string[];
}

/** What may be opened: not open yet, and within what is left. */
export function openable(frontier: readonly Entry[], remaining: number): Entry[] {
  return frontier.filter(({ expanded, cost }) => !expanded && cost <= remaining);
}

const STOP_WORDS = new Set(
  "a an and do for how i in is my of on or should that the this to when with".split(" "),
);

/** Words of the query in title, what and when; a leaf before a branch, the cheaper before the dearer. The floor to beat. */
export class KeywordNavigator implements Navigator {
  choose(query: string, frontier: readonly Entry[], remaining: number): string | null {
    const words = [...wordsOf(query)].filter((word) => !STOP_WORDS.has(word));
    let best: { entry: Entry; score: number } | null = null;
    for (const entry of openable(frontier, remaining)) {
      const said = wordsOf(`${entry.title ?? ""} ${entry.what} ${entry.when}`);
      const score = words.filter((word) => said.has(word)).length;
      if (score > 0 && (best === null || isBetter(entry, score, best))) best = { entry, score };
    }
    return best?.entry.id ?? null;
  }
}

function isBetter(entry: Entry, score: number, best: { entry: Entry; score: number }): boolean {
  if (score !== best.score) return score > best.score;
  if (entry.leaf !== best.entry.leaf) return entry.leaf;
  return entry.cost < best.entry.cost;
}

/** Runs of letters and digits in any script, in small letters. */
function wordsOf(text: string): Set<string> {
  return new Set(text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu));
}

/** A model, given as a function from a prompt to its reply. */
export type Ask = (prompt: string) => Promise<string>;

export class ModelNavigator implements Navigator {
  readonly #ask: Ask;

  constructor(ask: Ask) {
    this.#ask = ask;
  }

  async choose(query: string, frontier: readonly Entry[], remaining: number): Promise<string | null> {
    const options = openable(frontier, remaining);
    if (options.length === 0) return null;
    const rows = options.map(({ id, what, when, cost }) => `${id}\t${what} | when: ${when} | ${cost} tokens`);
    const reply = await this.#ask(
      [
        `Question: ${query}`,
        `Tokens left: ${remaining}`,
        "Each line is one part that can be opened: its id, what is in it, when it is wanted, what it costs.",
        ...rows,
        "Answer with the id of the one that leads to the answer, and nothing else. Answer STOP if none does.",
      ].join("\n"),
    );
    return choiceIn(reply, new Set(options.map(({ id }) => id)));
  }
}

/** Of the line in which a reply names an id; a longer one is prose, and the quotes at its end would be looked for at length. */
const LONGEST_CHOICE = 10_000;

/** The id that a reply names, bare or in quotes; null for STOP, and for anything that was not offered. */
export function choiceIn(reply: string, offered: ReadonlySet<string>): string | null {
  const line = reply.trim().split("\n")[0] ?? "";
  if (line.length > LONGEST_CHOICE) return null;
  const bare = line.replaceAll(/^["'`\s]+|["'`\s]+$/g, "").replace(/^id=/, "");
  return offered.has(bare) ? bare : null;
}

/** The same of a reply that is JSON: `{"id": …}`. */
export function choiceInJson(reply: string, offered: ReadonlySet<string>): string | null {
  try {
    const { id } = JSON.parse(reply) as { id?: unknown };
    return typeof id === "string" && offered.has(id) ? id : null;
  } catch {
    return null;
  }
}
