// The map for a question: what answers comes first, each file with the declarations that meet the question.
import assert from "node:assert/strict";
import { test } from "node:test";
import { PithError } from "../../src/base/error.ts";
import type { OutlineAnswer } from "../../src/pack/answer.ts";
import { Opened } from "./opened.ts";

const FILES = {
  "src/session-store.ts":
    "export class SessionStore {\n  saveSession(id: string) {}\n  loadSession(id: string) {}\n  close() {}\n}\nfunction hidden() {}\n",
  "src/http.ts":
    'import { SessionStore } from "./session-store.ts";\nexport function listen() { new SessionStore(); }\n',
  "src/colour.ts": "export function paint() {}\nexport function wash() {}\n",
  "docs/sessions.md": "# Sessions\n\nHow a session is stored.\n\n## Where\n\ntext\n",
  "other/session.ts": "export function session() {}\n",
};

const QUERY = "how is a session stored";

test("files that answer come first, with the declarations that meet the question", async () => {
  await using opened = new Opened(FILES);
  const { output } = await opened.ask("outline", { query: QUERY });
  const rows = output.split("\n").slice(1);
  assert.match(rows[0]!, /^src\/session-store\.ts \(6\): .*method SessionStore\.saveSession/);
  assert.match(output, /files that answer best first/);
  assert.ok(!output.includes("colour.ts"), "what doesn't meet the question isn't there");
  const json = (await opened.ask("outline", { query: QUERY, format: "json" })).answer as OutlineAnswer;
  const first = json.files[0]!;
  assert.equal(first.path, "src/session-store.ts");
  assert.equal(first.declared, 5);
  for (const { name, line } of first.declarations) {
    const text = FILES["src/session-store.ts"].split("\n")[line - 1]!;
    assert.ok(text.includes(name.split(".").at(-1)!), `${name} stands in line ${line}`);
  }
});

test("a folder, a scope and visibility bound it", async () => {
  await using opened = new Opened(FILES);
  const paths = async (args: object) =>
    ((await opened.ask("outline", { query: QUERY, ...args })).answer as OutlineAnswer).files.map(
      (f) => f.path,
    );
  assert.deepEqual(await paths({ path: "other" }), ["other/session.ts"]);
  assert.deepEqual(await paths({ scope: ["docs"] }), ["docs/sessions.md"]);
  const exported = (await opened.ask("outline", { query: "hidden session store", exported: true }))
    .answer as OutlineAnswer;
  const names = exported.files.flatMap(({ declarations }) => declarations.map(({ name }) => name));
  assert.ok(names.includes("SessionStore") && !names.includes("hidden"), names.join());
});

test("what can't be asked is refused, what isn't there is said", async () => {
  await using opened = new Opened(FILES);
  const refused = (args: object, code: string) =>
    assert.rejects(
      opened.ask("outline", args),
      (error) => error instanceof PithError && error.code === code && error.next !== "",
    );
  await refused({ query: " \n" }, "QUERY_EMPTY");
  await refused({ query: QUERY, path: "src/http.ts" }, "ARGUMENT_INVALID");
  const none = await opened.ask("outline", { query: "zeppelin quokka" });
  assert.equal(none.found, false);
  const { advice, completeness } = none.answer as OutlineAnswer;
  assert.notEqual(advice, null);
  assert.deepEqual(completeness.files.inScope, 5);
});
