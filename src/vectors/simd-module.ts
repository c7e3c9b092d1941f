// A WebAssembly module that multiplies a vector with many rows, sixteen numbers at a time, put together instruction by
// instruction: no binary file, no build step, nothing that can't be read here.
//
//   memory: the vector, widened to 16 bits · one sum (i32) for each row · the rows (i8), each `size` long
//   products(size, rows): size a multiple of 16, rows of 4
//
// Only whole numbers: bytes are widened to 16 bits and multiplied into sums of 32, which is what the plain loop adds up.

/** Where each part of the memory begins, in bytes. The vector has room for 2,048 numbers of 16 bits. */
export const OUT_AT = 4_096;
export const ROWS_AT = OUT_AT + 65_536;
/** Bytes of rows that lie in the memory at once: they stay in the second cache while they are read. */
export const ROWS_ROOM = 262_144;
const PAGE = 65_536;
const PAGES = Math.ceil((ROWS_AT + ROWS_ROOM) / PAGE);

const I32 = 0x7f;
const V128 = 0x7b;
/** A block without a result. */
const EMPTY = 0x40;
const MAGIC_AND_VERSION: readonly number[] = [0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00];

const LOOP = 0x03;
const END = 0x0b;
const BR_IF = 0x0d;
const LOCAL_GET = 0x20;
const LOCAL_SET = 0x21;
const LOCAL_TEE = 0x22;
const I32_STORE = 0x36;
const I32_CONST = 0x41;
const I32_LESS = 0x48;
const I32_GREATER = 0x4a;
const I32_ADD = 0x6a;
const I32_SUB = 0x6b;
const I32_SHIFT_LEFT = 0x74;
const SIMD = 0xfd;
const V128_LOAD = 0x00;
const V128_CONST = 0x0c;
const EXTRACT_LANE = 0x1b;
const WIDEN_LOW = 0x87;
const WIDEN_HIGH = 0x88;
const ADD_LANES = 0xae;
/** `i32x4.dot_i16x8_s`: products of eight pairs, added two by two. */
const DOT = 0xba;

type Code = readonly number[];

/** A whole number of at most 35 bits as LEB128. */
function unsigned(value: number): number[] {
  const bytes: number[] = [];
  for (let rest = value; ; rest >>>= 7) {
    if (rest < 128) return [...bytes, rest];
    bytes.push((rest & 127) | 128);
  }
}

function signed(value: number): number[] {
  const bytes: number[] = [];
  for (let rest = value; ; rest >>= 7) {
    const last = rest & 127;
    if ((rest >> 7 === 0 && (last & 64) === 0) || (rest >> 7 === -1 && (last & 64) !== 0)) {
      return [...bytes, last];
    }
    bytes.push(last | 128);
  }
}

const get = (local: number): Code => [LOCAL_GET, ...unsigned(local)];
const set = (local: number): Code => [LOCAL_SET, ...unsigned(local)];
const tee = (local: number): Code => [LOCAL_TEE, ...unsigned(local)];
const constant = (value: number): Code => [I32_CONST, ...signed(value)];
const simd = (operation: number, ...more: number[]): Code => [SIMD, ...unsigned(operation), ...more];
/** Sixteen bytes from the address on the stack, which need not be a multiple of anything. */
const load = (offset: number): Code => simd(V128_LOAD, 0, ...unsigned(offset));
const store = (offset: number): Code => [I32_STORE, 2, ...unsigned(offset)];

/** Locals: the two parameters, then pointers, then vectors. */
const SIZE = 0;
const LEFT = 1;
const ROW = 2;
const OUT = 3;
const DONE = 4;
const AT = 5;
const LOW = 6;
const HIGH = 7;
const SUMS = [8, 9, 10, 11] as const;

/** One instruction behind the other. */
const sequence = (...parts: readonly (number | Code)[]): Code => parts.flat();
const repeat = (...parts: readonly (number | Code)[]): Code => sequence(LOOP, EMPTY, ...parts, BR_IF, 0, END);

const clear = (sums: number): Code =>
  sequence(simd(V128_CONST, ...Array.from({ length: 16 }, () => 0)), set(sums));

/** Adds sixteen products of a row to its sums, and goes on to the next row. */
const addProducts = (sums: number): Code =>
  sequence(
    sequence(get(sums), get(AT), load(0), simd(WIDEN_LOW), get(LOW), simd(DOT), simd(ADD_LANES)),
    sequence(get(AT), load(0), simd(WIDEN_HIGH), get(HIGH), simd(DOT), simd(ADD_LANES), set(sums)),
    sequence(get(AT), get(SIZE), I32_ADD, set(AT)),
  );

const storeSum = (sums: number, row: number): Code =>
  sequence(
    sequence(get(OUT), get(sums), simd(EXTRACT_LANE, 0)),
    ...[1, 2, 3].map((lane) => sequence(get(sums), simd(EXTRACT_LANE, lane), I32_ADD)),
    store(4 * row),
  );

/** Four rows at a time: each piece of the vector is loaded once for them. */
function body(): Code {
  return sequence(
    sequence(constant(ROWS_AT), set(ROW), constant(OUT_AT), set(OUT)),
    repeat(
      ...SUMS.map(clear),
      sequence(constant(0), set(DONE)),
      repeat(
        sequence(get(DONE), constant(1), I32_SHIFT_LEFT, tee(AT), load(0), set(LOW)),
        sequence(get(AT), load(16), set(HIGH)),
        sequence(get(ROW), get(DONE), I32_ADD, set(AT)),
        ...SUMS.map(addProducts),
        sequence(get(DONE), constant(16), I32_ADD, tee(DONE), get(SIZE), I32_LESS),
      ),
      ...SUMS.map(storeSum),
      sequence(get(ROW), get(SIZE), constant(2), I32_SHIFT_LEFT, I32_ADD, set(ROW)),
      sequence(get(OUT), constant(16), I32_ADD, set(OUT)),
      sequence(get(LEFT), constant(4), I32_SUB, tee(LEFT), constant(0), I32_GREATER),
    ),
    END,
  );
}

const sized = (bytes: Code): Code => [...unsigned(bytes.length), ...bytes];
const list = (...items: readonly Code[]): Code => [...unsigned(items.length), ...items.flat()];
const section = (id: number, content: Code): Code => [id, ...sized(content)];
const text = (name: string): Code => sized([...Buffer.from(name, "latin1")]);
const locals = (...groups: readonly Code[]): Code => list(...groups);

/** The module's bytes: one memory, one function, both exported. */
export function simdModule(): Uint8Array {
  const code = [...locals([4, I32], [6, V128]), ...body()];
  return Uint8Array.from([
    ...MAGIC_AND_VERSION,
    ...section(1, list([0x60, ...list([I32], [I32]), ...list()])),
    ...section(3, list([0])),
    ...section(5, list([0x01, ...unsigned(PAGES), ...unsigned(PAGES)])),
    ...section(7, list([...text("memory"), 0x02, 0], [...text("products"), 0x00, 0])),
    ...section(10, list(sized(code))),
  ]);
}
