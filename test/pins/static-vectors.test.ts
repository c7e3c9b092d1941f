// The static vectors give these very numbers on every platform. Another model or another way to sum is another version.
import assert from "node:assert/strict";
import { test } from "node:test";
import { sha256 } from "../../src/base/hash.ts";
import { loadModel } from "../../src/vectors/model.ts";
import { textTerms } from "../../src/vectors/text-terms.ts";

const TEXT = "How does the HTTP router match paths? zustand größe 検索 retryWithBackoff";

test("the model and the vector of a text", () => {
  const loaded = loadModel();
  assert.ok("embedder" in loaded);
  const { embedder } = loaded;
  assert.equal(embedder.id, "4aae570f62933e63");
  const vector = embedder.embed(textTerms(TEXT));
  assert.deepEqual([...vector.subarray(0, 8)], [-14, 73, -52, 25, 37, -23, -42, -1]);
  assert.equal(
    sha256(new Uint8Array(vector.buffer, vector.byteOffset, vector.length)),
    "4f090f874df75a193d38837e56ae770d03b157883bfd6a1a0ad7e4b6e7ed0c3a",
  );
});
