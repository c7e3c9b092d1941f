// Which settings of a provider can work, and what is said of those that can't.
import assert from "node:assert/strict";
import { test } from "node:test";
import { isPithError } from "../../../src/base/error.ts";
import { defaultProvider, type ProviderConfig } from "../../../src/config/provider-keys.ts";
import { prefixesOf } from "../../../src/vectors/providers/prefixes.ts";
import { providerSettings } from "../../../src/vectors/providers/settings.ts";

const SECRET = "hunter2hunter2";

function settings(set: Partial<ProviderConfig>, env: NodeJS.ProcessEnv = {}) {
  return providerSettings({ ...defaultProvider(), ...set }, env);
}

function fault(set: Partial<ProviderConfig>, env: NodeJS.ProcessEnv = {}) {
  try {
    settings(set, env);
  } catch (error) {
    assert.ok(isPithError(error));
    return error;
  }
  assert.fail("no fault");
}

test("without a provider there are no settings, whatever else is set", () => {
  assert.equal(settings({}), null);
  assert.equal(settings({ url: "nonsense", model: "x" }, { OPENAI_API_KEY: "k" }), null);
});

test("what can't work names the setting or the variable, and shows no key", () => {
  const key = { OPENAI_API_KEY: SECRET, VOYAGE_API_KEY: SECRET, LLAMA_API_KEY: SECRET };
  const cases: [Partial<ProviderConfig>, NodeJS.ProcessEnv, subject: string][] = [
    [{ kind: "openai" }, {}, "OPENAI_API_KEY"],
    [{ kind: "openai" }, { OPENAI_API_KEY: " " }, "OPENAI_API_KEY"],
    [{ kind: "openai", keyVariable: "__proto__" }, {}, "__proto__"],
    [{ kind: "voyage" }, { OPENAI_API_KEY: SECRET }, "VOYAGE_API_KEY"],
    [{ kind: "voyage", keyVariable: "MINE" }, key, "MINE"],
    [{ kind: "openai" }, { OPENAI_API_KEY: `${SECRET}\nX-Other: 1` }, "OPENAI_API_KEY"],
    [{ kind: "openai" }, { OPENAI_API_KEY: `${SECRET}é` }, "OPENAI_API_KEY"],
    [{ kind: "llama" }, {}, "provider.model"],
    [{ kind: "llama", model: "m", url: "127.0.0.1:8080" }, {}, "provider.url"],
    [{ kind: "llama", model: "m", url: "file:///etc/passwd" }, {}, "provider.url"],
    [{ kind: "llama", model: "m", url: `http://user:${SECRET}@127.0.0.1` }, {}, "provider.url"],
    [{ kind: "llama", model: "m", url: `http://127.0.0.1/?key=${SECRET}` }, {}, "provider.url"],
    [{ kind: "llama", model: "m", url: "http://192.0.2.7:8080" }, key, "provider.url"],
    [{ kind: "openai", url: "http://models.example/v1", keyVariable: "OPENAI_API_KEY" }, key, "provider.url"],
    [{ kind: "openai", url: "https://models.example/v1", keyVariable: "MINE" }, key, "MINE"],
    [{ kind: "llama", model: "m", keyVariable: "MINE" }, key, "MINE"],
    [{ kind: "openai", url: "https://api.openai.com/v1" }, {}, "OPENAI_API_KEY"],
    [{ kind: "llama", model: "m", url: "http://127.0.0.1.example" }, key, "provider.url"],
    [{ kind: "llama", model: "m", url: "http://localhost.example" }, key, "provider.url"],
    [{ kind: "onnx" }, {}, "provider.folder"],
  ];
  for (const [set, env, subject] of cases) {
    const error = fault(set, env);
    assert.deepEqual([error.code, error.subject], ["PROVIDER_INVALID", subject]);
    assert.ok(!`${JSON.stringify(error)}${String(error.cause)}`.includes(SECRET), subject);
  }
  assert.match(fault({ kind: "openai" }).message, /variable OPENAI_API_KEY is not set/);
});

test("what works: addresses with and without a version, keys where they are safe, none where none is wanted", () => {
  const url = (set: Partial<ProviderConfig>, env: NodeJS.ProcessEnv = {}) => settings(set, env)!.url!.href;
  const llama = { kind: "llama", model: "m" } as const;
  assert.equal(url(llama), "http://127.0.0.1:8080/v1/embeddings");
  assert.equal(url({ ...llama, url: "http://[::1]:9/v1/" }), "http://[::1]:9/v1/embeddings");
  assert.equal(url({ ...llama, url: "https://h/a/b" }), "https://h/a/b/v1/embeddings");
  assert.equal(url({ kind: "openai" }, { OPENAI_API_KEY: "k" }), "https://api.openai.com/v1/embeddings");
  assert.equal(url({ kind: "openai", url: "http://localhost:1/v1" }), "http://localhost:1/v1/embeddings");
  for (const host of ["localhost", "127.0.0.1", "127.8.8.8", "[::1]"]) {
    assert.equal(settings({ ...llama, url: `http://${host}:1` }, { LLAMA_API_KEY: "k" })?.key, "k");
  }
  // Only to whom it belongs, unless its variable is named.
  const keys = { OPENAI_API_KEY: "o", VOYAGE_API_KEY: "v", LLAMA_API_KEY: "l" };
  for (const [set, key] of [
    [{ kind: "openai" }, "o"],
    [{ kind: "openai", url: "https://api.openai.com/v1/" }, "o"],
    [{ kind: "openai", url: "https://models.example/v1" }, null],
    [{ kind: "openai", url: "https://api.openai.com.models.example/v1" }, null],
    [{ kind: "voyage", url: "http://localhost:1/v1" }, null],
    [{ kind: "voyage", url: "https://models.example/v1", keyVariable: "OPENAI_API_KEY" }, "o"],
    [{ ...llama, url: "https://models.example" }, "l"],
  ] as const) {
    assert.equal(settings(set, keys)?.key, key, JSON.stringify(set));
  }
  const open = settings({ ...llama, url: "http://192.0.2.7:8080" });
  assert.deepEqual([open?.isOpenToReaders, open?.key], [true, null]);
});

test("vectors are kept apart by all that makes them others, and by nothing else", () => {
  const name = (set: Partial<ProviderConfig>) => settings({ kind: "llama", model: "m", ...set })!.vectorsName;
  const plain = name({});
  for (const set of [
    { model: "n" },
    { kind: "openai", url: "http://localhost" } as const,
    { dimension: 256 },
    { queryPrefix: "q " },
    { codePrefix: "c " },
    { documentPrefix: "d " },
    { textBytes: 100 },
  ]) {
    assert.notEqual(name(set), plain, JSON.stringify(set));
  }
  for (const set of [{ url: "http://localhost:9" }, { batch: 1 }, { timeoutMs: 99 }, { perMinute: 7 }]) {
    assert.equal(name(set), plain, JSON.stringify(set));
  }
});

test("prefixes by the family of the model", () => {
  const families: Record<string, [query: string, code: string]> = {
    "nomic-embed-text:v1.5": ["search_query: ", "search_document: "],
    "nomic-ai/nomic-embed-code": ["Represent this query for searching relevant code: ", ""],
    "nomic-ai/CodeRankEmbed": ["Represent this query for searching relevant code: ", ""],
    "intfloat/multilingual-e5-large": ["query: ", "passage: "],
    "e5-small-v2": ["query: ", "passage: "],
    "jina-embeddings-v2-base-code": ["", ""],
    "BAAI/bge-small-en-v1.5": ["Represent this sentence for searching relevant passages: ", ""],
    "text-embedding-3-large": ["", ""],
    "voyage-code-3": ["", ""],
    "some-model-1e5": ["", ""],
    "": ["", ""],
    __proto__x: ["", ""],
  };
  for (const [model, [query, code]] of Object.entries(families)) {
    const found = prefixesOf(model);
    assert.deepEqual([found.query, found.code], [query, code], model);
  }
  assert.match(prefixesOf("jina-code-embeddings-1.5b").query, /^Find the most relevant code/);
  assert.match(prefixesOf("qwen3-embedding:0.6b").query, /^Instruct: /);
  assert.match(prefixesOf("multilingual-e5-large-instruct").query, /^Instruct: /);
  assert.match(prefixesOf("bge-code-v1").query, /^<instruct>.*\n<query>$/);
});
