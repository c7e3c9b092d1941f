// Every number of ranking that was set by hand, with its source. Learnt ones are in weights.json.
// "Recipe" is the lexical recipe of docs/decisions (ranking), measured on 362 questions over 21 repositories.

/** BM25F: saturation and length normalisation of a chunk (recipe: 1.2 and 0.3; changes of either stay within 0.003). */
export const SATURATION = 1.2;
export const LENGTH_SHARE = 0.4;

/** Weight of a term by the field that it stands in (recipe; comments 1.2 there, 0.8 is better by 0.002). */
export const FIELD_WEIGHT = { name: 3, signature: 1.5, comment: 0.8, body: 1, enclosing: 0.5 } as const;

/** Frequency added to every chunk of a file whose stem or folder names the concept (recipe: 2; 0.5 to 2 within 0.002). */
export const STEM_FREQUENCY = 1;
export const FOLDER_FREQUENCY = 0.7;

/** Power of the file-level inverse document frequency (recipe: +0.001 over 1). */
export const FILE_IDF_POWER = 0.7;

/** Second and third best chunk of a file beside the best one (recipe). */
export const SECOND_CHUNK = 0.5;
export const THIRD_CHUNK = 0.25;

/** A folder's match beside the stem's, and a higher folder beside the last one (recipe). */
export const FOLDER_IN_PATH = 0.4;
export const HIGHER_FOLDER = 0.5;

/** Prefix matches between a query word and a path part (recipe), with the shortest part and word that take part. */
export const PATH_PREFIX = 0.6;
export const PATH_PART_LEAST = 3;
export const PATH_WORD_LEAST = 4;

/**
 * Letters by which two stems may differ and still be one word (`compose` and `composition`), and the shortest stem for
 * which that holds: shorter ones meet strangers (`applied`, `application`; 4 costs 0.001).
 */
export const STEM_ENDING = 3;
export const STEM_ENDING_LEAST = 6;

/** What the words of a chunk of tests count that stands in the middle of code (Rust's `mod tests`), unless tests are asked for. */
export const TEST_CHUNK = 0.5;

/** Weight of a query concept, by what it is (recipe). */
export const GENERIC_WORD = 0.5;
export const IDENTIFIER_PART = 0.7;
/**
 * Numbers: up to two digits stand in every change log and list, three or more may be a status, a port or a standard. A
 * number with letters (`10k`) is found by its digits alone, and counts as little as they do.
 */
export const SHORT_NUMBER = 0.3;
export const LONG_NUMBER = 1;
/** Two neighbouring words as one identifier, where the repository has it (+0.002 to +0.005; 0.3 and 1 the same within 0.002). */
export const WORD_PAIR = 0.6;

/** Weight of related words beside the word itself (recipe: 0.5 and 0.4; 0.2 to 0.4 for synonyms are within 0.002). */
export const RELATED = { abbreviation: 0.5, synonym: 0.3 } as const;

/** Definition of a query's identifier (recipe). */
export const IDENTIFIER = {
  type: 1,
  other: 0.8,
  implementation: 0.6,
  short: 0.6,
  nested: 0.85,
  qualifierMet: 1.2,
  qualifierMissed: 0.8,
  capitalised: 0.5,
  folded: 0.7,
} as const;

/** A definition under this many lines is "short" (a declaration, an alias, a re-export). */
export const SHORT_LINES = 3;

/** A definition's name against the query (recipe). */
export const NAME_BASE = 0.5;
export const NAME_SHARE = 0.5;
export const NAME_SHORT = 0.8;

/** Stem precision counts in full once the stem holds a third of the query's weight (recipe). */
export const STEM_SHARE_FULL = 3;

/** Identifiers inside a file's stem: shortest length, factor on the length ratio (recipe). */
export const STEM_IDENTIFIER_LEAST = 4;
export const STEM_IDENTIFIER_PART = 0.5;

/** Share of the path in the nearness of a file's meaning, beside its nearest chunk and the whole file. */
export const MEANING_OF_PATH = 0.6;

/**
 * Files that meaning brings to the ranking: of 99 questions of 100 on the labels, the file asked for is among the first 14 by
 * its nearest chunk. How near (cosine) it must be: prose without a word of the answer lies at 0.2 to 0.5 from it.
 * Where no file holds a word, or a single word was asked for, only what is surely near is better than nothing found: the
 * nearest chunk of any repository to questions about cakes, whales and taxes lies under 0.42 for 99 of 100.
 */
export const BROUGHT_BY_MEANING = 24;
export const LEAST_NEARNESS = 0.18;
export const SURE_NEARNESS = 0.42;

/**
 * Files that get the features beyond chunk scores, taken by words and paths alone. A bound on work: the hundredth
 * file by words has not been seen to rise into the first ten.
 */
export const CANDIDATES = 240;

/** Most concepts read from a query; later words are dropped. A bound on work. */
export const MOST_CONCEPTS = 48;
