// Which types of libraries does Rust's graph know, and by which path? Of the language's own, and of the crates that are
// used in their place: a last name alone says nothing (`lock` of another crate's `Mutex` gives something else).
import { simpleName, type RustType } from "./rust-types.ts";

export type LibraryKind = "holder" | "list" | "map" | "cell" | "iterator" | "entry" | "other";

const words = (text: string) => text.split(" ");
const all = <T extends string>(kind: T, names: string) => words(names).map((name) => [name, kind] as const);

const KINDS = new Map<string, LibraryKind>([
  ...all("holder", "std:Option std:Result std:LockResult std:TryLockResult std:Poll"),
  ...all("list", "std:[] std:Vec std:VecDeque std:HashSet std:BTreeSet std:BinaryHeap std:LinkedList"),
  ...all("list", "smallvec:SmallVec indexmap:IndexSet hashbrown:HashSet"),
  ...all("map", "std:HashMap std:BTreeMap indexmap:IndexMap hashbrown:HashMap"),
  ...all("cell", "std:Mutex std:RwLock std:RefCell std:Cell std:OnceCell std:OnceLock"),
  ...all("cell", "once_cell:OnceCell parking_lot:Mutex parking_lot:RwLock tokio:Mutex tokio:RwLock"),
  ...all("iterator", "std:Iter"),
  ...all("entry", "std:Entry indexmap:Entry hashbrown:Entry"),
  ...all("other", "std:() std:Future std:PhantomData std:Range std:MaybeUninit std:NonNull std:Weak"),
  ...all("other", "std:Sender std:Receiver"),
]);

/** Whose members are those of what they hold. */
const BOXES = new Set(
  words(
    "std:Box std:Rc std:Arc std:Pin std:Ref std:RefMut std:MutexGuard std:RwLockReadGuard std:RwLockWriteGuard " +
      "std:Cow std:ManuallyDrop std:LazyLock std:LazyCell std:AssertUnwindSafe once_cell:Lazy " +
      "parking_lot:MutexGuard parking_lot:RwLockReadGuard parking_lot:RwLockWriteGuard " +
      "tokio:MutexGuard tokio:RwLockReadGuard tokio:RwLockWriteGuard tokio:OwnedMutexGuard " +
      "crossbeam_utils:CachePadded crossbeam:CachePadded",
  ),
);
const BOX_NAMES = new Set([...BOXES].map((b) => b.slice(b.indexOf(":") + 1)));

function key(type: RustType): string {
  return `${type.crate}:${simpleName(type)}`;
}

/**
 * Null where nothing is known of it. A `Result` of another crate (`anyhow`, `eyre`, `io` and the like) is the language's own
 * under another name, with the error left out.
 */
export function libraryKind(type: RustType): LibraryKind | null {
  const kind = KINDS.get(key(type));
  if (kind !== undefined) return kind;
  return simpleName(type) === "Result" && type.crate !== "" ? "holder" : null;
}

export function isBoxName(name: string): boolean {
  return BOX_NAMES.has(name);
}

export function isBox(type: RustType): boolean {
  return type.args.length > 0 && BOXES.has(key(type));
}

/**
 * Methods that the types have of themselves, as the documentation of `std` lists them. What is called by another name is no
 * proof that the type was read rightly.
 */
const EVERYWHERE =
  "clone clone_from to_owned to_string fmt eq ne cmp partial_cmp lt le gt ge max min clamp hash into try_into from borrow borrow_mut as_ref as_mut default drop type_id into_iter ";
const SLICES =
  "len is_empty first last get get_mut iter iter_mut contains starts_with ends_with split split_at split_at_mut split_first split_last chunks chunks_mut chunks_exact windows concat join sort sort_by sort_by_key sort_unstable sort_unstable_by sort_unstable_by_key binary_search binary_search_by binary_search_by_key swap reverse rotate_left rotate_right fill to_vec copy_from_slice clone_from_slice copy_within as_ptr as_mut_ptr get_unchecked get_unchecked_mut first_mut last_mut into_vec repeat partition_point is_sorted ";
const METHODS: Readonly<Record<LibraryKind, ReadonlySet<string>>> = {
  holder: new Set(
    words(
      EVERYWHERE +
        "is_some is_none is_some_and is_none_or is_ok is_err is_ok_and is_err_and unwrap expect unwrap_or unwrap_or_else unwrap_or_default unwrap_err expect_err unwrap_unchecked map map_or map_or_else map_err and and_then or or_else xor ok err ok_or ok_or_else filter take take_if replace insert get_or_insert get_or_insert_with as_deref as_deref_mut as_pin_mut cloned copied flatten transpose zip unzip iter iter_mut inspect inspect_err is_ready is_pending as_slice",
    ),
  ),
  list: new Set(
    words(
      EVERYWHERE +
        SLICES +
        "push pop push_back push_front pop_back pop_front front back front_mut back_mut append extend extend_from_slice insert remove swap_remove retain retain_mut drain truncate clear resize resize_with reserve reserve_exact shrink_to_fit shrink_to capacity dedup dedup_by dedup_by_key split_off splice as_slice as_mut_slice as_slices make_contiguous into_boxed_slice leak spare_capacity_mut set_len union intersection difference symmetric_difference is_subset is_superset is_disjoint take replace peek peek_mut into_sorted_vec range pop_first pop_last write write_all flush read",
    ),
  ),
  map: new Set(
    words(
      EVERYWHERE +
        "len is_empty get get_mut get_key_value contains_key insert remove remove_entry entry keys values values_mut into_keys into_values iter iter_mut drain retain clear extend reserve shrink_to_fit capacity hasher range range_mut first_key_value last_key_value pop_first pop_last first_entry last_entry append split_off",
    ),
  ),
  cell: new Set(
    words(
      EVERYWHERE +
        "lock try_lock read write try_read try_write try_borrow try_borrow_mut get get_mut set take replace swap update into_inner get_or_init is_poisoned clear_poison as_ptr",
    ),
  ),
  iterator: new Set(
    words(
      EVERYWHERE +
        "next next_back nth nth_back size_hint count last step_by chain zip map for_each filter filter_map enumerate peekable skip_while take_while map_while skip take scan flat_map flatten fuse inspect by_ref collect partition try_fold try_for_each fold rfold reduce all any find find_map position rposition max_by_key max_by min_by_key min_by rev unzip copied cloned cycle sum product is_sorted peek peek_mut next_if next_if_eq len as_str as_slice",
    ),
  ),
  entry: new Set(
    words(EVERYWHERE + "or_insert or_insert_with or_insert_with_key or_default and_modify key insert_entry"),
  ),
  other: new Set(
    words(
      EVERYWHERE +
        "poll contains is_empty start end as_ptr as_mut_ptr assume_init assume_init_ref assume_init_mut assume_init_drop write as_ref as_mut cast upgrade strong_count weak_count send recv try_recv recv_timeout iter try_iter",
    ),
  ),
};

/** Whether the type of the language's own library surely has the method. */
export function hasMethod(type: RustType, name: string): boolean {
  const kind = type.crate === "std" ? libraryKind(type) : null;
  return kind !== null && METHODS[kind].has(name);
}
