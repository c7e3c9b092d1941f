// Runs the tests: first those that share one process (fast), then those that start processes of their own
// (`*.process.test.ts`), each in its own process. Closes with the sum of both on one line.
//   node scripts/run-tests.ts [part of a path …]
import { spawn } from "node:child_process";
import { globSync } from "node:fs";

interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

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

const total: Counts = { passed: 0, failed: 0, skipped: 0 };
let broken = false;
for (const group of groups) {
  if (group.files.length === 0) continue;
  console.log(`\n${group.files.length} test files, ${group.name}`);
  const { code, counts } = await run([...group.flags, ...group.files]);
  total.passed += counts.passed;
  total.failed += counts.failed;
  total.skipped += counts.skipped;
  // A file that cannot be loaded, or a process that dies, may fail without a failed test.
  if (code !== 0) broken = true;
}
if (broken && total.failed === 0) total.failed = 1;
console.log(`\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
if (total.passed === 0) console.log(`No test ran${parts.length > 0 ? ` for ${parts.join(" ")}` : ""}.`);
process.exit(broken || total.passed === 0 ? 1 : 0);

/** Shows what the runner prints, and reads its closing lines. */
function run(args: string[]): Promise<{ code: number | null; counts: Counts }> {
  const child = spawn(
    process.execPath,
    ["--disable-warning=ExperimentalWarning", "--test", "--test-reporter=spec", ...args],
    {
      stdio: ["ignore", "pipe", "inherit"],
      env: { FORCE_COLOR: process.stdout.isTTY ? "1" : "0", ...process.env },
    },
  );
  let tail = "";
  child.stdout.on("data", (chunk: Buffer) => {
    process.stdout.write(chunk);
    tail = (tail + chunk.toString("utf8")).slice(-1_000_000);
  });
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, counts: closingCounts(tail) }));
  });
}

function closingCounts(output: string): Counts {
  const count = (name: string) => {
    const lines = [...output.matchAll(new RegExp(`^(?:\\x1b\\[\\d+m)*ℹ ${name} (\\d+)`, "gm"))];
    return Number(lines.at(-1)?.[1] ?? 0);
  };
  return {
    passed: count("pass"),
    failed: count("fail") + count("cancelled"),
    skipped: count("skipped") + count("todo"),
  };
}
