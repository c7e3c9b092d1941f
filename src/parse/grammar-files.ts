// Where do grammars and the parser's runtime lie? In the published package compressed in a folder `grammars` beside the
// built code; in a checkout in the development packages. The packaged folder is tried first.
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliDecompressSync } from "node:zlib";
import { PithError } from "../base/error.ts";

/** A WebAssembly file: the package that carries it in a checkout, and its path there. */
export interface WasmFile {
  package: string;
  file: string;
}

export const RUNTIME: WasmFile = { package: "web-tree-sitter", file: "web-tree-sitter.wasm" };

/** Name of the file in the folder `grammars`. */
export function packagedName(wasm: WasmFile): string {
  return `${wasm.file.slice(wasm.file.lastIndexOf("/") + 1)}.br`;
}

/** Where the file lies in the development packages, or null. */
export function installedPath(wasm: WasmFile, from: string = import.meta.url): string | null {
  try {
    // Packages with an `exports` map name the file in it; the others have none and give any file.
    const path = createRequire(from).resolve(`${wasm.package}/${wasm.file}`);
    return existsSync(path) ? path : null;
  } catch {
    return null;
  }
}

/** Where the package has `grammars`: beside the folder of the bundled code. */
function packagedFolder(from: string): string {
  return join(dirname(fileURLToPath(from)), "..", "grammars");
}

/** The bytes of a grammar or of the runtime. Null where a grammar is not there: the language then has words alone. */
export function readWasm(wasm: WasmFile, from: string = import.meta.url): Uint8Array<ArrayBuffer> | null {
  const packed = join(packagedFolder(from), packagedName(wasm));
  if (existsSync(packed)) return new Uint8Array(brotliDecompressSync(readFileSync(packed)));
  const path = installedPath(wasm, from);
  return path === null ? null : new Uint8Array(readFileSync(path));
}

export function readRuntime(from: string = import.meta.url): Uint8Array<ArrayBuffer> {
  const bytes = readWasm(RUNTIME, from);
  if (bytes === null) {
    throw new PithError("INTERNAL", "The parser's runtime is missing from the installation.", {
      subject: RUNTIME.file,
      next: "Install Pith again.",
    });
  }
  return bytes;
}
