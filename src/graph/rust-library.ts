// What do the types of Rust's own library give? Boxes lead to what they hold; options, results, lists, maps and iterators
// pass on what is in them. Only what the documentation of `std` says of every such call stands here.
import { libraryType, simpleName, type RustType } from "./rust-types.ts";

/** Whose members are those of what they hold. */
const BOXES = new Set(
  "Box Rc Arc Pin Ref RefMut MutexGuard RwLockReadGuard RwLockWriteGuard Cow ManuallyDrop LazyLock LazyCell Lazy AssertUnwindSafe OwnedMutexGuard CachePadded".split(
    " ",
  ),
);
const HOLDERS = new Set(["Option", "Result", "LockResult", "TryLockResult", "Poll"]);
const LISTS = new Set([
  "[]",
  "Vec",
  "VecDeque",
  "SmallVec",
  "HashSet",
  "BTreeSet",
  "BinaryHeap",
  "LinkedList",
  "IndexSet",
]);
const MAPS = new Set(["HashMap", "BTreeMap", "IndexMap"]);
const CELLS = new Set(["Mutex", "RwLock", "RefCell", "Cell", "OnceCell", "OnceLock"]);

const OTHERS = new Set([
  "()",
  "Iter",
  "Future",
  "Entry",
  "PhantomData",
  "Range",
  "MaybeUninit",
  "NonNull",
  "Weak",
  "Sender",
  "Receiver",
]);

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

/** Types of the library that lead to nothing that they hold. */
export function isKnown(type: RustType): boolean {
  const simple = simpleName(type);
  return (
    HOLDERS.has(simple) || LISTS.has(simple) || MAPS.has(simple) || CELLS.has(simple) || OTHERS.has(simple)
  );
}

export function isBoxName(name: string): boolean {
  return BOXES.has(name);
}

export function isBox(type: RustType): boolean {
  return BOXES.has(simpleName(type)) && type.args.length > 0;
}

/** What a method of a type of the library gives; null where that is not known. */
export function givenBy(type: RustType, name: string): RustType | null {
  const simple = simpleName(type);
  const { tables, at } = type;
  const of = (path: string, ...args: (RustType | undefined)[]) =>
    args.some((a) => a === undefined)
      ? null
      : libraryType(path.length > 2 ? `std::${path}` : path, args as RustType[], tables, at);
  const [first, second] = type.args;
  if (HOLDERS.has(simple)) {
    if (UNWRAP.has(name)) return first ?? null;
    if (SAME_HOLDER.has(name))
      return { ...type, args: name === "map_err" ? type.args.slice(0, 1) : type.args };
    if (name === "unwrap_err" || name === "expect_err") return second ?? null;
    if (
      name === "ok" ||
      name === "ok_or" ||
      name === "ok_or_else" ||
      name === "context" ||
      name === "with_context"
    )
      return of(name === "ok" ? "Option" : "Result", first);
    if (name === "err") return of("Option", second);
    if (name === "iter" || name === "into_iter" || name === "iter_mut") return of("Iter", first);
    return null;
  }
  if (simple === "Iter") {
    if (NEXT.has(name)) return of("Option", first);
    if (SAME_ITER.has(name)) return type;
    if (name === "enumerate") return first === undefined ? null : of("Iter", of("()", unknown(type), first)!);
    return null;
  }
  if (MAPS.has(simple)) {
    if (name === "get" || name === "get_mut" || name === "remove") return of("Option", second);
    if (name === "values" || name === "values_mut" || name === "into_values") return of("Iter", second);
    if (name === "keys" || name === "into_keys") return of("Iter", first);
    if (ITERATE.has(name))
      return first === undefined || second === undefined ? null : of("Iter", of("()", first, second)!);
    if (name === "entry") return of("Entry", second);
    return SAME.has(name) ? type : null;
  }
  if (simple === "Entry")
    return /^(?:or_|and_modify)/.test(name) ? (name === "and_modify" ? type : (first ?? null)) : null;
  if (LISTS.has(simple)) {
    if (ELEMENT.has(name)) return of("Option", first);
    if (ITERATE.has(name)) return of("Iter", first);
    if (name === "remove" || name === "swap_remove") return simple === "Vec" ? (first ?? null) : null;
    return SAME.has(name) ? type : null;
  }
  if (CELLS.has(simple)) {
    if (name === "lock" || name === "read" || name === "write") return of("Result", first);
    if (name === "borrow" || name === "borrow_mut" || name === "get_or_init") return first ?? null;
    if (name === "get_mut") return simple === "RefCell" ? (first ?? null) : of("Result", first);
    if (name === "into_inner")
      return simple === "RefCell" || simple === "Cell" ? (first ?? null) : of("Result", first);
    if (name === "get" || name === "take") return simple === "Cell" ? (first ?? null) : of("Option", first);
    return null;
  }
  return null;
}

function unknown({ tables, at }: RustType): RustType {
  return libraryType("?", [], tables, at);
}

/** What is in a list, an iterator or a map, for a loop over it. */
export function elementOf(type: RustType): RustType | null {
  const simple = simpleName(type);
  const [first, second] = type.args;
  if (LISTS.has(simple) || simple === "Iter" || HOLDERS.has(simple)) return first ?? null;
  if (MAPS.has(simple) && first !== undefined && second !== undefined)
    return libraryType("()", [first, second], type.tables, type.at);
  return null;
}

/** What `?` and `.await` give. */
export function tried(type: RustType): RustType | null {
  return HOLDERS.has(simpleName(type)) ? (type.args[0] ?? null) : null;
}

export function awaited(type: RustType): RustType | null {
  return simpleName(type) === "Future" ? (type.args[0] ?? null) : null;
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

/** Of a call outside of the repository: the holder in which it gives its first argument (empty: as it is), or null. */
export function holderMade(path: string): string | null {
  const parts = path.split("::");
  return MAKERS.get(parts.slice(-2).join("::")) ?? MAKERS.get(parts.at(-1)!) ?? null;
}

/** Closures that are handed each element, or what is held. */
const HANDED = words(
  "map for_each any all filter filter_map find find_map position flat_map skip_while take_while inspect partition max_by_key min_by_key sort_by_key retain and_then is_some_and is_ok_and map_or map_or_else then for_each_mut unwrap_or_else try_for_each iter_mut dedup_by_key sort_by max_by min_by rposition map_while is_none_or",
);

/** What the first parameter of a closure is that is handed to a method of the type. */
export function handedTo(type: RustType, name: string): RustType | null {
  if (!HANDED.has(name)) return null;
  if (HOLDERS.has(simpleName(type)) && name === "unwrap_or_else") return type.args[1] ?? null;
  return elementOf(type);
}
