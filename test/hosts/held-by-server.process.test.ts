// What a server holds of the system while it is asked again and again, in several roots: counts of
// descriptors, watches, children and threads have ceilings, and don't grow with the questions.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { answered, answersIn, call, initialize, initialized, lines } from "./mcp-messages.ts";
import { project, start } from "./pith-process.ts";
import { heldBy, type Held } from "./proc-files.ts";
import { PROC } from "../conditions.ts";

const ROUNDS = 3 * Number(process.env["PITH_SOAK"] ?? 1);
/** Roots that a server may be asked about, more than it keeps open. */
const ROOTS = 6;

/** So often the same questions at once: what is held is by roots, and not by calls. */
const AT_ONCE = 3;

/**
 * Node itself holds some twenty descriptors and about ten threads. Each root in use has three of a database, a thread that
 * searches by pattern with seven, Git for a moment with six, and the files that are being read.
 */
const MOST: Held = { descriptors: 30 + 25 * ROOTS, watchers: 0, children: ROOTS, threads: 32 };

test("descriptors, watches, children and threads of a server", PROC, async (t) => {
  const roots = Array.from({ length: ROOTS }, () => project());
  const git = { cwd: "", env: { ...process.env, GIT_CONFIG_GLOBAL: "/dev/null" } };
  for (const { path } of roots) {
    const inRoot = { ...git, cwd: path };
    spawnSync("git", ["init", "-q"], inRoot);
    spawnSync("git", ["add", "-A"], inRoot);
    spawnSync("git", ["-c", "user.name=a", "-c", "user.email=a@example.org", "commit", "-qm", "a"], inRoot);
  }
  const running = start(["mcp", "--tools", "full"], { cwd: "/" });
  const pid = running.child.pid!;
  const most: Held = { descriptors: 0, watchers: 0, children: 0, threads: 0 };
  const look = (): Held => {
    const held = heldBy(pid)!;
    for (const name of Object.keys(most) as (keyof Held)[]) most[name] = Math.max(most[name], held[name]);
    return held;
  };
  const sampling = setInterval(() => heldBy(pid) !== null && look(), 100);
  try {
    running.child.stdin.write(lines(initialize(1), initialized));
    let id = 1;
    const round = async (n: number): Promise<Held> => {
      const first = id + 1;
      const again = Array.from({ length: AT_ONCE }, () => roots).flat();
      const calls = again.flatMap(({ path: root }) => {
        writeFileSync(join(root, "changed.ts"), `export const value${n} = checkSessionToken();\n`);
        return [
          call(++id, "context", { root, query: "session token" }),
          call(++id, "trace", { root, symbol: "checkSessionToken" }),
          call(++id, "search", { root, query: "session\\w+", mode: "regex" }),
          call(++id, "context", { root, query: "session", relations: true }),
          call(++id, "outline", { root }),
        ];
      });
      running.child.stdin.write(lines(...calls));
      for (let each = first; each <= id; each++) await running.until(answered(each), 120_000);
      return look();
    };
    await round(0);
    const early = await round(1);
    let late = early;
    for (let n = 2; n < ROUNDS; n++) late = await round(n);
    const wrong = answersIn(running.stdout()).filter(
      ({ error, result }) => error !== undefined || result?.isError === true,
    );
    assert.deepEqual(wrong, []);
    t.diagnostic(`at most ${JSON.stringify(most)}, in the end ${JSON.stringify(late)}`);
    for (const name of Object.keys(most) as (keyof Held)[])
      assert.ok(most[name] <= MOST[name], `${name}: ${most[name]}`);
    assert.ok(
      late.descriptors <= early.descriptors + 8,
      `${early.descriptors} → ${late.descriptors} descriptors`,
    );
    assert.ok(late.threads <= early.threads + 4, `${early.threads} → ${late.threads} threads`);
    assert.equal(late.children, 0);
  } finally {
    clearInterval(sampling);
    running.child.kill("SIGKILL");
    await running.finished;
    for (const each of roots) each[Symbol.dispose]();
  }
});
