// A receipt as a file: what is written is read back as it was, in whatever text it stands, and what was changed, cut, nested
// without end or written by another version is refused with what to do next.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { isPithError } from "../../src/base/error.ts";
import type { Receipt } from "../../src/pack/receipt.ts";
import { receiptFileText, receiptsOfText } from "../../src/pack/receipt-file.ts";
import { pack } from "../../src/pack/packer.ts";
import { candidate, code, input, source } from "./made.ts";

function made(query = "where is the word", path = "src/a.ts"): Receipt {
  const from = source(path, code(12));
  const candidates = [
    candidate(from, 1, 4, { name: "one" }),
    candidate(from, 7, 11, { name: "x --> <!-- y" }),
  ];
  return pack(input(candidates, { query })).receipt!;
}

function read(text: string, name: string): Receipt[] | string {
  try {
    return receiptsOfText(text, name);
  } catch (error) {
    assert.ok(isPithError(error) && error.code === "RECEIPT_INVALID", String(error));
    assert.ok(error.next.length > 10);
    return error.message;
  }
}

const NAMES = ["r.json", "r.md", "R.Markdown"] as const;

test("what is written is read back, without the folder of the root; the same receipt is the same bytes", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: "binary", minLength: 1, maxLength: 60 }),
      fc.constantFrom(...NAMES),
      (query, name) => {
        const receipt = made(`q ${query}`);
        const text = receiptFileText(receipt, name);
        assert.equal(text, receiptFileText(receipt, name));
        assert.ok(!text.includes("/repo") && text.endsWith("\n") && !text.includes("\r\n\n"));
        assert.deepEqual(receiptsOfText(text, name), [
          JSON.parse(JSON.stringify({ ...receipt, root: { ...receipt.root, path: "." } })),
        ]);
      },
    ),
    { numRuns: 60 },
  );
});

test("a page is read in other text, with other line ends, and beside other pages", () => {
  const [one, two] = [made(), made("another")];
  const text = `# Decision 12\n\nBecause:\n\n${receiptFileText(one, "a.md")}\nAnd:\n\n${receiptFileText(two, "a.md")}\nEnd.\n`;
  for (const given of [text, text.replaceAll("\n", "\r\n")]) {
    const found = read(given, "a.md");
    assert.ok(Array.isArray(found));
    assert.deepEqual(
      found.map(({ id }) => id),
      [one.id, two.id],
    );
  }
});

test("whatever sign of a file is changed, its receipt is refused or is the same", () => {
  const receipt = made();
  for (const name of ["r.json", "r.md"]) {
    const text = receiptFileText(receipt, name);
    const whole = JSON.stringify(receiptsOfText(text, name));
    fc.assert(
      fc.property(fc.nat(text.length - 1), fc.constantFrom("x", "0", "", "\n", '"'), (at, by) => {
        const found = read(text.slice(0, at) + by + text.slice(at + 1), name);
        if (typeof found !== "string") assert.equal(JSON.stringify(found), whole, `${name} ${at}`);
      }),
      { numRuns: 300 },
    );
    for (let at = 0; at < text.trimEnd().length; at += 97)
      assert.equal(typeof read(text.slice(0, at), name), "string");
  }
});

test("what no receipt is says why", () => {
  const receipt = made();
  const json = JSON.parse(receiptFileText(receipt, "r.json")) as Record<string, unknown>;
  const cases: [RegExp, string, string][] = [
    [/is not JSON/, "r.json", "{"],
    [/no valid content/, "r.json", "[]"],
    [
      /pith-receipt-2; this version reads pith-receipt-1/,
      "r.json",
      JSON.stringify({ ...json, format: "pith-receipt-2" }),
    ],
    [
      /does not match its check/,
      "r.json",
      JSON.stringify({ ...json, cost: { tokens: 1, unit: "bytes", budget: 99 } }),
    ],
    [/does not match its id/, "r.json", JSON.stringify({ ...json, query: "other" })],
    [/nested more than/, "r.json", `${'{"a":'.repeat(200_000)}1${"}".repeat(200_000)}`],
    [/no valid|not match/, "r.json", `{"__proto__":{"format":"pith-receipt-1"}}`],
    [
      /no valid field "__proto__"/,
      "r.json",
      receiptFileText(receipt, "r.json").replace("{", '{"__proto__":{"polluted":1},'),
    ],
    [/holds no receipt/, "r.md", "# Receipt\n"],
    [/cut off/, "r.md", "<!-- pith-receipt page="],
    [
      /says something else/,
      "r.md",
      receiptFileText(receipt, "r.md").replace("matches word", "matches sword"),
    ],
  ];
  for (const [says, name, text] of cases) assert.match(String(read(text, name)), says, text.slice(0, 80));
  assert.equal(({} as { polluted?: number }).polluted, undefined);
});

test("what show prints as JSON is a receipt as well", () => {
  const receipt = made();
  const report = { op: "receipt", action: "show", root: receipt.root, receipt };
  assert.equal(receiptsOfText(JSON.stringify(report), "r.json")[0]!.id, receipt.id);
});
