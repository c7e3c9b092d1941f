// A walk by hand: whatever keys are pressed, the screen is whole and no budget is passed; by lines every step answers or says what
// to do, and a script sees from the exit code whether its walk went as it was written.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { stripVTControlCharacters } from "node:util";
import fc from "fast-check";
import { ManifestWalk } from "../../../src/engine/manifest-walk.ts";
import { writeLeaves } from "../../manifest/write-leaves.ts";
import { openManifest } from "../../../src/manifest/open-manifest.ts";
import {
  drawTree,
  pressed,
  START,
  treeRows,
  type TreeState,
} from "../../../src/surface/cli/manifest-tree.ts";
import { manifestText } from "../../manifest/vectors.ts";
import { runMain } from "./fake-terminal.ts";

const folder = mkdtempSync(join(tmpdir(), "pith-walk-"));
after(() => rmSync(folder, { recursive: true, force: true }));
const manifest = JSON.parse(manifestText("harbor")) as {
  source: object;
  nodes: Record<string, { payload?: unknown }>;
};
const file = join(folder, "harbor.pcx.json");
writeFileSync(
  file,
  JSON.stringify({
    ...manifest,
    source: { ...manifest.source, "x-pith": { leaves: { kind: "beside", file: "l.jsonl" } } },
  }),
);
writeLeaves(
  join(folder, "l.jsonl"),
  Object.entries(manifest.nodes)
    .filter(([, { payload }]) => payload !== undefined)
    .map(([id]) => ({ id, content: `# ${id}\n\tTabbed \u001b[31m line\n${"漢字 🚢 words ".repeat(20)}\n` })),
);

const KEYS = [
  "up",
  "down",
  "left",
  "right",
  "return",
  "pageup",
  "pagedown",
  "home",
  "end",
  "l",
  "j",
  "k",
  "escape",
  "backspace",
  "space",
  "x",
];

test("whatever is pressed, the screen is whole, the cursor is on it, and no budget is passed", () => {
  const key = fc.oneof(
    fc.constantFrom(...KEYS).map((name) => ({ name, text: name.length === 1 ? name : "" })),
    fc.constantFrom("/", "b", "漢", "\u0007", "q").map((text) => ({ name: text === "q" ? "x" : "", text })),
  );
  fc.assert(
    fc.property(
      fc.array(key, { maxLength: 60 }),
      fc.integer({ min: 1, max: 100 }),
      fc.integer({ min: 1, max: 40 }),
      fc.integer({ min: 120, max: 1500 }),
      (keys, columns, height, budget) => {
        using opened = openManifest(file);
        const walk = new ManifestWalk(opened, { budget });
        let state: TreeState = START;
        for (const { name, text } of keys) {
          state = pressed(walk, state, name, text, height);
          assert.ok(walk.session.remaining >= 0);
          const lines = drawTree(walk, state, columns, height, true).map((line) =>
            stripVTControlCharacters(line),
          );
          assert.equal(lines.length, Math.max(5, height));
          for (const line of lines)
            assert.ok([...line].length <= columns && !/[\u0000-\u001f]/.test(line), JSON.stringify(line));
          const rows = treeRows(walk);
          assert.ok(rows.length > 0 && new Set(rows.map(({ id }) => id)).size === rows.length);
          assert.ok(
            state.cursor >= 0 &&
              (state.content !== null || state.typing !== null || state.cursor < rows.length),
          );
        }
      },
    ),
    { numRuns: 60 * Number(process.env["PITH_SOAK"] ?? 1) },
  );
});

test("right opens a branch in place, a leaf to be read; left closes them again, up to where it began", () => {
  using opened = openManifest(file);
  const walk = new ManifestWalk(opened);
  const left = walk.session.remaining;
  const press = (state: TreeState, ...names: string[]) =>
    names.reduce((s, name) => pressed(walk, s, name, "", 20), state);
  let state = press(START, "right");
  assert.deepEqual(
    treeRows(walk)
      .slice(0, 3)
      .map(({ id, depth }) => [id, depth]),
    [
      ["berths", 0],
      ["berths.reserve", 1],
      ["berths.extend", 1],
    ],
  );
  state = press(state, "down", "right");
  assert.ok(state.content!.lines.some((line) => line.startsWith("# berths.reserve")));
  state = press(state, "left");
  assert.match(state.message, /berths\.reserve is closed: 420 tokens are free/);
  state = press(state, "left", "left");
  assert.equal(state.cursor, 0);
  assert.equal(walk.session.remaining, left);
  state = "/berth fees".split("").reduce((s, text) => pressed(walk, s, "", text, 20), state);
  state = press(state, "return");
  assert.match(state.content!.lines[0]!, /^berths\.fees/);
  assert.equal(press({ ...state, content: null }, "q").quit, true);
});

test("by lines: each step answers or says what to do", async () => {
  const steps = [
    "open berths",
    "look berths.fees contacts",
    "search dangerous goods",
    "filter kind=form",
    "related berths.reserve",
    "open berths.fees",
    "close berths.fees",
    "index",
    "",
    "help",
    "quit",
    "never",
  ];
  const ran = await runMain(["manifest", "open", file], { stdin: steps.join("\r\n") });
  assert.equal(ran.code, 0, ran.stderr);
  assert.ok(!ran.stdout.includes("\u001b"));
  assert.match(ran.stdout, /\n\tTabbed ␛\[31m line\n/);
  assert.equal(ran.stdout.match(/tokens left/g)?.length, 10);
  for (const [line, says] of [
    ["opn x", /no step "opn".*\nnext: Did you mean open\?/],
    ["open", /open needs the id/],
    ["open nowhere", /MANIFEST_NODE_UNKNOWN .*\nnext: Take an id from the index: berths/],
    ["filter kind", /filter takes NAME=VALUE/],
    ["search", /search needs words/],
    ["close", /close needs the id/],
  ] as const) {
    const refused = await runMain(["manifest", "open", file], { stdin: `${line}\nindex\n` });
    assert.equal(refused.code, 2, line);
    assert.match(refused.stderr, says);
    assert.equal(refused.stdout.match(/tokens left/g)?.length, 2, "it goes on after a slip");
  }
});

test("show: the first view, nodes opened, what answers; what does not fit is refused whole", async () => {
  const show = (...args: string[]) => runMain(["manifest", "show", file, ...args]);
  assert.match((await show()).stdout, /^berths\t\[\+42\]/m);
  const opened = await show("berths", "berths.fees", "--json");
  const answer = JSON.parse(opened.stdout) as { left: number; steps: { id: string; text: string }[] };
  assert.deepEqual(
    answer.steps.map(({ id }) => id),
    ["berths", "berths.fees"],
  );
  assert.match((await show("--find", "dangerous goods")).stdout, /^cargo\.hazard\t/m);
  const refused = await show("cargo.hazard.store", "--budget", "200");
  assert.deepEqual([refused.code, refused.stdout], [2, ""]);
  assert.match(refused.stderr, /MANIFEST_BUDGET_EXCEEDED .*\nnext: ./);
  assert.match((await show("--budget", "10")).stderr, /BUDGET_TOO_SMALL/);
});

test("signs that take two columns count as two, also below the cursor", () => {
  const wide = join(folder, "wide.pcx.json");
  writeFileSync(
    wide,
    JSON.stringify({
      source: {},
      variant: { budget: 900 },
      root: { title: "港のハンドブック🚢", what: "한국어".repeat(9), when: "n", children: ["a", "b"] },
      nodes: {
        a: { title: "係留料金", what: "係留の料金と割引🚢".repeat(9), when: "n", payload: { ref: "r" } },
        b: { title: "ｆｕｌｌ", what: "plain and 漢字 ".repeat(9), when: "n", payload: { ref: "r" } },
      },
    }),
  );
  using opened = openManifest(wide);
  const walk = new ManifestWalk(opened, {});
  for (let columns = 1; columns < 90; columns++)
    for (const cursor of [0, 1])
      for (const line of drawTree(walk, { ...START, cursor }, columns, 12, true)) {
        const signs = [...stripVTControlCharacters(line)];
        const width = signs.reduce(
          (sum, sign) => sum + (/[港のハンドブク🚢한국어係留料金と割引ｆｕｌ漢字]/u.test(sign) ? 2 : 1),
          0,
        );
        assert.ok(width <= columns, `${columns}: ${line}`);
        if (line.includes("\u001b[7m")) assert.ok(width >= columns - 1);
      }
});

test("back from what was looked at or found closes nothing", () => {
  using opened = openManifest(file);
  const walk = new ManifestWalk(opened, { budget: 1500 });
  const press = (state: TreeState, name: string, text = "") => pressed(walk, state, name, text, 20);
  let state = press(START, "right");
  const { length } = treeRows(walk);
  for (const keys of [
    ["l", "left"],
    ["/", "b", "return", "left"],
  ]) {
    for (const key of keys) state = press(state, key, key.length === 1 ? key : "");
    assert.equal(state.content, null);
    assert.equal(treeRows(walk).length, length);
  }
  state = press(state, "left");
  assert.ok(treeRows(walk).length < length);
});

test("show: all that is put out is within the budget, not each step alone", async () => {
  const nodes = Object.fromEntries(
    Array.from({ length: 60 }, (_, i) => [
      `leaf-${i}`,
      { title: "T", what: "w", when: "n", desc_tokens: 1, tokens: 1, payload: { ref: "r" } },
    ]),
  );
  const many = join(folder, "many.pcx.json");
  writeFileSync(
    many,
    JSON.stringify({
      pcx_version: "0.2",
      source: { id: "s", kind: "docs" },
      variant: { budget: 800 },
      root: { what: "w", when: "n", children: Object.keys(nodes) },
      nodes,
    }),
  );
  for (const count of [1, 5, 60]) {
    const { code, stdout, stderr } = await runMain([
      "manifest",
      "show",
      many,
      ...Object.keys(nodes).slice(0, count),
    ]);
    assert.ok([...stdout].length <= 4 * 800);
    assert.equal(code, count < 60 ? 0 : 2, stderr);
    if (code === 2) assert.match(stderr, /MANIFEST_BUDGET_EXCEEDED/);
  }
});
