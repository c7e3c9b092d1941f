// How is a grammar's WebAssembly compiled? As V8 does it, but for grammars with a giant function: those stay with its
// baseline compiler.
import { setFlagsFromString } from "node:v8";
import { readWasm, type WasmFile } from "./grammar-files.ts";

/** A compiled module. It can be sent to other threads, which then need not compile it again. */
export type WasmModule = object;

// The types of Node do not name this global.
const { WebAssembly } = globalThis as unknown as {
  WebAssembly: {
    Module: new (bytes: Uint8Array<ArrayBuffer>) => WasmModule;
    Memory: new (pages: { initial: number; maximum: number }) => object;
  };
};

/**
 * Bytes of a function's body from which on V8's optimizing compiler is kept away from its module. A generated lexer is
 * one function, and that compiler's memory and time grow faster than its length: measured with Node 24.21, 0.2 GB for
 * 55 kB (C#), 0.3 GB for 89 kB (C++), 0.6 GB for 141 kB (Kotlin) and 160 kB (Bash), 3.5 GB and 13 s of a core for
 * 435 kB (Swift). Baseline code of Swift takes 4 MB and 36 ms, and reading a text then takes no longer than before.
 */
const GIANT_BODY = 80_000;

/** Memory for a module, in pages of 64 kB. */
export function createMemory(initial: number, maximum: number): object {
  return new WebAssembly.Memory({ initial, maximum });
}

/** Null where the grammar is not there. */
export function compileWasm(wasm: WasmFile): WasmModule | null {
  const bytes = readWasm(wasm);
  if (bytes === null) return null;
  return largestBody(bytes) < GIANT_BODY ? new WebAssembly.Module(bytes) : baselineModule(bytes);
}

/** V8 decides about a function when it makes baseline code of it, so that is made here, of all at once. */
function baselineModule(bytes: Uint8Array<ArrayBuffer>): WasmModule {
  setFlagsFromString("--no-wasm-lazy-compilation");
  setFlagsFromString("--no-wasm-dynamic-tiering");
  setFlagsFromString("--no-wasm-tier-up");
  try {
    return new WebAssembly.Module(bytes);
  } finally {
    setFlagsFromString("--wasm-tier-up");
    setFlagsFromString("--wasm-dynamic-tiering");
    setFlagsFromString("--wasm-lazy-compilation");
  }
}

const CODE_SECTION = 10;

/** Bytes of the longest function. Sections and bodies begin with their length (WebAssembly core specification, 5.5 and 5.4). */
export function largestBody(bytes: Uint8Array): number {
  let at = 8;
  const number = (): number => {
    for (let value = 0, shift = 0; ; shift += 7) {
      const byte = bytes[at++] ?? 0;
      value += (byte & 127) * 2 ** shift;
      if (byte < 128 || shift > 28) return value;
    }
  };
  let largest = 0;
  while (at < bytes.length) {
    const section = bytes[at++];
    const size = number();
    const end = at + size;
    if (section === CODE_SECTION) {
      for (let bodies = number(); bodies > 0 && at < end; bodies--) {
        const length = number();
        largest = Math.max(largest, length);
        at += length;
      }
    }
    at = end;
  }
  return largest;
}
