// How are syntax facts written into the database? As bytes: every string once in a JSON list, then whole numbers of
// variable length, lines as differences. A reference takes about nine bytes where JSON takes a hundred and fifty.
//
//   0  CRC-32 of the facts key and all that follows   4  bytes of the list   8  the list   …  the numbers
import { crc32 } from "node:zlib";
import type {
  Binding,
  ExportFact,
  ImportFact,
  Range,
  Reference,
  ReferenceRole,
  SyntaxFacts,
  SyntaxResult,
  SyntaxSkip,
  SyntaxSymbol,
} from "../parse/facts.ts";
import type { SpanKind } from "../base/span.ts";

const HEAD_BYTES = 8;

export function encodeSyntax(key: string, result: SyntaxResult): Uint8Array {
  const numbers = new NumberWriter();
  const strings = new StringNumbers();
  if ("skip" in result) {
    numbers.put(0);
    numbers.put(strings.of(result.skip));
  } else writeFacts(result.facts, numbers, strings);
  const list = Buffer.from(JSON.stringify(strings.list), "utf8");
  const bytes = Buffer.concat([Buffer.alloc(HEAD_BYTES), list, numbers.bytes()]);
  bytes.writeUInt32LE(list.byteLength, 4);
  bytes.writeUInt32LE(crc32(bytes.subarray(4), crc32(key)), 0);
  return bytes;
}

/** Null if the bytes are not, to the last bit, what was written under this key. */
export function decodeSyntax(key: string, given: Uint8Array): SyntaxResult | null {
  const bytes = Buffer.from(given.buffer, given.byteOffset, given.byteLength);
  if (bytes.byteLength < HEAD_BYTES) return null;
  if (bytes.readUInt32LE(0) !== crc32(bytes.subarray(4), crc32(key))) return null;
  const listBytes = bytes.readUInt32LE(4);
  const strings = JSON.parse(bytes.toString("utf8", HEAD_BYTES, HEAD_BYTES + listBytes)) as string[];
  const numbers = new NumberReader(bytes, HEAD_BYTES + listBytes, strings);
  if (numbers.take() === 0) return { skip: numbers.string() as SyntaxSkip };
  return { facts: readFacts(numbers) };
}

function writeFacts(facts: SyntaxFacts, out: NumberWriter, strings: StringNumbers): void {
  const range = (r: Range): void => {
    out.putLine(r.start);
    out.put(r.startColumn);
    out.put(r.end - r.start);
    out.put(r.endColumn);
  };
  out.put(facts.errors ? 2 : 1);
  out.put(facts.symbols.length);
  for (const s of facts.symbols) {
    for (const text of [s.name, s.qualified, s.kind, s.signature, s.doc]) out.put(strings.of(text));
    out.put(s.exported ? 1 : 0);
    range(s.range);
    range(s.nameRange);
    out.put(s.bodyStart);
    out.put(s.parent + 1);
    out.put(s.bases.length);
    for (const base of s.bases) out.put(strings.of(base));
  }
  out.put(facts.references.length);
  for (const r of facts.references) {
    for (const text of [r.name, r.role, r.receiver, r.binding]) out.put(strings.of(text));
    range(r.range);
    out.put(r.enclosing + 1);
    out.put(r.target + 1);
  }
  out.put(facts.imports.length);
  for (const i of facts.imports) {
    for (const text of [i.module, i.imported, i.local]) out.put(strings.of(text));
    out.put(i.typeOnly ? 1 : 0);
    range(i.range);
  }
  out.put(facts.exports.length);
  for (const e of facts.exports) {
    for (const text of [e.exported, e.local, e.from]) out.put(strings.of(text));
    range(e.range);
  }
}

function readFacts(from: NumberReader): SyntaxFacts {
  const range = (): Range => {
    const start = from.takeLine();
    const startColumn = from.take();
    return { start, startColumn, end: start + from.take(), endColumn: from.take() };
  };
  // The first number, which says whether there are facts and errors, has been taken.
  const errors = from.last === 2;
  const symbols = from.list((): SyntaxSymbol => ({
    name: from.string(),
    qualified: from.string(),
    kind: from.string() as SpanKind,
    signature: from.string(),
    doc: from.string(),
    exported: from.take() === 1,
    range: range(),
    nameRange: range(),
    bodyStart: from.take(),
    parent: from.take() - 1,
    bases: from.list(() => from.string()),
  }));
  const references = from.list((): Reference => ({
    name: from.string(),
    role: from.string() as ReferenceRole,
    receiver: from.string(),
    binding: from.string() as Binding,
    range: range(),
    enclosing: from.take() - 1,
    target: from.take() - 1,
  }));
  const imports = from.list((): ImportFact => ({
    module: from.string(),
    imported: from.string(),
    local: from.string(),
    typeOnly: from.take() === 1,
    range: range(),
  }));
  const exports = from.list((): ExportFact => ({
    exported: from.string(),
    local: from.string(),
    from: from.string(),
    range: range(),
  }));
  return { symbols, references, imports, exports, errors };
}

class StringNumbers {
  readonly list: string[] = [];
  readonly #numbers = new Map<string, number>();

  of(string: string): number {
    let number = this.#numbers.get(string);
    if (number === undefined) {
      number = this.list.length;
      this.list.push(string);
      this.#numbers.set(string, number);
    }
    return number;
  }
}

/** Whole numbers from 0, seven bits a byte, the lowest first. */
class NumberWriter {
  #bytes = new Uint8Array(1024);
  #length = 0;
  #line = 0;

  put(value: number): void {
    if (this.#length + 8 > this.#bytes.length) {
      const larger = new Uint8Array(this.#bytes.length * 2);
      larger.set(this.#bytes);
      this.#bytes = larger;
    }
    let rest = value;
    while (rest > 127) {
      this.#bytes[this.#length++] = (rest & 127) | 128;
      rest = Math.floor(rest / 128);
    }
    this.#bytes[this.#length++] = rest;
  }

  /** As the difference to the line before, its sign in the lowest bit. */
  putLine(line: number): void {
    const difference = line - this.#line;
    this.#line = line;
    this.put(difference < 0 ? -2 * difference - 1 : 2 * difference);
  }

  bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }
}

class NumberReader {
  readonly #bytes: Uint8Array;
  readonly #strings: readonly string[];
  #at: number;
  #line = 0;
  last = 0;

  constructor(bytes: Uint8Array, at: number, strings: readonly string[]) {
    this.#bytes = bytes;
    this.#at = at;
    this.#strings = strings;
  }

  take(): number {
    let value = 0;
    let scale = 1;
    for (;;) {
      const byte = this.#bytes[this.#at++]!;
      value += (byte & 127) * scale;
      if (byte < 128) break;
      scale *= 128;
    }
    this.last = value;
    return value;
  }

  takeLine(): number {
    const coded = this.take();
    this.#line += coded % 2 === 1 ? -(coded + 1) / 2 : coded / 2;
    return this.#line;
  }

  string(): string {
    return this.#strings[this.take()]!;
  }

  list<T>(item: () => T): T[] {
    const count = this.take();
    const items: T[] = [];
    for (let i = 0; i < count; i++) items.push(item());
    return items;
  }
}
