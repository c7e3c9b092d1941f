// What is sent to a provider, how much of it at once, how often; and what is never sent.
import assert from "node:assert/strict";
import { test } from "node:test";
import { openClient } from "./opened-client.ts";
import { sendJson, sound, vectorOf, VectorServer, type Answer } from "./vector-server.ts";

test("each kind of server is asked as it wants to be", async () => {
  const cases = [
    {
      set: { kind: "llama", model: "nomic-embed-text-v1.5" },
      env: {},
      path: "/v1/embeddings",
      body: { model: "nomic-embed-text-v1.5", encoding_format: "float" },
      query: "search_query: find",
      code: "search_document: x",
    },
    {
      set: { kind: "openai", model: "", dimension: 32, keyVariable: "OPENAI_API_KEY" },
      env: { OPENAI_API_KEY: "key-1" },
      path: "/v1/embeddings",
      body: { model: "text-embedding-3-small", encoding_format: "float", dimensions: 32 },
      query: "find",
      code: "x",
    },
    {
      set: { kind: "voyage", model: "", dimension: 32, keyVariable: "VOYAGE_API_KEY" },
      env: { VOYAGE_API_KEY: " key-2\n" },
      path: "/v1/embeddings",
      body: { model: "voyage-code-3", truncation: true, output_dimension: 32, input_type: "query" },
      query: "find",
      code: "x",
    },
    {
      set: { kind: "openai", model: "m", keyVariable: "MINE", queryPrefix: "Q ", codePrefix: "" },
      env: { MINE: "key-3", OPENAI_API_KEY: "key-1" },
      path: "/v1/embeddings",
      body: { model: "m", encoding_format: "float" },
      query: "Q find",
      code: "x",
    },
  ] as const;
  for (const { set, env, path, body, query, code } of cases) {
    await using server = await VectorServer.start();
    const url = set.kind === "llama" ? server.url : `${server.url}/v1/`;
    const { client } = openClient({ ...set, url }, env);
    assert.equal((await client.one("find", "query", 5_000))?.length, 32);
    await client.many(["x"], "code");
    const [first, second] = server.asked;
    assert.equal(first!.path, path);
    const { input, ...rest } = first!.body;
    assert.deepEqual(rest, body);
    assert.equal(input[1], query);
    assert.equal(second!.body.input[1], code);
    const key = Object.values(env)[0]?.trim();
    assert.equal(first!.headers.authorization, key === undefined ? undefined : `Bearer ${key}`);
    if (set.kind === "voyage") assert.equal(second!.body["input_type"], "document");
    await client.provider.close();
  }
});

test("batches are bounded by number and by bytes; every text gets its own vector", async () => {
  await using server = await VectorServer.start();
  const { client } = openClient({ url: server.url, batch: 5, batchBytes: 300, textBytes: 100 });
  const texts = Array.from({ length: 40 }, (_, i) => `word${i} ${"é".repeat(i * 3)}`);
  const { vectors, cut } = await client.many(texts, "code");
  assert.deepEqual(
    server.asked.every(({ body }) => {
      const own = body.input.slice(1);
      return own.length <= 5 && own.reduce((n, t) => n + Buffer.byteLength(t), 0) <= 300;
    }),
    true,
  );
  assert.ok(server.asked.length > 8);
  assert.equal(cut, texts.filter((t) => Buffer.byteLength(t) > 100).length);
  for (const [i, text] of texts.entries()) {
    const { vectors: alone } = await client.many([text], "code");
    assert.deepEqual(vectors[i], alone[0]);
  }
  await client.provider.close();
});

test("texts of every kind and length: one character, a megabyte, every writing, halves of characters", async () => {
  await using server = await VectorServer.start();
  const { client } = openClient({ url: server.url, textBytes: 1_000 });
  const texts = [
    "x",
    "é",
    "解析器读取下一个标记",
    "次のトークンを読む",
    "يقرأ المحلل الرمز التالي",
    "mixed 解析 и קוד 🙂 code",
    "🙂".repeat(1_000),
    "\ud800 half",
    "nul \0 and \u0007",
    "a".repeat(1_000_000),
    "word ".repeat(200_000),
    "行".repeat(333_333),
  ];
  const { vectors, cut, refused } = await client.many(texts, "document");
  assert.ok(vectors.every((v) => v?.length === 32));
  assert.deepEqual([cut, refused], [4, 0]);
  for (const text of server.texts) {
    assert.ok(Buffer.byteLength(text) <= 1_000);
    assert.ok(text.isWellFormed());
  }
  assert.equal((await client.one("b".repeat(1_000_000), "query", 5_000))?.length, 32);
  const asked = server.asked.length;
  const blank = await client.many(["", " \n\t"], "code");
  assert.deepEqual(blank.vectors, [null, null]);
  assert.equal(await client.one(" ", "query", 5_000), null);
  assert.equal(server.asked.length, asked, "nothing is asked for nothing");
  await client.provider.close();
});

test("no secret is sent, whatever it stands in", async () => {
  await using server = await VectorServer.start();
  const { client } = openClient({ url: server.url });
  const secret = "ghp_" + "x7Kq2mPz9RtW4vNb8LcD1fGh6JsY3uAe5oVi".slice(0, 36);
  await client.many([`const token = "${secret}";`, `${"a ".repeat(3_990)}${secret}`], "code");
  await client.one(`why is ${secret} refused`, "query", 5_000);
  const all = JSON.stringify(server.asked);
  assert.equal(server.texts.length, 3);
  for (let at = 0; at + 12 <= secret.length; at++) assert.ok(!all.includes(secret.slice(at, at + 12)));
  await client.provider.close();
});

test("requests are spread over the minute", async () => {
  await using server = await VectorServer.start();
  const { client, waits } = openClient({ url: server.url, perMinute: 60, batch: 1 });
  await client.many(["a", "b", "c", "d"], "code");
  assert.deepEqual(waits, [1_000, 2_000, 3_000], "the clock of the test stands still");
  await client.provider.close();
});

test("a question does not wait for its turn longer than for its answer", async () => {
  await using server = await VectorServer.start();
  const { client, waits } = openClient({ url: server.url, perMinute: 30 });
  await client.one("a", "query", 1_000);
  await assert.rejects(client.one("b", "query", 1_000), { subject: "provider.perMinute" });
  await client.one("c", "query", 5_000);
  assert.deepEqual([server.texts, waits], [["a", "c"], [2_000]]);
  await client.provider.close();
});

test("a server for which every text is too long is not asked about all of them", async () => {
  await using server = await VectorServer.start((_a, r) => sendJson(r, {}, 413));
  const { client } = openClient({ url: server.url });
  const texts = Array.from({ length: 300 }, (_, i) => `text number ${i} of many that are too long`);
  await assert.rejects(client.many(texts, "code"), { code: "PROVIDER_FAILED", message: /too long/ });
  assert.ok(server.asked.length < 50, String(server.asked.length));
  await client.provider.close();
});

test("a text that is too long for the server is shortened, and the others don't suffer for it", async () => {
  const statuses: [number, unknown][] = [
    [413, {}],
    [400, { error: { message: "This model's maximum context length is 512 tokens" } }],
    [500, { error: { message: "input is too large to process. increase the physical batch size" } }],
  ];
  for (const [status, said] of statuses) {
    const good = sound();
    const answer: Answer = (asked, response) =>
      asked.body.input.some((t) => t.length > 500) ? sendJson(response, said, status) : good(asked, response);
    await using server = await VectorServer.start(answer);
    const { client, waits } = openClient({ url: server.url });
    const texts = ["short one", "b".repeat(1_500), "short two", "c ".repeat(3_900), "short three"];
    const { vectors, cut, refused } = await client.many(texts, "code");
    assert.deepEqual(
      vectors.map((v) => v?.length),
      [32, 32, 32, undefined, 32],
    );
    assert.deepEqual([cut, refused, waits.length], [2, 1, 0]);
    const { vectors: alone } = await client.many(["short two"], "code");
    assert.deepEqual(vectors[2], alone[0]);
    await assert.rejects(client.one("q".repeat(2_000), "query", 5_000), { code: "PROVIDER_FAILED" });
    await client.provider.close();
  }
});

test("vectors have the form of the static ones, whatever the scale of the model's numbers", async () => {
  const lengths: Int8Array[] = [];
  for (const scale of [1e-6, 1, 1e6]) {
    const answer: Answer = ({ body }, response) =>
      sendJson(response, {
        data: body.input.map((t, index) => ({ index, embedding: vectorOf(t).map((v) => v * scale) })),
      });
    await using server = await VectorServer.start(answer);
    const { client } = openClient({ url: server.url });
    lengths.push((await client.one("one two three four five", "query", 5_000))!);
    await client.provider.close();
  }
  assert.deepEqual(lengths[0], lengths[1]);
  assert.deepEqual(lengths[1], lengths[2]);
});
