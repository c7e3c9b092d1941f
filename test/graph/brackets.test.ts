// Parts of a text between marks: of code, and of written types, whose arguments stand between angles.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { divided } from "../../src/graph/brackets.ts";

test("parts at the text's own level", () => {
  assert.deepEqual(divided("a, f(b, c), [d, e], {g, h}", ", "), ["a", "f(b, c)", "[d, e]", "{g, h}"]);
  assert.deepEqual(divided("a < b, c > d", ","), ["a < b", " c > d"]);
  assert.deepEqual(divided("Map<A, B>, C", ",", "types"), ["Map<A, B>", " C"]);
  assert.deepEqual(divided("Fn(A) -> B, C", ",", "types"), ["Fn(A) -> B", " C"]);
  assert.deepEqual(divided("(a: A) => B | C | D", " | ", "types"), ["(a: A) => B", "C", "D"]);
  assert.deepEqual(divided("A<B | C> | D", " | ", "types"), ["A<B | C>", "D"]);
});

test("nothing is lost: the parts with the marks between them are the text, and parts in brackets are whole", () => {
  const leaf = fc.constantFrom("a", "B", "int", "x y");
  const { tree } = fc.letrec<{ tree: string }>((tie) => ({
    tree: fc.oneof(
      { maxDepth: 4 },
      leaf,
      fc
        .tuple(fc.constantFrom("()", "[]", "{}", "<>"), fc.array(tie("tree"), { maxLength: 3 }))
        .map(([pair, inside]) => `f${pair[0]}${inside.join(",")}${pair[1]}`),
    ),
  }));
  fc.assert(
    fc.property(fc.array(tree, { minLength: 1, maxLength: 5 }), (parts) => {
      assert.deepEqual(divided(parts.join(","), ",", "types"), parts);
    }),
  );
  fc.assert(
    fc.property(fc.string(), fc.constantFrom(",", "|", " & "), (text, mark) => {
      for (const what of ["code", "types"] as const) assert.equal(divided(text, mark, what).join(mark), text);
    }),
  );
});
