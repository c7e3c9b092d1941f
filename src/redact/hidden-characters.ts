// Which characters of a text does nobody see who looks at it, though a model reads them? Tags (Unicode's shadow of ASCII), signs
// that turn the direction of writing ("Trojan Source"), marks without width inside of words, runs of variation selectors.
import type { UntrustedLine } from "./instruction-like.ts";

const MAY =
  /[\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]|[\u{e0000}-\u{e007f}]|[\u{e0100}-\u{e01ef}]/u;

const KINDS: readonly { what: string; pattern: RegExp }[] = [
  // Flags of countries' parts are a black flag with tags, ended by a tag of its own.
  {
    what: "hidden text in tag characters",
    pattern: /(?<![\u{1f3f4}\u{e0020}-\u{e007e}])[\u{e0001}\u{e0020}-\u{e007e}]+/gu,
  },
  // In a line of Hebrew or Arabic they are how it is written; the overrides never are.
  {
    what: "characters that turn the direction of writing",
    pattern: /[\u202d\u202e]|^[^\u0590-\u08ff]*[\u202a-\u202c\u2066-\u2069][^\u0590-\u08ff]*$/gu,
  },
  // Between letters of Latin script: elsewhere they join or part letters as they should.
  {
    what: "marks without width inside of words",
    pattern: /(?<=[A-Za-z])[\u180e\u200b-\u200d\u2060-\u2064\ufeff]+(?=[A-Za-z])/gu,
  },
  { what: "a run of marks without width", pattern: /[\u200b-\u200d\u2060-\u2064\ufeff]{4,}/gu },
  { what: "hidden bytes in variation selectors", pattern: /[\u{e0100}-\u{e01ef}]{3,}|[\ufe00-\ufe0f]{4,}/gu },
];

/** Each kind at the lines where it is; lines count from 1. */
export function hiddenCharacters(text: string): UntrustedLine[] {
  if (!MAY.test(text) && !/[\ufe00-\ufe0f]{4}/.test(text)) return [];
  return text
    .split("\n")
    .flatMap((line, i) =>
      KINDS.flatMap(({ what, pattern }) => (line.search(pattern) === -1 ? [] : [{ line: i + 1, what }])),
    );
}
