// The recorded command lines of the format's first implementation, said in our words: what it accepts is accepted and comes to the
// same, what it refuses is refused, and where it dies with a trace an error says what to do.
import assert from "node:assert/strict";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, test } from "node:test";
import { PassThrough, Readable } from "node:stream";
import { main } from "../../../src/surface/cli/main.ts";
import { manifestText, vectors } from "../../manifest/vectors.ts";

interface Run {
  args: string[];
  exit: number;
  env?: Record<string, string>;
  stdout?: Record<string, unknown>;
  stderr?: unknown[];
  files?: string[];
}
interface Built {
  name: string;
  files?: Record<string, string>;
  json_text?: string;
}

const folder = mkdtempSync(join(tmpdir(), "pith-pcx-"));
after(() => rmSync(folder, { recursive: true, force: true }));

function write(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

const { builds } = vectors<{ builds: Built[] }>("build/fake_builds");
for (const kind of ["docs", "skills", "memory"])
  for (const [path, text] of Object.entries(builds.find(({ name }) => name === `example ${kind}`)!.files!))
    write(`${kind}/${path}`, text);
write("tools.json", builds.find(({ name }) => name === "example tools")!.json_text!);
const minimal = JSON.parse(manifestText("minimal")) as {
  root: { children: string[] };
  variant: { budget: number };
};
write("example.json", manifestText("example-skills"));
write("cases.json", JSON.stringify(vectors<{ example_cases: unknown }>("eval/results").example_cases));
write("minimal.json", manifestText("minimal"));
write("dangling.json", JSON.stringify({ ...minimal, root: { ...minimal.root, children: ["a", "zz"] } }));
write("budget0.json", JSON.stringify({ ...minimal, variant: { budget: 0 } }));
write("object.json", "{}");
write("list.json", "[]");
write("bad-json.json", "{");
write("bad-cases.json", JSON.stringify([{ query: "a" }]));
write("afile", "text");
mkdirSync(join(folder, "empty"));

/** Flags that have another name here; null: there is none, since it is always so. */
const FLAGS: Readonly<Record<string, string | null>> = {
  "--fake": null,
  "--source-id": "--id",
  "--no-contrastive": "--no-contrast",
  "--tokenizer": "--unit",
};

/** The same in our words. A bare `--fidelity` is the one by words; a preset has its models by itself. */
function ours(args: readonly string[]): string[] {
  const words: string[] = [];
  args.forEach((arg, i) => {
    const named = Object.hasOwn(FLAGS, arg) ? FLAGS[arg]! : arg;
    if (named === null) return;
    words.push(named);
    if (arg === "--fidelity" && (args[i + 1] ?? "--").startsWith("--")) words.push("lexical");
  });
  return ["manifest", ...words];
}

/**
 * Where the exit code is another one, and why. Ours are 0 done, 1 a gate or a check that was not passed, 2 a fault: a gate is 3 there,
 * and a trace 1.
 */
const DECIDED: readonly (readonly [when: RegExp, exit: number, why: string])[] = [
  [/^$|^--help$/, 0, "the word of a group alone lists what is under it"],
  [/^validate (?:list|object)\.json/, 1, "a list is no manifest: reported, not died of"],
  [/^validate (?:bad-json|nope)\.json|^validate docs$/, 2, "a file that can't be read is a fault"],
  [/^eval example\.json list\.json/, 1, "no case: nothing was measured, so nothing passed"],
  [/^eval example\.json object\.json/, 2, "cases are a list"],
  [/--budgets(?: |=)(?:0|-5)\b/, 2, "a budget is above nothing"],
  [/--source-id a\/b/, 0, "an id is written into names of files so that it is no path (B 32)"],
  [/^build tools\.json --kind docs/, 0, "a file is a source of one document"],
  [/^build (?:tools\.json --kind skills|afile --kind memory)/, 2, "a folder is asked for, and it is said"],
  [/^build skills --kind website/, 0, "a kind that there is here; what is no page is noted"],
  [/^build skills --kind skills$/, 0, "descriptions are made by rules unless a model is named"],
  [
    /--max-collision 0\.1(?:89)?$/,
    0,
    "descriptions by rules are less alike than those of the original's offline model",
  ],
  [/--out out --min-fidelity 5\.0$/, 1, "a gate holds by itself (B 31)"],
];

/** Budgets that are written where the original writes others. */
const WRITTEN: readonly (readonly [when: RegExp, budgets: readonly number[], why: string])[] = [
  [/--kind website/, [4096, 32_768], "a kind that the original has not"],
  [
    /--preset low-budget --budgets 4k,32k/,
    [4096, 32_768],
    "what is given goes before what a preset sets (B 18)",
  ],
  [/--source-id a\/b/, [4096, 32_768], "built"],
  [/^build tools\.json --kind docs/, [4096, 32_768], "built"],
  [/--max-collision 0\.1(?:89)?$/, [4096, 32_768], "the gate was passed"],
];

async function run(argv: readonly string[], env: Record<string, string> = {}) {
  const stdout = Object.assign(new PassThrough(), { isTTY: false });
  const stderr = Object.assign(new PassThrough(), { isTTY: false });
  const texts = [stdout, stderr].map(async (stream) => {
    let text = "";
    for await (const chunk of stream) text += String(chunk);
    return text;
  });
  const terminal = {
    stdin: Readable.from([""]),
    stdout,
    stderr,
    env: { ...env, XDG_CACHE_HOME: join(folder, "cache"), HOME: folder },
    cwd: folder,
  };
  const code = await main(argv, { terminal });
  stdout.end();
  stderr.end();
  const [out, err] = await Promise.all(texts);
  return { code, out: out!, err: err! };
}

const { runs } = vectors<{ runs: Run[] }>("cli");
const decidedBy = new Set<string>();

for (const { args, exit, env, stdout, stderr, files } of runs) {
  const typed = args.join(" ");
  // No model is asked in this test, and none answers at that address.
  if (args.includes("--endpoint") && args.includes("--model") && !args.includes("--api-key-env")) continue;
  test(`pcx ${typed}`, async () => {
    rmSync(join(folder, "out"), { recursive: true, force: true });
    const ran = await run(ours(args), env);
    const died = (stderr ?? []).some((one) => typeof one === "string" && one.startsWith("crash:"));
    const decided = DECIDED.find(([when]) => when.test(typed));
    if (decided !== undefined) decidedBy.add(decided[2]);
    const expected = decided?.[1] ?? (exit === 3 ? 1 : died ? 2 : exit);
    assert.equal(ran.code, expected, `${ran.out}${ran.err}`);
    assert.doesNotMatch(ran.err, /INTERNAL|\n\s+at /);
    if (ran.code === 2) assert.match(ran.err, /^pith: [A-Z_]+ [^\n]+\nnext: ./m);
    const out = join(folder, "out");
    // A gate that was not passed leaves nothing behind, where the original leaves its files (B 33).
    if (args[0] === "build" && ran.code !== 0) assert.ok(!existsSync(out) || readdirSync(out).length === 0);
    if (args[0] === "build" && ran.code === 0 && args.includes("--out") && files !== undefined) {
      const written = readdirSync(out);
      const variants = new Set(
        files.filter((file) => /\.pcx\..*\.json$/.test(file)).map((file) => budgetIn(file)),
      );
      assert.deepEqual(
        new Set(
          written
            .filter((file) => /\.pcx\..*\.json$/.test(file))
            .map(
              (file) =>
                (JSON.parse(readFileSync(join(out, file), "utf8")) as { variant: { budget: number } }).variant
                  .budget,
            ),
        ),
        new Set(WRITTEN.find(([when]) => when.test(typed))?.[1] ?? variants),
      );
      assert.equal(
        written.some((file) => file.endsWith(".llms.txt")),
        true,
      );
    }
    if (args[0] === "eval" && ran.code === 0 && stdout?.["navigation_success"] !== undefined) {
      const keyword = ran.out.split("\n").find((line) => line.startsWith("keyword"))!;
      assert.ok(keyword.includes(` ${String(stdout["navigation_success"])} `), keyword);
      assert.ok(keyword.includes(` ${String(stdout["first_hop_precision"])} `), keyword);
    }
  });
}

test("every decision is one that is needed", () => {
  assert.deepEqual([...decidedBy].sort(), DECIDED.map(([, , why]) => why).sort());
});

/** `docs.pcx.4k.json`, `docs.pcx.1000.json`. */
function budgetIn(file: string): number {
  const label = /\.pcx\.([^.]+)\.json$/.exec(file)![1]!;
  return /k$/i.test(label) ? Number(label.slice(0, -1)) * 1024 : Number(label);
}
