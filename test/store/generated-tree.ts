// Some hundred kilobytes in several batches, different in each version; with `aloneBytes: 0` workers read them.
import type { Repository } from "./repository.ts";

const FILES = 60;
const FUNCTIONS = 80;

export function writeGeneratedTree(repository: Repository, version: number): void {
  for (let file = 0; file < FILES; file++) {
    const lines: string[] = [`from pkg.mod${file % 7} import helper${version}`, ""];
    for (let i = 0; i < FUNCTIONS; i++) {
      lines.push(`def task${file}_${i}(value${i % 5}, option):`, `    # step ${i * version} of ${file}`);
      lines.push(`    return helper${version}(value${i % 5}, mode=${i})`, "");
    }
    repository.write(`pkg/mod${file % 10}/file${file}.py`, lines.join("\n"));
  }
}
