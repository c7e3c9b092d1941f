// Sixteen processes at once in one root with one cache: commands that ask and that index, servers that are asked, editors
// that change files. No fault in any of them; and what is left in the cache is what an index of the tree as it is now says.
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { asFarAs, factsDump } from "../engine/facts-dump.ts";
import { Opened, type Tree } from "../engine/opened.ts";
import { answersOf, QUESTIONS } from "../engine/same-answers.ts";
import { answered, answersIn, call, initialize, initialized, lines } from "./mcp-messages.ts";
import { run, start } from "./pith-process.ts";

/** In `npm run soak`, ten minutes are about sixty rounds on two cores. */
const rounds = 1 * Number(process.env["PITH_SOAK"] ?? 1);
const EDITING_MS = 1_500;

const COMMANDS: readonly (readonly string[])[] = [
  ["context", "where is the session token parsed"],
  ["trace", "parseToken"],
  ["search", "Queue token", "--limit", "20"],
  ["symbol", "Session"],
  ["impact", "parseToken"],
  ["index", "--syntax"],
  ["index"],
];

const CALLS: readonly (readonly [string, Record<string, unknown>])[] = [
  ["context", { query: "session token queue", budget: 2000 }],
  ["trace", { symbol: "Session", direction: "implementors" }],
  ["search", { query: "parseToken(", mode: "exact", limit: 50 }],
  ["outline", {}],
  ["index", { syntax: true }],
  ["symbol", { symbol: "token3" }],
];

function tree(): Tree {
  const files: Record<string, string> = {};
  for (let i = 0; i < 60; i++) {
    const folder = i === 0 ? "src" : `src/part${i % 7}`;
    files[`${folder}/file${i}.ts`] =
      `export class Session {}\n` +
      Array.from(
        { length: 12 },
        (_, n) => `export function parseToken${n === 0 ? "" : n}(text: string) {\n  return text + ${i};\n}\n`,
      ).join("");
  }
  return files;
}

/** What went wrong; empty where nothing did. */
type Faults = Promise<string>;

/** Rebuilding takes away what others are reading: only then may they say so. */
const SAID_OF_A_REBUILD =
  /^(?:pith: (?:Part of the cache is missing and is made again|Another process is writing the cache: it was not cleared, and this answer is not kept|The syntax facts in the cache were damaged and are made again)\.\n)*$/;

async function command(argv: readonly string[], root: string, env: NodeJS.ProcessEnv, said: RegExp): Faults {
  const { code, stderr } = await run([...argv], { cwd: root, env, killAfterMs: 120_000 });
  return (code === 0 || code === 1) && said.test(stderr) ? "" : `${argv.join(" ")}: ${code} ${stderr}`;
}

async function server(first: number, root: string, env: NodeJS.ProcessEnv, said: RegExp): Faults {
  const running = start(["mcp", "--tools", "full"], { cwd: root, env });
  try {
    running.child.stdin.write(lines(initialize(1), initialized));
    for (let n = 0; n < 3; n++) {
      const [name, args] = CALLS[(first + n) % CALLS.length]!;
      running.child.stdin.write(lines(call(n + 2, name, args)));
      await running.until(answered(n + 2), 120_000);
    }
    running.child.stdin.end();
    const { code, stderr } = await running.finished;
    const wrong = answersIn(running.stdout()).filter(
      ({ error, result }) => error !== undefined || result?.isError === true,
    );
    return code === 0 && said.test(stderr) && wrong.length === 0
      ? ""
      : `server: ${code} ${stderr} ${JSON.stringify(wrong)}`;
  } finally {
    running.child.kill("SIGKILL");
  }
}

function editor(seed: number, root: string): Faults {
  const child = fileURLToPath(new URL("./editor-child.ts", import.meta.url));
  const started = spawn(
    process.execPath,
    ["--disable-warning=ExperimentalWarning", child, root, String(seed), String(EDITING_MS)],
    {
      stdio: ["ignore", "ignore", "pipe"],
      timeout: 120_000,
    },
  );
  let stderr = "";
  started.stderr.on("data", (data) => (stderr += String(data)));
  return new Promise((resolve) =>
    started.on("close", (code) => resolve(code === 0 ? "" : `editor: ${code} ${stderr}`)),
  );
}

test("sixteen processes at once", async () => {
  for (let round = 0; round < rounds; round++) {
    await using opened = new Opened(tree());
    const { root, env } = opened;
    // Every other round in a repository, every third with everything made anew in the midst of it.
    if (round % 2 === 1) spawnSync("git", ["init", "-q"], { cwd: root });
    const rebuilds = round % 3 === 2;
    const said = rebuilds ? SAID_OF_A_REBUILD : /^$/;
    const faults = await Promise.all([
      ...COMMANDS.map((argv) => command(argv, root, env, said)),
      command(rebuilds ? ["index", "--rebuild"] : ["status"], root, env, said),
      ...Array.from({ length: 6 }, (_, n) => server(n + round, root, env, said)),
      ...[1, 2].map((n) => editor(2 * round + n, root)),
    ]);
    assert.equal(faults.length, 16);
    assert.deepEqual(faults.filter(Boolean), [], `round ${round}`);

    const warm = opened.start();
    const answers = await answersOf(warm, root, QUESTIONS);
    await warm.run("index", { root, syntax: true });
    const left = factsDump(root, env);
    const cold = opened.startCold();
    assert.deepEqual(answers, await answersOf(cold, root, QUESTIONS), `round ${round}`);
    await cold.run("index", { root, syntax: true });
    const fresh = factsDump(root, { ...env, XDG_CACHE_HOME: opened.cache() });
    assert.deepEqual(asFarAs(fresh, left), fresh, `round ${round}`);
  }
});
