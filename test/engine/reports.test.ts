// Reports on Pith itself: they are made where something is wrong, they show a root as answers do, and they can count.
import assert from "node:assert/strict";
import { symlinkSync } from "node:fs";
import { test } from "node:test";
import type { DoctorReport } from "../../src/pack/reports.ts";
import { cleanEnvironment, git } from "../files/temporary-tree.ts";
import { readCheckout } from "../structure/checkout.ts";
import { Opened } from "./opened.ts";
import { LINKS } from "../conditions.ts";

const FILES = { "src/a.ts": "export function one() {\n  return 1;\n}\n" };

test("doctor says what is wrong with a configuration, and goes on with the other checks", LINKS, async () => {
  const broken: [string, (opened: Opened) => void, NodeJS.ProcessEnv?][] = [
    ["is not valid JSON", (o) => o.write("pith.json", "{ budget: 1 }")],
    ["bugdet", (o) => o.write("pith.json", '{"bugdet": 1000}')],
    ["budget", (o) => o.write("pith.json", '{"budget": "many"}')],
    ["link", (o) => symlinkSync("src/a.ts", o.path("pith.json"))],
    ["PITH_BUDGET", () => {}, { PITH_BUDGET: "many" }],
    ["is not valid JSON", (o) => o.write("../home/config/pith/pith.json", "{")],
  ];
  for (const [what, breakIt, env = {}] of broken) {
    await using opened = new Opened(FILES, { env });
    breakIt(opened);
    const { answer, found } = await opened.ask("doctor", { format: "json" });
    const { checks, languages } = answer as DoctorReport;
    const [fault, ...others] = checks.toSorted(
      (a, b) => Number(a.name !== "config") - Number(b.name !== "config"),
    );
    assert.equal(fault!.state, "fault");
    assert.ok(fault!.text.includes(what), fault!.text);
    assert.deepEqual(
      others.map((c) => [c.name, c.state]),
      ["node", "cache", "sqlite", "git", "grammars", "checker"].map((name) => [name, "ok"]),
    );
    assert.ok(languages.length > 20);
    assert.equal(found, false);
    // Every other operation is refused, and doctor is asked again after that.
    await assert.rejects(opened.ask("status", {}), /./);
    const text = (await opened.ask("doctor", {})).output;
    assert.match(text, /^FAULT {2}config: /m);
    assert.match(text, /^ok {2}grammars: /m);
  }
});

test("a configuration that is mended is sound", async () => {
  await using opened = new Opened({ ...FILES, "pith.json": "{" });
  assert.equal((await opened.ask("doctor", {})).found, false);
  opened.write("pith.json", '{"budget": 1000}');
  assert.equal((await opened.ask("doctor", {})).found, true);
  assert.ok((await opened.ask("context", { query: "one" })).output.includes("of 1000 "));
});

test("status shows the root as answers do", async () => {
  await using opened = new Opened(FILES);
  const env = cleanEnvironment(opened.folder);
  const first = async (op: "status" | "outline") => (await opened.ask(op, {})).output.split("\n")[0];
  assert.equal(await first("status"), await first("outline"));
  git(opened.root, env, ["init", "-q"]);
  git(opened.root, env, ["add", "."]);
  git(opened.root, env, ["commit", "-q", "-m", "first"]);
  assert.match((await first("status"))!, / @[0-9a-f]+$/);
  assert.equal(await first("status"), await first("outline"));
  opened.write("src/a.ts", "changed();\n");
  assert.match((await first("status"))!, /\+dirty$/);
  assert.equal(await first("status"), await first("outline"));
});

test("one of a thing is not called several", async () => {
  await using opened = new Opened(FILES);
  const one = /(?<!of |\d|,|:)\b1 (?:files|lines|segments|chunks|declarations|spans|places|signatures)\b/;
  for (const [op, args] of [
    ["index", { syntax: true }],
    ["status", {}],
    ["outline", {}],
    ["outline", { path: "src/a.ts" }],
    ["outline", { exported: false }],
    ["symbol", { symbol: "one" }],
    ["search", { query: "1", mode: "exact", perFile: 1 }],
    ["search", { query: "o.e", mode: "regex" }],
    ["search", { query: "one", kind: ["class"] }],
    ["doctor", {}],
    ["why", { path: "src/a.ts" }],
    ["config", { resolved: true }],
  ] as const) {
    assert.doesNotMatch((await opened.ask(op, args as never)).output, one, op);
  }
});

test("languages are counted alike wherever they are counted", async () => {
  await using opened = new Opened(FILES);
  const { output } = await opened.ask("doctor", {});
  const [, withParser, all] = /grammars: (\d+) languages with syntax, (\d+) with words/.exec(output)!;
  const rows = [...output.matchAll(/^languages (.+): (\d+) /gm)].map((m) => Number(m[2]));
  assert.equal(rows[0], Number(withParser));
  assert.equal(
    rows.reduce((sum, n) => sum + n),
    Number(all),
  );
  const page = readCheckout("docs/reference/languages.md");
  assert.equal(/Pith knows (\d+) languages/.exec(page)![1], all);
  assert.equal(/^- (\d+) have a parser/m.exec(page)![1], withParser);
  // No other document has a number of its own that would grow old.
  for (const path of ["README.md", "docs/limits.md", "docs/guide/set-up.md"])
    assert.doesNotMatch(readCheckout(path), /\b(?:\d+|some \w+) (?:other )?languages\b/, path);
});

test("doctor: what is degraded needs attention, like a fault", async () => {
  await using opened = new Opened(FILES);
  opened.write("../a-file", "");
  const ask = async (env: NodeJS.ProcessEnv) =>
    opened.start({ ...opened.env, ...env }).run("doctor", { root: opened.root, format: "json" });
  for (const [env, isSound] of [
    [{}, true],
    [{ XDG_CACHE_HOME: opened.path("../a-file/cache") }, false],
  ] as const) {
    const { answer, found } = await ask(env);
    const { checks } = answer as DoctorReport;
    assert.equal(found, isSound);
    assert.equal(
      checks.every(({ state }) => state === "ok"),
      isSound,
      JSON.stringify(checks),
    );
  }
});
