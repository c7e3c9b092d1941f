// Runs the tests: first those that share one process (fast), then those that start processes of their own
// (`*.process.test.ts`), each in its own process.
//   node scripts/run-tests.ts [part of a path …]
import { spawnSync } from "node:child_process";
import { globSync } from "node:fs";

const parts = process.argv.slice(2);
const wanted = (file: string) => parts.length === 0 || parts.some((p) => file.includes(p));
const all = globSync("test/**/*.test.ts").sort().filter(wanted);
const groups: { name: string; files: string[]; flags: string[] }[] = [
  {
    name: "in one process",
    files: all.filter((f) => !f.endsWith(".process.test.ts")),
    flags: ["--test-isolation=none"],
  },
  {
    name: "process by process",
    files: all.filter((f) => f.endsWith(".process.test.ts")),
    flags: ["--test-concurrency=2"],
  },
];

let failed = false;
for (const group of groups) {
  if (group.files.length === 0) continue;
  console.log(`\n${group.files.length} test files, ${group.name}`);
  const run = spawnSync(
    process.execPath,
    ["--disable-warning=ExperimentalWarning", "--test", ...group.flags, "--test-reporter=spec", ...group.files],
    { stdio: "inherit" },
  );
  if (run.status !== 0) failed = true;
}
process.exit(failed ? 1 : 0);
