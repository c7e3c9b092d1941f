// Shape: a handle from an earlier answer is taken for a place that still holds. Lines of a receipt are looked up where
// they stand now, and what became of them is said.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { ContextAnswer, ReadAnswer } from "../../src/pack/answer.ts";
import { Opened } from "../engine/opened.ts";

const SESSION = [
  "/** Checks that a session token is known. */",
  "export function checkSessionToken(token: string): boolean {",
  "  return token.length > 8;",
  "}",
  "",
].join("\n");
const filler = Array.from({ length: 120 }, (_, i) => `// filler line ${i}\n`).join("");

async function kept(opened: Opened): Promise<{ handle: string; text: string; start: number; end: number }> {
  const { answer } = await opened.ask("context", { query: "checkSessionToken", budget: 400, format: "json" });
  const { receipt, spans } = answer as ContextAnswer;
  const at = spans.findIndex((s) => s.name === "checkSessionToken");
  assert.ok(at >= 0, JSON.stringify(spans));
  return { handle: `${receipt}#${at + 1}`, ...spans[at]! };
}

async function read(opened: Opened, ...places: string[]): Promise<ReadAnswer> {
  return (await opened.ask("read", { places, format: "json" })).answer as ReadAnswer;
}

test("the same, moved, moved to another file, changed, gone with the name, gone with the file", async () => {
  await using opened = new Opened({ "src/session.ts": SESSION + filler, "src/other.ts": "other();\n" });
  const { handle, text, start, end } = await kept(opened);
  const span = async () => (await read(opened, handle)).spans[0]!;
  const same = await span();
  assert.deepEqual([same.path, same.start, same.end, same.text], ["src/session.ts", start, end, text]);
  assert.deepEqual([same.kind, same.name, same.note], ["function", "checkSessionToken", null]);

  opened.write("src/session.ts", `// one\n// two\n${SESSION}${filler}`);
  const moved = await span();
  assert.deepEqual([moved.start, moved.text], [start + 2, text]);
  assert.equal(moved.note, `moved from src/session.ts:${start}-${end} since the receipt`);

  opened.write("src/other.ts", `//\n${SESSION}`);
  opened.write("src/session.ts", filler);
  const away = await span();
  assert.deepEqual([away.path, away.start, away.text], ["src/other.ts", start + 1, text]);
  assert.match(away.note!, /^moved from src\/session\.ts/);
  opened.write("src/other.ts", "other();\n");

  opened.write("src/session.ts", SESSION.replace("> 8", "> 9") + filler);
  const changed = await span();
  assert.match(changed.text, /> 9/);
  assert.match(changed.note!, /^changed since the receipt/);

  opened.write("src/session.ts", "// checkSessionToken was here\n");
  const shorter = await span();
  assert.match(shorter.text, /was here/, "of a file that is shorter now, what stands nearest");
  assert.match(shorter.note!, /^changed since the receipt/);

  opened.write("src/session.ts", filler);
  const gone = await span();
  assert.deepEqual([gone.text, gone.lines], ["", 120]);
  assert.equal(gone.note, `gone since the receipt: src/session.ts:${start}-${end} stands in no file`);
  opened.remove("src/session.ts");
  const answer = await read(opened, handle, "src/other.ts");
  assert.match(answer.spans[0]!.note!, /^gone since the receipt/);
  assert.equal(answer.spans[1]!.text, "other();");
  assert.deepEqual(answer.completeness.files, { inScope: 2, read: 1, skipped: {} });
  assert.match((await opened.ask("read", { places: [handle] })).output, /gone since the receipt/);
});

test("a file whose name looks like a handle is that file; what is no receipt's id is a path", async () => {
  const odd = "123456789012345678#1";
  await using opened = new Opened({ [odd]: "one\n", "abcdefgh#1": "two\n" });
  assert.equal((await read(opened, odd)).spans[0]!.text, "one");
  assert.equal((await read(opened, "abcdefgh#1")).spans[0]!.text, "two");
  await assert.rejects(read(opened, "abcdefgh#2"), { code: "PATH_NOT_FOUND" });
  await assert.rejects(read(opened, "123456789012345678#2"), { code: "RECEIPT_NOT_FOUND" });
});
