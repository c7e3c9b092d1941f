// Limits that several floors check: each is stated once.

/** A smaller budget cannot hold a header, a line and the completeness line (SCHEMAS). */
export const LEAST_BUDGET = 64;

/** A larger one is no budget: no model reads so much, and it would be counted to the end. */
export const MOST_BUDGET = 1_000_000;

/** Longest query in UTF-16 code units. Longer ones are pasted files, which say nothing about intent. */
export const LONGEST_QUERY = 10_000;

/** Longest issue that is read for what it asks, in UTF-16 code units: more than trackers take (GitHub: 65,536). */
export const LONGEST_ISSUE = 200_000;

/** Most results of one search: more are not read, and the answer says how many there are. */
export const MOST_RESULTS = 200;

/** Results of a search that says no limit. */
export const DEFAULT_RESULTS = 10;

/** Declarations of a name, where no limit is said. */
export const DEFAULT_DECLARATIONS = 20;

/** Ranked results of one file, where nothing else is said: places in many files are worth more than many in one. */
export const RESULTS_PER_FILE = 1;

/** Lines of one file that an exact or regex search shows, where nothing else is said. */
export const LINES_PER_FILE = 5;

/** Tokens that an expansion adds where nobody says how many: about another answer. */
export const DEFAULT_MORE = 2_000;

/** Packs of one answer: each is a selection of its own, and its budget is one. */
export const MOST_PACKS = 8;

/** Longest name of a pack. */
export const LONGEST_PACK = 64;

/** Steps of a trace: beyond that nearly everything reaches nearly everything. */
export const MOST_TRACE_DEPTH = 10;

// Texts and lists that are given: what is longer is refused before anything is done with it, on every surface alike.
// Lengths are in UTF-16 code units, as JSON Schema's `maxLength` nearly is (it counts pairs once, so it is no stricter).

/** Longest path that Linux opens (PATH_MAX); elsewhere they are shorter. */
export const LONGEST_PATH = 4_096;

/** Longest name of a symbol: mangled and generated names have some hundred characters. */
export const LONGEST_NAME = 1_000;

/** Longest text to which similar code is looked for: a megabyte, and what is longer is no piece of code. */
export const LONGEST_CODE = 1_100_000;

/** Longest patch: what is longer is no change that anybody reads, but a program. */
export const LONGEST_PATCH = 4_000_000;

/** Tokens of a review where nobody says how many: a change of some files with what stands around it. */
export const DEFAULT_REVIEW_BUDGET = 6_000;

/** Steps that an impact follows where nothing is said: what breaks further out breaks through those in between. */
export const DEFAULT_IMPACT_DEPTH = 3;

/** Longest pattern of a scope: one folder or glob. */
export const LONGEST_PATTERN = 1_000;

/** All patterns of a scope together. */
export const LONGEST_SCOPE = 10_000;

/** Longest id of a session. */
export const LONGEST_SESSION = 64;

/** Longest name of a language or kind. */
export const LONGEST_CHOICE = 100;

/** Most places of one read: an agent asks for some dozens; a shell may name all files of a folder. */
export const MOST_PLACES = 1_000;

/** Most patterns of a scope, and most languages or kinds: each is tried on every file. */
export const MOST_CHOICES = 100;

/** Longest id of a request in a batch. */
export const LONGEST_ID = 128;

/** Largest file of requests, in bytes: a device or a pipe may never end. */
export const LARGEST_BATCH = 64_000_000;
/** Requests of a batch: more take hours. */
export const MOST_REQUESTS = 10_000;
