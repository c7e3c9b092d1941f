// Two texts fold to one exactly where the engine's flag `i` takes them for the same.
import assert from "node:assert/strict";
import { test } from "node:test";
import { foldCase } from "../../src/text/fold-case.ts";
import { casedCharacters } from "../../src/text/regex-case.ts";

const letters = [...casedCharacters()];

test("letters fold together that the engine takes for the same, and no others", () => {
  const all = letters.join("");
  // A letter that isn't ASCII beside each: a text of ASCII alone is folded another way.
  const together = Map.groupBy(letters, (letter) => foldCase(`${letter}日`));
  for (const letter of letters) {
    assert.deepEqual(together.get(foldCase(`${letter}日`)), all.match(new RegExp(letter, "giu")), letter);
  }
});

test("every letter folds to one of those that the engine takes for it, of the same length, and stays there", () => {
  for (const letter of letters) {
    const folded = foldCase(`${letter}日`).slice(0, -1);
    assert.match(folded, new RegExp(`^${letter}$`, "iu"));
    assert.equal(folded.length, letter.length);
    assert.equal(foldCase(`${folded}日`).slice(0, -1), folded);
  }
});

test("a text folds alike whether or not it holds letters that aren't ASCII", () => {
  const ascii = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code)).join("");
  assert.equal(foldCase(`${ascii}日`), `${foldCase(ascii)}日`);
});
