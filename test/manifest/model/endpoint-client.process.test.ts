// The client of an endpoint against a real server, as recorded and beyond: what is sent, what is tried again and after how long,
// what is never sent, and that it ends.
import assert from "node:assert/strict";
import { test } from "node:test";
import { isPithError, type PithError } from "../../../src/base/error.ts";
import { EndpointClient, type EndpointOptions } from "../../../src/manifest/model/endpoint-client.ts";
import { vectors } from "../vectors.ts";
import { chatReply, ChatServer, sendReply, type ChatAnswer } from "./chat-server.ts";

type Scripted = "timeout" | "transport" | { status: number; body: unknown };

interface ClientCase {
  name: string;
  client: { temperature?: number; timeout?: number; max_tokens?: number | null; max_retries?: number };
  script: Scripted[];
  result?: string | null;
  error?: string;
  requests_made: number;
  first_request?: { body: Record<string, unknown> };
}

const { client: cases } = vectors<{ client: ClientCase[] }>("llm/client");

/** What is done otherwise, and better: [requests, result]. */
const OTHERWISE: Record<string, [requests: number, result: string | null, why: string]> = {
  "429 is not retried": [2, "hello", "a limit passes: asked again after a pause"],
  "408 is not retried": [2, "hello", "a request that came too late is sent again"],
  "content null": [1, null, "a reply without a text is a fault (B 11)"],
};

function scripted(script: readonly Scripted[]): ChatAnswer {
  return (_asked, response, number) => {
    const one = script[number];
    if (one === undefined || one === "timeout") return;
    if (one === "transport") response.destroy();
    else sendReply(response, one.body, one.status);
  };
}

function open(
  server: ChatServer,
  options: Partial<EndpointOptions> = {},
  waits: number[] = [],
): EndpointClient {
  return new EndpointClient({
    url: server.url,
    model: "m-1",
    keyVariable: "KEY",
    env: { KEY: "sk-test-1" },
    jitter: () => 0,
    pause: (ms) => {
      waits.push(ms);
      return Promise.resolve();
    },
    ...options,
  });
}

async function faultOf(work: () => Promise<unknown>): Promise<PithError> {
  try {
    await work();
  } catch (error) {
    assert.ok(isPithError(error), String(error));
    assert.notEqual(error.next, "");
    return error;
  }
  return assert.fail("no fault");
}

for (const one of cases) {
  test(`client: ${one.name}`, async () => {
    const { temperature, timeout, max_tokens, max_retries = 3 } = one.client;
    await using server = await ChatServer.start(scripted(one.script));
    const [requests, result] = OTHERWISE[one.name] ?? [one.requests_made, one.result ?? null];
    let client: EndpointClient | null = null;
    const work = async (): Promise<string> => {
      client = open(server, {
        tries: max_retries,
        // A timeout is waited for: shortly.
        timeoutMs: one.script.includes("timeout") ? 200 : (timeout ?? 120) * 1_000,
        ...(temperature !== undefined && { temperature }),
        ...(max_tokens !== undefined && { maxTokens: max_tokens }),
        ...(one.name === "empty key" && { env: { KEY: "" } }),
      });
      const isJson = one.name === "system text and JSON mode";
      return client.complete({ user: "P", ...(isJson && { system: "S", json: true }) });
    };
    if (result === null) {
      const { code } = await faultOf(work);
      assert.match(code, /^PROVIDER_/);
    } else assert.equal(await work(), result);
    (client as EndpointClient | null)?.close();
    assert.equal(server.asked.length, requests);
    if (one.first_request === undefined) return;
    const [first] = server.asked;
    assert.deepEqual(first!.body, one.first_request.body);
    assert.equal(first!.path, "/v1/chat/completions");
    assert.equal(first!.headers.authorization, "Bearer sk-test-1");
  });
}

test("waits grow, are spread by the jitter that is given, and follow Retry-After", async () => {
  const statuses = [500, 503, 502, 500];
  const answer: ChatAnswer = (_asked, response, number) =>
    statuses[number] === undefined
      ? sendReply(response, chatReply("hello"))
      : sendReply(response, {}, statuses[number]);
  for (const [jitter, expected] of [
    [0, [250, 1_000, 4_000, 4_000]],
    [0.5, [375, 1_500, 6_000, 6_000]],
    [1, [500, 2_000, 8_000, 8_000]],
  ] as const) {
    await using server = await ChatServer.start(answer);
    const waits: number[] = [];
    const client = open(server, { tries: 5, jitter: () => jitter }, waits);
    assert.equal(await client.complete({ user: "P" }), "hello");
    assert.deepEqual(waits, expected);
    client.close();
  }
  await using server = await ChatServer.start((_asked, response, number) =>
    number === 0
      ? sendReply(response, {}, 429, { "retry-after": "7" })
      : sendReply(response, chatReply("hello")),
  );
  const waits: number[] = [];
  const client = open(server, {}, waits);
  assert.equal(await client.complete({ user: "P" }), "hello");
  assert.deepEqual(waits, [7_000]);
  client.close();
});

test("tokens are counted as the server says; a text in parts is one", async () => {
  const replies = [
    chatReply("one", { prompt_tokens: 10, completion_tokens: 3 }),
    chatReply(
      [
        { type: "text", text: "tw" },
        { type: "text", text: "o" },
      ],
      { prompt_tokens: 5, completion_tokens: 2 },
    ),
    chatReply("three", { prompt_tokens: "many", completion_tokens: null }),
  ];
  await using server = await ChatServer.start((_asked, response, number) =>
    sendReply(response, replies[number]),
  );
  const client = open(server);
  const texts = [];
  for (const _ of replies) texts.push(await client.complete({ user: "P" }));
  assert.deepEqual(texts, ["one", "two", "three"]);
  assert.deepEqual(client.usage, { requests: 3, failed: 0, promptTokens: 15, replyTokens: 5 });
  client.close();
});

test("an endpoint that is down, or refuses the key, is not asked for every node", async () => {
  for (const status of [401, 400, 404]) {
    await using server = await ChatServer.start((_asked, response) =>
      sendReply(response, { error: "sk-test-1" }, status),
    );
    const client = open(server);
    for (let i = 0; i < 30; i++) {
      const { message, next } = await faultOf(() => client.complete({ user: "P" }));
      assert.ok(!`${message} ${next}`.includes("sk-test"), message);
      assert.ok(!/vectors|provider\./.test(`${message} ${next}`), `${message} ${next}`);
    }
    assert.equal(server.asked.length, 5);
    client.close();
  }
});

test("no secret is sent, and a key goes nowhere in the clear or without being named", async () => {
  await using server = await ChatServer.start((_asked, response) => sendReply(response, chatReply("x")));
  const secret = "ghp_" + "x7Kq2mPz9RtW4vNb8LcD1fGh6JsY3uAe5oVi".slice(0, 36);
  const client = open(server);
  await client.complete({ user: `const token = "${secret}";` });
  client.close();
  assert.ok(!JSON.stringify(server.asked[0]!.body).includes(secret));
  const env = { OPENAI_API_KEY: "sk-own" };
  const unnamed = new EndpointClient({ url: server.url, model: "m", env });
  await unnamed.complete({ user: "P" });
  unnamed.close();
  assert.equal(server.asked[1]!.headers.authorization, undefined);
  const refused = [
    { url: "http://models.example/v1", keyVariable: "OPENAI_API_KEY" },
    { url: "https://api.openai.com/v1", env: {} },
    { url: "ftp://models.example", model: "m" },
    { url: "https://user:pass@models.example" },
    { url: "nonsense" },
    { url: server.url, model: "" },
  ];
  for (const options of refused) {
    const { code, message } = await faultOf(async () => new EndpointClient({ model: "m", env, ...options }));
    assert.equal(code, "PROVIDER_INVALID");
    assert.ok(!/pass|sk-own/.test(message));
  }
});

test("a request ends when it is stopped", async () => {
  await using server = await ChatServer.start(() => {});
  const client = open(server);
  const stop = new AbortController();
  setTimeout(() => stop.abort(), 30);
  const { code } = await faultOf(() => client.complete({ user: "P" }, stop.signal));
  assert.equal(code, "CANCELLED");
  client.close();
});
