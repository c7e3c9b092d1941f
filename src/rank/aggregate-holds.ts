// Which text is asked for, in lines or files that hold one? In quotes it is any; without them one word, as it is written: no
// part of it, and none that says what is meant rather than what is written ("lines that contain a comment").
import { NOUNS } from "./countable.ts";

export interface HeldTexts {
  /** One of them is enough. */
  texts: string[];
  not: boolean;
  /** The question without it. */
  rest: string;
}

const TEXT = String.raw`(?:"[^"]+"|'[^']+'|\x60[^\x60]+\x60|\S+)`;
const LEAD = String.raw`\b(?:(?:that|which|and) )?(?<not>(?:never|not|do not|don't|does not|doesn't) )?`;
const NAMED = "(?:(?:the )?(?:word|text|string)s? )?";
const held = (verbs: string) =>
  new RegExp(
    `${LEAD}(?:${verbs}) ${NAMED}(?<first>${TEXT})(?<others>(?: or ${NAMED}${TEXT})*)(?=\\s|$)`,
    "i",
  );
const SAYING = "mentions?|mentioning|contains?|containing|holds?|holding|with the (?:word|text|string)";
const HELD = held(SAYING);
/** What a line has is a text of it; a file has much else. */
const HELD_BY_LINES = held(`${SAYING}|with|have|has|having`);

const VAGUE = new Set(
  "a an the any no some only just exactly more less fewer at least most over both either neither one two each every all none not or and of this that it them something anything nothing code comments comment whitespace blank blanks tabs tab spaces space numbers number digits digit strings string words word text texts unicode emoji names name".split(
    " ",
  ),
);
const COUNTED: ReadonlySet<string> = new Set(
  Object.values(NOUNS)
    .flat()
    .flatMap((noun) => [noun, `${noun}s`]),
);

/** The first one in a question; null where there is none that is clear. */
export function heldIn(question: string, ofLines: boolean): HeldTexts | null {
  const found = (ofLines ? HELD_BY_LINES : HELD).exec(question);
  if (found === null) return null;
  const { first, others, not } = found.groups!;
  const written = [first!, ...(others ?? "").split(/ or /).slice(1)].map((text) =>
    text.trim().replace(/^(?:the )?(?:word|text|string)s? /i, ""),
  );
  const texts = written.map(textOf);
  if (texts.includes(null)) return null;
  const rest = `${question.slice(0, found.index)} ${question.slice(found.index + found[0].length)}`;
  return { texts: texts as string[], not: not !== undefined, rest };
}

function textOf(written: string): string | null {
  const quoted = /^(["'`])(.+)\1$/.exec(written);
  if (quoted !== null) return quoted[2]!;
  const word = written.replace(/,$/, "");
  // A quote that is not closed, or something between two texts, may begin more than was read.
  if (word === "" || /^["'`]|["'`]$/.test(word) || VAGUE.has(word.toLowerCase()) || COUNTED.has(word))
    return null;
  return word;
}
