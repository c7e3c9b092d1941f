// Every source file is small, named for its one subject, and opens with the question that it answers.
import assert from "node:assert/strict";
import { basename } from "node:path";
import { test } from "node:test";
import { committedFiles, readCheckout, sources } from "./checkout.ts";

/** Longer than this, a file has a second subject. */
const MOST_LINES = 300;

/** Tables of data and of rules by language: long because there is much to list. */
const DATA_TABLES = [
  /^src\/lang\//,
  /^src\/text\/word-groups\.ts$/,
  /^src\/text\/regex-properties\.ts$/,
  /^src\/redact\/rules[\w-]*\.ts$/,
];

const files = sources();

test(`none of ${files.length} source files is over ${MOST_LINES} lines, tables of data aside`, () => {
  const long = files
    .filter((path) => !DATA_TABLES.some((table) => table.test(path)))
    .map((path) => ({ path, lines: readCheckout(path).trimEnd().split("\n").length }))
    .filter(({ lines }) => lines > MOST_LINES)
    .map(({ path, lines }) => `${path}: ${lines}`);
  assert.deepEqual(long, []);
});

test("file names are kebab case and name a subject", () => {
  const homeless = /^(utils?|helpers?|common|misc|shared|types|index)\.ts$/;
  const wrong = files.filter(
    (path) =>
      path !== "src/index.ts" &&
      (!/^[a-z0-9]+(-[a-z0-9]+)*\.ts$/.test(basename(path)) || homeless.test(basename(path))),
  );
  assert.deepEqual(wrong, []);
});

test("every source file opens with a comment", () => {
  assert.deepEqual(
    files.filter((path) => !/^(\/\/|\/\*)/.test(readCheckout(path))),
    [],
  );
});

test("there are named exports only", () => {
  assert.deepEqual(
    files.filter((path) => /^export default/m.test(readCheckout(path))),
    [],
  );
});

test("sources use only syntax that Node can erase", () => {
  const wrong = files.filter((path) =>
    /^\s*(export )?(declare )?(const )?(enum|namespace) \w/m.test(readCheckout(path)),
  );
  assert.deepEqual(wrong, []);
});

test("tests are named so that the runner puts them into the right group", () => {
  const starts = /from "node:(child_process|worker_threads)"/;
  const wrong = sources("test/**/*.test.ts")
    .filter((path) => !path.endsWith(".process.test.ts"))
    .filter((path) => starts.test(readCheckout(path)));
  assert.deepEqual(wrong, []);
});

test("no committed file names a machine's own folders or a registry's host", () => {
  // Put together here, so that this file does not hold them.
  const folders = ["wo|rk", "ro|ot", "fa|rm", "tmp/bash|_jobs"].map((f) => `/${f.replace("|", "")}/`);
  const names = [
    "\\.lib|rary/",
    "sub|agent",
    "registry\\.|npmjs",
    "deb\\.|debian",
    "py|pi\\.org",
    "proxy\\.|golang\\.org",
  ];
  const forbidden = new RegExp(
    `(?<![\\w.])(${folders.join("|")})|${names.map((n) => n.replace("|", "")).join("|")}`,
    "i",
  );
  const found: string[] = [];
  for (const path of committedFiles()) {
    if (/\.(png|wasm|br|bin|gz|seg|vocabulary)$/.test(path)) continue;
    readCheckout(path)
      .split("\n")
      .forEach((line, i) => {
        if (forbidden.test(line)) found.push(`${path}:${i + 1}: ${line.trim().slice(0, 120)}`);
      });
  }
  assert.deepEqual(found, []);
});
