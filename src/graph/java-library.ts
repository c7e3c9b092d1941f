// Which methods do the types of Java's own library have that classes most often extend? Of those that are listed the
// whole list is known; any other may have any name. From the documentation of Java SE 21.

const THROWABLE =
  "getMessage getLocalizedMessage getCause initCause printStackTrace fillInStackTrace getStackTrace setStackTrace addSuppressed getSuppressed";

const METHODS: readonly (readonly [string, string])[] = [
  ["Object", "getClass hashCode equals clone toString notify notifyAll wait finalize"],
  ["Enum", "name ordinal compareTo getDeclaringClass describeConstable values valueOf"],
  ["Runnable", "run"],
  ["Callable", "call"],
  ["Supplier", "get"],
  ["Function", "apply compose andThen identity"],
  ["BiFunction", "apply andThen"],
  ["Consumer", "accept andThen"],
  ["BiConsumer", "accept andThen"],
  ["Predicate", "test and or negate isEqual not"],
  ["Comparable", "compareTo"],
  [
    "Comparator",
    "compare reversed thenComparing thenComparingInt thenComparingLong thenComparingDouble reverseOrder naturalOrder nullsFirst nullsLast comparing comparingInt comparingLong comparingDouble",
  ],
  ["Iterator", "hasNext next remove forEachRemaining"],
  ["Iterable", "iterator forEach spliterator"],
  ["Serializable", ""],
  ["Cloneable", ""],
  ["Closeable", "close"],
  ["AutoCloseable", "close"],
  ["InvocationHandler", "invoke invokeDefault"],
  ["ParameterizedType", "getActualTypeArguments getRawType getOwnerType getTypeName"],
  ["Type", "getTypeName"],
  ["Throwable", THROWABLE],
];

const known = new Map(METHODS.map(([type, names]) => [type, new Set(names.split(" "))] as const));
const throwable = new Set(THROWABLE.split(" "));
const object = known.get("Object")!;

/** Whether a type outside of the repository may have a member of the name. */
export function mayHave(type: string, name: string): boolean {
  const simple = type.slice(type.lastIndexOf(".") + 1);
  const methods = known.get(simple) ?? (/(?:Exception|Error)$/.test(simple) ? throwable : undefined);
  if (methods === undefined) return true;
  return methods.has(name) || object.has(name);
}

/** Whether every class has it. */
export function ofObject(name: string): boolean {
  return object.has(name);
}
