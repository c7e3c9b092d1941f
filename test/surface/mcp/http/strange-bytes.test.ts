// Whatever bytes come, the server answers with HTTP or closes, and goes on for others.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { call, initialize } from "../../../hosts/mcp-messages.ts";
import { begin, HEADERS, post, raw, served } from "./served.ts";
import type { Way } from "./served.ts";

const runs = 60 * Number(process.env["PITH_SOAK"] ?? 1);
const piece = fc.constantFrom(
  "GET",
  "POST",
  "DELETE",
  " ",
  "/mcp",
  "/sse",
  "/messages?sessionId=",
  " HTTP/1.1\r\n",
  "Host: localhost\r\n",
  "Origin: http://localhost\r\n",
  "Content-Type: application/json\r\n",
  "Accept: application/json, text/event-stream\r\n",
  "Content-Length: 5\r\n",
  "Transfer-Encoding: chunked\r\n",
  "Mcp-Session-Id: \r\n",
  "Mcp-Protocol-Version: 2026-07-28\r\n",
  "Last-Event-ID: 1\r\n",
  "Expect: 100-continue\r\n",
  "Connection: close\r\n",
  "\r\n",
  '5\r\n{"a":\r\n0\r\n\r\n',
  "[]",
  "{}",
  "\u0000\u00FF",
);

for (const way of ["sessions", "stateless", "sse"] as Way[]) {
  test(`${way}: bytes`, async () => {
    await using server = await served({ way, limits: { headersTime: 100, requestTime: 200 } });
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 14 }), async (pieces) => {
        const seen = await raw(server.port, pieces.join(""), { until: /^HTTP\/1\.1 \d/, ms: 3_000 });
        assert.match(seen, /^(HTTP\/1\.1 [2-5]\d\d |$)/);
      }),
      { numRuns: runs },
    );
    assert.equal((await fetch(`${new URL(server.url).origin}/health`)).status, 200);
  });
}

test("messages: any JSON in the place of any part of one", async () => {
  for (const way of ["sessions", "stateless"] as Way[]) {
    await using server = await served({ way });
    const headers: Record<string, string> =
      way === "sessions" ? { "Mcp-Session-Id": await begin(server.url, initialize(1)) } : {};
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), fc.nat(8), async (value, part) => {
        const whole: Record<string, unknown> = { ...call(1, "context", { query: "q" }) };
        const params = whole["params"] as Record<string, unknown>;
        const bodies = [
          value,
          [value, whole],
          { ...whole, id: value },
          { ...whole, method: value },
          { ...whole, params: value },
          { ...whole, params: { ...params, name: value } },
          { ...whole, params: { ...params, arguments: value } },
          { ...whole, params: { ...params, arguments: { query: value, root: value } } },
          { ...whole, params: { ...params, _meta: value } },
        ];
        const response = await post(server.url, bodies[part], { ...HEADERS, ...headers });
        const text = await response.text();
        assert.ok(response.status < 500, `${response.status} ${text}`);
      }),
      { numRuns: runs * 3 },
    );
    assert.equal((await fetch(`${new URL(server.url).origin}/health`)).status, 200);
  }
});
