// Makes the static vectors from zero, one step after another; see docs/model.md:
//   node model/main.ts mine  --mirrors DIR --mined DIR [--only a/b,…]
//   node model/main.ts train --mined DIR [--steps 2500] [--dimensions 128] [--seed 1] [--out FILE]
import { parseArgs } from "node:util";

const STEPS: Record<string, () => Promise<{ main(args: string[]): Promise<void> }>> = {
  mine: () => import("./mine-all.ts"),
  train: () => import("./train.ts"),
};

const { positionals } = parseArgs({ allowPositionals: true, strict: false });
const step = STEPS[positionals[0] ?? ""];
if (step === undefined) {
  console.error(`usage: node model/main.ts <${Object.keys(STEPS).join(" | ")}> [options]`);
  process.exit(2);
}
await (await step()).main(process.argv.slice(3));
