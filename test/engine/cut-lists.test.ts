// A ceiling on what one file may hold of a name is never silent: what lies behind it is named as not looked at.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { RenameAnswer } from "../../src/pack/rename-answer.ts";
import type { TraceAnswer } from "../../src/pack/trace-answer.ts";
import { openGraph } from "../../src/graph/graph.ts";
import type { GraphFile, GraphView } from "../../src/graph/view.ts";
import { viewOf } from "../graph/open-view.ts";
import { Opened } from "./opened.ts";

/** Ways to hold a name often: a file made of lines, and the part of the answer that has them. */
const HOLDERS: readonly {
  path: string;
  before?: string;
  line: string;
  part: "mentions" | "strings" | "possible";
}[] = [
  { path: "c.ts", line: "// call saveAll here", part: "mentions" },
  { path: "c.py", line: "# call saveAll here", part: "mentions" },
  { path: "d.md", line: "Call `saveAll()` here.", part: "mentions" },
  { path: "s.ts", before: "declare const x: any;", line: 'x["saveAll"]();', part: "strings" },
  // Longer than a file may be to be parsed.
  { path: "big.ts", before: "// nothing at all\n".repeat(70_000), line: "saveAll();", part: "possible" },
];

for (const { path, before = "", line, part } of HOLDERS) {
  test(`a name many times in ${path}: ${line}`, async () => {
    for (const count of [900, 1_200]) {
      await using opened = new Opened({
        "a.ts": "export class A { saveAll(): void {} }\nexport function saveAll(): void {}\n",
        [path]: `${before}\n${`${line}\n`.repeat(count)}`,
      });
      const outcome = await opened.ask("rename", {
        symbol: "A.saveAll",
        to: "keepAll",
        format: "json",
        budget: 60_000,
      });
      const answer = outcome.answer as RenameAnswer;
      const cut = answer.notLooked.filter(({ what }) => what.startsWith(`${path} behind its first 1000`));
      if (count < 1_000) {
        assert.deepEqual(cut, []);
        assert.ok(answer.totals[part] >= count, `${answer.totals[part]}`);
        continue;
      }
      assert.ok(answer.totals[part] <= 1_000);
      assert.equal(cut.length, 1);
      assert.match(cut[0]!.why, /^ceiling of 1000 places/);
      if (part === "mentions") continue;
      const traced = await opened.ask("trace", { symbol: "A.saveAll", format: "json" });
      const { notLooked } = traced.answer as TraceAnswer;
      assert.equal(
        notLooked.filter(({ what }) => what.startsWith(`${path} behind its first 1000`)).length,
        1,
      );
    }
  });
}

test("documents beyond the ceiling are counted where a plain word is looked for in them", async () => {
  await using opened = await viewOf({ "a.ts": "export function save() {}\nexport function saveAll() {}\n" });
  const { view } = opened;
  const documents = 5_003;
  const paths = [...view.paths, ...Array.from({ length: documents }, (_, i) => `d${i}.md`)];
  const document = (index: number): GraphFile => ({
    index,
    path: paths[index]!,
    language: "markdown",
    facts: null,
    skip: null,
    lines: [],
    text: "",
  });
  const wide = new Proxy(view, {
    get(target, key) {
      if (key === "paths") return paths;
      if (key === "languageOf")
        return (file: number) => (file < target.paths.length ? target.languageOf(file) : "markdown");
      if (key === "load")
        return async (files: readonly number[]) => {
          const own = files.filter((f) => f < target.paths.length);
          const others = files.filter((f) => f >= target.paths.length);
          return [...(await target.load(own)), ...others.map(document)];
        };
      const value = Reflect.get(target, key) as unknown;
      return typeof value === "function" ? value.bind(target) : value;
    },
  }) as GraphView;
  const graph = openGraph(wide);
  assert.deepEqual((await graph.mentions("save", new Set())).notLooked, [
    { what: "3 documents, for a name that is a plain word", why: "ceiling of 5000 documents" },
  ]);
  assert.deepEqual((await graph.mentions("saveAll", new Set())).notLooked, []);
});
