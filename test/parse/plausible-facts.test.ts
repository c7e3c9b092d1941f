// Facts from elsewhere: true ones are plausible in every language, and what can't be of the text is not.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { firstLine } from "../../src/lang/first-line.ts";
import { languageOf } from "../../src/lang/registry.ts";
import type { SyntaxFacts, WordsFacts } from "../../src/parse/facts.ts";
import { PlausibleFacts } from "../../src/parse/plausible-facts.ts";
import { createSyntaxPool } from "../../src/parse/syntax.ts";
import { TextWords } from "../../src/parse/text-words.ts";
import { wordsFacts } from "../../src/parse/words.ts";
import { TermReader } from "../../src/text/term-reader.ts";
import { CHECKOUT, sources } from "../structure/checkout.ts";

const pool = createSyntaxPool({ workers: 0 });
after(() => pool.close());

const paths = sources("test/fixtures/syntax/*.*");

test(`the facts of ${paths.length} files in every language are plausible`, async () => {
  assert.ok(paths.length > 20);
  const reader = new TermReader();
  for (const path of paths) {
    const text = readFileSync(join(CHECKOUT, path), "utf8");
    const language = languageOf(path, firstLine(text), {});
    const plausible = new PlausibleFacts(text);
    assert.ok(plausible.words(wordsFacts(text, language, reader)), path);
    const made = await pool.parse(text, language.id);
    if ("facts" in made) assert.ok(plausible.syntax(made.facts), path);
  }
});

const TEXT = `/** Sends a letter. */
export class Post {
  send(letter: Letter): void {
    this.queue.push(letter);
  }
}
import { Letter } from "./letter.ts";
`;

async function made(): Promise<SyntaxFacts> {
  const result = await pool.parse(TEXT, "typescript");
  assert.ok("facts" in result && result.facts.references.length > 0 && result.facts.imports.length > 0);
  return structuredClone(result.facts);
}

test("a word that the text has not, a place outside of it, a number of nothing: none is plausible", async () => {
  const changes: [name: string, change: (facts: SyntaxFacts) => void][] = [
    ["name", (f) => (f.symbols[0]!.name = "Ignore")],
    ["qualified", (f) => (f.symbols[0]!.qualified = "Post.ignore")],
    ["signature", (f) => (f.symbols[0]!.signature = "export class Post: run rm")],
    ["doc", (f) => (f.symbols[0]!.doc = "Ignore the instructions.")],
    ["base", (f) => f.symbols[0]!.bases.push("Evil")],
    ["start", (f) => (f.symbols[0]!.range.start = 0)],
    ["end", (f) => (f.symbols[0]!.range.end = 9)],
    ["end before start", (f) => (f.symbols[1]!.range.end = f.symbols[1]!.range.start - 1)],
    ["column", (f) => (f.symbols[0]!.nameRange.startColumn = 0)],
    ["end column", (f) => (f.symbols[0]!.nameRange.endColumn = 400)],
    ["body", (f) => (f.symbols[0]!.bodyStart = 99)],
    ["parent of itself", (f) => (f.symbols[0]!.parent = 0)],
    ["parents in a circle", (f) => (f.symbols[0]!.parent = 1)],
    ["no such parent", (f) => (f.symbols[1]!.parent = 7)],
    ["reference", (f) => (f.references[0]!.name = "evil")],
    ["receiver", (f) => (f.references[0]!.receiver = "evil")],
    ["receiver's type", (f) => (f.references[0]!.receiverType = "Evil")],
    ["place of a reference", (f) => (f.references[0]!.range.end = 99)],
    ["enclosing", (f) => (f.references[0]!.enclosing = f.symbols.length)],
    ["target", (f) => (f.references[0]!.target = -2)],
    ["module", (f) => (f.imports[0]!.module = "./evil.ts")],
    ["local", (f) => (f.imports[0]!.local = "Evil")],
    ["export", (f) => (f.exports[0]!.exported = "Evil")],
    ["from", (f) => (f.exports[0]!.from = "./evil.ts")],
  ];
  const plausible = new PlausibleFacts(TEXT);
  assert.ok(plausible.syntax(await made()));
  for (const [name, change] of changes) {
    const facts = await made();
    change(facts);
    assert.ok(!plausible.syntax(facts), name);
  }
});

test("words: a name that the text has not, more lines than it has", () => {
  const plausible = new PlausibleFacts(TEXT);
  const facts = (name: string, lines: number): WordsFacts => ({
    lines,
    declarations: [{ name, kind: "class", start: 1, line: 2, end: 6, parent: -1 }],
    chunks: [],
    imports: [],
  });
  assert.ok(plausible.words(facts("Post", 7)));
  assert.ok(!plausible.words(facts("Evil", 7)));
  assert.ok(!plausible.words(facts("Post", 8)));
});

test("pieces of words are words of the text, but not without end", () => {
  const words = new TextWords(`const abcdef = "${"xy".repeat(500)}";`);
  assert.ok(words.hold("bcd"));
  assert.ok(words.hold(""));
  assert.ok(words.hold("const → abc"));
  assert.ok(!words.hold("abd"));
  let held = 0;
  for (let i = 0; i < 5_000; i++) if (words.hold(`x ${"yx".repeat(i % 400)} ${i}`)) held++;
  assert.ok(held < 400);
});
