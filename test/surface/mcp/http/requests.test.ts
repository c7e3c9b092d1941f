// Requests as programs without the SDK write them: right ones, slips, and what is meant to do harm.
import assert from "node:assert/strict";
import { test } from "node:test";
import { call, initialize, initialized, request } from "../../../hosts/mcp-messages.ts";
import { begin, connected, HEADERS, messages, post, raw, served, textOf } from "./served.ts";

const TOKEN = "0123456789abcdef0123";
const list = request(1, "tools/list");
const json = (body: unknown): string => JSON.stringify(body);

test("what is asked wrongly: a status that says what, and the server goes on", async () => {
  await using server = await served({ limits: { body: 10_000 } });
  const { url } = server;
  const origin = new URL(url).origin;
  const session = await begin(url, initialize(1));
  await post(url, initialized, { "Mcp-Session-Id": session });
  const own = { ...HEADERS, "Mcp-Session-Id": session };
  const asked = (headers: Record<string, string>, body: string | undefined, method = "POST", at = url) =>
    fetch(at, { method, headers, ...(body !== undefined && { body }) });
  const rows: readonly [
    what: string,
    expected: number | readonly [number, number],
    answer: () => Promise<Response>,
  ][] = [
    ["an Accept of nothing", [406, -32000], () => asked({ ...own, Accept: "" }, json(list))],
    ["an Accept of anything", 200, () => asked({ ...own, Accept: "*/*" }, json(list))],
    [
      "an Accept of anything, among others",
      200,
      () => asked({ ...own, Accept: "text/html, */*;q=0.8" }, json(list)),
    ],
    ["half an Accept", [406, -32000], () => asked({ ...own, Accept: "application/json" }, json(list))],
    ["no Content-Type", [415, -32000], () => asked({ ...own, "Content-Type": "" }, json(list))],
    ["text", [415, -32000], () => asked({ ...own, "Content-Type": "text/plain" }, json(list))],
    [
      "JSON by a name like it",
      [415, -32000],
      () => asked({ ...own, "Content-Type": "application/jsonx" }, json(list)),
    ],
    ["compressed", [415, -32000], () => asked({ ...own, "Content-Encoding": "gzip" }, json(list))],
    ["no JSON", [400, -32700], () => asked(own, "{")],
    ["nothing", [400, -32700], () => asked(own, "")],
    [
      "no text",
      [400, -32700],
      () => fetch(url, { method: "POST", headers: own, body: new Uint8Array([0x22, 0xff, 0x22]) }),
    ],
    ["no message", [400, -32600], () => asked(own, '{"a":1}')],
    ["null", [400, -32600], () => asked(own, "null")],
    ["too large", [413, -32000], () => asked(own, json(" ".repeat(10_001)))],
    ["arrays in arrays", [400, -32600], () => asked(own, `${"[".repeat(4000)}${"]".repeat(4000)}`)],
    ["a batch that is too long", [400, -32600], () => asked(own, json(Array.from({ length: 101 }, () => 1)))],
    ["a second hello", [400, -32600], () => asked(own, json(initialize(2)))],
    ["no session", [400, -32000], () => asked(HEADERS, json(list))],
    ["no session, a batch", [400, -32000], () => asked(HEADERS, json([list]))],
    ["an unknown session", [404, -32001], () => asked({ ...HEADERS, "Mcp-Session-Id": "no" }, json(list))],
    [
      "an unknown session's stream",
      [404, -32001],
      () => asked({ ...own, "Mcp-Session-Id": "no" }, undefined, "GET"),
    ],
    [
      "hello with an old session",
      [404, -32001],
      () => asked({ ...own, "Mcp-Session-Id": "no" }, json(initialize(1))),
    ],
    [
      "an unknown version",
      [400, -32000],
      () => asked({ ...own, "Mcp-Protocol-Version": "1999-01-01" }, json(list)),
    ],
    [
      "an unknown version of the newer era",
      400,
      () => asked({ ...HEADERS, "Mcp-Protocol-Version": "2026-07-28" }, json(list)),
    ],
    [
      "a stream without its Accept",
      [406, -32000],
      () => asked({ ...own, Accept: "application/json" }, undefined, "GET"),
    ],
    [
      "an event that never was",
      [400, -32000],
      () => asked({ ...own, "Last-Event-ID": "17x" }, undefined, "GET"),
    ],
    ["HEAD", 405, () => asked(own, undefined, "HEAD")],
    ["PUT", [405, -32000], () => asked(own, json(list), "PUT")],
    ["PATCH", [405, -32000], () => asked(own, json(list), "PATCH")],
    ["OPTIONS", 204, () => asked({}, undefined, "OPTIONS")],
    ["another path", [404, -32000], () => asked(own, json(list), "POST", `${origin}/`)],
    ["a path above", [404, -32000], () => asked(own, json(list), "POST", `${url}/../x`)],
    ["a longer path", [404, -32000], () => asked(own, json(list), "POST", `${url}/`)],
    [
      "where others look for authorization",
      [404, -32000],
      () => asked({}, undefined, "GET", `${origin}/.well-known/oauth-protected-resource`),
    ],
    ["health", 200, () => asked({}, undefined, "GET", `${origin}/health`)],
    ["health, briefly", 200, () => asked({}, undefined, "HEAD", `${origin}/health`)],
    ["a note", 202, () => asked(own, json(initialized))],
    ["an answer that nobody asked for", 202, () => asked(own, json({ jsonrpc: "2.0", id: 9, result: {} }))],
  ];
  for (const [what, expected, answer] of rows) {
    const response = await answer();
    const [status, code] = typeof expected === "number" ? [expected, undefined] : expected;
    const text = await response.text();
    assert.equal(response.status, status, `${what}: ${text}`);
    if (code !== undefined) {
      const fault = JSON.parse(text) as {
        jsonrpc: string;
        id: null;
        error: { code: number; message: string };
      };
      assert.equal(fault.error.code, code, `${what}: ${text}`);
      assert.equal(fault.jsonrpc, "2.0");
      assert.ok(fault.error.message.length > 5);
    }
  }
  const [after] = await messages(await post(url, list, { "Mcp-Session-Id": session }));
  assert.equal((after!["result"] as { tools: unknown[] }).tools.length, 6);
  assert.deepEqual(server.calls, []);
});

test("what is allowed is said with 405 and OPTIONS", async () => {
  for (const [way, allowed] of [
    ["sessions", "GET, POST, DELETE"],
    ["stateless", "POST"],
    ["sse", "GET"],
  ] as const) {
    await using server = await served({ way });
    for (const method of ["PUT", "OPTIONS"]) {
      const response = await fetch(server.url, { method });
      assert.equal(response.headers.get("allow"), allowed, `${way} ${method}`);
    }
  }
});

test("a session by hand: hello, a call, an array of calls, its end, and its end again", async () => {
  await using server = await served();
  const { url } = server;
  const session = { "Mcp-Session-Id": await begin(url, initialize(1, { version: "2025-03-26" })) };
  assert.equal((await post(url, initialized, session)).status, 202);
  const one = await messages(await post(url, call("a", "context", { query: "q" }), session));
  assert.deepEqual(one, [
    { jsonrpc: "2.0", id: "a", result: { content: [{ type: "text", text: "answer of context" }] } },
  ]);
  const calls = [call(1, "context", { query: "q" }), call(2, "read", { places: ["a"] }), request(3, "ping")];
  const all = await messages(await post(url, calls, session));
  assert.deepEqual(all.map(({ id }) => id).sort(), [1, 2, 3]);
  const end = () => fetch(url, { method: "DELETE", headers: session });
  assert.equal((await end()).status, 200);
  assert.equal((await end()).status, 404);
  assert.equal((await post(url, list, session)).status, 404);
  // And the next one begins.
  assert.notEqual(await begin(url, initialize(1)), session["Mcp-Session-Id"]);
});

test("without sessions each request stands alone", async () => {
  await using server = await served({ way: "stateless" });
  const response = await post(server.url, call(1, "context", { query: "q" }), {
    "Mcp-Session-Id": "anything",
  });
  assert.equal(response.headers.get("mcp-session-id"), null);
  const [answer] = await messages(response);
  assert.deepEqual(answer?.["result"], { content: [{ type: "text", text: "answer of context" }] });
});

test("bytes that no library would write: answered or closed, and the server goes on", async () => {
  await using server = await served({ limits: { headersTime: 300, requestTime: 600 } });
  const { port, url } = server;
  const host = `Host: 127.0.0.1:${port}\r\n`;
  const hello = json(initialize(1));
  const rows: readonly [what: string, bytes: string | string[], expected: RegExp][] = [
    ["no HTTP", "hello\r\n\r\n", /^HTTP\/1\.1 400/],
    ["no Host", "GET /health HTTP/1.1\r\n\r\n", /^HTTP\/1\.1 400/],
    ["no Host, in the older HTTP", "GET /health HTTP/1.0\r\n\r\n", /^HTTP\/1\.1 403/],
    [
      "too many header lines",
      `GET /health HTTP/1.1\r\n${host}X: ${"y".repeat(20_000)}\r\n\r\n`,
      /^HTTP\/1\.1 431/,
    ],
    [
      "a whole address",
      `GET http://elsewhere/health HTTP/1.1\r\n${host}Connection: close\r\n\r\n`,
      /^HTTP\/1\.1 404/,
    ],
    ["two slashes", `GET //elsewhere/health HTTP/1.1\r\n${host}Connection: close\r\n\r\n`, /^HTTP\/1\.1 404/],
    ["a path that is none", `GET /%zz%00 HTTP/1.1\r\n${host}Connection: close\r\n\r\n`, /^HTTP\/1\.1 404/],
    ["a star", `OPTIONS * HTTP/1.1\r\n${host}Connection: close\r\n\r\n`, /^HTTP\/1\.1 404/],
    [
      "no Accept, and a connection that is to be closed",
      `POST /mcp HTTP/1.1\r\n${host}Connection: close\r\nContent-Type: application/json\r\nContent-Length: ${hello.length}\r\n\r\n${hello}`,
      /^HTTP\/1\.1 200 OK\r\n(?![^]*keep-alive)[^]*"serverInfo"/i,
    ],
    ["a tunnel", `CONNECT elsewhere:443 HTTP/1.1\r\n${host}\r\n`, /^$/],
    [
      "another protocol",
      `GET /mcp HTTP/1.1\r\n${host}Connection: Upgrade, close\r\nUpgrade: websocket\r\n\r\n`,
      /^HTTP\/1\.1 4/,
    ],
    ["header lines that never end", [`GET /health HTTP/1.1\r\n`, "X: ", "y"], /^HTTP\/1\.1 408/],
    [
      "a body that never ends",
      `POST /mcp HTTP/1.1\r\n${host}Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{`,
      /^HTTP\/1\.1 408/,
    ],
    [
      "a body by chunks that is too large",
      `POST /mcp HTTP/1.1\r\n${host}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n500000\r\n${" ".repeat(0x500000)}`,
      /^HTTP\/1\.1 413/,
    ],
    [
      "a body that is said to be too large",
      `POST /mcp HTTP/1.1\r\n${host}Content-Type: application/json\r\nContent-Length: 99999999999\r\n\r\n`,
      /^HTTP\/1\.1 413/,
    ],
    [
      "two lengths",
      `POST /mcp HTTP/1.1\r\n${host}Content-Length: 1\r\nContent-Length: 2\r\n\r\n12`,
      /^HTTP\/1\.1 400/,
    ],
    [
      "a length and chunks",
      `POST /mcp HTTP/1.1\r\n${host}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
      /^HTTP\/1\.1 400/,
    ],
  ];
  for (const [what, bytes, expected] of rows)
    assert.match(await raw(port, bytes, { pause: 20 }), expected, what);
  const one = `GET /health HTTP/1.1\r\n${host}\r\n`;
  const three = await raw(port, one + one + one.replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n"));
  assert.equal(three.match(/HTTP\/1\.1 200 OK/g)?.length, 3);
  await using client = await connected(url);
  assert.equal(
    textOf(await client.client.callTool({ name: "context", arguments: { query: "q" } })),
    "answer of context",
  );
});

test("names of the server and origins of pages", async () => {
  await using server = await served({
    allowHosts: ["pith.example"],
    allowOrigins: ["http://localhost:6274", "https://app.example"],
  });
  const { port } = server;
  const asked = async (headers: string, line = "GET /health HTTP/1.1"): Promise<string> =>
    raw(port, `${line}\r\n${headers}\r\nConnection: close\r\n\r\n`);
  for (const [host, status] of [
    [`127.0.0.1:${port}`, 200],
    ["localhost", 200],
    ["LOCALHOST:1", 200],
    ["[::1]:80", 200],
    ["pith.example", 200],
    ["Pith.Example:443", 200],
    ["evil.example", 403],
    ["127.0.0.1.evil.example", 403],
    ["localhost.evil.example", 403],
    ["192.168.0.1", 403],
    ["0.0.0.0", 403],
    ["", 403],
    ["[", 403],
  ] as const)
    assert.match(await asked(`Host: ${host}`), new RegExp(`^HTTP/1.1 ${status}`), host);
  for (const [origin, status, mayRead] of [
    ["http://localhost:3000", 200, false],
    ["http://127.0.0.1", 200, false],
    ["http://localhost:6274", 200, true],
    ["https://app.example", 200, true],
    ["http://app.example", 403, false],
    ["https://app.example.evil.example", 403, false],
    ["https://evil.example", 403, false],
    ["http://localhost.evil.example", 403, false],
    ["null", 403, false],
    ["file://", 403, false],
    ["chrome-extension://abc", 403, false],
    ["nonsense", 403, false],
  ] as const) {
    const answer = await asked(`Host: localhost\r\nOrigin: ${origin}`);
    assert.match(answer, new RegExp(`^HTTP/1.1 ${status}`), origin);
    const allowed = /^access-control-allow-origin: (.*?)\r?$/im.exec(answer)?.[1];
    assert.equal(allowed, mayRead ? origin : undefined, origin);
    const before = await asked(`Host: localhost\r\nOrigin: ${origin}`, "OPTIONS /mcp HTTP/1.1");
    assert.equal(/^access-control-allow-headers: /im.test(before), mayRead, origin);
  }
});

test("the token: asked for by every path but health, and never answered with", async () => {
  await using server = await served({ token: TOKEN });
  const origin = new URL(server.url).origin;
  for (const [authorization, status] of [
    [undefined, 401],
    ["", 401],
    ["Bearer", 401],
    ["Bearer ", 401],
    [`Bearer ${TOKEN.slice(1)}`, 401],
    [`Bearer ${TOKEN}0`, 401],
    [`Bearer ${TOKEN.toUpperCase()}`, 401],
    [`Basic ${TOKEN}`, 401],
    [TOKEN, 401],
    [`Bearer ${TOKEN} ${TOKEN}`, 401],
    [`Bearer ${TOKEN}`, 200],
    [`bearer  ${TOKEN} `, 200],
  ] as const) {
    const headers = authorization === undefined ? undefined : { Authorization: authorization };
    const response = await post(server.url, initialize(1), headers);
    const text = await response.text();
    assert.equal(response.status, status, String(authorization));
    assert.equal(response.headers.has("www-authenticate"), status === 401);
    assert.ok(!text.includes(TOKEN) && !JSON.stringify([...response.headers]).includes(TOKEN));
  }
  for (const method of ["GET", "DELETE", "PUT"])
    assert.equal((await fetch(server.url, { method })).status, 401, method);
  assert.equal((await fetch(`${origin}/health`)).status, 200);
  // A browser asks without it whether it may send it.
  assert.equal((await fetch(server.url, { method: "OPTIONS" })).status, 204);
});
