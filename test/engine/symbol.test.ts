// What a declaration is, and what of it is shown: all signatures of one declaration together, and no comment cut silently.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { SymbolAnswer, SymbolMatch } from "../../src/pack/answer.ts";
import { Opened } from "./opened.ts";

const FILES = {
  "a.ts": `/** Of a text. */
export function parse(text: string): Node;
/** Of bytes. */
export function parse(bytes: Uint8Array): Node;
export function parse(given: unknown): Node {
  return given as Node;
}

export class Store {
  constructor(path: string);
  constructor(path: string, options: object);
  constructor(path: string, options?: object) {}
  /** Puts one. */
  put(one: string): void;
  /** Puts one. */
  put(many: string[]): void;
  put(given: unknown): void {}
  static put(all: never): void {}
  get(): void {}
}

export interface Events {
  on(name: "open"): void;
  on(name: "close"): void;
  off(name: "open"): void;
  on(name: "late"): void;
}
export declare function only(a: string): void;
export declare function only(a: number): void;
`,
  "b.py": `from typing import overload
import typing as t

class Box:
    @overload
    def take(self, n: int) -> int: ...
    @t.overload
    def take(self, n: str) -> str:
        """Text."""
    def take(self, n):
        return n

    @property
    def width(self):
        return 1

    @width.setter
    def width(self, value):
        pass
`,
  "C.java": `class C {
  void add(int a) {}
  void add(String a) {}
}
`,
  "d.proto": "message add { string a = 1; }\n",
};

async function ask(opened: Opened, symbol: string, more: object = {}): Promise<SymbolMatch[]> {
  const { answer } = await opened.ask("symbol", { symbol, format: "json", ...more });
  return (answer as SymbolAnswer).matches;
}

test("signatures of one declaration are one match, others are others", async () => {
  await using opened = new Opened(FILES);
  for (const [name, expected] of Object.entries({
    parse: ["a.ts:1-7 1,3,5"],
    "Store.constructor": ["a.ts:10-12 10,11,12"],
    "Store.put": ["a.ts:13-17 13,15,17", "a.ts:18-18"],
    "Store.get": ["a.ts:19-19"],
    "Events.on": ["a.ts:23-24 23,24", "a.ts:26-26"],
    only: ["a.ts:28-29 28,29"],
    take: ["b.py:5-11 5,7,10"],
    "Box.width": ["b.py:13-15", "b.py:17-19"],
    "C.add": ["C.java:2-2", "C.java:3-3"],
  })) {
    const matches = await ask(opened, name);
    const shown = matches.map((m) => {
      const lines = m.overloads.map((o) => o.start);
      return `${m.path}:${m.start}-${m.end}${lines.length === 0 ? "" : ` ${lines.join(",")}`}`;
    });
    assert.deepEqual(shown, expected, name);
    for (const match of matches) {
      const { overloads } = match;
      if (overloads.length === 0) continue;
      assert.equal(match.signature, overloads[0]!.signature);
      assert.equal(match.start, overloads[0]!.start);
      assert.equal(match.end, overloads.at(-1)!.end);
    }
  }
});

test("a text answer has every signature and every comment that JSON has", async () => {
  await using opened = new Opened(FILES);
  for (const symbol of ["parse", "Store.put", "Events.on", "take", "constructor", "only"]) {
    const { output } = await opened.ask("symbol", { symbol });
    for (const match of await ask(opened, symbol)) {
      if (match.overloads.length > 0)
        assert.match(output, new RegExp(`, ${match.overloads.length} signatures`));
      for (const { start, end, signature, doc } of [match, ...match.overloads]) {
        assert.ok(output.includes(signature), `${symbol}: ${signature}`);
        assert.ok(output.includes(start === end ? `${start}` : `${start}-${end}`));
        assert.ok(output.includes(doc), `${symbol}: ${doc}`);
      }
    }
  }
  const { output } = await opened.ask("symbol", { symbol: "Store.put" });
  assert.equal(output.match(/Puts one\./g)?.length, 1, "what was said of the one before is not said again");
});

test("the visibility of a declaration is that of its signatures", async () => {
  await using opened = new Opened(FILES);
  assert.equal((await ask(opened, "parse", { exported: true })).length, 1);
  assert.equal((await ask(opened, "parse", { exported: false })).length, 0);
  assert.equal((await ask(opened, "parse", { kind: ["function"] }))[0]!.overloads.length, 3);
});

test("a comment that is cut says how much is left out, whatever its lines are", async () => {
  for (const lines of [1, 3, 4, 5, 9]) {
    for (const blank of [0, 2, 3, 5]) {
      const doc = Array.from({ length: lines }, (_, i) =>
        i + 1 === blank ? "" : i === 5 ? "@param x that" : `Line ${i}.`,
      );
      await using opened = new Opened({
        "a.ts": `/**\n${doc.map((line) => ` * ${line}`.trimEnd()).join("\n")}\n */\nexport function f(x: number) {}\n`,
      });
      const whole = (await ask(opened, "f"))[0]!.doc.split("\n");
      const { output } = await opened.ask("symbol", { symbol: "f" });
      const rows = output.split("\n");
      const from = rows.findIndex((row) => row.includes("function f(")) + 1;
      const shown = rows.slice(
        from,
        rows.findIndex((row) => row.startsWith("looked in")),
      );
      const mark = /^ {2}⋯ (\d+) more lines of the comment$/.exec(shown.at(-1)!);
      const said = mark === null ? shown : shown.slice(0, -1);
      assert.deepEqual(
        said.map((row) => row.trim()),
        whole.slice(0, said.length),
      );
      assert.equal(said.length + Number(mark?.[1] ?? 0), whole.length, `${lines} ${blank}`);
    }
  }
});

test("a name that is declared outside of what was asked about is not called unknown", async () => {
  await using opened = new Opened({
    "lib/app.js": "exports.createApplication = function createApplication() {\n  return 1;\n};\n",
    "lib/view.js": "exports.View = function View() {};\n",
  });
  const asked = async (args: object) =>
    (await opened.ask("symbol", { symbol: "createApplication", format: "json", ...args }))
      .answer as SymbolAnswer;
  const elsewhere = await asked({ scope: ["lib/view.js"] });
  assert.equal(elsewhere.advice?.code, "outside-scope");
  assert.match(elsewhere.advice!.text, /lib\/app\.js/);
  assert.equal((await asked({ scope: ["lib/app.js"] })).advice, null);
  assert.equal(
    (
      (await opened.ask("symbol", { symbol: "createAplication", scope: ["lib/view.js"], format: "json" }))
        .answer as SymbolAnswer
    ).advice?.code,
    "unknown-name",
  );
});
