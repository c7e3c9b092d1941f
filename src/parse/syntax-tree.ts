// A parsed tree in columns: what the rules of a language walk over.
//
// The parser lives in WebAssembly, and each question put to it from here costs more than the answer is worth. So the
// tree is read once, in document order, into typed arrays, and every rule then works on these. Only named nodes are
// kept: keywords and marks can be read from the text.
import type { SyntaxTree } from "../lang/syntax-rules.ts";
import type { TreeReader } from "./syntax-cursor.ts";

/** Names of a grammar's node types and fields by their numbers, made once for each grammar. */
export class GrammarNames {
  readonly types: readonly string[];
  readonly fields: readonly string[];
  /** 1 for a type that is a named node. */
  readonly named: Uint8Array;
  private readonly fieldIds = new Map<string, number>();
  private readonly typeIds = new Map<string, number[]>();

  constructor(types: readonly string[], fields: readonly string[], named: Uint8Array) {
    this.types = types;
    this.fields = fields;
    this.named = named;
    fields.forEach((name, id) => this.fieldIds.set(name, id));
    types.forEach((name, id) => {
      if (named[id] !== 1) return;
      const ids = this.typeIds.get(name);
      if (ids === undefined) this.typeIds.set(name, [id]);
      else ids.push(id);
    });
  }

  fieldId(name: string): number {
    return this.fieldIds.get(name) ?? -1;
  }

  /** A name may belong to several types: aliases. */
  idsOfType(name: string): readonly number[] {
    return this.typeIds.get(name) ?? [];
  }
}

/** The number that tree-sitter gives nodes of text that it could not read. */
const ERROR_TYPE = 65535;

export interface TreeLimits {
  nodes: number;
  depth: number;
}

export interface FlatShape {
  /** Nodes of any kind directly in errors, and all nodes. */
  errors: number;
  total: number;
}

/** One such object serves all files of a thread: its columns are filled anew for each. */
export class FlatTree implements SyntaxTree {
  text = "";
  size = 0;
  private names: GrammarNames = new GrammarNames([], [], new Uint8Array(0));
  private types = new Uint16Array(1024);
  private starts = new Int32Array(1024);
  private ends = new Int32Array(1024);
  private fields = new Uint8Array(1024);
  private parents = new Int32Array(1024);
  private afters = new Int32Array(1024);

  /** Reads the tree under the reader; `leaves` are types known to have no children. Answers with the ceiling that it meets, if it does. */
  fill(
    reader: TreeReader,
    text: string,
    names: GrammarNames,
    leaves: Uint8Array,
    limits: TreeLimits,
  ): FlatShape | "nodes" | "depth" {
    this.text = text;
    this.names = names;
    this.size = 0;
    const { named } = names;
    /** Kept ancestors, and those of the cursor that are no named nodes as -1. */
    const open: number[] = [];
    let parent = -1;
    let size = 0;
    let total = 0;
    let errors = 0;
    for (;;) {
      const type = reader.type();
      if (++total > limits.nodes) return "nodes";
      if (parent !== -1 && this.types[parent] === ERROR_TYPE) errors++;
      const isError = type === ERROR_TYPE;
      if (isError || named[type] === 1) {
        if (size === this.types.length) this.grow();
        this.types[size] = type;
        this.starts[size] = reader.start();
        this.ends[size] = reader.end();
        this.fields[size] = reader.field();
        this.parents[size] = parent;
        if (leaves[type] !== 1 && reader.first()) {
          open.push(size);
          if (open.length > limits.depth) return "depth";
          parent = size++;
          continue;
        }
        this.afters[size] = size + 1;
        size++;
      }
      while (!reader.next()) {
        if (open.length === 0 || !reader.up()) {
          this.size = size;
          return { errors, total };
        }
        this.afters[open.pop()!] = size;
        parent = open.length === 0 ? -1 : open[open.length - 1]!;
      }
    }
  }

  typeId(node: number): number {
    return this.types[node]!;
  }

  type(node: number): string {
    return this.names.types[this.types[node]!] ?? "ERROR";
  }

  start(node: number): number {
    return this.starts[node]!;
  }

  end(node: number): number {
    return this.ends[node]!;
  }

  parent(node: number): number {
    return this.parents[node]!;
  }

  field(node: number): string {
    return this.names.fields[this.fields[node]!] ?? "";
  }

  after(node: number): number {
    return this.afters[node]!;
  }

  first(node: number): number {
    return node + 1 < this.afters[node]! ? node + 1 : -1;
  }

  next(node: number): number {
    const after = this.afters[node]!;
    const parent = this.parents[node]!;
    return parent !== -1 && after < this.afters[parent]! ? after : -1;
  }

  child(node: number, field: string): number {
    const id = this.names.fieldId(field);
    const end = this.afters[node]!;
    for (let child = node + 1; child < end; child = this.afters[child]!) {
      if (this.fields[child] === id) return child;
    }
    return -1;
  }

  childOfType(node: number, type: string): number {
    const ids = this.names.idsOfType(type);
    const end = this.afters[node]!;
    for (let child = node + 1; child < end; child = this.afters[child]!) {
      if (ids.includes(this.types[child]!)) return child;
    }
    return -1;
  }

  textOf(node: number): string {
    return this.text.slice(this.starts[node]!, this.ends[node]!);
  }

  private grow(): void {
    const length = this.types.length * 2;
    const wider = <T extends Uint8Array | Uint16Array | Int32Array>(column: T, made: T): T => {
      made.set(column);
      return made;
    };
    this.types = wider(this.types, new Uint16Array(length));
    this.starts = wider(this.starts, new Int32Array(length));
    this.ends = wider(this.ends, new Int32Array(length));
    this.fields = wider(this.fields, new Uint8Array(length));
    this.parents = wider(this.parents, new Int32Array(length));
    this.afters = wider(this.afters, new Int32Array(length));
  }
}
