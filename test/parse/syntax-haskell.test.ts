// What Haskell says that other languages do not: equations, an export list, types and values of one name, imports that
// hide, names bound by patterns.
import assert from "node:assert/strict";
import { test } from "node:test";
import { createInlineParser } from "../../src/parse/syntax-parser.ts";
import { exportLines, factsOf, importLines, referenceLines, symbolLines } from "./syntax-text.ts";

const parser = await createInlineParser();
const facts = (text: string) => factsOf(parser.parse(text, "haskell"));
const references = (text: string): string[] =>
  referenceLines(facts(text)).map((line) => line.slice(line.indexOf(" ") + 1));
const names = (text: string): string[] =>
  facts(text).symbols.map(
    (s) => `${s.kind} ${s.qualified}${s.exported ? "" : " hidden"} ${s.range.start}-${s.range.end}`,
  );

test("a signature and the equations behind it are one symbol", () => {
  const text =
    "-- | Doc.\nf :: Int -> Int\n{-# INLINE f #-}\nf 0 = 1\n-- more\nf n = g n\n\na, b :: Int -> Int\nb x = x\na x = b x\nx <+> y = f x\n";
  assert.deepEqual(names(text), [
    "function f 1-6",
    "function b 9-9",
    "function a 10-10",
    "function <+> 11-11",
  ]);
  const [f, b] = facts(text).symbols;
  assert.deepEqual([f!.signature, f!.doc, f!.bodyStart], ["f :: Int -> Int", "Doc.", 4]);
  assert.equal(b!.signature, "a, b :: Int -> Int");
});

test("the export list says what is visible", () => {
  const text =
    "module M (T (..), U (A), V, f, C (m)) where\ndata T = X { x :: Int }\ndata U = A | B\ndata V = D\nf = 1\ng = 2\nclass C a where\n  m :: a\n  n :: a\n";
  assert.deepEqual(
    names(text).filter((name) => name.includes("hidden")),
    [
      "constructor U.B hidden 3-3",
      "constructor V.D hidden 4-4",
      "constant g hidden 6-6",
      "method C.n hidden 9-9",
    ],
  );
  assert.deepEqual(
    names(text.replace(/ \(T.*\) where/, " where")).filter((name) => name.includes("hidden")),
    [],
  );
  assert.deepEqual(
    exportLines(facts("module M (module M, module X, f) where\nimport A as X\nf = 1\ng = 2\n")).map((line) =>
      line.slice(line.indexOf(" ") + 1),
    ),
    ["f is f", "* is * from A"],
  );
});

test("imports: plain, qualified, as, of some names, of all but some", () => {
  const text =
    "import A\nimport qualified B.C\nimport D as E\nimport F (f, T (X, Y), (+.))\nimport qualified G as H (g)\nimport I hiding (i)\n";
  assert.deepEqual(
    importLines(facts(text)).map((line) => line.slice(line.indexOf(" ") + 1)),
    [
      "A * as -",
      "B.C * as B.C",
      "D * as E",
      "D * as -",
      "F f as f",
      "F T as T",
      "F X as X",
      "F Y as Y",
      "F +. as +.",
      "G * as H",
      "I * as -",
      "I i as -",
    ],
  );
});

test("a type and a constructor of one name are not each other", () => {
  const text = "data A = A Int\nf :: A -> A\nf (A n) = A (n + 1)\n";
  assert.deepEqual(
    facts(text)
      .references.filter((r) => r.name === "A")
      .map((r) => [r.role, facts(text).symbols[r.target]!.qualified]),
    [
      ["type", "A"],
      ["type", "A"],
      ["read", "A.A"],
      ["new", "A.A"],
    ],
  );
});

test("what patterns bind is not what stands outside", () => {
  const text =
    "x = 1\ny = 2\nf x = case x of { Just y -> y; Nothing -> z } where { z = x }\ng = do { x <- y; let { y = x }; use x y }\nh = [x | x <- y, let y = x]\ni = \\x -> x y\nk p | Just x <- p y = x\n";
  assert.deepEqual(
    references(text).filter((line) => / [xy] /.test(line)),
    ["read y (local = y) in g", "call x (param) in i", "read y (local = y) in i", "read y (local = y) in k"],
  );
});

test("calls, constructions, operators, members of modules", () => {
  const text = "f = M.g (h x) `op` Con 1 <+> M.Con { a = b } $ k\n";
  assert.deepEqual(references(text), [
    "call M . g (member) in f",
    "call h (unknown) in f",
    "read x (unknown) in f",
    "call op (unknown) in f",
    "new Con (unknown) in f",
    "call <+> (unknown) in f",
    "new M . Con (member) in f",
    "write a (unknown) in f",
    "read b (unknown) in f",
    "read k (unknown) in f",
  ]);
});

test("documentation of all kinds", () => {
  const text =
    "{-| The module.\n  More. -}\nmodule M where\n\n-- | One.\n-- Two.\nf = 1\n\n{- plain -}\ng = 2\n\ndata A\n  -- | Dash.\n  = A -- ^ behind\n  | B\n";
  assert.deepEqual(
    facts(text).symbols.map((s) => [s.name, s.doc]),
    [
      ["M", "The module.\nMore."],
      ["f", "One.\nTwo."],
      ["g", "plain"],
      ["A", ""],
      ["A", ""],
      ["B", ""],
    ],
  );
});

test("broken code keeps what can be read", () => {
  const result = facts("module M where\nf x = x + 1\ng = = let\nh :: Int\nh = 3\n");
  assert.equal(result.errors, true);
  assert.ok(symbolLines(result).some((line) => line.startsWith("function f")));
});
