// An editor of the many: `editor-child.ts <root> <seed> <ms>` writes, renames and removes files of its own for so long.
import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const [root = "", seed = "1", ms = "0"] = process.argv.slice(2);
let state = Number(seed) >>> 0;
/** Park and Miller's generator: the same edits for the same seed. */
function below(n: number): number {
  state = (state * 48_271) % 2_147_483_647;
  return state % n;
}

const folder = join(root, `edited${seed}`);
const until = performance.now() + Number(ms);
mkdirSync(folder, { recursive: true });
let count = 0;
do {
  const file = join(folder, `file${below(12)}.ts`);
  const kind = below(5);
  if (kind === 0) rmSync(file, { force: true });
  else if (kind === 1) {
    writeFileSync(`${file}.tmp`, `export class Queue${below(4)} extends Session {}\n`);
    renameSync(`${file}.tmp`, file);
  } else {
    const uses = Array.from(
      { length: below(30) },
      (_, n) => `export const token${n} = parseToken(${below(9)});\n`,
    );
    writeFileSync(file, `import { parseToken } from "../src/file0";\n${uses.join("")}`);
  }
  count++;
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5 + below(30));
} while (performance.now() < until);
process.stdout.write(String(count));
