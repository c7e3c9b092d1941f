// Puts a real answer into README.md: the one that the README's own command gives, on this checkout.
//   node scripts/readme-answer.ts
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const checkout = join(import.meta.dirname, "..");
const readme = join(checkout, "README.md");
const text = readFileSync(readme, "utf8");
const command = /npx (pith context "[^"]+" --budget \d+)/.exec(text)?.[1];
if (command === undefined) throw new Error("README.md has no example command");
const [, query, budget] = /"([^"]+)" --budget (\d+)/.exec(command)!;
const run = spawnSync(
  process.execPath,
  [join(checkout, "bin/pith.js"), "context", query!, "--budget", budget!],
  {
    cwd: checkout,
    encoding: "utf8",
  },
);
if (run.status !== 0) throw new Error(run.stderr);
const shown = run.stdout.replace(/^root .*$/m, "root /home/me/pith @0123456789").trimEnd();
const fence = "`".repeat(Math.max(4, ...[...shown.matchAll(/^`+/gm)].map((m) => m[0].length + 1)));
const block = `<!-- answer:begin -->\n${fence}\n$ ${command}\n${shown}\n${fence}\n<!-- answer:end -->`;
writeFileSync(
  readme,
  text.replace(/<!-- answer:begin -->[\s\S]*<!-- answer:end -->/, () => block),
);
