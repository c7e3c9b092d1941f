// How a parsed tree is walked from JavaScript. Two ways, equal node by node (a test compares them):
// the library's own cursor, and the same calls put to its WebAssembly exports directly, which is four times as fast
// since the cursor then stays in the module's memory between calls instead of being copied in and out for each.
import type { Tree, TreeCursor } from "web-tree-sitter";

export interface TreeReader {
  open(tree: Tree): void;
  type(): number;
  start(): number;
  end(): number;
  field(): number;
  first(): boolean;
  next(): boolean;
  up(): boolean;
  close(): void;
}

/** The library's cursor. */
export function publicReader(): TreeReader {
  let cursor: TreeCursor | null = null;
  return {
    open(tree) {
      cursor = tree.walk();
    },
    type: () => cursor!.nodeTypeId,
    start: () => cursor!.startIndex,
    end: () => cursor!.endIndex,
    field: () => cursor!.currentFieldId,
    first: () => cursor!.gotoFirstChild(),
    next: () => cursor!.gotoNextSibling(),
    up: () => cursor!.gotoParent(),
    close() {
      cursor?.delete();
      cursor = null;
    },
  };
}

const CALLS = [
  "_ts_tree_root_node_wasm",
  "_ts_tree_cursor_new_wasm",
  "_ts_tree_cursor_delete_wasm",
  "_ts_tree_cursor_current_node_type_id_wasm",
  "_ts_tree_cursor_start_index_wasm",
  "_ts_tree_cursor_end_index_wasm",
  "_ts_tree_cursor_current_field_id_wasm",
  "_ts_tree_cursor_goto_first_child_wasm",
  "_ts_tree_cursor_goto_next_sibling_wasm",
  "_ts_tree_cursor_goto_parent_wasm",
] as const;

type Call = (tree: number) => number;

/** The same over the exports that `Parser.init` left in the module object; null where one of them is missing. */
export function directReader(module: Record<string, unknown>): TreeReader | null {
  const calls = CALLS.map((name) => module[name]);
  if (!calls.every((call): call is Call => typeof call === "function")) return null;
  const [
    rootNode,
    newCursor,
    deleteCursor,
    typeId,
    startIndex,
    endIndex,
    fieldId,
    goFirst,
    goNext,
    goParent,
  ] = calls as [Call, Call, Call, Call, Call, Call, Call, Call, Call, Call];
  let address = 0;
  return {
    open(tree) {
      // The handle that the library's own classes pass on.
      address = (tree as unknown as { 0: number })[0];
      // Leaves the root node in the transfer buffer, where the new cursor takes it from and stays.
      rootNode(address);
      newCursor(address);
    },
    type: () => typeId(address),
    start: () => startIndex(address),
    end: () => endIndex(address),
    field: () => fieldId(address),
    first: () => goFirst(address) === 1,
    next: () => goNext(address) === 1,
    up: () => goParent(address) === 1,
    close() {
      if (address !== 0) deleteCursor(address);
      address = 0;
    },
  };
}
