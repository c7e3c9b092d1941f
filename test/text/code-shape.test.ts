// Texts as runs of tokens: where one stands in another, which names stand for which, and how much of their shape is shared.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { occurrences, piecesOf, renamed, Shapes, sharedPieces } from "../../src/text/code-shape.ts";

function names(from: string, to: string): [string, string][] | null | undefined {
  const shapes = new Shapes();
  const [a, b] = [shapes.of(from), shapes.of(to)];
  const [at] = occurrences(a, b);
  return at === undefined ? undefined : renamed({ text: from, shape: a }, { text: to, shape: b, at });
}

describe("occurrences and renamed", () => {
  const CASES: [what: string, from: string, to: string, expected: [string, string][] | null | undefined][] = [
    ["the same", "let a = b + 1;", "let a = b + 1;", []],
    ["blanks apart", "let a=b+1;", "let a\n  = b\t+ 1 ;", []],
    [
      "other names",
      "f(a, b, a)",
      "g(x, y, x)",
      [
        ["f", "g"],
        ["a", "x"],
        ["b", "y"],
      ],
    ],
    ["two names for one", "f(a, a)", "f(x, y)", null],
    ["one name for two", "f(a, b)", "f(x, x)", null],
    ["another number", "f(1)", "f(2)", undefined],
    ["another sign", "a + b", "a - b", undefined],
    ["another keyword", "if (a) b()", "while (a) b()", undefined],
    [
      "inside more",
      "a.b()",
      "x(); y.z(); w()",
      [
        ["a", "y"],
        ["b", "z"],
      ],
    ],
    ["letters of other scripts", "f(名)", "f(naïve)", [["名", "naïve"]]],
    ["pairs of code units", "f(𠮷)", "f(𠮷)", []],
    ["names of objects' own parts", "f(constructor)", "f(__proto__)", [["constructor", "__proto__"]]],
    ["nothing", "", "a", undefined],
  ];
  for (const [what, from, to, expected] of CASES) {
    it(what, () => assert.deepEqual(names(from, to), expected));
  }

  it("finds what a plain look finds", () => {
    const token = fc.constantFrom("a", "(", ")", "1", "if", ";");
    fc.assert(
      fc.property(
        fc.array(token, { minLength: 1, maxLength: 4 }),
        fc.array(token, { maxLength: 40 }),
        (part, whole) => {
          const shapes = new Shapes();
          const [a, b] = [shapes.of(part.join(" ")), shapes.of(whole.join(" "))];
          const plain = whole.flatMap((_, at) => (part.every((t, i) => whole[at + i] === t) ? [at] : []));
          assert.deepEqual(occurrences(a, b), plain);
        },
      ),
    );
  });
});

describe("sharedPieces", () => {
  it("is whole for the same shape, nothing for another, and the same from both sides", () => {
    const shapes = new Shapes();
    const of = (text: string) => piecesOf(shapes.of(text));
    assert.equal(sharedPieces(of("for (a of b) c(a);"), of("for (x of y) z(x);")), 1);
    assert.equal(sharedPieces(of("for (a of b) c(a);"), of("return [1, 2, 3];")), 0);
    assert.equal(sharedPieces(of(""), of("")), 0);
    fc.assert(
      fc.property(fc.string(), fc.string(), (a, b) => {
        const share = sharedPieces(of(a), of(b));
        assert.equal(share, sharedPieces(of(b), of(a)));
        assert.ok(share >= 0 && share <= 1);
      }),
    );
  });
});
