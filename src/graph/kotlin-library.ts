// What does the source of a repository need to know of Kotlin's own library? Lambdas with a receiver and without one, what
// these receivers have, which types are above others, types of literals. From the documentation of Kotlin 2 and
// kotlinx.coroutines 1.10.
import type { TypeTable } from "./call-shapes.ts";
import { plainType } from "./kotlin-written-types.ts";

const words = (text: string) => text.split(/\s+/);

/** Functions of the library whose lambdas have no receiver. */
export const PLAIN: ReadonlySet<string> = new Set(
  words(`let also map mapNotNull mapIndexed mapIndexedNotNull mapTo mapKeys mapValues flatMap flatMapTo filter
  filterNot filterNotNull filterIndexed filterKeys filterValues filterIsInstance forEach forEachIndexed onEach
  onEachIndexed any all none count find findLast first firstOrNull last lastOrNull single singleOrNull
  indexOfFirst indexOfLast fold foldRight foldIndexed reduce reduceOrNull sumOf maxOf minOf maxBy minBy
  maxByOrNull minByOrNull maxOfOrNull minOfOrNull sortedBy sortedByDescending sortBy sortByDescending
  sortedWith groupBy groupingBy associate associateBy associateWith partition zip zipWithNext takeIf takeUnless
  takeWhile takeLastWhile dropWhile dropLastWhile use useLines forEachLine getOrElse getOrPut getOrDefault
  joinToString joinTo removeIf removeAll retainAll distinctBy chunked windowed runCatching onSuccess onFailure
  recover recoverCatching compareBy compareByDescending thenBy ifEmpty ifBlank observable vetoable withLock
  computeIfAbsent computeIfPresent collect collectLatest collectIndexed onCompletion invokeOnCompletion
  invokeOnClose invokeOnCancellation getOrNull elementAtOrElse mapCatching withPermit`),
);

/** Those that are called without a value before the dot; behind a dot their names are others' as well. */
export const PLAIN_ALONE: ReadonlySet<string> = new Set(
  words(`check require assert error repeat lazy synchronized thread requireNotNull checkNotNull measureTimeMillis
  measureNanoTime measureTime measureTimedValue generateSequence List MutableList Array IntArray ByteArray CharArray
  LongArray BooleanArray Runnable Thread Comparator assertFailsWith assertFails assertDoesNotThrow assertThrows run
  suspendCancellableCoroutine suspendCoroutine runCatching compareBy compareByDescending`),
);

/** Functions whose lambdas have the value before the dot as their receiver. */
export const OF_VALUE: ReadonlySet<string> = new Set(["apply", "run", "runCatching"]);

const SCOPE = words("coroutineContext");

type Receiver = readonly [type: string, members: readonly string[]];

/** Receivers that functions outside give, with all members that they have; an empty name has none. */
export const RECEIVERS: ReadonlyMap<string, Receiver> = new Map<string, Receiver>([
  ...words(
    "runBlocking launch async withContext coroutineScope supervisorScope withTimeout withTimeoutOrNull",
  ).map((name): [string, Receiver] => [name, ["CoroutineScope", SCOPE]]),
  ["runTest", ["TestScope", words("coroutineContext testScheduler backgroundScope")]],
  ["flow", ["FlowCollector", ["emit"]]],
  ["sequence", ["SequenceScope", words("yield yieldAll")]],
  ["iterator", ["SequenceScope", words("yield yieldAll")]],
  [
    "buildString",
    [
      "StringBuilder",
      words(`append appendLine appendCodePoint insert delete deleteCharAt deleteRange replace reverse setLength setCharAt length
      get indexOf lastIndexOf substring subSequence capacity ensureCapacity trimToSize clear toString charAt chars isEmpty
      insertRange appendRange setRange codePointAt`),
    ],
  ],
  ["buildList", ["MutableList", collection()]],
  ["buildSet", ["MutableSet", collection()]],
  [
    "buildMap",
    [
      "MutableMap",
      words(`put putAll remove clear get containsKey containsValue isEmpty size keys values entries putIfAbsent getOrDefault
      computeIfAbsent computeIfPresent compute merge replace replaceAll forEach`),
    ],
  ],
]);

function collection(): string[] {
  return words(`add addAll remove removeAll retainAll clear set removeAt get size isEmpty contains containsAll indexOf
  lastIndexOf iterator listIterator subList forEach stream parallelStream removeIf replaceAll sort toArray spliterator
  addFirst addLast getFirst getLast removeFirst removeLast reversed`);
}

/** What every value has. */
export const OF_ANY: ReadonlySet<string> = new Set(["equals", "hashCode", "toString"]);

/** Members of types outside, of those of which all are listed: what else is called on them extends them. */
export const MEMBERS: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  (
    [
      ["Any", ""],
      ["String", "length get subSequence compareTo plus"],
      ["CharSequence", "length get subSequence"],
      ["Int", "compareTo plus minus times div rem inc dec shl shr ushr and or xor inv rangeTo rangeUntil"],
      ["Long", "compareTo plus minus times div rem inc dec shl shr ushr and or xor inv rangeTo rangeUntil"],
      ["Char", "compareTo plus minus inc dec rangeTo code"],
      ["Boolean", "not and or xor compareTo"],
      ["ByteArray", "get set size iterator clone"],
      ["Iterable", "iterator forEach spliterator"],
      [
        "Collection",
        "size isEmpty contains containsAll iterator stream parallelStream toArray removeIf forEach",
      ],
      ["Throwable", "message cause getStackTrace printStackTrace initCause fillInStackTrace addSuppressed"],
      ["CoroutineScope", "coroutineContext"],
      ["CoroutineContext", "get fold plus minusKey"],
      ["Flow", "collect"],
    ] as const
  ).map(([type, names]) => [type, new Set([...words(names), ...OF_ANY])] as const),
);

/** Types above those of the library. */
const ABOVE: ReadonlyMap<string, readonly string[]> = new Map([
  ["String", ["CharSequence", "Comparable"]],
  ["StringBuilder", ["CharSequence", "Appendable"]],
  ["MutableList", ["List", "MutableCollection", "Collection", "MutableIterable", "Iterable"]],
  ["ArrayList", ["MutableList", "List", "MutableCollection", "Collection", "MutableIterable", "Iterable"]],
  ["List", ["Collection", "Iterable"]],
  ["MutableSet", ["Set", "MutableCollection", "Collection", "MutableIterable", "Iterable"]],
  ["Set", ["Collection", "Iterable"]],
  ["Collection", ["Iterable"]],
  ["MutableMap", ["Map"]],
  ["Int", ["Number", "Comparable"]],
  ["Long", ["Number", "Comparable"]],
  ["Short", ["Number", "Comparable"]],
  ["Byte", ["Number", "Comparable"]],
  ["Float", ["Number", "Comparable"]],
  ["Double", ["Number", "Comparable"]],
  ["Char", ["Comparable"]],
  ["Boolean", ["Comparable"]],
]);

/** Whether a value of a type outside is of the other type outside; null where it is not known. */
export function isOutsideBelow(type: string, above: string): boolean | null {
  if (type === above || above === "Any") return true;
  const known = ABOVE.get(type);
  return known === undefined ? null : known.includes(above);
}

const NUMBERS = words("Int Long Short Byte Float Double UInt ULong UShort UByte");

export const TYPES: TypeTable = {
  simple(written) {
    const plain = plainType(written);
    return plain.slice(plain.lastIndexOf(".") + 1);
  },
  literal(argument) {
    const text = argument.replace(/\/\*[^]*?\*\//g, "").trim();
    if (/^"""[^]*"""$/.test(text) || /^"(?:[^"\\]|\\.)*"$/.test(text)) return "String";
    if (/^'(?:[^'\\]|\\.[^']*)'$/.test(text)) return "Char";
    if (text === "true" || text === "false") return "Boolean";
    if (text === "null") return "null";
    if (/^-?\d[\d_]*$|^0[xX][\da-fA-F_]+$/.test(text)) return "Int";
    if (/^-?\d[\d_]*L$/.test(text)) return "Long";
    if (/^-?\d[\d_]*\.\d[\d_]*$/.test(text)) return "Double";
    if (/^\{[^]*\}$/.test(text)) return "=>";
    return "";
  },
  takes: new Map([
    ["Int", [...NUMBERS, "Number", "Any", "Comparable"]],
    ["Long", ["Number", "Any", "Comparable", "ULong"]],
    ["Double", ["Number", "Any", "Comparable"]],
    ["String", ["CharSequence", "Any", "Comparable"]],
    ["Char", ["Any", "Comparable"]],
    ["Boolean", ["Any", "Comparable"]],
  ]),
  closed: new Set([
    ...NUMBERS,
    "String",
    "Char",
    "Boolean",
    "CharSequence",
    "ByteArray",
    "CharArray",
    "IntArray",
    "Number",
  ]),
};
