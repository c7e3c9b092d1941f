// Help with the words of a question: said beside the results, true of what is in scope, and without a word on most questions.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { ContextAnswer, OutlineAnswer, SearchAnswer } from "../../src/pack/answer.ts";
import { Opened } from "./opened.ts";

const TREE = {
  "net/ws.rs":
    "pub struct WebSocket;\npub struct WebSocketUpgrade;\n/// Upgrades a ws connection\npub fn upgrade(s: WebSocket) {}\n",
  "net/http.rs": "pub fn with_state() {}\npub fn authenticate_user() {}\n",
  "ui/update.ts":
    "export function updateItem() { ui(); }\nexport function updateItems() { ui(); }\nfunction ui() {}\n",
  "render/tree.ts":
    "// the rtc of a tree\nexport function render_tree_cell() {}\nexport function renderTreeCells() { rtc(); }\nfunction rtc() {}\n",
  "render/cells.ts": "export class RenderTreeCellView { rtc = 1; }\n",
};

type Answer = ContextAnswer | SearchAnswer | OutlineAnswer;

async function helped(opened: Opened, query: string, more: object = {}) {
  const answers = [
    (await opened.ask("context", { query, ...more })).answer,
    (await opened.ask("search", { query, ...more })).answer,
    (await opened.ask("outline", { query, ...more })).answer,
  ] as Answer[];
  const [first, ...others] = answers.map(({ completeness }) => completeness.words);
  for (const other of others) assert.deepEqual(other, first, query);
  return Object.fromEntries((first ?? []).map(({ word, ...help }) => [word, help]));
}

const nothing = { readAs: [], shortFor: [], nearest: [] };

test("what a question's words are here: the same in every operation that takes one", async () => {
  await using opened = new Opened(TREE);
  for (const [query, expected] of [
    // A file is named for it.
    ["how is ws upgraded", { ws: { ...nothing, found: true, shortFor: ["WebSocket"] } }],
    // Its files use it, and several names are made with it.
    ["who draws the rtc", { draws: { ...nothing, found: false, readAs: ["render"] } }],
    // Two letters are the initials of something everywhere.
    ["what does ui update", {}],
    ["authentcate the user", { authentcate: { ...nothing, found: false, nearest: ["authentic"] } }],
    ["upgrade the connection", {}],
    ["quantum upgrade", { quantum: { ...nothing, found: false } }],
    ["updateItem", {}],
    ["計算 upgrade", {}],
  ] as const) {
    const help = await helped(opened, query);
    if (query.includes("rtc")) {
      assert.deepEqual(help["rtc"], { ...nothing, found: true, shortFor: ["render_tree_cell"] }, query);
      continue;
    }
    assert.deepEqual(help, expected, query);
  }
});

test("what is out of scope, and what is gone, is not there", async () => {
  await using opened = new Opened(TREE);
  const scoped = await helped(opened, "how is ws upgraded", { scope: ["ui"] });
  assert.equal(scoped["ws"]!.found, false);
  assert.deepEqual(scoped["ws"]!.shortFor, []);
  opened.write("net/ws.rs", "pub fn nothing() {}\n");
  const after = await helped(opened, "is the websocket upgraded");
  assert.equal(after["upgraded"]!.found, false);
});

test("text says it in the line of what was looked at, inside the budget, and the question stays as it is", async () => {
  await using opened = new Opened(TREE);
  const query = "how is ws upgraded by quantum teapots";
  const { output } = await opened.ask("context", { query });
  assert.match(output, /; ws short for WebSocket here; quantum is in no line; teapots is in no line/);
  const [strange, plain] = await Promise.all(
    [query, "how is ws upgraded by"].map(
      async (asked) => (await opened.ask("search", { query: asked })).answer as SearchAnswer,
    ),
  );
  const places = ({ results }: SearchAnswer) => results.map((r) => `${r.path}:${r.start} ${r.reason}`);
  assert.deepEqual(places(strange!), places(plain!));
});

test("a hundred strange words: help for a few, and no word longer than it was", async () => {
  await using opened = new Opened(TREE);
  const words = Array.from(
    { length: 100 },
    (_, i) => `zq${"abcdefghij"[i % 10]}x${"klmnopqrst"[(i / 10) | 0]}`,
  );
  const { answer } = await opened.ask("search", { query: words.join(" ") });
  assert.equal((answer as SearchAnswer).completeness.words!.length, 4);
});
