// The code that is published: the sources as one flat folder of some 80 files in place of 300, because a start reads
// each file that it loads. What code names beside itself (a worker, a table) lies beside it there, by its bare name.
import { globSync, readFileSync, writeFileSync } from "node:fs";
import { basename, isAbsolute, join } from "node:path";
import { rolldown } from "rolldown";
import { minifySync } from "rolldown/utils";

/** What is started from outside, by its name in the bundle: the command, the libraries, each worker. */
function entries(checkout: string): Record<string, string> {
  const found: Record<string, string> = {
    main: "surface/cli/main.ts",
    index: "index.ts",
    manifests: "manifests.ts",
  };
  for (const path of globSync("**/*-worker.ts", { cwd: join(checkout, "src") }).sort()) {
    const name = basename(path, ".ts");
    if (found[name] !== undefined) throw new Error(`${found[name]} and ${path} would both be ${name}.js`);
    found[name] = path;
  }
  return found;
}

/** Writes the bundle of `checkout/src` into `out`. Dependencies stay outside: the manifest names them. */
export async function bundle(checkout: string, out: string): Promise<void> {
  const input = Object.fromEntries(
    Object.entries(entries(checkout)).map(([name, path]) => [name, join(checkout, "src", path)]),
  );
  // What isn't a path is a package or a part of Node.
  const external = (id: string) => !id.startsWith(".") && !isAbsolute(id);
  const build = await rolldown({ cwd: checkout, input, platform: "node", external });
  try {
    // Comments are for readers of the source: without them a start reads a tenth less.
    const comments = { legal: true, annotation: true, jsdoc: false };
    await build.write({ dir: out, format: "esm", chunkFileNames: "[name].js", comments });
    for (const table of TABLES) withoutBlanks(join(out, table));
  } finally {
    await build.close();
  }
}

/** What each language is like, and what each means: tables, which are a quarter of the code. The largest files by far. */
const TABLES = ["registry.js", "languages.js"];

/** Names stay, so that a stack still tells where something arose. */
function withoutBlanks(path: string): void {
  const { code, errors } = minifySync(path, readFileSync(path, "utf8"), {
    compress: false,
    mangle: false,
    codegen: { removeWhitespace: true },
  });
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]!.message}`);
  writeFileSync(path, code);
}
