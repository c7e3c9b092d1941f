// A model in this process: what is said where the package or the model is missing, and a real run where the package is there.
import assert from "node:assert/strict";
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { defaultProvider, type ProviderConfig } from "../../../src/config/provider-keys.ts";
import { cosine } from "../../../src/vectors/similarity.ts";
import { EmbeddingClient } from "../../../src/vectors/providers/embedding-client.ts";
import { OnnxProvider } from "../../../src/vectors/providers/onnx.ts";
import { providerSettings } from "../../../src/vectors/providers/settings.ts";
import type { TextKind } from "../../../src/vectors/providers/provider.ts";
import { all, LINKS, TRANSFORMERS } from "../../conditions.ts";
import { temporaryFolder, writeTree } from "../../files/temporary-tree.ts";
import { writeModel } from "./made-onnx.ts";

const WORDS = ["lexer", "reads", "token", "parser", "socket", "closes", "the", "a"];

function clientIn(folder: string, home: string, set: Partial<ProviderConfig> = {}) {
  const config = { ...defaultProvider(), kind: "onnx", folder, ...set } as const;
  const settings = providerSettings(config, {})!;
  const known = new Map<TextKind, Int8Array>();
  return new EmbeddingClient(new OnnxProvider(settings, home), settings, {
    get: (kind) => known.get(kind) ?? null,
    set: (kind, vector) => known.set(kind, vector),
  });
}

/** A package of Pith's name, with the packages beside it, if there are some. */
function homeIn(folder: string, packages?: string): string {
  const home = join(folder, "home");
  writeTree(home, { "package.json": '{"name": "pith"}' });
  if (packages !== undefined) symlinkSync(packages, join(home, "node_modules"));
  return home;
}

test("without the package it is said what to install, and what lies elsewhere is not taken", async (t) => {
  const folder = temporaryFolder(t);
  const model = join(folder, "model");
  writeModel(model, WORDS, 16);
  // In a repository, above the package, where the process stands: none of these may run.
  const evil = "throw new Error('ran')";
  for (const place of [folder, model]) {
    writeTree(join(place, "node_modules", "@huggingface", "transformers"), {
      "package.json": '{"name": "@huggingface/transformers", "version": "4.0.0", "main": "index.js"}',
      "index.js": evil,
    });
  }
  const client = clientIn(model, homeIn(folder));
  await assert.rejects(
    client.one("a token", "query", 5_000),
    (error: Error & { next: string; code: string }) => {
      assert.deepEqual([error.code], ["PROVIDER_INVALID"]);
      assert.match(error.message, /@huggingface\/transformers, which is not installed/);
      assert.match(error.next, /npm install -g @huggingface\/transformers/);
      return true;
    },
  );
});

test("a package that is too old, or can't be loaded", async (t) => {
  const folder = temporaryFolder(t);
  const model = join(folder, "model");
  writeModel(model, WORDS, 16);
  const home = homeIn(folder);
  const place = join(home, "node_modules", "@huggingface", "transformers");
  for (const [version, code, message] of [
    ["2.17.0", "export {}", /can't use .* 2\.17\.0/],
    ["4.0.0", "throw new Error('no binary for this system')", /4\.0\.0 can't be loaded/],
  ] as const) {
    rmSync(place, { recursive: true, force: true });
    mkdirSync(place, { recursive: true });
    const manifest = { name: "@huggingface/transformers", version, exports: "./i.cjs" };
    writeFileSync(join(place, "package.json"), JSON.stringify(manifest));
    writeFileSync(join(place, "i.cjs"), code);
    await assert.rejects(clientIn(model, home).one("a", "query", 5_000), {
      code: "PROVIDER_INVALID",
      message,
    });
  }
});

test("a folder that is missing, or lacks a file, is named", async (t) => {
  const folder = temporaryFolder(t);
  const home = homeIn(folder);
  const whole = join(folder, "whole");
  await assert.rejects(clientIn(whole, home).one("a", "query", 5_000), /is not there/);
  for (const file of ["config.json", "tokenizer.json", "tokenizer_config.json", "onnx/model.onnx"]) {
    writeModel(whole, WORDS, 16);
    rmSync(join(whole, file));
    await assert.rejects(clientIn(whole, home).one("a", "query", 5_000), {
      code: "PROVIDER_INVALID",
      subject: "provider.folder",
      message: new RegExp(`has no ${file}`),
    });
  }
});

test(
  "a model from a folder makes vectors, near where words are shared",
  all(LINKS, TRANSFORMERS),
  async (t) => {
    const folder = temporaryFolder(t);
    const model = join(folder, "model");
    writeModel(model, WORDS, 16);
    const client = clientIn(model, homeIn(folder, process.env["PITH_TEST_PACKAGES"]), { dimension: 16 });
    const query = (await client.one("the lexer reads a token", "query", 30_000))!;
    assert.equal(query.length, 16);
    const texts = ["lexer token", "socket closes", "x", "解析", "parser ".repeat(10_000)];
    const { vectors } = await client.many(texts, "code");
    assert.ok(vectors.every((v) => v?.length === 16));
    assert.ok(cosine(query, vectors[0]!) > cosine(query, vectors[1]!));
    const again = await client.many(texts.toReversed(), "code");
    // In a batch the shorter are padded, which must not be seen.
    for (const [i, vector] of again.vectors.toReversed().entries())
      assert.ok(cosine(vector!, vectors[i]!) > 0.999);
    await assert.rejects(clientIn(model, join(folder, "home"), { dimension: 8 }).one("a", "query", 30_000), {
      code: "PROVIDER_FAILED",
      subject: "provider.dimension",
    });
    await client.provider.close();
  },
);

test("a damaged model is a fault that says so", all(LINKS, TRANSFORMERS), async (t) => {
  const folder = temporaryFolder(t);
  const model = join(folder, "model");
  const home = homeIn(folder, process.env["PITH_TEST_PACKAGES"]);
  writeModel(model, WORDS, 16);
  writeFileSync(join(model, "onnx", "model.onnx"), "no model");
  await assert.rejects(clientIn(model, home).one("a", "query", 30_000), {
    code: "PROVIDER_FAILED",
    message: /onnx model could not be loaded/,
  });
  writeModel(model, WORDS, 16);
  writeFileSync(join(model, "tokenizer.json"), "{");
  await assert.rejects(clientIn(model, home).one("a", "query", 30_000), { code: "PROVIDER_FAILED" });
});
