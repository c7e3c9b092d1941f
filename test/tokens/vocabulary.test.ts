import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

import { loadVocabulary, vocabularyImage, type EncodingName } from "../../src/tokens/vocabulary.ts";

for (const name of ["o200k_base", "cl100k_base"] satisfies EncodingName[]) {
  const path = fileURLToPath(import.meta.resolve(`gpt-tokenizer/data/${name}.tiktoken`));
  const lines = readFileSync(path, "latin1").trimEnd().split("\n");

  test(`${name}: every line of the published table is found under its rank, from text and from the image`, () => {
    const image = vocabularyImage(name);
    // An image in a pooled buffer may start at any byte.
    const shifted = new Uint8Array(image.length + 1);
    shifted.set(image, 1);
    for (const vocabulary of [
      loadVocabulary(name),
      loadVocabulary(name, () => image),
      loadVocabulary(name, () => shifted.subarray(1)),
    ]) {
      assert.equal(vocabulary.tokens, lines.length);
      let wrong = 0;
      let longest = 0;
      lines.forEach((line, rank) => {
        const [encoded, number] = line.split(" ");
        assert.ok(Number(number) === rank);
        const bytes = Buffer.from(encoded!, "base64");
        longest = Math.max(longest, bytes.length);
        if (vocabulary.rank(bytes, 0, bytes.length) !== rank) wrong++;
      });
      assert.equal(wrong, 0);
      assert.equal(vocabulary.longest, longest);
      assert.ok(longest < 256, "an image keeps lengths in a byte each");
    }
  });

  test(`${name}: what is no token is not found`, () => {
    const vocabulary = loadVocabulary(name);
    for (const text of ["qzxjvk", "<|endoftext|>", "\0\0\0\0\0\0x"]) {
      const bytes = Buffer.from(text);
      assert.equal(vocabulary.rank(bytes, 0, bytes.length), -1);
    }
  });
}
