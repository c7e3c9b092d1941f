// Runs the tests: those that share one process, and beside them those that start processes of their own
// (`*.process.test.ts`), each in its own process. One after the other they would leave a core idle for minutes. What the
// second prints comes after the first. Closes with what was left out here and why, and the sum of both on one line.
//   node scripts/run-tests.ts [part of a path …]
import { spawn } from "node:child_process";
import { globSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { stripVTControlCharacters } from "node:util";

interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

const parts = process.argv.slice(2);
const wanted = (file: string) => parts.length === 0 || parts.some((p) => file.includes(p));
const all = globSync("test/**/*.test.ts")
  .map((file) => file.replaceAll("\\", "/"))
  .sort()
  .filter(wanted);
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

/**
 * Compiled code that all processes of the run share. A start of `pith` from source takes 1.1 s of the processor, most of it for
 * reading TypeScript, and 0.45 s where another has read it (`pith status`, Node 24).
 */
const compiled = mkdtempSync(join(tmpdir(), "pith-test-compiled-"));
process.on("exit", () => rmSync(compiled, { recursive: true, force: true }));

const total: Counts = { passed: 0, failed: 0, skipped: 0 };
/** Why tests were left out → which. */
const leftOut = new Map<string, string[]>();
let broken = false;
let before: Promise<void> = Promise.resolve();
const runs = groups
  .filter(({ files }) => files.length > 0)
  .map(({ name, files, flags }) => {
    const heading = `\n${files.length} test files, ${name}\n`;
    const ran = run(heading, [...flags, ...files], before);
    before = ran.then(() => undefined);
    return ran;
  });
for (const { code, counts } of await Promise.all(runs)) {
  total.passed += counts.passed;
  total.failed += counts.failed;
  total.skipped += counts.skipped;
  // A file that cannot be loaded, or a process that dies, may fail without a failed test.
  if (code !== 0) broken = true;
}
if (broken && total.failed === 0) total.failed = 1;
if (leftOut.size > 0) console.log(`\nLeft out on ${process.platform}:`);
for (const [reason, names] of [...leftOut].sort()) {
  console.log(`  ${names.length} × ${reason}`);
  for (const name of names) console.log(`      ${name}`);
}
console.log(`\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
if (total.passed === 0) console.log(`No test ran${parts.length > 0 ? ` for ${parts.join(" ")}` : ""}.`);
process.exit(broken || total.passed === 0 ? 1 : 0);

/** Shows what the runner prints, from the moment on that `before` has ended, and reads its closing lines. */
function run(
  heading: string,
  args: string[],
  before: Promise<void>,
): Promise<{ code: number | null; counts: Counts }> {
  const child = spawn(
    process.execPath,
    ["--disable-warning=ExperimentalWarning", "--test", "--test-reporter=spec", ...args],
    {
      stdio: ["ignore", "pipe", "inherit"],
      env: {
        FORCE_COLOR: process.stdout.isTTY ? "1" : "0",
        NODE_COMPILE_CACHE: compiled,
        ...process.env,
      },
    },
  );
  let tail = "";
  let held: Buffer[] | null = [Buffer.from(heading)];
  const shown = before.then(() => {
    for (const chunk of held!) process.stdout.write(chunk);
    held = null;
  });
  child.stdout.on("data", (chunk: Buffer) => {
    if (held === null) process.stdout.write(chunk);
    else held.push(chunk);
    tail = (tail + chunk.toString("utf8")).slice(-1_000_000);
  });
  createInterface({ input: child.stdout }).on("line", noteLeftOut);
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => {
      void shown.then(() => resolve({ code, counts: closingCounts(tail) }));
    });
  });
}

/** The reporter's line of a test that was skipped: `﹣ name (0.1ms) # reason`. */
function noteLeftOut(line: string): void {
  const found = /^\s*﹣ (.+) \([\d.]+ms\) # (.+)$/.exec(stripVTControlCharacters(line));
  if (found === null) return;
  const [, name, reason] = found;
  const names = leftOut.get(reason!) ?? [];
  leftOut.set(reason!, names);
  // A closing list names what failed once more, never what was skipped.
  names.push(name!);
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
