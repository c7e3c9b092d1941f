// What is taken of a record: facts of the file in the file's own words, and never a word that is a secret of it.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import type { PithError } from "../../src/base/error.ts";
import { contentId } from "../../src/base/hash.ts";
import { AdoptedFacts } from "../../src/engine/adopted-facts.ts";
import type { Candidate } from "../../src/engine/bundle-candidates.ts";
import type { SyntaxSource } from "../../src/engine/syntax-facts.ts";
import { languageOf } from "../../src/lang/registry.ts";
import type { SyntaxFacts } from "../../src/parse/facts.ts";
import { createSyntaxPool } from "../../src/parse/syntax.ts";
import { encodeSyntaxFacts } from "../../src/parse/syntax-codec.ts";
import { wordsFacts } from "../../src/parse/words.ts";
import { encodeWords } from "../../src/store/words-record.ts";
import { TermReader } from "../../src/text/term-reader.ts";

const pool = createSyntaxPool({ workers: 0 });
after(() => pool.close());

const SECRET = ["ghp", "_1a2B3c4D5e6F7g8H9i0J1k2L3m4N5o6P7q8R"].join("");
const TEXT = `/** Signs a letter. */\nexport function sign(letter: string, by = "${SECRET}"): string {\n  return letter + by;\n}\n`;

/** Keeps what it is given. */
function shelf(): { source: SyntaxSource; kept: Map<string, unknown> } {
  const kept = new Map<string, unknown>();
  const source = {
    adopt: (results: readonly (readonly [string, unknown])[]) => {
      for (const [key, result] of results) kept.set(key, result);
      return true;
    },
    disown: (keys: readonly string[]) => keys.forEach((key) => kept.delete(key)),
  };
  return { source: source as unknown as SyntaxSource, kept };
}

async function candidate(change: (facts: SyntaxFacts) => void, bytesChange = 0): Promise<Candidate> {
  const path = "src/sign.ts";
  const language = languageOf(path, "", {});
  const reader = new TermReader();
  const made = await pool.parse(TEXT, language.id);
  assert.ok("facts" in made);
  const facts = structuredClone(made.facts);
  change(facts);
  const bytes = Buffer.byteLength(TEXT);
  return {
    key: "k",
    language,
    file: {
      path,
      bytes,
      id: contentId(Buffer.from(TEXT)),
      text: TEXT,
      encoding: "utf-8",
      lossy: false,
      minified: false,
      generated: false,
    },
    words: encodeWords(bytes + bytesChange, wordsFacts(TEXT.replace(SECRET, ""), language, reader), reader),
    syntax: encodeSyntaxFacts(facts),
  };
}

const withoutSecret = (facts: SyntaxFacts): void => {
  for (const symbol of facts.symbols) symbol.signature = symbol.signature.replace(SECRET, "");
};

test("the file's own facts are taken; what is made of a secret, whole or in pieces, is not", async () => {
  const cases: [name: string, change: (facts: SyntaxFacts) => void, taken: number][] = [
    ["without the secret", withoutSecret, 1],
    ["as it was parsed", () => {}, 0],
    [
      "in pieces",
      (facts) => {
        withoutSecret(facts);
        facts.symbols[0]!.doc = SECRET.match(/.{4}/g)!.join(" ");
      },
      0,
    ],
  ];
  for (const [name, change, taken] of cases) {
    const { source, kept } = shelf();
    const adopted = new AdoptedFacts("b.pith", source);
    adopted.take(await candidate(change));
    assert.ok(await adopted.flush());
    assert.deepEqual(
      [adopted.words, adopted.syntax, adopted.refused, kept.size],
      [1, taken, 1 - taken, taken],
      name,
    );
    assert.equal(adopted.segments().length, 1);
  }
});

test("facts of another size are not the file's", async () => {
  const { source } = shelf();
  const adopted = new AdoptedFacts("b.pith", source);
  adopted.take(await candidate(withoutSecret, 1));
  assert.deepEqual([adopted.words, adopted.syntax, adopted.refused], [0, 1, 1]);
  assert.deepEqual(adopted.segments(), []);
});

test("bytes that Pith never wrote give all of it up", async () => {
  const { source, kept } = shelf();
  const adopted = new AdoptedFacts("b.pith", source);
  const sound = await candidate(withoutSecret);
  adopted.take(sound);
  await adopted.flush();
  assert.equal(kept.size, 1);
  for (const wrong of [
    { ...sound, syntax: sound.syntax!.slice(0, -1) },
    { ...sound, syntax: Buffer.concat([sound.syntax!, Buffer.of(0)]) },
    { ...sound, words: sound.words!.slice(1) },
  ])
    assert.throws(
      () => adopted.take(wrong),
      (error: PithError) => error.code === "BUNDLE_INVALID",
    );
  adopted.giveUp();
  assert.equal(kept.size, 0);
});
