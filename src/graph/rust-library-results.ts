// What do the types of Rust's own library give? Boxes lead to what they hold; options, results, lists, maps and iterators
// pass on what is in them. Only what the documentation of `std` says of every such call stands here.
import { libraryKind } from "./rust-library.ts";
import { libraryType, simpleName, type RustType } from "./rust-types.ts";

const words = (text: string) => new Set(text.split(" "));
const UNWRAP = words(
  "unwrap expect unwrap_or unwrap_or_default unwrap_or_else unwrap_unchecked get_or_insert_with get_or_insert insert",
);
const SAME_HOLDER = words(
  "as_ref as_mut as_deref as_deref_mut cloned copied take replace filter or or_else xor map_err inspect inspect_err clone as_pin_mut to_owned by_ref",
);
const ITERATE = words("iter iter_mut into_iter drain into_values values values_mut");
const ELEMENT = words(
  "first last get get_mut pop first_mut last_mut pop_front pop_back front back front_mut back_mut peek swap_remove_index",
);
const NEXT = words(
  "next last nth find min max min_by max_by min_by_key max_by_key peek peek_mut next_back reduce next_if",
);
const SAME_ITER = words(
  "filter skip take rev chain peekable skip_while take_while inspect cloned copied by_ref step_by fuse cycle into_iter iter clone",
);
const SAME = words(
  "clone to_owned as_ref as_mut borrow borrow_mut by_ref to_vec as_slice as_mut_slice as_deref unwrap_or_clone",
);

/** What a method of a type of the library gives; null where that is not known. */
export function givenBy(type: RustType, name: string): RustType | null {
  switch (libraryKind(type)) {
    case "holder":
      return byHolder(type, name);
    case "iterator":
      return byIterator(type, name);
    case "map":
      return byMap(type, name);
    case "entry":
      if (name === "and_modify") return type;
      // `hash_map::Entry<'a, K, V>` as it is written names the key before the value.
      return /^or_(?:insert|insert_with|insert_with_key|default)$/.test(name)
        ? (type.args.at(-1) ?? null)
        : null;
    case "list":
      return byList(type, name);
    case "cell":
      return byCell(type, name);
    default:
      return null;
  }
}

function of(type: RustType, path: string, ...args: (RustType | null | undefined)[]): RustType | null {
  if (args.some((a) => a === undefined || a === null)) return null;
  return libraryType(path.length > 2 ? `std::${path}` : path, args as RustType[], type.tables, type.at);
}

function byHolder(type: RustType, name: string): RustType | null {
  const [first, second] = type.args;
  if (UNWRAP.has(name)) return first ?? null;
  if (SAME_HOLDER.has(name))
    return { ...type, args: /^(?:map_err|or|or_else)$/.test(name) ? type.args.slice(0, 1) : type.args };
  if (name === "unwrap_err" || name === "expect_err") return second ?? null;
  if (/^(?:ok|ok_or|ok_or_else|context|with_context)$/.test(name))
    return of(type, name === "ok" ? "Option" : "Result", first);
  if (name === "err") return of(type, "Option", second);
  return name === "iter" || name === "into_iter" || name === "iter_mut" ? of(type, "Iter", first) : null;
}

function byIterator(type: RustType, name: string): RustType | null {
  const element = elementOf(type);
  if (NEXT.has(name)) return of(type, "Option", element);
  if (SAME_ITER.has(name)) return type;
  return name === "enumerate" && element !== null
    ? of(type, "Iter", of(type, "()", of(type, "usize"), element))
    : null;
}

function byMap(type: RustType, name: string): RustType | null {
  const [first, second] = type.args;
  if (name === "get" || name === "get_mut" || name === "remove") return of(type, "Option", second);
  if (name === "values" || name === "values_mut" || name === "into_values") return of(type, "Iter", second);
  if (name === "keys" || name === "into_keys") return of(type, "Iter", first);
  if (ITERATE.has(name)) return of(type, "Iter", of(type, "()", first, second));
  if (name === "entry") return of(type, "Entry", second);
  return SAME.has(name) ? type : null;
}

function byList(type: RustType, name: string): RustType | null {
  const element = elementOf(type);
  if (ELEMENT.has(name)) return of(type, "Option", element);
  if (ITERATE.has(name)) return of(type, "Iter", element);
  if (name === "remove" || name === "swap_remove") return simpleName(type) === "Vec" ? element : null;
  return SAME.has(name) ? type : null;
}

/** Locks give a result in `std` alone; `OnceCell` and `OnceLock` may be empty. */
function byCell(type: RustType, name: string): RustType | null {
  const [first] = type.args;
  const simple = simpleName(type);
  const locks = simple === "Mutex" || simple === "RwLock";
  if (simple === "Mutex" ? name === "lock" : simple === "RwLock" && (name === "read" || name === "write")) {
    if (type.crate === "parking_lot") return first ?? null;
    return of(type, type.crate === "tokio" ? "Future" : "Result", first);
  }
  if (name === "get_mut" || name === "into_inner") {
    if (locks) return type.crate === "std" ? of(type, "Result", first) : (first ?? null);
    return simple === "RefCell" || simple === "Cell" ? (first ?? null) : of(type, "Option", first);
  }
  if (simple === "RefCell") return /^(?:borrow|borrow_mut|take|replace)$/.test(name) ? (first ?? null) : null;
  if (simple === "Cell") return /^(?:get|take|replace)$/.test(name) ? (first ?? null) : null;
  if (locks) return null;
  if (name === "get_or_init") return first ?? null;
  return name === "get" || name === "take" ? of(type, "Option", first) : null;
}

/** What is in a list, an iterator or a map, for a loop over it. */
export function elementOf(type: RustType): RustType | null {
  const [first, second] = type.args;
  switch (libraryKind(type)) {
    case "holder":
      return first ?? null;
    case "list":
      // `SmallVec<[T; N]>` names the array in which it keeps them.
      return (type.crate === "smallvec" ? first?.args[0] : first) ?? null;
    case "iterator":
      // `hash_map::Iter<'a, K, V>`
      return second === undefined ? (first ?? null) : of(type, "()", first, second);
    case "map":
      return of(type, "()", first, second);
    default:
      return null;
  }
}

/** What stands under an index that is no range. */
export function indexed(type: RustType): RustType | null {
  const kind = libraryKind(type);
  if (kind === "map") return type.args[1] ?? null;
  return kind === "list" ? elementOf(type) : null;
}

/** Whether `x.get(…)` takes an index, or a range that gives a part of the list. */
export function takesRange(type: RustType, name: string): boolean {
  return libraryKind(type) === "list" && /^(?:get|get_mut)$/.test(name) && !simpleName(type).endsWith("Set");
}

/** What `?` and `.await` give. */
export function tried(type: RustType): RustType | null {
  return libraryKind(type) === "holder" ? (type.args[0] ?? null) : null;
}

export function awaited(type: RustType): RustType | null {
  return type.crate === "std" && simpleName(type) === "Future" ? (type.args[0] ?? null) : null;
}

/** Functions that give what they are given, in a holder of that name or as it is. */
const MAKERS = new Map<string, string>([
  ["Some", "Option"],
  ["Ok", "Result"],
  ["Box::new", "Box"],
  ["Box::pin", "Box"],
  ["Rc::new", "Rc"],
  ["Arc::new", "Arc"],
  ["Rc::clone", ""],
  ["Arc::clone", ""],
  ["Pin::new", "Pin"],
  ["Mutex::new", "Mutex"],
  ["RwLock::new", "RwLock"],
  ["RefCell::new", "RefCell"],
  ["Cell::new", "Cell"],
  ["ManuallyDrop::new", "ManuallyDrop"],
  ["AssertUnwindSafe", "AssertUnwindSafe"],
  ["mem::take", ""],
  ["mem::replace", ""],
  ["Arc::get_mut", "Option"],
  ["Rc::get_mut", "Option"],
  ["Cow::Borrowed", ""],
  ["Cow::Owned", ""],
]);

/**
 * Of a call of a function of the language's own library: the holder in which it gives its first argument (empty: as it is),
 * or null.
 */
export function holderMade(path: string): string | null {
  const parts = path.split("::");
  return MAKERS.get(parts.slice(-2).join("::")) ?? MAKERS.get(parts.at(-1)!) ?? null;
}

/** Closures that are handed each element, or what is held. */
const HANDED = words(
  "map for_each any all filter filter_map find find_map position flat_map skip_while take_while inspect partition max_by_key min_by_key sort_by_key sort_by_cached_key sort_unstable_by_key retain retain_mut and_then is_some_and is_ok_and try_for_each sort_by sort_unstable_by max_by min_by rposition map_while is_none_or",
);
/** Those that compare two of them. */
const COMPARING = words("sort_by sort_unstable_by max_by min_by");

/** What a parameter of the closure is that a method of the type takes first. */
export function handedTo(type: RustType, name: string, place: number): RustType | null {
  const kind = libraryKind(type);
  // Maps hand out keys and values one beside the other.
  if (kind === "map") return name === "retain" && place < 2 ? (type.args[place] ?? null) : null;
  if (kind === "holder" && place === 0 && /^(?:unwrap_or_else|map_or_else|map_err|or_else)$/.test(name))
    return type.args[1] ?? null;
  if (!HANDED.has(name) || (place !== 0 && !(place === 1 && COMPARING.has(name)))) return null;
  return elementOf(type);
}
