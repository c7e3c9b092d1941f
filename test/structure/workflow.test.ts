// The workflow for other systems: it runs commands that exist, on the systems that the documents name, with no more rights
// than it needs.
import assert from "node:assert/strict";
import { test } from "node:test";
import { readCheckout, readCheckoutJson } from "./checkout.ts";

const workflow = readCheckout(".github/workflows/ci.yml");
const { scripts } = readCheckoutJson<{ scripts: Record<string, string> }>("package.json");
const commands = [...workflow.matchAll(/^\s*(?:- )?run: (.+)$/gm)].map((m) => m[1]!);

test(`each of ${commands.length} commands is known: npm's own, a script of package.json, or one that prepares the system`, () => {
  const PREPARES = [
    "git config --global core.longpaths true",
    'git config --global --add safe.directory "$GITHUB_WORKSPACE"',
    "apk add --no-cache git bash",
    "rm -rf node_modules/node-linux-* node_modules/.bin/node",
  ];
  const unknown = commands.filter((command) => {
    const script = /^npm run ([\w:-]+)$/.exec(command)?.[1];
    if (script !== undefined) return scripts[script] === undefined;
    return command !== "npm ci" && !PREPARES.includes(command);
  });
  assert.deepEqual(unknown, []);
  assert.doesNotMatch(workflow, /run: [|>]/, "one command a step, so that each is looked at");
});

test("each job installs by the lock file and then checks everything", () => {
  const jobs = workflow
    .slice(workflow.indexOf("\njobs:"))
    .split(/^ {2}(?=\w+:$)/m)
    .slice(1);
  assert.ok(jobs.length >= 2);
  for (const job of jobs) {
    const own = [...job.matchAll(/^\s*(?:- )?run: (.+)$/gm)].map((m) => m[1]!);
    assert.ok(own.indexOf("npm ci") !== -1 && own.indexOf("npm ci") < own.indexOf("npm run check"), job);
    assert.match(job, /timeout-minutes: \d+/);
  }
  assert.match(scripts["check"]!, /format:check.*lint.*types.*npm test/);
});

test("Windows, macOS, Linux and musl", () => {
  for (const system of [
    /windows-\d+/,
    /macos-\d+/,
    /ubuntu-[\d.]+(?!-)/,
    /ubuntu-[\d.]+-arm/,
    /container: node:24-alpine/,
  ])
    assert.match(workflow, system);
  assert.doesNotMatch(workflow, /-latest\b/, "a new image is a change that somebody makes");
});

test("it may read the sources and nothing else, and what it uses is pinned", () => {
  assert.match(workflow, /^permissions:\n {2}contents: read\n\n/m);
  assert.equal([...workflow.matchAll(/permissions:|: write\b/g)].length, 1);
  assert.doesNotMatch(workflow, /secrets\.|pull_request_target|\$\{\{ github\.(?:event|head_ref)/);
  const used = [...workflow.matchAll(/uses: (\S+)/g)].map((m) => m[1]!);
  assert.ok(used.length > 0);
  assert.deepEqual(
    used.filter((name) => !/^actions\/[\w-]+@v\d+\.\d+\.\d+$/.test(name)),
    [],
  );
  const checkouts = used.filter((name) => name.startsWith("actions/checkout@")).length;
  assert.equal([...workflow.matchAll(/persist-credentials: false/g)].length, checkouts);
});
