// A session as its client meets it: other roots, odd files in its place, what it says of changes, how it is forgotten.
import assert from "node:assert/strict";
import { appendFileSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { PithError } from "../../src/base/error.ts";
import type { SessionPart } from "../../src/pack/session-part.ts";
import type { Outcome } from "../../src/engine/operation.ts";
import { Opened } from "../engine/opened.ts";

const FILES = {
  "src/token.ts": Array.from(
    { length: 6 },
    (_, i) =>
      `/** Parses token ${i} of the session. */\nexport function parseToken${i}(text: string): string {\n  const found = text.slice(${i});\n  return found.trim();\n}\n`,
  ).join("\n"),
  "src/main.ts": 'import { parseToken1 } from "./token.ts";\n\nexport const one = parseToken1("a");\n',
};

const part = ({ answer }: Outcome): SessionPart => (answer as { session: SessionPart }).session;
const folderOf = (opened: Opened): string => join(opened.cache(0), "pith", "sessions");
const read = (opened: Opened, place: string, session = "s") =>
  opened.ask("read", { places: [place], session });

test("a range that was read is named the second time, and the answer says what to do", async () => {
  await using opened = new Opened(FILES);
  await read(opened, "src/token.ts:1-12");
  const { output, answer } = await read(opened, "src/token.ts:1-12");
  assert.match(output, /^shown before: src\/token\.ts:1-12$/m);
  assert.match(output, /leave session out/);
  assert.deepEqual((answer as { spans: unknown[] }).spans, []);
  const wider = await read(opened, "src/token.ts:1-20");
  assert.match(wider.output, /^src\/token\.ts:13-20 of /m);
  assert.ok(!wider.output.includes("parseToken0"));
});

test("what changed is sent again, and that is said; what moved is known where it stands", async () => {
  await using opened = new Opened(FILES);
  await read(opened, "src/token.ts:1-12");
  opened.write(
    "src/token.ts",
    `// new\n// lines\n${FILES["src/token.ts"].replace("found.trim()", "found.trimEnd()")}`,
  );
  const { output } = await read(opened, "src/token.ts:1-14");
  assert.match(output, /trimEnd/);
  assert.match(output, /^changed since shown: src\/token\.ts:/m);
  assert.match(output, /^shown before: src\/token\.ts:.*14$/m);
  assert.ok(!output.includes("parseToken1"), "moved, and not sent again");
});

test("resident tokens are the sum of what was sent, and go to nothing when the client forgot", async () => {
  await using opened = new Opened(FILES);
  let sum = 0;
  for (const query of ["parse token", "where is parseToken1 used", "parse token"]) {
    const outcome = await opened.ask("context", { query, budget: 700, session: "s" });
    sum += (outcome.answer as { cost: { tokens: number } }).cost.tokens;
    assert.equal(part(outcome).resident, sum);
  }
  const shown = await opened.ask("session", { action: "show", session: "s", format: "json" });
  assert.deepEqual((shown.answer as { resident: object }).resident, { o200k_base: sum });
  assert.equal((await opened.ask("session", { action: "forget", session: "s" })).found, true);
  assert.equal((await opened.ask("session", { action: "show", session: "s" })).found, false);
  const again = await opened.ask("context", { query: "parse token", budget: 700, session: "s" });
  assert.deepEqual(part(again).shown, []);
});

test("declarations, callers, places, outlines and lines of a search are not listed twice", async () => {
  await using opened = new Opened(FILES);
  for (const [op, args] of [
    ["symbol", { symbol: "parseToken1" }],
    ["outline", { path: "src/token.ts" }],
    ["search", { query: "parse token" }],
    ["search", { query: "parseToken1", mode: "exact" }],
    ["trace", { symbol: "parseToken1" }],
  ] as const) {
    const session = `of-${op}-${Object.values(args).join("-").replaceAll(/\W/g, "-")}`;
    const first = await opened.ask(op, { ...args, session } as never);
    const second = await opened.ask(op, { ...args, session } as never);
    assert.match(second.output, /shown before/, `${op}: ${second.output}`);
    assert.ok(second.output.length < first.output.length, op);
    assert.equal(second.found, first.found);
  }
});

test("an id of another root, and what is no id, are refused with what to do", async () => {
  await using opened = new Opened(FILES);
  await read(opened, "src/token.ts:1-3");
  opened.write("other/a.ts", "export const a = 1;\n");
  const elsewhere = opened.engine.run("read", { root: opened.path("other"), places: ["a.ts"], session: "s" });
  await assert.rejects(
    elsewhere,
    // A client that was given one folder does not learn of others.
    (e: PithError) =>
      e.code === "SESSION_INVALID" && /another root/.test(e.message) && !e.message.includes(opened.root),
  );
  for (const session of ["", " ", "a/b", "../x", "a\n", "-x", "é", "x".repeat(65)])
    await assert.rejects(
      read(opened, "src/token.ts:1-3", session),
      (e: PithError) => e.code === "ARGUMENT_INVALID",
    );
});

test("who is refused a session of another root learns of no folder of it, by any part of the error", async () => {
  await using opened = new Opened(FILES);
  opened.write("mine/a.ts", "export const a = 1;\n");
  opened.write("others-secret-name/b.ts", "export const b = 1;\n");
  const of = (folder: string, file: string, more = {}) =>
    opened.engine.run("read", { root: opened.path(folder), places: [file], session: "s", ...more });
  await of("others-secret-name", "b.ts");
  for (const more of [{}, { format: "json" }, { format: "terminal" }] as const)
    await assert.rejects(of("mine", "a.ts", more), (e: PithError) => {
      const said = [
        e.message,
        e.subject,
        e.next,
        e.stack?.split("\n    at ", 1)[0],
        JSON.stringify(e),
      ].join();
      return e.code === "SESSION_INVALID" && !said.includes("others-secret-name");
    });
});

test("whatever stands in the place of a session: it is answered, and at most sent again", async () => {
  const odd: [string, (path: string) => void][] = [
    ["a torn last line", (path) => appendFileSync(path, '{"op":"read","out":9')],
    ["a line of nonsense", (path) => appendFileSync(path, "\0\0\0\n[1]\nnull\n{}\n")],
    [
      "a row of a wrong shape",
      (path) => appendFileSync(path, '{"op":"read","out":-1,"unit":"x","files":[{"p":1}],"items":[]}\n'),
    ],
    [
      "a name of the prototype",
      (path) =>
        appendFileSync(
          path,
          '{"op":"read","out":1,"unit":"__proto__","files":[{"p":"__proto__","r":[[1,"0123456789"]]}],"items":["__proto__"]}\n',
        ),
    ],
    ["nothing at all", (path) => writeFileSync(path, "")],
    ["no head", (path) => writeFileSync(path, '{"a":1}\n')],
    ["another's head", (path) => writeFileSync(path, '{"format":"pith-session-1","id":"t","root":"/x"}\n')],
    ["too much", (path) => writeFileSync(path, Buffer.alloc(8_000_001, 10))],
    ["a folder", (path) => (rmSync(path), mkdirSync(path))],
  ];
  for (const [what, spoil] of odd) {
    await using opened = new Opened(FILES);
    await read(opened, "src/token.ts:1-12");
    const [name] = readdirSync(folderOf(opened));
    spoil(join(folderOf(opened), name!));
    const { output } = await read(opened, "src/token.ts:1-12");
    assert.ok(output.includes("parseToken0") || output.includes("shown before"), `${what}: ${output}`);
    const after = await read(opened, "src/token.ts:1-12");
    assert.match(after.output, /shown before/, what);
    assert.ok(statSync(join(folderOf(opened), name!)).isFile(), what);
  }
});

test("a session of a newer version is refused, not spoilt", async () => {
  await using opened = new Opened(FILES);
  await read(opened, "src/token.ts:1-3");
  const [name] = readdirSync(folderOf(opened));
  writeFileSync(join(folderOf(opened), name!), '{"format":"pith-session-2","id":"s","root":"/"}\n');
  await assert.rejects(read(opened, "src/token.ts:1-3"), (e: PithError) => e.code === "SESSION_INVALID");
});
