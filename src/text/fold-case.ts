// Is a text the same as another but for case? Both are folded: each letter becomes the one that stands for all that the
// engine's flag `i` takes for it (Unicode's simple folding). Places stay: no letter becomes longer or shorter.
import { casedCharacters } from "./regex-case.ts";

interface Folds {
  /** Letters that another stands for. */
  letters: RegExp;
  of: Map<string, string>;
}

let folds: Folds | null = null;

const OTHER = /[^\x00-\x7f]/;

export function foldCase(text: string): string {
  if (!OTHER.test(text)) return text.toLowerCase();
  folds ??= makeFolds();
  const { letters, of } = folds;
  return text.replace(letters, (letter) => of.get(letter)!);
}

/** Made when first needed: about 10 ms. */
function makeFolds(): Folds {
  const classes = new Map<string, string[]>();
  for (const letter of casedCharacters()) classes.set(letter, [letter]);
  const alike = /^(.)\1$/iu;
  /** By their capitals, which may be several: those of `ﬅ` and `ﬆ` are both `ST`. */
  const withCapitals = new Map<string, string>();
  for (const letter of classes.keys()) {
    const capitals = letter.toUpperCase();
    for (const other of [letter.toLowerCase(), capitals, withCapitals.get(capitals) ?? letter]) {
      const mine = classes.get(letter)!;
      const its = classes.get(other);
      if (its === undefined || its === mine || !alike.test(letter + other)) continue;
      mine.push(...its);
      for (const member of its) classes.set(member, mine);
    }
    withCapitals.set(capitals, letter);
  }
  const of = new Map<string, string>();
  for (const [letter, members] of classes) {
    // As `toLowerCase` does it, where the whole text is ASCII.
    const one = members.find((m) => m >= "a" && m <= "z") ?? members.toSorted()[0]!;
    if (one !== letter) of.set(letter, one);
  }
  return { letters: new RegExp(`[${[...of.keys()].join("")}]`, "gu"), of };
}
