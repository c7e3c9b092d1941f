// Every reader, with inputs that a number names; and each input that was ever a finding, kept in `cases/<target>/`.
// More of them, for as long as one likes: `node scripts/fuzz.ts --minutes 60`.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { Chance, mutated } from "./mutate.ts";
import { openTargets } from "./targets.ts";

const SOAK = Number(process.env["PITH_SOAK"] ?? 1);
const SEED = Number(process.env["PITH_SEED"] ?? 1);
const CASES = 50 * SOAK;

const { targets, close } = await openTargets();
after(close);

for (const { name, seeds, run, share = 1 } of targets) {
  test(`${name}: whatever comes, an answer or a refusal`, async () => {
    for (const seed of seeds) await run(seed);
    const kept = join(import.meta.dirname, "cases", name);
    for (const file of existsSync(kept) ? readdirSync(kept) : []) await run(readFileSync(join(kept, file)));
    for (let i = 0; i < CASES * share; i++) {
      try {
        await run(mutated(seeds, new Chance(SEED + i)));
      } catch (cause) {
        throw new Error(`case ${SEED + i} of ${name}`, { cause });
      }
    }
  });
}
