// Writes two packs of one name in turn until it is killed: node pack-writer.ts ROOT
import { writePack } from "../../src/engine/pack-files.ts";
import { parsePack } from "../../src/pack/saved-pack.ts";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { resolveRoot } from "../../src/files/guard.ts";

const root = resolveRoot(process.argv[2]!);
const [one, two] = ["one", "two"].map((which) =>
  parsePack(readFileSync(join(root.path, `${which}.json`), "utf8"), "auth"),
);
process.stdout.write("writing\n");
for (;;) {
  writePack(root, one!);
  writePack(root, two!);
}
