// The check of a manifest from its file: codes, nodes and what mends them, exit by severity, and every code explained.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { validateManifest } from "../../src/engine/manifest-validate.ts";
import { STRUCTURE_TEXTS } from "../../src/manifest/structure-texts.ts";
import { manifestText, vectors } from "../manifest/vectors.ts";

const folder = mkdtempSync(join(tmpdir(), "pith-validate-"));
after(() => rmSync(folder, { recursive: true, force: true }));

function checked(text: string | Uint8Array, options: { schema?: boolean; strict?: boolean } = {}) {
  const path = join(folder, "m.json");
  writeFileSync(path, text);
  const { found, output, answer } = validateManifest({ manifest: path, format: "json", ...options });
  const lines = validateManifest({ manifest: path, ...options }).output.split("\n");
  assert.deepEqual(JSON.parse(output), answer);
  return {
    found,
    lines,
    answer: answer as {
      errors: number;
      warnings: number;
      findings: { code: string; node: string | null; fix: string }[];
    },
  };
}

test("every recorded manifest: sound or not as recorded, each fault with its code, its node and what mends it", () => {
  const { cases } = vectors<{ cases: { name: string; manifest: unknown; structural?: unknown[] }[] }>(
    "validate/cases",
  );
  for (const { name, manifest, structural } of cases) {
    const { found, answer, lines } = checked(JSON.stringify(manifest));
    // Version 0.1 is a version that is known.
    if (structural !== undefined && name !== "old version 0.1")
      assert.equal(found, structural.length === 0, name);
    assert.equal(found, answer.errors === 0, name);
    for (const { code, fix } of answer.findings) {
      assert.ok(Object.hasOwn(STRUCTURE_TEXTS, code), code);
      assert.notEqual(fix, "");
    }
    assert.equal(lines.length, answer.findings.length + 1);
  }
});

test("warnings pass unless they are asked to count; the schema forbids what a reader keeps", () => {
  const odd = manifestText("odd-graph");
  assert.deepEqual([checked(odd).found, checked(odd).answer.warnings > 0], [true, true]);
  assert.equal(checked(odd, { strict: true }).found, false);
  assert.equal(checked(odd, { schema: true }).found, false);
  assert.equal(checked(manifestText("harbor"), { schema: true, strict: true }).found, true);
});

test("what is no manifest at all is said, and a thousand faults are counted", () => {
  for (const text of ["", "{", "\u0000", new Uint8Array([0xff, 0xfe, 0x00])])
    assert.throws(() => checked(text), { code: "MANIFEST_INVALID" });
  for (const text of ["null", "[]", "7", '"x"']) assert.equal(checked(text, { schema: true }).found, false);
  const nodes = Object.fromEntries(Array.from({ length: 1000 }, (_, i) => [`n${i}`, {}]));
  const { lines, answer } = checked(
    JSON.stringify({
      pcx_version: "0.2",
      source: {},
      variant: { budget: 1 },
      root: { what: "a", when: "b", children: [] },
      nodes,
    }),
  );
  assert.equal(answer.errors, 3000);
  assert.match(lines.at(-2)!, /2800 more/);
  assert.throws(() => validateManifest({ manifest: join(folder, "none.json") }), /no such file/);
});
