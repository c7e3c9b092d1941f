// What clients can't have more of, and what is left when they go: sessions, requests, calls, time, answers that nobody reads.
import assert from "node:assert/strict";
import { connect as connectSocket } from "node:net";
import { test } from "node:test";
import { throwIfCancelled } from "../../../../src/base/error.ts";
import type { OperationContext } from "../../../../src/engine/operation.ts";
import { call, initialize, initialized, request } from "../../../hosts/mcp-messages.ts";
import { begin, eventually, HEADERS, messages, post, served } from "./served.ts";
import type { Way } from "./served.ts";

const question = call(7, "context", { query: "q" });
const VERSION = { "Mcp-Protocol-Version": "2025-11-25" };

/** Work that ends when it is told to, or is cancelled. */
function held() {
  let go: () => void = () => {};
  const may = new Promise<void>((resolve) => (go = resolve));
  const seen = { started: 0, stopped: 0, done: 0 };
  const answer = async (_name: string, { signal }: OperationContext) => {
    seen.started++;
    await Promise.race([
      may,
      new Promise((resolve) => signal?.addEventListener("abort", resolve, { once: true })),
    ]);
    if (signal?.aborted === true) seen.stopped++;
    throwIfCancelled(signal);
    seen.done++;
    return {};
  };
  return { go: () => go(), seen, answer };
}

test("a client of a session that dies in the middle of a call: its work is cancelled after a moment", async () => {
  const { seen, answer } = held();
  await using server = await served({ answer, limits: { awayTime: 100 } });
  const session = { "Mcp-Session-Id": await begin(server.url, initialize(1)) };
  const gone = new AbortController();
  const slow = fetch(server.url, {
    method: "POST",
    headers: { ...HEADERS, ...session },
    body: JSON.stringify(question),
    signal: gone.signal,
  }).then((response) => response.text());
  await eventually(() => seen.started === 1, "the call works");
  gone.abort();
  await assert.rejects(slow);
  assert.equal(seen.stopped, 0);
  await eventually(() => seen.stopped === 1, "the call is cancelled");
  // The session goes on, and so does the id.
  assert.equal((await post(server.url, request(7, "ping"), session)).status, 200);
});

test("a client that comes back gets the answer that it missed", async () => {
  const { go, seen, answer } = held();
  await using server = await served({ answer, limits: { awayTime: 2_000 } });
  const session = {
    "Mcp-Session-Id": await begin(server.url, initialize(1, { version: "2025-11-25" })),
    ...VERSION,
  };
  const gone = new AbortController();
  const response = await fetch(server.url, {
    method: "POST",
    headers: { ...HEADERS, ...session },
    body: JSON.stringify(question),
    signal: gone.signal,
  });
  const reader = response.body!.getReader();
  const first = new TextDecoder().decode((await reader.read()).value);
  const id = /^id: (.+)$/m.exec(first)?.[1];
  assert.ok(id !== undefined, first);
  gone.abort();
  await reader.read().catch(() => {});
  const resume = () => fetch(server.url, { headers: { ...HEADERS, ...session, "Last-Event-ID": id } });
  // Away twice, then there when it is done.
  for (let i = 0; i < 2; i++) {
    const again = await resume();
    assert.equal(again.status, 200);
    await again.body!.cancel();
    await new Promise((done) => setTimeout(done, 50));
  }
  const last = await resume();
  go();
  const [answered] = await messages(last);
  assert.deepEqual(answered!["result"], { content: [{ type: "text", text: "answer of context" }] });
  assert.deepEqual(seen, { started: 1, stopped: 0, done: 1 });
  // Once more, from the log.
  assert.equal((await messages(await resume())).length, 1);
  // Another session sees nothing of it.
  const other = { "Mcp-Session-Id": await begin(server.url, initialize(1)), ...VERSION };
  const foreign = await fetch(server.url, { headers: { ...HEADERS, ...other, "Last-Event-ID": id } });
  assert.equal(foreign.status, 400);
});

for (const way of ["stateless", "sse"] as Way[]) {
  test(`${way}: a client that dies in the middle of a call: its work is cancelled at once`, async () => {
    const { seen, answer } = held();
    await using server = await served({ way, answer });
    const gone = new AbortController();
    let lost: Promise<unknown>;
    if (way === "sse") {
      const stream = await fetch(server.url, { signal: gone.signal });
      const reader = stream.body!.getReader();
      const first = new TextDecoder().decode((await reader.read()).value);
      const to = new URL(/^data: (.+)$/m.exec(first)![1]!, server.url).href;
      for (const message of [initialize(1), initialized, question]) {
        const taken = await post(to, message);
        assert.equal(taken.status, 202);
        assert.equal(await taken.text(), "Accepted");
      }
      lost = (async () => {
        for (;;) if ((await reader.read()).done) return;
      })();
      await eventually(() => seen.started === 1, "the call works");
      gone.abort();
      await assert.rejects(lost);
      await eventually(
        async () => (await post(to, question)).status === 404,
        "the session ended with its stream",
      );
    } else {
      lost = fetch(server.url, {
        method: "POST",
        headers: HEADERS,
        body: JSON.stringify(question),
        signal: gone.signal,
      }).then((response) => response.text());
      await eventually(() => seen.started === 1, "the call works");
      gone.abort();
      await assert.rejects(lost);
    }
    await eventually(() => seen.stopped === 1, "the call is cancelled");
  });
}

test("a call that is cancelled by its client: its stream ends", async () => {
  const { seen, answer } = held();
  await using server = await served({ answer });
  const session = { "Mcp-Session-Id": await begin(server.url, initialize(1)) };
  const slow = post(server.url, question, session).then(messages);
  await eventually(() => seen.started === 1, "the call works");
  const cancelled = { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 7 } };
  assert.equal((await post(server.url, cancelled, session)).status, 202);
  const [last] = await slow;
  assert.match((last!["error"] as { message: string }).message, /cancelled/);
  assert.equal(seen.stopped, 1);
  // One that was answered, and one that never was, are nothing to cancel.
  for (const requestId of [7, "no", null]) {
    const late = { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId } };
    assert.ok((await post(server.url, late, session)).status < 500);
  }
});

test("a session that its client ends in the middle of a call: the work is cancelled", async () => {
  const { seen, answer } = held();
  await using server = await served({ answer });
  const session = { "Mcp-Session-Id": await begin(server.url, initialize(1)) };
  const slow = post(server.url, question, session).then((response) => response.text());
  await eventually(() => seen.started === 1, "the call works");
  assert.equal((await fetch(server.url, { method: "DELETE", headers: session })).status, 200);
  assert.ok(!(await slow).includes('"result"'));
  await eventually(() => seen.stopped === 1, "the call is cancelled");
});

test("an id that is still being answered is refused: its answers could not be told apart", async () => {
  const { go, seen, answer } = held();
  await using server = await served({ answer });
  const session = { "Mcp-Session-Id": await begin(server.url, initialize(1)) };
  const slow = post(server.url, question, session).then(messages);
  await eventually(() => seen.started === 1, "the call works");
  for (const again of [
    question,
    request(7, "ping"),
    [request(8, "ping"), request(8, "ping")],
    [request("7", "ping"), question],
  ]) {
    const refused = await post(server.url, again, session);
    assert.equal(refused.status, 400, JSON.stringify(again));
    assert.equal(((await refused.json()) as { error: { code: number } }).error.code, -32600);
  }
  // A text is another id than the number.
  assert.equal((await post(server.url, request("7", "ping"), session)).status, 200);
  go();
  const [answered] = await slow;
  assert.equal(answered?.["id"], 7);
  assert.equal((await messages(await post(server.url, question, session))).length, 1);
});

test("as many sessions as there may be: the one unused for longest makes room, one that is in use does not", async () => {
  const { go, seen, answer } = held();
  await using server = await served({ answer, limits: { sessions: 2 } });
  const open = () => begin(server.url, initialize(1));
  const status = async (id: string) =>
    (await post(server.url, request(2, "ping"), { "Mcp-Session-Id": id })).status;
  const [a, b] = [await open(), await open()];
  assert.equal(await status(a), 200);
  const c = await open();
  assert.equal(await status(b), 404);
  // Now both are at work.
  const calls = [a, c].map((id) => post(server.url, question, { "Mcp-Session-Id": id }).then(messages));
  await eventually(() => seen.started === 2, "both work");
  const refused = await post(server.url, initialize(1));
  assert.equal(refused.status, 503);
  assert.equal(refused.headers.get("retry-after"), "1");
  go();
  for (const answered of await Promise.all(calls)) assert.equal(answered.length, 1);
  assert.equal(await status(a), 200);
  assert.notEqual(await open(), "");
});

test("a session that nobody uses ends; one whose client listens does not", async () => {
  await using server = await served({ limits: { idleTime: 80 } });
  const [used, unused] = [await begin(server.url, initialize(1)), await begin(server.url, initialize(1))];
  const gone = new AbortController();
  const stream = await fetch(server.url, {
    headers: { ...HEADERS, "Mcp-Session-Id": used },
    signal: gone.signal,
  });
  assert.equal(stream.status, 200);
  const status = async (id: string) => (await post(server.url, initialized, { "Mcp-Session-Id": id })).status;
  await new Promise((resolve) => setTimeout(resolve, 300));
  assert.equal(await status(unused), 404);
  assert.equal(await status(used), 202);
  gone.abort();
  await new Promise((resolve) => setTimeout(resolve, 400));
  assert.equal(await status(used), 404);
});

test("as many requests as there may be: more are told to come again, and every call is answered", async () => {
  const { go, seen, answer } = held();
  await using server = await served({ way: "stateless", answer, limits: { exchanges: 8, atWork: 2 } });
  const slow = Array.from({ length: 8 }, (_, id) =>
    post(server.url, call(id, "context", { query: "q" })).then(messages),
  );
  await eventually(() => seen.started === 2, "two work");
  await eventually(async () => (await post(server.url, question)).status === 503, "no more are taken");
  assert.equal(seen.started, 2);
  go();
  const answers = await Promise.all(slow);
  assert.deepEqual(
    answers.map(([one]) => one?.["id"]),
    [0, 1, 2, 3, 4, 5, 6, 7],
  );
  assert.equal((await post(server.url, question)).status, 200);
});

test("a call that is cancelled while it waits for its turn never works, and takes no turn", async () => {
  const { go, seen, answer } = held();
  await using server = await served({ answer, limits: { atWork: 1 } });
  const session = { "Mcp-Session-Id": await begin(server.url, initialize(1)) };
  const [first, second, third] = [1, 2, 3].map((id) =>
    post(server.url, call(id, "context", { query: "q" }), session).then(messages),
  );
  await eventually(() => seen.started === 1, "one works");
  await post(
    server.url,
    { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 2 } },
    session,
  );
  assert.ok("error" in (await second!)[0]!);
  go();
  assert.ok("result" in (await first!)[0]!);
  assert.ok("result" in (await third!)[0]!);
  assert.equal(seen.done, 2);
});

test("a call that takes too long is cancelled and says so", async () => {
  const { seen, answer } = held();
  for (const way of ["sessions", "stateless"] as Way[]) {
    await using server = await served({ way, answer, limits: { callTime: 50 } });
    const session: Record<string, string> =
      way === "sessions" ? { "Mcp-Session-Id": await begin(server.url, initialize(1)) } : {};
    const [answered] = await messages(await post(server.url, question, session));
    const result = answered!["result"] as { isError: boolean; content: { text: string }[] };
    assert.equal(result.isError, true);
    assert.match(result.content[0]!.text, /^CANCELLED: .* Next: /);
  }
  assert.equal(seen.stopped, 2);
});

test("an answer that nobody reads is given up, and its memory with it", async () => {
  const output = "x".repeat(8_000_000);
  let answers = 0;
  await using server = await served({
    way: "stateless",
    answer: () => {
      answers++;
      return { output };
    },
    limits: { stalledTime: 200 },
  });
  const body = JSON.stringify(question);
  const head = Object.entries(HEADERS)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join("");
  const socket = connectSocket(server.port, "127.0.0.1");
  socket.on("error", () => {});
  socket.pause();
  socket.write(
    `POST /mcp HTTP/1.1\r\nHost: localhost\r\n${head}Content-Length: ${body.length}\r\n\r\n${body}`,
  );
  await eventually(() => answers === 1, "it is answered");
  await new Promise((resolve) => setTimeout(resolve, 600));
  let read = 0;
  const closed = new Promise<void>((resolve) => socket.on("close", () => resolve()));
  socket.on("data", (chunk) => (read += chunk.length));
  socket.resume();
  await closed;
  assert.ok(read < output.length, String(read));
  // One that reads gets all of it.
  const [whole] = await messages(await post(server.url, question));
  assert.equal((whole!["result"] as { content: { text: string }[] }).content[0]!.text.length, output.length);
});

test("of answers kept for those who resume, the oldest go", async () => {
  await using server = await served({
    answer: () => ({ output: "x".repeat(1000) }),
    limits: { kept: 5_000 },
  });
  const session = {
    "Mcp-Session-Id": await begin(server.url, initialize(1, { version: "2025-11-25" })),
    ...VERSION,
  };
  const ids: string[] = [];
  for (let id = 0; id < 10; id++) {
    const text = await (await post(server.url, call(id, "context", { query: "q" }), session)).text();
    ids.push(/^id: (.+)$/m.exec(text)![1]!);
  }
  const resumed = async (id: string) =>
    (await fetch(server.url, { headers: { ...HEADERS, ...session, "Last-Event-ID": id } })).status;
  assert.equal(await resumed(ids[0]!), 400);
  assert.equal(await resumed(ids[9]!), 200);
});

test("a server that is stopped ends at once, whatever is open", async () => {
  for (const way of ["sessions", "stateless", "sse"] as Way[]) {
    const { seen, answer } = held();
    const server = await served({ way, answer });
    const lost: Promise<unknown>[] = [];
    if (way === "sse") lost.push(fetch(server.url).then((stream) => stream.text()));
    else {
      const session: Record<string, string> =
        way === "sessions" ? { "Mcp-Session-Id": await begin(server.url, initialize(1)) } : {};
      lost.push(post(server.url, question, session).then((response) => response.text()));
      if (way === "sessions")
        lost.push(fetch(server.url, { headers: { ...HEADERS, ...session } }).then((stream) => stream.text()));
      await eventually(() => seen.started === 1, "the call works");
    }
    const before = performance.now();
    server.stop();
    await server.ended;
    assert.ok(performance.now() - before < 5_000);
    await Promise.allSettled(lost);
    await assert.rejects(fetch(server.url));
    if (way !== "sse") await eventually(() => seen.stopped === 1, "the call is cancelled");
  }
});
