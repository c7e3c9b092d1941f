// Syntax facts as bytes: what workers send and stores keep. About a tenth of the size of JSON, and quick both ways.
// Layout: version, length of the text part, its kind, text part (all distinct strings joined), then numbers as LEB128.
import { Buffer } from "node:buffer";
import type {
  Binding,
  ExportFact,
  ImportFact,
  Range,
  Reference,
  ReferenceRole,
  SyntaxFacts,
  SyntaxSymbol,
} from "./facts.ts";
import type { SpanKind } from "../base/span.ts";

const VERSION = 1;

/** Only ever appended to: the numbers rest in stores. */
export const SPAN_KINDS: readonly SpanKind[] = [
  "function",
  "method",
  "constructor",
  "class",
  "interface",
  "trait",
  "struct",
  "enum",
  "type",
  "module",
  "namespace",
  "implementation",
  "macro",
  "variable",
  "constant",
  "property",
  "field",
  "section",
  "key",
  "rule",
  "table",
  "file",
  "lines",
  "outline",
];
const ROLES: readonly ReferenceRole[] = [
  "call",
  "new",
  "type",
  "read",
  "write",
  "jsx",
  "decorator",
  "import",
];
const BINDINGS: readonly Binding[] = ["local", "param", "import", "this", "super", "member", "unknown"];

class Writer {
  private bytes = new Uint8Array(4096);
  private size = 0;
  private readonly ids = new Map<string, number>();
  private readonly strings: string[] = [];
  private line = 0;

  number(value: number): void {
    if (this.size + 5 > this.bytes.length) {
      const wider = new Uint8Array(this.bytes.length * 2);
      wider.set(this.bytes);
      this.bytes = wider;
    }
    let rest = value >>> 0;
    while (rest > 127) {
      this.bytes[this.size++] = (rest & 127) | 128;
      rest >>>= 7;
    }
    this.bytes[this.size++] = rest;
  }

  string(text: string): void {
    let id = this.ids.get(text);
    if (id === undefined) {
      id = this.strings.length;
      this.ids.set(text, id);
      this.strings.push(text);
    }
    this.number(id);
  }

  /** Lines as steps from the line before, since facts go through a file in order. */
  range(range: Range): void {
    const step = range.start - this.line;
    this.number(step < 0 ? -step * 2 - 1 : step * 2);
    this.line = range.start;
    this.number(range.end - range.start);
    this.number(range.startColumn);
    this.number(range.endColumn);
  }

  finish(): Uint8Array<ArrayBuffer> {
    const joined = this.strings.join("");
    // eslint-disable-next-line no-control-regex
    const latin = /^[\0-\xff]*$/.test(joined);
    const text = Buffer.from(joined, latin ? "latin1" : "utf16le");
    const numbers = this.bytes.slice(0, this.size);
    this.size = 0;
    this.number(VERSION);
    this.number(latin ? 1 : 2);
    this.number(text.byteLength);
    this.number(this.strings.length);
    for (const one of this.strings) this.number(one.length);
    const out = new Uint8Array(this.size + text.byteLength + numbers.byteLength);
    out.set(this.bytes.subarray(0, this.size));
    out.set(text, this.size);
    out.set(numbers, this.size + text.byteLength);
    return out;
  }
}

class Reader {
  private readonly bytes: Uint8Array;
  private at = 0;
  private readonly strings: string[] = [];
  private line = 0;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
    if (this.number() !== VERSION) throw new RangeError("Syntax facts of another version.");
    const encoding = this.number() === 1 ? "latin1" : "utf16le";
    const length = this.count();
    const lengths = Array.from({ length: this.count() }, () => this.number());
    const text = Buffer.from(bytes.buffer, bytes.byteOffset + this.at, length).toString(encoding);
    this.at += length;
    let from = 0;
    for (const one of lengths) this.strings.push(text.slice(from, (from += one)));
  }

  number(): number {
    let value = 0;
    let shift = 0;
    for (;;) {
      const byte = this.bytes[this.at++];
      if (byte === undefined) throw new RangeError("Syntax facts are cut short.");
      value |= (byte & 127) << shift;
      if (byte < 128) return value >>> 0;
      shift += 7;
    }
  }

  /** Of things that follow, each of at least one byte. */
  count(): number {
    const count = this.number();
    if (count > this.bytes.length - this.at) throw new RangeError("Syntax facts are cut short.");
    return count;
  }

  string(): string {
    return known(this.strings[this.number()]);
  }

  range(): Range {
    const step = this.number();
    const start = this.line + (step & 1 ? -((step + 1) >>> 1) : step >>> 1);
    this.line = start;
    const end = start + this.number();
    return { start, startColumn: this.number(), end, endColumn: this.number() };
  }
}

export function encodeSyntaxFacts(facts: SyntaxFacts): Uint8Array<ArrayBuffer> {
  const w = new Writer();
  w.number(facts.errors ? 1 : 0);
  w.number(facts.symbols.length);
  for (const s of facts.symbols) {
    w.string(s.name);
    w.string(s.qualified);
    w.number(SPAN_KINDS.indexOf(s.kind) * 2 + (s.exported ? 1 : 0));
    w.string(s.signature);
    w.string(s.doc);
    w.range(s.range);
    w.range(s.nameRange);
    w.number(s.bodyStart);
    w.number(s.parent + 1);
    w.number(s.bases.length);
    for (const base of s.bases) w.string(base);
  }
  w.number(facts.references.length);
  for (const r of facts.references) {
    w.string(r.name);
    w.range(r.range);
    w.number(r.enclosing + 1);
    w.number(ROLES.indexOf(r.role) * 8 + BINDINGS.indexOf(r.binding));
    w.string(r.receiver);
    w.string(r.receiverType);
    w.number(r.target + 1);
  }
  w.number(facts.imports.length);
  for (const i of facts.imports) {
    w.string(i.module);
    w.string(i.imported);
    w.string(i.local);
    w.number(i.typeOnly ? 1 : 0);
    w.range(i.range);
  }
  w.number(facts.exports.length);
  for (const e of facts.exports) {
    w.string(e.exported);
    w.string(e.local);
    w.string(e.from);
    w.range(e.range);
  }
  return w.finish();
}

function known<T>(value: T | undefined): T {
  if (value === undefined) throw new RangeError("Syntax facts name what there is not.");
  return value;
}

/** Throws RangeError where the bytes are of another version, cut short, or name what there is not. */
export function decodeSyntaxFacts(bytes: Uint8Array): SyntaxFacts {
  const r = new Reader(bytes);
  const errors = r.number() === 1;
  const symbols = list(r, symbol);
  const references = list(r, reference);
  const imports = list(r, imported);
  const exports = list(r, exported);
  return { symbols, references, imports, exports, errors };
}

function list<T>(r: Reader, read: (r: Reader) => T): T[] {
  const length = r.count();
  const items: T[] = [];
  for (let i = 0; i < length; i++) items.push(read(r));
  return items;
}

// Properties of the objects below are read in the order in which they are written above.

function symbol(r: Reader): SyntaxSymbol {
  const name = r.string();
  const qualified = r.string();
  const kind = r.number();
  return {
    name,
    qualified,
    kind: known(SPAN_KINDS[kind >>> 1]),
    exported: (kind & 1) === 1,
    signature: r.string(),
    doc: r.string(),
    range: r.range(),
    nameRange: r.range(),
    bodyStart: r.number(),
    parent: r.number() - 1,
    bases: list(r, (inner) => inner.string()),
  };
}

function reference(r: Reader): Reference {
  const name = r.string();
  const range = r.range();
  const enclosing = r.number() - 1;
  const roleAndBinding = r.number();
  return {
    name,
    range,
    enclosing,
    role: known(ROLES[roleAndBinding >>> 3]),
    receiver: r.string(),
    binding: known(BINDINGS[roleAndBinding & 7]),
    receiverType: r.string(),
    target: r.number() - 1,
  };
}

function imported(r: Reader): ImportFact {
  return {
    module: r.string(),
    imported: r.string(),
    local: r.string(),
    typeOnly: r.number() === 1,
    range: r.range(),
  };
}

function exported(r: Reader): ExportFact {
  return { exported: r.string(), local: r.string(), from: r.string(), range: r.range() };
}
