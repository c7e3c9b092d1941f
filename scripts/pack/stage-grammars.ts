// The folder `grammars`: each grammar that a language names, and the parser's runtime, compressed; with a list of
// their versions and licences. They come from the development packages, whose own install scripts never run.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import { compareStrings } from "../../src/base/order.ts";
import { languages } from "../../src/lang/registry.ts";
import { RUNTIME, type WasmFile, installedPath, packagedName } from "../../src/parse/grammar-files.ts";

interface Carrier {
  name: string;
  version: string;
  license: string;
  licenseText: string;
  files: string[];
}

export function stageGrammars(
  checkout: string,
  folder: string,
  quality = constants.BROTLI_MAX_QUALITY,
): { files: number; bytes: number } {
  mkdirSync(folder, { recursive: true });
  const carriers = new Map<string, Carrier>();
  let bytes = 0;
  const wanted = wasmFiles();
  for (const wasm of wanted) {
    const path = installedPath(wasm);
    if (path === null) throw new Error(`${wasm.package} does not carry ${wasm.file}. Run \`npm ci\`.`);
    const packed = compress(readFileSync(path), quality);
    writeFileSync(join(folder, packagedName(wasm)), packed);
    bytes += packed.length;
    const carrier = carriers.get(wasm.package) ?? readCarrier(checkout, wasm.package);
    carrier.files.push(packagedName(wasm));
    carriers.set(wasm.package, carrier);
  }
  writeFileSync(join(folder, "LICENSES.md"), licences([...carriers.values()]));
  return { files: wanted.length, bytes };
}

function wasmFiles(): WasmFile[] {
  const byName = new Map<string, WasmFile>([[packagedName(RUNTIME), RUNTIME]]);
  for (const { syntax } of languages) if (syntax) byName.set(packagedName(syntax.grammar), syntax.grammar);
  return [...byName.entries()].sort(([a], [b]) => compareStrings(a, b)).map(([, wasm]) => wasm);
}

function compress(bytes: Uint8Array, quality: number): Buffer {
  return brotliCompressSync(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  });
}

function readCarrier(checkout: string, name: string): Carrier {
  const folder = join(checkout, "node_modules", name);
  const { version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as {
    version: string;
    license: string;
  };
  const file = ["LICENSE", "LICENSE.md", "LICENSE.txt", "COPYING"].find((f) => existsSync(join(folder, f)));
  if (file === undefined) throw new Error(`${name} has no licence file: it cannot be shipped.`);
  return { name, version, license, licenseText: readFileSync(join(folder, file), "utf8").trim(), files: [] };
}

function licences(carriers: Carrier[]): string {
  const rows = carriers.map((c) => `| ${c.name} | ${c.version} | ${c.license} | ${c.files.join(", ")} |`);
  const texts = carriers.map((c) => `## ${c.name} ${c.version}\n\n\`\`\`\n${c.licenseText}\n\`\`\``);
  return [
    "# Grammars and their licences",
    "",
    "Each file is the WebAssembly build of a Tree-sitter grammar (or of the runtime), as its package publishes it,",
    "compressed with brotli and otherwise unchanged.",
    "",
    "| Package | Version | Licence | Files |",
    "| --- | --- | --- | --- |",
    ...rows,
    "",
    texts.join("\n\n"),
    "",
  ].join("\n");
}
