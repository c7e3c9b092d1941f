// A repository as a tree: the parts of a file are its lines, each once; ids are unique and stay; hints are what code says of itself.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { codeTree } from "../../../src/manifest/compile/adapters/code.ts";
import {
  firstParagraph,
  openingComment,
  readmeHint,
} from "../../../src/manifest/compile/adapters/code-hints.ts";
import { partsOf } from "../../../src/manifest/compile/adapters/code-parts.ts";
import type { CodeFile } from "../../../src/manifest/compile/code-facts.ts";
import { preOrder, type SourceTree } from "../../../src/manifest/compile/source-tree.ts";
import type { Unit } from "../../../src/rank/units.ts";

const RUNS = 100 * Number(process.env["PITH_SOAK"] ?? 1);

function unit(name: string, start: number, end: number, parent = -1): Unit {
  return {
    name,
    shortName: name,
    kind: "function",
    start,
    line: start,
    bodyStart: 0,
    end,
    parent,
    exported: null,
    signature: `function ${name}()`,
    doc: "",
  };
}

function file(path: string, lines: string[], units: Unit[] = [], more: Partial<CodeFile> = {}): CodeFile {
  return {
    path,
    language: "typescript",
    role: "code",
    lines,
    units,
    weight: 0,
    subjects: [],
    uses: [],
    ...more,
  };
}

/** Units over so many lines, nested and one behind the other, some of them sharing a line. */
const unitsOver = (count: number): fc.Arbitrary<Unit[]> =>
  fc
    .array(fc.tuple(fc.integer({ min: 1, max: count }), fc.integer({ min: 0, max: 120 }), fc.boolean()), {
      maxLength: 40,
    })
    .map((spans) => {
      const units: Unit[] = [];
      for (const [start, length, nested] of spans.sort((a, b) => a[0] - b[0])) {
        const end = Math.min(count, start + length);
        const outer = units.findLastIndex((u) => nested && u.start <= start && u.end >= end);
        units.push(unit(`u${units.length % 7}`, start, end, outer));
      }
      return units;
    });

test("the parts of a file are its lines in their order, each once", () => {
  fc.assert(
    fc.property(
      fc
        .integer({ min: 0, max: 600 })
        .chain((count) =>
          fc.tuple(
            fc.array(fc.string({ maxLength: 60 }), { minLength: count, maxLength: count }),
            count === 0 ? fc.constant<Unit[]>([]) : unitsOver(count),
          ),
        ),
      ([lines, units]) => {
        const parts = partsOf(lines, units);
        let next = 1;
        for (const { start, end } of parts) {
          assert.equal(start, next);
          assert.ok(end >= start);
          next = end + 1;
        }
        assert.equal(next, Math.max(1, lines.length) + 1);
        const tree = codeTree({ id: "x", packages: [], files: [file("a.ts", lines, units)], notes: [] });
        assert.equal(joined(tree, "a.ts"), lines.join("\n"));
        assertUnique(tree);
      },
    ),
    { numRuns: RUNS },
  );
});

function joined(tree: SourceTree, path: string): string {
  const texts: string[] = [];
  for (const { node } of preOrder(tree.root)) if (node.place?.path === path) texts.push(node.content!);
  return texts.join("\n");
}

function assertUnique(tree: SourceTree): void {
  const ids = [...preOrder(tree.root)].map(({ node }) => node.id);
  assert.equal(new Set(ids).size, ids.length, `one id stands for two parts: ${ids.join(" ")}`);
}

const NAMES = [
  "r",
  "R",
  "a",
  "a.ts",
  "r.md",
  "__proto__",
  "constructor",
  "1",
  "é",
  "e\u0301",
  "🚢",
  "a b",
  "#",
  "a#b",
];

test("whatever files and folders are called, each has an id, and it does not hang on the others", () => {
  const path = fc.array(fc.constantFrom(...NAMES), { minLength: 1, maxLength: 4 }).map((p) => p.join("/"));
  fc.assert(
    fc.property(fc.uniqueArray(path, { minLength: 1, maxLength: 20 }), (paths) => {
      // A file can't be named like a folder beside it.
      const real = paths.filter((p) => !paths.some((other) => other.startsWith(`${p}/`)));
      const files = real.map((p) => file(p, [p]));
      const tree = codeTree({ id: "x", packages: [], files, notes: [] });
      assertUnique(tree);
      const idOf = (of: SourceTree, p: string) =>
        [...preOrder(of.root)].find(({ node }) => node.place?.path === p)!.node.id;
      for (const p of real) {
        assert.equal(joined(tree, p), p);
        const alone = codeTree({
          id: "x",
          packages: [],
          files: files.filter((f) => f.path === p),
          notes: [],
        });
        assert.equal(idOf(alone, p), idOf(tree, p));
      }
    }),
    { numRuns: RUNS },
  );
});

test("lines above a member move it without another id", () => {
  const body = (n: number) =>
    Array.from({ length: 60 }, (_, i) => `  const value${n} = ${i} + ${"x".repeat(20)};`);
  const lines = (above: number) => [
    ...Array.from({ length: above }, () => "// note"),
    ...body(1),
    ...body(2),
    ...body(3),
  ];
  const units = (above: number) =>
    [1, 2, 3].map((n) => unit(n === 3 ? "load" : `f${n}`, above + 60 * (n - 1) + 1, above + 60 * n));
  const ids = (above: number) => {
    const tree = codeTree({
      id: "x",
      packages: [],
      files: [file("a.ts", lines(above), units(above))],
      notes: [],
    });
    return [...preOrder(tree.root)].map(({ node }) => node.id);
  };
  assert.ok(ids(0).length > 3);
  assert.deepEqual(ids(9), ids(0));
});

test("imports lead to the files on which most rests, commits say when, packages name their folders", () => {
  const files = [
    file("packages/core/src/a.ts", ["import './b'"], [], {
      uses: ["packages/core/src/b.ts", "lib/c.ts", "gone.ts"],
      subjects: ["Fix the clock", "Faster start", "Old"],
    }),
    file("packages/core/src/b.ts", ["x"], [], { weight: 0.2 }),
    file("lib/c.ts", ["y"], [], { weight: 0.9 }),
    file("lib/README.md", ["# Lib", "", "Small parts that everything else is made of."], [], {
      role: "prose",
    }),
  ];
  const tree = codeTree({
    id: "mono",
    packages: [{ path: "packages/core", name: "@mono/core", description: "The core of it." }],
    files,
    notes: [],
  });
  const nodes = new Map([...preOrder(tree.root)].map(({ node }) => [node.id, node]));
  const a = nodes.get("packages/core/src/a.ts")!;
  assert.deepEqual(
    a.links.map(({ to }) => to),
    ["lib/c.ts", "packages/core/src/b.ts"],
  );
  assert.equal(a.when, "Fix the clock; Faster start");
  assert.deepEqual(
    [nodes.get("packages/core/")?.title, nodes.get("packages/core/")?.hint],
    ["@mono/core", "The core of it."],
  );
  assert.equal(nodes.get("lib/")?.hint, "Small parts that everything else is made of.");
  // One folder in the other with nothing beside it is one step.
  assert.ok(!nodes.has("packages/"));
});

test("what a file says of itself at its top", () => {
  const table: [string[], string | null][] = [
    [["// Reads the clock. And more.", "export {}"], "Reads the clock."],
    [
      [
        "#!/usr/bin/env python",
        "# -*- coding: utf-8 -*-",
        '"""The clock of the house.',
        "",
        'Longer."""',
        "import x",
      ],
      "The clock of the house.",
    ],
    [
      ["/*", " * Copyright 2020 A. Person", " */", "", "// Counts the ticks of it.", "x()"],
      "Counts the ticks of it.",
    ],
    [
      ["//go:build linux", "", "// Package clock tells the time.", "package clock"],
      "Package clock tells the time.",
    ],
    [["#include <stdio.h>", "// not the opening"], null],
    [["#[derive(Debug)]", "struct A;"], null],
    [["export const a = 1; // tail"], null],
    [["<!-- What this page is for -->", "<p>"], "What this page is for"],
    [[], null],
  ];
  for (const [lines, said] of table) assert.equal(openingComment(lines), said, lines.join("\n"));
  assert.equal(
    firstParagraph(["Title", "=====", "", "[![badge](x)](y)", "", "It *keeps* [time](t) for all. More."]),
    "It keeps time for all.",
  );
  assert.equal(
    firstParagraph(["```sh", "npm ci and then the check", "```", "", "What a contributor reads first."]),
    "What a contributor reads first.",
  );
  assert.equal(
    firstParagraph([
      "- An item that is long enough and",
      "  goes on below it.",
      "",
      "The paragraph after the list is it.",
    ]),
    "The paragraph after the list is it.",
  );
  assert.equal(readmeHint({ path: "a/notes.md", lines: ["A paragraph that is long enough."] }), null);
});
