// What is the object itself at a place in a Ruby file? An instance of the class around the method, the class in its own body
// and in its own methods; in a block that may be run for another object nothing is known.
import type { FileTables } from "./file-tables.ts";
import { blocksAt, rubyCode, type Block } from "./ruby-code.ts";
import type { Side } from "./ruby-lineage.ts";

export type SelfAt =
  /** `symbol`: of the class or module. */
  | { readonly kind: "type"; readonly symbol: number; readonly side: Side }
  /** The object of the program, or any object: outside of all classes. */
  | { readonly kind: "top" }
  | { readonly kind: "unknown" };

const UNKNOWN: SelfAt = { kind: "unknown" };

/** Calls of Ruby's own that run their block for the same object. From the documentation of Ruby 3.4. */
const KEEPING = new Set(
  `each each_with_index each_pair each_key each_value each_with_object each_line each_char each_byte each_slice each_cons
  each_entry reverse_each map map! flat_map collect collect! select select! filter filter! filter_map reject reject! detect
  find find_index find_all index rindex any? all? none? one? count sum min_by max_by minmax_by min max sort sort! sort_by
  sort_by! group_by partition inject reduce zip times upto downto step loop tap then yield_self fetch delete_if keep_if
  gsub gsub! sub sub! scan synchronize catch transform_values transform_values! transform_keys transform_keys! to_h uniq
  uniq! take_while drop_while cycle chunk_while slice_when each_index fill bsearch delete dig merge merge! update product
  combination permutation tally sum open foreach flock chdir measure realtime`.split(/\s+/),
);

export function selfAt(tables: FileTables, offset: number): SelfAt {
  const ruby = rubyCode(tables);
  if (!ruby.sure) return UNKNOWN;
  let method: Block | null = null;
  let side: Side | null = null;
  for (const block of blocksAt(ruby, offset)) {
    switch (block.kind) {
      case "other":
        break;
      case "block":
        if (method !== null || !KEEPING.has(block.name)) return UNKNOWN;
        break;
      case "def": {
        if (method !== null) return UNKNOWN;
        method = block;
        const head = /^def\s+([A-Za-z_][\w:]*)\s*\./.exec(
          ruby.code.slice(block.start, block.start + 120),
        )?.[1];
        if (head === "self") side = "static";
        else if (head !== undefined) {
          const own = ruby.symbols.get(block.start);
          const parent = own === undefined ? -1 : tables.facts.symbols[own]!.parent;
          if (parent === -1 || tables.facts.symbols[parent]!.name !== head) return UNKNOWN;
          side = "static";
        }
        break;
      }
      case "singleton":
        if (method === null || block.name !== "self" || side !== null) return UNKNOWN;
        side = "static";
        break;
      default: {
        const symbol = ruby.symbols.get(block.start);
        if (symbol === undefined) return UNKNOWN;
        return { kind: "type", symbol, side: side ?? (method === null ? "static" : "instance") };
      }
    }
  }
  return side === null ? { kind: "top" } : UNKNOWN;
}
