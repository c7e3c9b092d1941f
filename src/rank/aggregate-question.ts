// What is counted or listed, of which things, where? A question is read word by word: each part that is understood is taken
// out of it, and a word that is left means that it isn't understood. Then nothing is computed: another question's number is
// worse than none.
import { FILLER, LANGUAGES } from "./aggregate-terms.ts";
import { heldIn } from "./aggregate-holds.ts";
import { NOUNS } from "./countable.ts";

export type Counted = keyof typeof NOUNS;
export type GroupBy = "file" | "folder" | "language" | "kind" | "package";

export type Filter =
  | { is: "without" | "with"; what: "doc" | "tests" | "return-type" | "test-file" }
  | { is: "extends"; base: string }
  | { is: "exceptions" }
  | { is: "decorated"; by: string }
  | { is: "imports"; module: string; not: boolean }
  | { is: "holds"; texts: readonly string[]; not: boolean }
  | { is: "named"; how: "is" | "starts" | "ends" | "contains"; text: string }
  | { is: "longer"; lines: number };

export interface AggregateQuestion {
  noun: Counted;
  /** Only (true) or no (false) exported ones. */
  exported: boolean | null;
  /** Ids of languages, or empty for all. */
  languages: readonly string[];
  /** Tests alone. */
  tests: "test" | "benchmark" | "fuzz" | null;
  filters: readonly Filter[];
  /** Where, as written: paths, folders, names of types or of modules. */
  places: readonly Place[];
  by: GroupBy | null;
  /** A list is wanted, and no number alone. */
  list: boolean;
}

export interface Place {
  text: string;
  /** What it is said to be: a module, a package, a class; or nothing. */
  as: string;
}

/** Why it isn't understood. */
export interface NotUnderstood {
  left: string;
}

const HAVING = String.raw`\b(?:(?:that|which|who|and) )?`;
const LACK = String.raw`(?:lack(?:s|ing)?|without|(?:has|have|having|with) no|(?:are |is )?missing|do(?:es)?(?: not|n't) have)`;
const DOCS = String.raw`(?:(?:an?|any|the|its|their) )?(?:doc ?strings?|doc(?:umentation)? comments?|documentation|jsdoc(?: comments?)?|godoc|javadoc|rustdoc|comments?|docs)`;
const WORD = String.raw`[\x60"']?(?<word>[\w@$./:*#\\-]+[\w$*)]|\w)[\x60"']?`;

interface Reading {
  rest: string;
  question: { -readonly [Key in keyof AggregateQuestion]: AggregateQuestion[Key] };
  filters: Filter[];
  places: Place[];
}

type Rule = readonly [pattern: RegExp, read: (groups: Record<string, string>, reading: Reading) => void];

const filter =
  (made: Filter) =>
  (_: unknown, { filters }: Reading): void => {
    filters.push(made);
  };

/** In this order: the longer forms before the words that they hold. */
const RULES: readonly Rule[] = [
  [
    /\b(?:grouped )?(?:by|per|in each|for each|in every|for every) (?<by>file|folder|directory|module|package|crate|language|kind|type)s?\b/i,
    ({ by }, { question }) => {
      const groups: Record<string, GroupBy> = {
        directory: "folder",
        module: "file",
        crate: "package",
        type: "kind",
      };
      question.by = groups[by!.toLowerCase()] ?? (by!.toLowerCase() as GroupBy);
    },
  ],
  [new RegExp(`${HAVING}\\b${LACK} ${DOCS}\\b`, "i"), filter({ is: "without", what: "doc" })],
  [/\bundocumented\b|\b(?:that )?(?:are|is) not documented\b/i, filter({ is: "without", what: "doc" })],
  [new RegExp(`${HAVING}\\b(?:with|have|has|having) ${DOCS}\\b`, "i"), filter({ is: "with", what: "doc" })],
  [
    new RegExp(
      `${HAVING}\\b${LACK} (?:(?:an?|any) )?test files?(?: (?:next to|beside) (?:them|it))?\\b`,
      "i",
    ),
    filter({ is: "without", what: "test-file" }),
  ],
  [
    new RegExp(
      `${HAVING}\\b${LACK} (?:(?:an?|any) )?(?:unit )?tests?(?: (?:that )?(?:mention(?:ing)?|nam(?:e|ing)|for|cover(?:ing)?) (?:them|it))?\\b`,
      "i",
    ),
    filter({ is: "without", what: "tests" }),
  ],
  [
    /\b(?:that )?(?:are|is) (?:never (?:mentioned|named) in|not mentioned (?:in|by)) (?:any |the )?tests?\b|\buntested\b/i,
    filter({ is: "without", what: "tests" }),
  ],
  [
    new RegExp(
      `${HAVING}\\b${LACK} (?:(?:an?|any|the) )?return (?:annotation|type)s?(?: annotations?)?\\b`,
      "i",
    ),
    filter({ is: "without", what: "return-type" }),
  ],
  [
    new RegExp(
      `${HAVING}\\b(?<not>(?:never|do not|don't|does not) )?(?:imports?|importing|requires?|requiring|depends? on) ${WORD}`,
      "i",
    ),
    ({ word, not }, { filters }) => filters.push({ is: "imports", module: word!, not: not !== undefined }),
  ],
  [
    new RegExp(
      `\\b(?:whose |with |in )names? (?:that )?(?:contains?|containing|holds?|mentions?) ${WORD}`,
      "i",
    ),
    ({ word }, { filters }) => filters.push({ is: "named", how: "contains", text: word! }),
  ],
  [
    new RegExp(
      `${HAVING}\\b(?:extends?|extending|inherits?(?: from)?|inheriting(?: from)?|subclass(?:es|ing)?(?! of\\b)|derives? from|deriving from|derived from|implements?|implementing) ${WORD}`,
      "i",
    ),
    ({ word }, { filters }) => filters.push(extending(word!)),
  ],
  [
    new RegExp(`${HAVING}\\b(?:are |is )?(?:decorated|annotated|marked) (?:with|by) ${WORD}`, "i"),
    ({ word }, { filters }) => filters.push({ is: "decorated", by: word!.replace(/^@/, "") }),
  ],
  [
    new RegExp(
      `\\b(?:whose names? |with names? |that |which |named )?(?<how>start(?:s|ing)?|begin(?:s|ning)?|end(?:s|ing)?) (?:with|in) ${WORD}`,
      "i",
    ),
    ({ how, word }, { filters }) =>
      filters.push({ is: "named", how: /^end/i.test(how!) ? "ends" : "starts", text: word! }),
  ],
  [
    new RegExp(`\\b(?:that are |which are )?(?:named|called) ${WORD}`, "i"),
    ({ word }, { filters }) => filters.push({ is: "named", how: "is", text: word! }),
  ],
  [
    /\b(?:that are |which are |are )?(?:longer than|with more than|of more than|over) (?<count>\d{1,6}) lines?(?: long)?\b/i,
    ({ count }, { filters }) => filters.push({ is: "longer", lines: Number(count) }),
  ],
];

const NOUN_WORDS = Object.entries(NOUNS)
  .flatMap(([key, words]) => words.map((word) => ({ key: key as Counted, word })))
  .toSorted((a, b) => b.word.length - a.word.length);
const NOUN = new RegExp(
  `(?<![\\w./-])(?<noun>${NOUN_WORDS.map(({ word }) => word).join("|")})s?(?![\\w/])`,
  "i",
);

const AT = new RegExp(
  `\\b(?:in|under|inside|within|of|from|across|below|for|defined in|declared in|there in) (?:the |all of )?(?!(?:every|all|each|them|it)\\b)${WORD}(?: (?<as>modules?|packages?|folder|file|directory|crates?|class|type|interface|struct|trait))?(?![\\w.])`,
  "i",
);
const OWNER = new RegExp(
  `\\b(?:does|do) (?:the )?${WORD} (?<verb>have|export|declare|define|contain|expose)s?\\b`,
  "i",
);
const EVERYWHERE =
  /\b(?:in|of|across|throughout|inside|within) (?:the |this |our |my )?(?:(?:whole|entire) )?(?:code ?base|repo|repository|project|tree|workspace)\b/i;

export function readAggregate(asked: string): AggregateQuestion | NotUnderstood {
  const cleaned = asked
    .trim()
    .replace(/[?.!]+$/, "")
    .replace(/,? please$/i, "");
  const question: Reading["question"] = {
    noun: "declarations",
    exported: null,
    languages: [],
    tests: null,
    filters: [],
    places: [],
    by: null,
    list:
      /^(?:(?:please|can you|could you|give me|show me) )*(?:list|which|what are|enumerate|a (?:full |complete )?list|is there|are there|any|show|find|all|every)\b/i.test(
        cleaned,
      ) || !/\b(?:how many|number of|count|tally)\b/i.test(cleaned),
  };
  const reading: Reading = { rest: ` ${cleaned} `, question, filters: [], places: [] };
  const asFiles = /\b(?:files?|modules?|lines?)\b/i.exec(cleaned);
  const first = NOUN.exec(cleaned.replace(TESTING, ""));
  if (first === null) return { left: cleaned };
  question.noun = nounOf(first.groups!["noun"]!);
  if (asFiles !== null && first.index === asFiles.index && question.noun === "modules")
    question.noun = "files";
  take(reading, /\blines? of (?:(?<language>[A-Za-z]+)(?: code| source)?|code|source)\b/i, (groups) => {
    question.noun = "lines";
    const { language } = groups;
    if (language !== undefined && !/^(?:code|source)$/i.test(language)) addLanguage(question, language);
  });
  if (["files", "lines", "modules"].includes(question.noun)) takeHeld(reading);
  for (const [pattern, read] of RULES) take(reading, pattern, read);
  readAdjectives(reading);
  take(reading, NOUN, () => {});
  take(reading, EVERYWHERE, () => {});
  take(reading, OWNER, ({ word, verb }, { places }) => {
    places.push({ text: word!, as: "" });
    if (/^export/i.test(verb!)) question.exported = true;
  });
  for (let i = 0; i < MOST_PLACES; i++) {
    const before = reading.rest;
    take(reading, AT, ({ word, as }, { places }) =>
      places.push({ text: word!, as: (as ?? "").toLowerCase().replace(/s$/, "") }),
    );
    if (reading.rest === before) break;
  }
  if (["subclasses", "implementations", "overloads"].includes(question.noun)) {
    const [of, ...others] = reading.places;
    if (of === undefined) return { left: `${question.noun} of what` };
    reading.places = others;
    reading.filters.push(
      question.noun === "overloads" ? { is: "named", how: "is", text: of.text } : extending(of.text),
    );
  }
  const left = (reading.rest.match(/[^\s,:;()]+/g) ?? []).filter((word) => !FILLER.has(word.toLowerCase()));
  if (left.length > 0) return { left: left.join(" ") };
  return { ...question, filters: reading.filters, places: reading.places };
}

/** What every exception extends is declared in no repository. */
function extending(base: string): Filter {
  return /^(?:BaseException|Exception|Throwable|Error)$/.test(base)
    ? { is: "exceptions" }
    : { is: "extends", base };
}

const MOST_PLACES = 3;
const MOST_HELD = 3;

function nounOf(word: string): Counted {
  const lower = word.toLowerCase();
  return NOUN_WORDS.find(({ word: own }) => own === lower || `${own}s` === lower)!.key;
}

/** Before all else: what is written in it says nothing of the question. */
function takeHeld(reading: Reading): void {
  for (let i = 0; i < MOST_HELD; i++) {
    const held = heldIn(reading.rest, reading.question.noun === "lines");
    if (held === null) return;
    const { texts, not, rest } = held;
    reading.filters.push({ is: "holds", texts, not });
    reading.rest = rest;
  }
}

/** Takes the first match out of the rest of the question. */
function take(reading: Reading, pattern: RegExp, read: Rule[1]): void {
  const found = pattern.exec(reading.rest);
  if (found === null) return;
  read({ ...found.groups }, reading);
  reading.rest = `${reading.rest.slice(0, found.index)} ${reading.rest.slice(found.index + found[0].length)}`;
}

/** Of the noun that follows, and no place: `under test` is a folder. */
const TESTING = new RegExp(
  `\\b(?<tests>test|unit test|benchmark|fuzz)(?= (?:${NOUN_WORDS.map(({ word }) => word).join("|")}))`,
  "i",
);

function readAdjectives(reading: Reading): void {
  const { question } = reading;
  take(reading, /\b(?:exported|public)\b/i, () => {
    question.exported = true;
  });
  take(reading, /\b(?:private|unexported|internal|non-exported)\b/i, () => {
    question.exported = false;
  });
  take(reading, /\b(?:exception|error)\b/i, (_, { filters }) => {
    filters.push({ is: "exceptions" });
  });
  take(reading, TESTING, ({ tests }) => {
    question.tests = tests!.toLowerCase().endsWith("test") ? "test" : (tests!.toLowerCase() as "benchmark");
  });
  for (const name of Object.keys(LANGUAGES))
    take(reading, new RegExp(`(?<![\\w./])${name}(?![\\w./])`, "i"), () => addLanguage(question, name));
}

function addLanguage(question: Reading["question"], name: string): void {
  const ids = LANGUAGES[name.toLowerCase()];
  question.languages = [...question.languages, ...(ids ?? [name.toLowerCase()])];
}
