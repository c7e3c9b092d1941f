// The code that is published: the sources in a few files, because a start reads each file that it loads (300 small
// ones cost 80 ms). Every entry lies at the top of one folder, so what the code names beside itself is found there.
import { isAbsolute, join } from "node:path";
import { rolldown } from "rolldown";

/** What is started from outside: the command, the library, and each worker by the name its starter gives it. */
const ENTRIES: Readonly<Record<string, string>> = {
  main: "surface/cli/main.ts",
  index: "index.ts",
  "scan-worker": "text/scan-worker.ts",
  "words-worker": "store/words-worker.ts",
  "syntax-worker": "parse/syntax-worker.ts",
};

/** Writes the bundle of `checkout/src` into `out`. Dependencies stay outside: the manifest names them. */
export async function bundle(checkout: string, out: string): Promise<void> {
  const input = Object.fromEntries(
    Object.entries(ENTRIES).map(([name, path]) => [name, join(checkout, "src", path)]),
  );
  // What isn't a path is a package or a part of Node.
  const external = (id: string) => !id.startsWith(".") && !isAbsolute(id);
  const build = await rolldown({ cwd: checkout, input, platform: "node", external });
  try {
    await build.write({ dir: out, format: "esm", chunkFileNames: "[name].js" });
  } finally {
    await build.close();
  }
}
