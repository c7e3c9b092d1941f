// Whatever a server does, the client ends in time with vectors or with a fault that says what to do; never with a vector
// that is none, and never with a key in what it says.
import assert from "node:assert/strict";
import { createServer } from "node:net";
import { test } from "node:test";
import { isPithError, type PithError } from "../../../src/base/error.ts";
import { retryAfter } from "../../../src/vectors/providers/http-client.ts";
import { openClient } from "./opened-client.ts";
import { sendJson, sound, vectorOf, VectorServer, type Answer } from "./vector-server.ts";

const KEY = "sk-test-3f9c0a7e5b1d4482";

async function faultOf(work: Promise<unknown>): Promise<PithError> {
  try {
    await work;
  } catch (error) {
    assert.ok(isPithError(error), String(error));
    return error;
  }
  assert.fail("no fault");
}

const rows = (make: (text: string, index: number) => unknown): Answer => {
  return ({ body }, response) => sendJson(response, { data: body.input.map(make) });
};
const embedding = (change: (vector: (number | string | null)[]) => unknown): Answer =>
  rows((text, index) => ({ index, embedding: change(vectorOf(text)) }));

const FAULTS: Readonly<Record<string, [answer: Answer, message: RegExp]>> = {
  "a page of HTML": [(_a, r) => r.end("<!doctype html><p>Welcome"), /HTML/],
  "no JSON": [(_a, r) => r.end("{ data: ["), /no JSON/],
  nothing: [(_a, r) => r.end(), /no JSON/],
  "JSON without vectors": [(_a, r) => sendJson(r, { ok: true }), /without vectors/],
  "JSON that is no object": [(_a, r) => sendJson(r, null), /without vectors/],
  "rows that are no objects": [rows(() => 1), /without vectors/],
  "rows without a vector": [rows((_t, index) => ({ index })), /without vectors/],
  "a vector as text": [embedding(() => "AAAA"), /without vectors/],
  "numbers as text": [embedding((v) => v.map(String)), /no number/],
  "null for NaN": [embedding((v) => [null, ...v.slice(1)]), /no number/],
  "a bare NaN": [(_a, r) => r.end('{"data":[{"index":0,"embedding":[NaN]}]}'), /no JSON/],
  "infinite numbers": [
    (a, r) =>
      r.end(`{"data":[${a.body.input.map((_t, index) => `{"index":${index},"embedding":[1e999]}`)}]}`),
    /no number/,
  ],
  "a vector of zeros": [embedding((v) => v.map(() => 0)), /without a direction/],
  "an empty vector": [embedding(() => []), /without a direction/],
  "vectors of different lengths": [
    rows((text, index) => ({ index, embedding: vectorOf(text).slice(index) })),
    /different lengths/,
  ],
  "too few vectors": [
    (a, r) =>
      sendJson(r, { data: a.body.input.slice(1).map((t, index) => ({ index, embedding: vectorOf(t) })) }),
    /1 vectors for 2 texts/,
  ],
  "too many vectors": [
    (a, r) =>
      sendJson(r, { data: [...a.body.input, "x"].map((t, index) => ({ index, embedding: vectorOf(t) })) }),
    /3 vectors for 2 texts/,
  ],
  "two vectors for one text": [rows((text) => ({ index: 0, embedding: vectorOf(text) })), /two vectors/],
  "a vector for no text": [rows((text, i) => ({ index: i + 1, embedding: vectorOf(text) })), /for no text/],
  "an index that is none": [rows((text) => ({ index: "0", embedding: vectorOf(text) })), /for no text/],
  "vectors of 100,000 numbers": [
    rows((_t, index) => ({ index, embedding: Array.from({ length: 100_000 }, () => 1) })),
    /100000 numbers/,
  ],
  "a fault of its own": [(_a, r) => sendJson(r, { error: `broken for ${KEY}` }, 500), /answered 500/],
  "a bad request": [(_a, r) => sendJson(r, { error: { message: KEY } }, 400), /answered 400/],
  "an unknown model": [(_a, r) => sendJson(r, {}, 404), /answered 404/],
  "a key that it takes not": [(_a, r) => sendJson(r, { error: KEY }, 401), /LLAMA_API_KEY/],
  "too many requests": [(_a, r) => sendJson(r, {}, 429), /answered 429/],
  "a redirect to another host": [
    (_a, r) => r.writeHead(302, { location: "http://192.0.2.1/v1/embeddings" }).end(),
    /redirect, which is not followed/,
  ],
  "a redirect that keeps the body": [
    (_a, r) => r.writeHead(308, { location: "/elsewhere" }).end(),
    /redirect, which is not followed/,
  ],
  "a reply that is cut off": [
    (_a, r) => {
      r.writeHead(200, { "content-length": "1000" });
      r.write('{"data":[', () => r.destroy());
    },
    /can't be reached/,
  ],
  "a connection that is closed": [(_a, r) => void r.destroy(), /can't be reached/],
  "a reply without end": [
    (_a, r) => {
      const part = Buffer.alloc(4_000_000, 0x20);
      const more = (): void => {
        while (!r.destroyed && r.write(part));
        if (!r.destroyed) r.once("drain", more);
      };
      more();
    },
    /more than 64 MB/,
  ],
};

for (const [name, [answer, message]] of Object.entries(FAULTS)) {
  test(`a server that answers with ${name}`, async () => {
    await using server = await VectorServer.start(answer);
    const { client, waits } = openClient({ url: server.url, timeoutMs: 20_000 }, { LLAMA_API_KEY: KEY });
    const works = [() => client.one("a question", "query", 20_000), () => client.many(["a text"], "code")];
    for (const work of works) {
      const error = await faultOf(work());
      assert.equal(error.code, "PROVIDER_FAILED");
      assert.match(error.message, message);
      assert.notEqual(error.next, "");
      assert.ok(
        !JSON.stringify(error).includes(KEY) && !String(error.cause).includes(KEY),
        "no key is shown",
      );
    }
    // A question is never tried again; what may be over is, and at most so often.
    assert.ok(server.asked.length === 2 || (server.asked.length === 5 && waits.length === 3));
    assert.ok(
      server.asked.every(({ path }) => path === "/v1/embeddings"),
      "no redirect was followed",
    );
    await client.provider.close();
  });
}

test("a server that says nothing, that stops in the middle, and that isn't there", async () => {
  const silent: Answer = () => {};
  const halting: Answer = (_a, r) => {
    r.writeHead(200, { "content-type": "application/json" });
    r.write('{"data":[{"index":0,');
  };
  const trickling: Answer = (_a, r) => {
    r.writeHead(200);
    const timer = setInterval(() => r.write(" "), 20);
    r.on("close", () => clearInterval(timer));
  };
  for (const answer of [silent, halting, trickling]) {
    await using server = await VectorServer.start(answer);
    const { client } = openClient({ url: server.url });
    assert.match((await faultOf(client.one("a", "query", 150))).message, /within 150 ms/);
    await client.provider.close();
  }
  const gone = await VectorServer.start();
  const { url } = gone;
  await gone[Symbol.asyncDispose]();
  const { client, waits } = openClient({ url });
  assert.match((await faultOf(client.many(["a"], "code"))).message, /can't be reached \(ECONNREFUSED\)/);
  assert.deepEqual(waits, [500, 2_000, 8_000]);
});

test("a server that wants a key for which no variable is named", async () => {
  await using server = await VectorServer.start((_a, r) => sendJson(r, {}, 401));
  const { client } = openClient({ kind: "openai", url: `${server.url}/v1` }, { OPENAI_API_KEY: KEY });
  const error = await faultOf(client.one("a", "query", 5_000));
  assert.match(error.message, /401: it wants a key/);
  assert.match(error.next, /provider\.keyVariable/);
  assert.equal(server.asked[0]!.headers.authorization, undefined, "the key of another service stays here");
  await client.provider.close();
});

test("an address with https where there is none, and a name that nobody knows", async () => {
  await using server = await VectorServer.start();
  for (const url of [`https://127.0.0.1:${server.port}`, "http://nobody.invalid:80"]) {
    const { client } = openClient({ url });
    assert.match((await faultOf(client.one("a", "query", 5_000))).message, /can't be reached|did not answer/);
    await client.provider.close();
  }
  assert.equal(server.asked.length, 0);
});

test("what speaks no HTTP", async () => {
  const server = createServer((socket) => {
    socket.on("error", () => {});
    socket.write("SSH-2.0-OpenSSH_9.7\r\n");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  const { client } = openClient({ url: `http://127.0.0.1:${port}` });
  try {
    assert.match((await faultOf(client.one("a", "query", 2_000))).message, /can't be reached/);
  } finally {
    await client.provider.close();
    server.close();
  }
});

test("what is over at another try is no fault, and waits as it was asked to", async () => {
  const cases: [first: Answer, waits: number[]][] = [
    [(_a, r) => sendJson(r, {}, 503), [500]],
    [(_a, r) => sendJson(r, {}, 429), [500]],
    [(_a, r) => void r.writeHead(429, { "retry-after": "7" }).end(), [7_000]],
    [(_a, r) => void r.writeHead(503, { "retry-after": "0" }).end(), [0]],
    [(_a, r) => void r.writeHead(429, { "retry-after": "soon" }).end(), [500]],
    [(_a, r) => void r.writeHead(429, { "retry-after": "-5" }).end(), [500]],
    [(_a, r) => void r.writeHead(503, { "retry-after": "Thu, 01 Jan 1970 00:00:00 GMT" }).end(), [0]],
    [(_a, r) => void r.destroy(), [500]],
  ];
  for (const [first, expected] of cases) {
    await using server = await VectorServer.start();
    const good = server.answer;
    server.answer = (asked, response) => (server.asked.length === 1 ? first : good)(asked, response);
    const { client, waits } = openClient({ url: server.url });
    const { vectors } = await client.many(["a text"], "code");
    assert.equal(vectors[0]?.length, 32);
    assert.deepEqual(waits, expected);
    await client.provider.close();
  }
});

test("how long to wait: seconds or a date, and nothing that is neither", () => {
  const now = Date.parse("Mon, 30 Nov 2026 12:00:00 GMT");
  const cases: [string | undefined, number | null][] = [
    [undefined, null],
    ["", null],
    ["0", 0],
    [" 12 ", 12_000],
    ["1.5", 1_500],
    ["-1", null],
    ["1e9", null],
    ["NaN", null],
    ["Mon, 30 Nov 2026 12:00:30 GMT", 30_000],
    ["Mon, 30 Nov 2026 11:00:00 GMT", 0],
    ["Mon, the 30th", null],
    ["2026-11-30", null],
  ];
  for (const [value, ms] of cases) assert.equal(retryAfter(value, now), ms, value);
});

test("a server that wants to rest for an hour is left alone at once", async () => {
  await using server = await VectorServer.start(
    (_a, r) => void r.writeHead(429, { "retry-after": "3600" }).end(),
  );
  const { client, waits } = openClient({ url: server.url });
  assert.match((await faultOf(client.many(["a"], "code"))).message, /alone for 3600 s/);
  assert.deepEqual([server.asked.length, waits.length], [1, 0]);
  await client.provider.close();
});

test("rows in any order belong to their texts, and rows without an index stand in order", async () => {
  const texts = ["alpha one", "beta two", "gamma three", "delta four"];
  const plain = await vectorsOf(sound());
  assert.deepEqual(await vectorsOf(mixed((r) => r.toReversed())), plain);
  assert.deepEqual(await vectorsOf(mixed((r) => [...r.slice(3), ...r.slice(0, 3)])), plain);
  assert.deepEqual(await vectorsOf(rows((text) => ({ embedding: vectorOf(text) }))), plain);
  assert.deepEqual(await vectorsOf(rows((text, index) => ({ index, embedding: [vectorOf(text)] }))), plain);

  async function vectorsOf(answer: Answer): Promise<(Int8Array | null)[]> {
    await using server = await VectorServer.start(answer);
    const { client } = openClient({ url: server.url });
    try {
      return (await client.many(texts, "code")).vectors;
    } finally {
      await client.provider.close();
    }
  }
});

function mixed(order: <T>(rows: T[]) => T[]): Answer {
  return ({ body }, response) =>
    sendJson(response, {
      data: order(body.input.map((text, index) => ({ index, embedding: vectorOf(text) }))),
    });
}

test("another dimension than is set, and another one than was kept", async () => {
  await using server = await VectorServer.start(sound(48));
  const set = openClient({ url: server.url, dimension: 32 });
  const error = await faultOf(set.client.one("a", "query", 5_000));
  assert.match(error.message, /vectors of 48 numbers, and 32 are wanted/);
  assert.equal(error.subject, "provider.dimension");
  const kept = openClient({ url: server.url }, {}, new Map([["query", new Int8Array(32).fill(3)]]));
  assert.match((await faultOf(kept.client.one("a", "query", 5_000))).message, /those that are kept have 32/);
  for (const { client } of [set, kept]) await client.provider.close();
});

test("a server that is started anew with another model is found out, whatever it is asked next", async () => {
  const first = await VectorServer.start(sound(32, 1));
  const { port } = first;
  const { client, known } = openClient({ url: first.url });
  await client.one("a", "query", 5_000);
  await client.many(["a", "b"], "code");
  assert.deepEqual([...known.keys()], ["query", "code"]);
  await first[Symbol.asyncDispose]();
  await using other = await VectorServer.start(sound(32, 2), port);
  assert.equal(other.port, port);
  assert.match((await faultOf(client.one("b", "query", 5_000))).message, /another model/);
  assert.match((await faultOf(client.many(["c"], "code"))).message, /another model/);
  await client.provider.close();
});

test("a question that is given up is given up at once", async () => {
  await using server = await VectorServer.start(() => {});
  const { client } = openClient({ url: server.url });
  const ending = new AbortController();
  const work = faultOf(client.one("a", "query", 60_000, ending.signal));
  const whole = faultOf(client.many(["a"], "code", ending.signal));
  setTimeout(() => ending.abort(), 50);
  assert.equal((await work).code, "CANCELLED");
  assert.equal((await whole).code, "CANCELLED");
  await client.provider.close();
});
