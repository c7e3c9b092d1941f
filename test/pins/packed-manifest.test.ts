// The package file that is published, written out: what npm shows and what programs import.
import assert from "node:assert/strict";
import { test } from "node:test";
import { FACTS_VERSION } from "../../src/parse/facts.ts";
import { packedManifest, type Manifest } from "../../scripts/pack/packed-manifest.ts";
import { readCheckoutJson } from "../structure/checkout.ts";

test("the published manifest is this", () => {
  const packed = packedManifest(readCheckoutJson<Manifest>("package.json"));
  const { version, description, ...rest } = packed;
  assert.match(String(version), /^\d+\.\d+\.\d+(-[\w.]+)?$/);
  assert.ok(String(description).length > 20);
  assert.deepEqual(rest, {
    name: "pith",
    license: "Apache-2.0",
    type: "module",
    engines: { node: ">=22.13" },
    bin: { pith: "bin/pith.js" },
    dependencies: {
      "@cfworker/json-schema": "4.1.6",
      "@modelcontextprotocol/server": "2.4.0",
      commander: "15.1.0",
      "enhanced-resolve": "5.27.0",
      "jsonc-parser": "3.3.1",
      "smol-toml": "1.9.1",
      "web-tree-sitter": "0.27.2",
      yaml: "2.9.1",
    },
    peerDependencies: { "@huggingface/transformers": ">=3 <5", typescript: ">=5.4 <7" },
    peerDependenciesMeta: { "@huggingface/transformers": { optional: true }, typescript: { optional: true } },
    exports: {
      ".": { types: "./dist/types/index.d.ts", default: "./dist/index.js" },
      "./manifest": { types: "./dist/types/manifests.d.ts", default: "./dist/manifests.js" },
      "./package.json": "./package.json",
    },
    pith: { forms: { facts: FACTS_VERSION, database: 2, segment: 2, snapshot: 1 } },
  });
});

test("what is for the checkout alone stays there", () => {
  const packed = packedManifest({
    name: "x",
    version: "1.0.0",
    bin: {},
    dependencies: { a: "1.0.0" },
    devDependencies: { b: "1.0.0" },
    optionalDependencies: { c: "1.0.0" },
    scripts: { prepare: "x" },
    private: true,
  });
  assert.deepEqual(Object.keys(packed).sort(), ["bin", "dependencies", "exports", "name", "pith", "version"]);
});
