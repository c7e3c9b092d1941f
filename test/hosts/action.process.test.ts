// The GitHub action, its steps run as a runner runs them: what a stranger writes into an issue reaches no shell, and what
// comes out stands in the runner's files.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
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
import { delimiter, dirname, join } from "node:path";
import { test, type TestContext } from "node:test";
import { parse } from "yaml";
import { CHECKOUT, readCheckout } from "../structure/checkout.ts";
import { environment } from "./pith-process.ts";

interface Step {
  id?: string;
  uses?: string;
  run?: string;
  shell?: string;
  env?: Record<string, string>;
}
interface Action {
  inputs: Record<string, { default: string }>;
  outputs: Record<string, { value: string }>;
  runs: { using: string; steps: Step[] };
}

const action = parse(readCheckout("action.yml")) as Action;
const EXPRESSION = /\$\{\{\s*([^}]*?)\s*\}\}/g;

interface Run {
  code: number | null;
  log: string;
  outputs: Record<string, string>;
  workspace: string;
}

/** The steps with a script, as a runner does them: expressions filled into the environment, then the script in its shell. */
function runAction(t: TestContext, inputs: Record<string, string>, files: Record<string, string>): Run {
  const place = mkdtempSync(join(tmpdir(), "pith-action-"));
  t.after(() => rmSync(place, { recursive: true, force: true }));
  const workspace = join(place, "workspace");
  const temporary = join(place, "temp");
  for (const folder of [workspace, temporary]) mkdirSync(folder);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(workspace, path)), { recursive: true });
    writeFileSync(join(workspace, path), text);
  }
  const outputFile = join(place, "output");
  writeFileSync(outputFile, "");
  const value = (expression: string) => {
    const name = /^inputs\.([\w-]+)$/.exec(expression)?.[1];
    assert.ok(name !== undefined && action.inputs[name] !== undefined, expression);
    return inputs[name] ?? action.inputs[name].default;
  };
  let log = "";
  // What the first of them does is what every checkout does, which this one has done.
  for (const step of action.runs.steps.filter((s) => s.id === "ask")) {
    const env = Object.fromEntries(
      Object.entries(step.env ?? {}).map(([name, text]) => [
        name,
        text.replaceAll(EXPRESSION, (_all, inside: string) => value(inside)),
      ]),
    );
    const ran = spawnSync(step.shell!, ["--noprofile", "--norc", "-eo", "pipefail", "-c", step.run!], {
      cwd: workspace,
      encoding: "utf8",
      env: environment({
        ...env,
        PATH: `${dirname(process.execPath)}${delimiter}${process.env["PATH"] ?? ""}`,
        GITHUB_ACTION_PATH: CHECKOUT,
        GITHUB_WORKSPACE: workspace,
        GITHUB_OUTPUT: outputFile,
        RUNNER_TEMP: temporary,
      }),
    });
    log += ran.stdout + ran.stderr;
    if (ran.status !== 0) return { code: ran.status, log, outputs: outputsIn(outputFile), workspace };
  }
  return { code: 0, log, outputs: outputsIn(outputFile), workspace };
}

function outputsIn(file: string): Record<string, string> {
  const found = readFileSync(file, "utf8").matchAll(/^([\w-]+)<<(\S+)\n([\s\S]*?)\n\2$/gm);
  return Object.fromEntries([...found].map(([, name, , text]) => [name!, text!]));
}

const FILES = {
  "src/prompt.py": "def prompt(text, show_default=True):\n    return text + str(show_default)\n",
  "src/other.py": "def other():\n    return 1\n",
  "docs/notes.md": "# Prompt\n\nThe prompt shows a default.\n",
};

test("expressions stand in the environment alone, and inputs and outputs are what steps know", () => {
  assert.equal(action.runs.using, "composite");
  for (const step of action.runs.steps) {
    assert.doesNotMatch(step.run ?? "", /\$\{\{/);
    if (step.run !== undefined) assert.equal(step.shell, "bash");
    if (step.uses !== undefined) assert.match(step.uses, /@v\d+\.\d+\.\d+$/);
  }
  const used = [...readCheckout("action.yml").matchAll(EXPRESSION)].map((m) => m[1]!);
  assert.deepEqual(
    used.filter((e) => !/^(inputs|steps\.ask\.outputs)\.[\w-]+$/.test(e)),
    [],
  );
  const asked = used.filter((e) => e.startsWith("inputs.")).map((e) => e.slice("inputs.".length));
  assert.deepEqual(asked.toSorted(), Object.keys(action.inputs).toSorted());
});

test("an issue is answered: the file, and what is said of it", (t) => {
  const { code, log, outputs } = runAction(t, { issue: "# The prompt shows the raw default\n" }, FILES);
  assert.equal(code, 0, log);
  assert.deepEqual(Object.keys(outputs).toSorted(), Object.keys(action.outputs).toSorted());
  const text = readFileSync(outputs["context-file"]!, "utf8");
  assert.match(text, /src\/prompt\.py/);
  assert.equal(outputs["found"], "true");
  assert.ok(Number(outputs["tokens"]) > 0 && Number(outputs["tokens"]) <= 6000);
  assert.match(outputs["receipt"]!, /^\w+$/);
  const metrics = JSON.parse(readFileSync(outputs["metrics-file"]!, "utf8")) as {
    tokens: { out: number };
    route: string;
  };
  assert.equal(String(metrics.tokens.out), outputs["tokens"]);
  assert.equal(metrics.route, outputs["route"]);
});

test("a file of the repository, folders to look in, a budget, a place and a form of the answer", (t) => {
  const inputs = {
    "issue-file": "issue.md",
    paths: "src\n\n docs/*.md ",
    budget: "500",
    "context-file": "out.json",
  };
  const files = { ...FILES, "issue.md": "Prompt shows the raw default", "else/prompt.py": "prompt = 1\n" };
  const { code, log, outputs, workspace } = runAction(t, { ...inputs, format: "json" }, files);
  assert.equal(code, 0, log);
  assert.equal(outputs["context-file"], join(workspace, "out.json"));
  const answer = JSON.parse(readFileSync(join(workspace, "out.json"), "utf8")) as {
    cost: { budget: number };
    spans: { path: string }[];
  };
  assert.equal(answer.cost.budget, 500);
  assert.ok(answer.spans.length > 0);
  assert.ok(answer.spans.every(({ path }) => /^(src|docs)\//.test(path)));
});

const HOSTILE = [
  '"; touch CANARY; echo "',
  "$(touch CANARY) `touch CANARY` ${IFS}",
  "'; touch CANARY #",
  "\n::set-output name=found::x\n::error::gotcha\n",
  "found<<EOF\nhacked\nEOF\npith-0000<<X",
  "--root=/ --context-file CANARY",
  "-- --budget 1",
  "%0A::warning::x",
  "!(touch CANARY) && touch CANARY | tee CANARY > CANARY",
  "${{ secrets.GITHUB_TOKEN }}",
];
for (const words of HOSTILE) {
  test(`in an issue and in a query: ${JSON.stringify(words)}`, (t) => {
    // One after the other with the odd ones: a process each.
    const input = HOSTILE.indexOf(words) % 2 === 0 ? "issue" : "query";
    const { code, log, outputs, workspace } = runAction(t, { [input]: `prompt ${words}` }, FILES);
    assert.equal(code, 0, log);
    assert.equal(outputs["found"], "true");
    assert.deepEqual(readdirSync(workspace).toSorted(), ["docs", "src"]);
    assert.equal(existsSync(join(CHECKOUT, "CANARY")), false);
    assert.doesNotMatch(log, /^::/m);
  });
}

test("hostile names of files and folders are refused or are names", (t) => {
  for (const words of HOSTILE.slice(0, 2)) {
    const paths = runAction(t, { query: "prompt", paths: words }, FILES);
    const file = runAction(t, { "issue-file": words }, FILES);
    const budget = runAction(t, { query: "prompt", budget: words }, FILES);
    const where = runAction(t, { query: "prompt", "working-directory": words }, FILES);
    for (const { code, log, workspace } of [paths, file, budget, where]) {
      assert.notEqual(code, 0);
      assert.equal([...log.matchAll(/^::/gm)].length, 1, log);
      assert.match(log, /^::error::[A-Z_]+: /m);
      assert.deepEqual(readdirSync(workspace).toSorted(), ["docs", "src"]);
    }
  }
});

test("whatever stands in an input, a fault is one line of the log that says what is wrong and what helps", (t) => {
  const wrong: [name: string, value: string, code: string][] = [
    ["unit", "--version", "ARGUMENT_INVALID"],
    ["unit", "-V", "ARGUMENT_INVALID"],
    ["budget", "--version", "BUDGET_INVALID"],
    ["paths", "--version", "SCOPE_EMPTY"],
    ["paths", "-h", "SCOPE_EMPTY"],
    ["metrics-file", "none/metrics.json", "OUTPUT_FAILED"],
    ["context-file", "none/context.txt", "OUTPUT_FAILED"],
  ];
  for (const [name, value, code] of wrong) {
    const ran = runAction(t, { query: "prompt", [name]: value }, FILES);
    assert.equal(ran.code, 1, `${name} ${value}`);
    assert.match(ran.log, new RegExp(`^::error::${code}: .+\\. .+\\.\\n$`), `${name} ${value}`);
    assert.deepEqual(ran.outputs, {});
  }
  const one = { query: "prompt", "context-file": "out", "metrics-file": "./out" };
  assert.match(runAction(t, one, FILES).log, /^::error::ARGUMENT_INVALID: .+\n$/);
});

test("nothing found is no fault; nothing or two things asked is one", (t) => {
  // What fits as a whole is shown as a whole.
  const long = { ...FILES, "src/long.py": "value = 'some text in a line of code'\n".repeat(3000) };
  const nothing = runAction(t, { query: "zzqqxx" }, long);
  assert.equal(nothing.code, 0, nothing.log);
  assert.equal(nothing.outputs["found"], "false");
  const wrong: Record<string, string>[] = [{}, { issue: "a", query: "b" }, { issue: " " }];
  for (const inputs of wrong) {
    const { code, log, outputs } = runAction(t, inputs, FILES);
    assert.equal(code, 1);
    assert.match(log, /^::error::Give one of the inputs/);
    assert.deepEqual(outputs, {});
  }
});
