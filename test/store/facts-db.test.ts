import assert from "node:assert/strict";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, test } from "node:test";
import { sha256 } from "../../src/base/hash.ts";
import type { SyntaxResult } from "../../src/parse/facts.ts";
import { openFactsDb } from "../../src/store/facts-db.ts";
import { openDatabase } from "../../src/store/sqlite.ts";
import { OPEN_REMOVED } from "../conditions.ts";

let folder = "";
let path = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "pith-facts-"));
  path = join(folder, "repository", "syntax.db");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const resultOf = (n: number): SyntaxResult => ({
  facts: {
    symbols: [],
    references: [],
    imports: [],
    exports: [
      {
        exported: `name${n}`,
        local: "x".repeat(n),
        from: "",
        range: { start: n, startColumn: 1, end: n, endColumn: 2 },
      },
    ],
    errors: false,
  },
});
const results = (count: number): [string, SyntaxResult][] =>
  Array.from({ length: count }, (_, n) => [`key${n}`, resultOf(n)]);
const keys = (count: number): string[] => results(count).map(([key]) => key);

test("facts are kept over a close, and only those asked for come back", () => {
  const db = openFactsDb(path);
  assert.deepEqual(db.get(["key1"]), new Map());
  db.put([...results(50), ["skipped", { skip: "too-deep" }]]);
  db.close();
  const again = openFactsDb(path);
  assert.deepEqual(
    again.get(["key3", "nothing", "skipped"]),
    new Map([
      ["key3", resultOf(3)],
      ["skipped", { skip: "too-deep" }],
    ]),
  );
  again.put([["key3", { skip: "failed" }]]);
  assert.deepEqual(again.get(["key3"]), new Map([["key3", { skip: "failed" }]]));
  assert.deepEqual(again.takeNotices(), []);
  again.close();
});

test("facts of another version are made again; those of a newer one are left alone", () => {
  const db = openFactsDb(path);
  db.put(results(3));
  db.close();
  const set = (facts: number): void => {
    const raw = openDatabase(path);
    raw.prepare("update meta set value = ? where name = 'facts'").run(facts);
    raw.close();
  };
  set(0);
  const older = openFactsDb(path);
  assert.deepEqual(older.get(keys(3)), new Map());
  assert.deepEqual(older.takeNotices(), []);
  older.put(results(3));
  assert.equal(older.get(keys(3)).size, 3);
  older.close();
  set(1_000_000);
  const before = readFileSync(path);
  const newer = openFactsDb(path);
  assert.deepEqual(newer.get(keys(3)), new Map());
  assert.equal(newer.takeNotices().length, 1);
  newer.put(results(2));
  assert.equal(newer.get(keys(3)).size, 2);
  newer.close();
  assert.deepEqual(readFileSync(path), before);
});

test("a damaged database is moved aside and made again, said once", () => {
  const db = openFactsDb(path);
  db.put(results(400));
  db.close();
  const sound = readFileSync(path);
  const damages: [string, (bytes: Buffer) => Buffer][] = [
    [
      "no database",
      () => Buffer.from("this is no database, although it is long enough to be looked at\n".repeat(40)),
    ],
    ["truncated", (b) => b.subarray(0, b.length / 2)],
    ["header", (b) => b.fill(255, 0, 100)],
    ["pages", (b) => b.fill(7, 4096, b.length - 4096)],
    [
      "value",
      (b) => {
        const at = b.indexOf("x".repeat(200));
        return b.fill("y", at, at + 1);
      },
    ],
  ];
  for (const [name, damage] of damages) {
    rmSync(dirname(path), { recursive: true });
    mkdirSync(dirname(path));
    writeFileSync(path, damage(Buffer.from(sound)));
    const broken = openFactsDb(path);
    const found = broken.get(keys(400));
    for (const [key, value] of found) assert.deepEqual(value, resultOf(Number(key.slice(3))), name);
    assert.equal(broken.takeNotices().length, 1, name);
    broken.put(results(400));
    assert.equal(broken.get(keys(400)).size, 400, name);
    assert.ok(existsSync(`${path}.damaged`), name);
    broken.close();
    const again = openFactsDb(path);
    assert.equal(again.get(keys(400)).size, 400, name);
    assert.deepEqual(again.takeNotices(), [], name);
    again.close();
  }
});

test("any flipped bit gives right facts or none", () => {
  const db = openFactsDb(path);
  db.put(results(60));
  db.close();
  const sound = readFileSync(path);
  const step = Math.max(1, Math.floor(sound.length / (40 * Number(process.env["PITH_SOAK"] ?? 1))));
  for (let at = 0; at < sound.length; at += step) {
    const flipped = Buffer.from(sound);
    flipped[at]! ^= 1 << (at % 8);
    writeFileSync(path, flipped);
    const broken = openFactsDb(path);
    for (const [key, value] of broken.get(keys(60))) assert.deepEqual(value, resultOf(Number(key.slice(3))));
    broken.put(results(5));
    assert.equal(broken.get(keys(5)).size, 5, `byte ${at}`);
    broken.close();
    for (const end of ["-wal", "-shm", ".damaged"]) rmSync(path + end, { force: true });
  }
});

test("a database that was taken away or replaced while it was open is opened anew", OPEN_REMOVED, () => {
  for (const replaces of [false, true]) {
    const db = openFactsDb(path);
    db.put(results(5));
    for (const end of ["", "-wal", "-shm"]) rmSync(path + end, { force: true });
    if (replaces) {
      const other = openFactsDb(path);
      other.put([["key7", resultOf(7)]]);
      other.close();
    }
    assert.equal(db.get(keys(5)).size, 0);
    assert.equal(db.get(["key7"]).size, replaces ? 1 : 0);
    assert.equal(db.put(results(9)), true);
    const next = openFactsDb(path);
    assert.equal(next.get(keys(9)).size, 9);
    assert.deepEqual([...db.takeNotices(), ...next.takeNotices()], []);
    next.close();
    db.close();
  }
});

test("where no database can be made, facts are kept in memory", () => {
  writeFileSync(join(folder, "file"), "");
  const db = openFactsDb(join(folder, "file", "syntax.db"));
  assert.deepEqual(db.get(["key1"]), new Map());
  db.put(results(3));
  assert.deepEqual(db.get(["key1"]), new Map([["key1", resultOf(1)]]));
  assert.equal(db.takeNotices().length, 1);
  assert.deepEqual(db.takeNotices(), []);
});

test("a writer that is held up by another one gives up soon and keeps what it has", () => {
  const db = openFactsDb(path);
  db.put(results(1));
  const other = openDatabase(path);
  other.exec("begin immediate");
  const began = performance.now();
  db.put([["key7", resultOf(7)]]);
  assert.deepEqual(db.get(["key0"]), new Map([["key0", resultOf(0)]]));
  assert.deepEqual(db.get(["key7"]), new Map([["key7", resultOf(7)]]));
  assert.ok(performance.now() - began < 5_000);
  other.exec("commit");
  other.close();
  db.close();
});

test("a database that stays open keeps to its size: the older facts go, the newest stay", () => {
  const most = 200_000;
  const db = openFactsDb(path, most);
  for (let n = 0; n < 640; n++) {
    // What deflates to nothing takes no room.
    const local = Array.from({ length: 100 }, (_, i) => sha256(`${n} ${i}`)).join("");
    const result = resultOf(n);
    if ("facts" in result) result.facts.exports[0]!.local = local;
    db.put([[`key${n}`, result]]);
  }
  const kept = keys(640).filter((key) => db.get([key]).size > 0);
  assert.equal(kept.at(-1), "key639");
  assert.ok(kept.length < 320, `${kept.length} are kept`);
  assert.deepEqual(db.takeNotices(), []);
  db.close();
});

test("a database that can be read and takes nothing is said once, however often; another writer at work is not said", () => {
  const stands: Record<string, { begin: string; end: string; said: RegExp[] }> = {
    "takes nothing": {
      begin: "create trigger full before insert on facts begin select raise(fail, 'no room'); end",
      end: "drop trigger full",
      said: [/^The syntax facts at .+syntax\.db can't be kept \(no room\)\.$/],
    },
    "another writer": { begin: "begin immediate", end: "commit", said: [] },
  };
  for (const [what, { begin, end, said }] of Object.entries(stands)) {
    const db = openFactsDb(path);
    db.put(results(2));
    const other = openDatabase(path);
    other.exec(begin);
    for (const n of [3, 4]) assert.equal(db.put([[`${what} ${n}`, resultOf(n)]]), false, what);
    const notices = db.takeNotices();
    assert.equal(notices.length, said.length, `${what}: ${notices.join(" ")}`);
    for (const [i, pattern] of said.entries()) assert.match(notices[i]!, pattern);
    // What is there is read all the same, and what came later is remembered.
    assert.deepEqual([...db.get([...keys(2), `${what} 3`]).keys()], [...keys(2), `${what} 3`]);
    other.exec(end);
    other.close();
    assert.equal(db.put([[`${what} 5`, resultOf(5)]]), true, what);
    assert.deepEqual(db.takeNotices(), [], what);
    db.close();
  }
});
