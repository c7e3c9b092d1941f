// Every text and list that is given has a limit, the same on each surface, and said with the figure where it is passed.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { PithError } from "../../src/base/error.ts";
import { LONGEST_ID } from "../../src/base/limits.ts";
import { ENTRIES, longFlag, positions } from "../../src/surface/cli/flags.ts";
import { describeTools } from "../../src/surface/mcp/tools.ts";
import { parametersFor, type Entry, type Parameter, type Surface } from "../../src/surface/entry.ts";
import { checkArguments } from "../../src/surface/parameters.ts";
import { Opened } from "../engine/opened.ts";
import { runMain } from "./cli/fake-terminal.ts";

const SURFACES: readonly Surface[] = ["cli", "mcp", "library"];

function isText({ type }: Parameter): boolean {
  return type === "string" || type === "strings";
}

function needed(entry: Entry, surface: Surface): Record<string, unknown> {
  const required = parametersFor(entry, surface).filter((p) => p.required);
  return Object.fromEntries(
    required.map((p) => [p.name, p.type === "strings" ? ["x"] : (p.values?.[0] ?? "x")]),
  );
}

async function faultOf(work: Promise<unknown>): Promise<PithError> {
  return work.then(
    () => assert.fail("accepted"),
    (error: PithError) => error,
  );
}

test("the table has a limit for every text and every list", () => {
  for (const entry of ENTRIES) {
    for (const parameter of entry.parameters.filter(isText)) {
      assert.ok(parameter.longest !== undefined, `${entry.name} ${parameter.name}`);
      if (parameter.type === "strings")
        assert.ok(parameter.most !== undefined, `${entry.name} ${parameter.name}`);
    }
  }
});

test("each surface refuses what is longer, and names the limit", async () => {
  for (const entry of ENTRIES) {
    for (const surface of SURFACES) {
      for (const parameter of parametersFor(entry, surface).filter(isText)) {
        const { name, longest, most, inAll } = parameter;
        const given = needed(entry, surface);
        const check = async (value: unknown) => checkArguments(entry, { ...given, [name]: value }, surface);
        const cases: [unknown, number][] = [["y".repeat(longest! + 1), longest!]];
        if (parameter.type === "strings") {
          cases.push([["x", "y".repeat(longest! + 1)], longest!]);
          cases.push([Array.from({ length: most! + 1 }, () => "x"), most!]);
        }
        if (inAll !== undefined) {
          const entries = Math.floor(inAll / longest!) + 1;
          cases.push([Array.from({ length: entries }, () => "y".repeat(longest!)), inAll]);
        }
        // A million, also where a list may be written with commas.
        cases.push(
          ["y".repeat(Math.max(1_000_000, longest! + 1)), longest!],
          ["y,".repeat(Math.max(500_000, longest!)), longest!],
        );
        for (const [value, limit] of cases) {
          const fault = await faultOf(check(value));
          const what = `${surface} ${entry.name} ${name}: ${fault.message.slice(0, 200)}`;
          assert.ok(["ARGUMENT_INVALID", "QUERY_TOO_LONG"].includes(fault.code), what);
          assert.ok(fault.message.length < 300 && fault.subject.length < 100, what);
          const isCommas = parameter.cli?.commas === true && typeof value === "string";
          if (!isCommas) assert.match(fault.message, new RegExp(`\\b${limit}\\b`), what);
        }
        // What is as long as it may be is not refused for its length.
        const last = "y".repeat(longest!);
        await check(last).catch((fault: PithError) => assert.doesNotMatch(fault.message, /is the most/));
      }
    }
  }
});

test("the schemas say the same", () => {
  for (const tool of describeTools("full")) {
    const entry = ENTRIES.find((e) => e.name === tool.name)!;
    for (const parameter of parametersFor(entry, "mcp").filter(isText)) {
      const schema = tool.inputSchema.properties[parameter.name]!;
      const known = parameter.values !== undefined || parameter.valuesFrom !== undefined;
      const said = parameter.longestUnsaid === true ? undefined : parameter.longest;
      if (parameter.type === "string") assert.equal(schema.maxLength, said);
      else if (!known) {
        assert.equal(schema.items?.maxLength, parameter.longest);
        assert.equal(schema.maxItems, parameter.most);
      }
    }
  }
});

test("the command line says it with its own names", async () => {
  for (const entry of ENTRIES.filter((e) => e.group !== "Connect")) {
    for (const parameter of parametersFor(entry, "cli").filter(isText)) {
      const at = positions(entry).indexOf(parameter);
      const long = "y".repeat(parameter.longest! + 1);
      const typed = positions(entry).map((p) => (p === parameter ? long : (p.values?.[0] ?? "x")));
      const argv = at === -1 ? [...typed, longFlag(parameter.name), long] : typed;
      const ran = await runMain([entry.name, ...argv]);
      assert.equal(ran.code, 2, argv.join(" ").slice(0, 60));
      assert.match(ran.stderr, /^pith: (?:ARGUMENT_INVALID|QUERY_TOO_LONG) .*is the most\.\nnext: /);
      assert.equal(ran.calls.length, 0);
    }
  }
});

test("very many flags and arguments", async () => {
  const scopes = Array.from({ length: 20_000 }, () => ["-s", "a"]).flat();
  const ran = await runMain(["search", "x", ...scopes]);
  assert.match(ran.stderr, /--scope has 20000 entries; 100 is the most/);
  const before = Array.from({ length: 20_000 }, () => "--explain");
  assert.equal((await runMain([...before, "context", "x"])).code, 0);
  assert.match((await runMain(["read", ...scopes.map(() => "a")])).stderr, /40000 entries/);
  assert.match((await runMain(["status", ...scopes.map(() => "a")])).stderr, /too many arguments/);
  assert.equal((await runMain(["y".repeat(100_000)])).stderr.length < 600, true);
});

test("names that nobody has are cut where they are repeated", async () => {
  const long = "y".repeat(1_000_000);
  for (const entry of ENTRIES) {
    const fault = await faultOf(checkArguments(entry, { ...needed(entry, "cli"), [long]: 1 }, "cli"));
    assert.ok(JSON.stringify(fault).length < 1000, entry.name);
  }
});

test("ids of a batch are short, and of characters that steer nobody", async () => {
  await using opened = new Opened({ "a.ts": "export const marker = 1;\n" });
  const good = [
    1,
    -2.5,
    "a",
    "",
    "r-1_2/3:4#5@6 7",
    "größe 漢",
    null,
    true,
    ["x", 1],
    { n: 1 },
    "i".repeat(LONGEST_ID - 2),
  ];
  const bad = [
    "i".repeat(LONGEST_ID + 1),
    "\u001b[2J",
    "a\nb",
    "\u202ea",
    "\ud800",
    "\u0085",
    { a: "\u0007" },
    Array.from({ length: 100 }, (_, i) => i),
  ];
  const deep = `${"[".repeat(50_000)}${"]".repeat(50_000)}`;
  const lines = [...good, ...bad].map((id) => JSON.stringify({ id, query: "marker" }));
  lines.push(
    `{"id":${deep},"query":"marker"}`,
    `{"op":${deep}}`,
    `{"query":${deep}}`,
    `{"scope":[${deep}],"query":"x"}`,
  );
  opened.write("requests.jsonl", lines.join("\n"));
  const { output } = await opened.ask("batch", { file: opened.path("requests.jsonl") });
  const answers = output
    .split("\n")
    .map((line) => JSON.parse(line) as { id?: unknown; error?: { code: string } });
  assert.equal(answers.length, lines.length);
  for (const [i, id] of good.entries()) {
    assert.deepEqual(answers[i]!.id, id);
    assert.equal(answers[i]!.error, undefined);
  }
  for (const answer of answers.slice(good.length)) {
    assert.equal(answer.id, undefined);
    assert.ok(
      answer.error !== undefined && answer.error.code !== "INTERNAL",
      JSON.stringify(answer).slice(0, 300),
    );
    assert.ok(JSON.stringify(answer).length < 1000);
  }
});
