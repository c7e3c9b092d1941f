// What is on this machine, and the checks that need more than npm. Nothing is skipped without a line that says so.
//   node scripts/check-system.ts [--list] [--corpora FOLDER]
// --list     only names what is present and absent
// --corpora  a folder of real repositories, one below each name: Pith reads them as Git and ripgrep do
import { existsSync } from "node:fs";
import { parseArgs } from "node:util";
import { CHECKS, type Check, type Found } from "./check-system/checks.ts";
import { findTools } from "./check-system/tools.ts";

const { values } = parseArgs({ options: { list: { type: "boolean" }, corpora: { type: "string" } } });
const found: Found = { tools: findTools(), corpora: null };
if (values.corpora !== undefined) {
  if (!existsSync(values.corpora)) throw new Error(`There is no folder ${values.corpora}.`);
  found.corpora = values.corpora;
}

for (const { name, version } of found.tools)
  console.log(`${(version === null ? "absent" : "present").padEnd(8)} ${name} ${version ?? ""}`);
console.log(
  found.corpora === null ? "absent   corpora (give --corpora FOLDER)" : `present  corpora ${found.corpora}`,
);

if (!values.list) process.exit(await runChecks(CHECKS));

async function runChecks(checks: readonly Check[]): Promise<number> {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  for (const check of checks) {
    const lacks = check.lacks(found);
    if (lacks !== null) {
      counts.skipped++;
      console.log(`- skipped: ${check.name}: ${lacks} is absent`);
      continue;
    }
    try {
      const what = await check.run(found);
      counts.passed++;
      console.log(`✔ ${check.name}: ${what}`);
    } catch (error) {
      counts.failed++;
      console.log(`✖ ${check.name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  console.log(`\n${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
  return counts.failed > 0 ? 1 : 0;
}
