// Reads a SCIP index, the form in which rust-analyzer writes what it knows: only the fields that are needed here.
// https://github.com/sourcegraph/scip/blob/main/scip.proto

export interface Occurrence {
  /** From 0; columns in the document's own unit. */
  line: number;
  start: number;
  end: number;
  symbol: string;
  isDefinition: boolean;
}

export interface ScipDocument {
  path: string;
  /** 1: UTF-8 bytes; 2: UTF-16 units; 3: UTF-32. */
  encoding: number;
  occurrences: Occurrence[];
  symbols: { symbol: string; kind: number; implements: string[] }[];
}

/** Fields of a message: number, and a number or bytes. */
function* fields(bytes: Buffer): Generator<[number, number | Buffer]> {
  let at = 0;
  const varint = (): number => {
    let value = 0;
    for (let shift = 1; ; shift *= 128) {
      const byte = bytes[at++]!;
      value += (byte & 127) * shift;
      if (byte < 128) return value;
    }
  };
  while (at < bytes.length) {
    const key = varint();
    const field = Math.floor(key / 8);
    const wire = key % 8;
    if (wire === 0) yield [field, varint()];
    else if (wire === 2) {
      const length = varint();
      yield [field, bytes.subarray(at, at + length)];
      at += length;
    } else at += wire === 5 ? 4 : 8;
  }
}

function packed(bytes: Buffer): number[] {
  const found: number[] = [];
  let value = 0;
  let shift = 1;
  for (const byte of bytes) {
    value += (byte & 127) * shift;
    shift *= 128;
    if (byte < 128) {
      found.push(value);
      value = 0;
      shift = 1;
    }
  }
  return found;
}

function occurrence(bytes: Buffer): Occurrence {
  let range: number[] = [];
  let symbol = "";
  let roles = 0;
  for (const [field, value] of fields(bytes)) {
    if (field === 1) range = typeof value === "number" ? [...range, value] : packed(value);
    else if (field === 2) symbol = value.toString();
    else if (field === 3) roles = value as number;
  }
  const [line = 0, start = 0, third = 0, end = third] = range;
  return { line, start, end, symbol, isDefinition: (roles & 1) !== 0 };
}

export function documentsOf(index: Buffer): ScipDocument[] {
  const found: ScipDocument[] = [];
  for (const [field, value] of fields(index)) {
    if (field !== 2) continue;
    const document: ScipDocument = { path: "", encoding: 0, occurrences: [], symbols: [] };
    for (const [inner, part] of fields(value as Buffer)) {
      if (inner === 1) document.path = part.toString();
      else if (inner === 2) document.occurrences.push(occurrence(part as Buffer));
      else if (inner === 6) document.encoding = part as number;
      else if (inner === 3) {
        const symbol = { symbol: "", kind: 0, implements: [] as string[] };
        for (const [name, said] of fields(part as Buffer)) {
          if (name === 1) symbol.symbol = said.toString();
          else if (name === 5) symbol.kind = said as number;
          else if (name === 4) {
            for (const [what, which] of fields(said as Buffer)) {
              if (what === 1) symbol.implements.push(which.toString());
            }
          }
        }
        document.symbols.push(symbol);
      }
    }
    found.push(document);
  }
  return found;
}
