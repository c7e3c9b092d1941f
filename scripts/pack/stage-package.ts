// The folder that becomes the published package: bundled code, its types, grammars, token tables, documents, a manifest of its own.
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { type EncodingName, vocabularyImage } from "../../src/tokens/vocabulary.ts";
import { bundle } from "./bundle.ts";
import { type Manifest, packedManifest } from "./packed-manifest.ts";
import { keepPublicTypes } from "./public-types.ts";
import { stageGrammars } from "./stage-grammars.ts";

/** Copied as they are, where they exist. */
const DOCUMENTS = [
  "README.md",
  "LICENSE",
  "CHANGELOG.md",
  "SECURITY.md",
  "docs/errors.md",
  "docs/limits.md",
  "docs/model.md",
  "docs/regex.md",
  "docs/coming-from",
  "docs/decisions",
  "docs/guide",
  "docs/reference",
  "schema",
];

/**
 * Tables of the exact units; without them the first count of a process takes longer. The one that budgets are counted in
 * unless a user says otherwise lies ready to use, the other compressed to a third.
 */
const ENCODINGS: Readonly<Record<EncodingName, "ready" | "compressed">> = {
  o200k_base: "ready",
  cl100k_base: "compressed",
};

export interface Staged {
  folder: string;
  grammars: { files: number; bytes: number };
}

export interface StageOptions {
  /** Goes on when the compiler has complaints: to try a package while the sources are in motion. */
  despiteTypeErrors?: boolean;
  /** Brotli's quality, 0 to 11. The best takes half a minute. */
  quality?: number;
}

export async function stagePackage(
  checkout: string,
  folder: string,
  options: StageOptions = {},
): Promise<Staged> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  declare(checkout, join(folder, "dist", "types"), options.despiteTypeErrors ?? false);
  keepPublicTypes(join(folder, "dist", "types"), ["index.d.ts", "manifests.d.ts"]);
  await bundle(checkout, join(folder, "dist"));
  for (const [encoding, form] of Object.entries(ENCODINGS) as [EncodingName, string][]) {
    const image = vocabularyImage(encoding);
    const file = join(folder, "dist", `${encoding}.vocabulary`);
    if (form === "ready") writeFileSync(file, image);
    else writeFileSync(`${file}.br`, brotliCompressSync(image));
  }
  for (const file of ["weights.bin", "CARD.md", "repositories.json"]) {
    cpSync(join(checkout, "model", file), join(folder, "model", file));
  }
  const grammars = stageGrammars(checkout, join(folder, "grammars"), options.quality);
  cpSync(join(checkout, "bin"), join(folder, "bin"), { recursive: true });
  for (const path of DOCUMENTS) {
    if (existsSync(join(checkout, path)))
      cpSync(join(checkout, path), join(folder, path), { recursive: true });
  }
  const manifest = JSON.parse(readFileSync(join(checkout, "package.json"), "utf8")) as Manifest;
  writeFileSync(join(folder, "package.json"), `${JSON.stringify(packedManifest(manifest), null, 2)}\n`);
  return { folder, grammars };
}

/** One `.d.ts` for each source. */
function declare(checkout: string, out: string, despiteTypeErrors: boolean): void {
  const compiler = join(checkout, "node_modules", "typescript", "bin", "tsc");
  const run = spawnSync(process.execPath, [compiler, "-p", "tsconfig.build.json", "--outDir", out], {
    cwd: checkout,
    encoding: "utf8",
  });
  if (run.status === 0) return;
  const said = `The compiler refuses the sources:\n${run.stdout}${run.stderr}`;
  if (!despiteTypeErrors || !existsSync(join(out, "index.d.ts"))) throw new Error(said);
  console.warn(said);
}
