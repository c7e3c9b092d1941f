import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import type { StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { PithError, throwIfCancelled } from "../../../../src/base/error.ts";
import { describeTools } from "../../../../src/surface/mcp/tools.ts";
import { LINKS } from "../../../conditions.ts";
import { connected, eventually, served, textOf } from "./served.ts";
import type { Way } from "./served.ts";

/** Every way in which a client may be served. */
const WAYS: readonly { way: Way; era: "legacy" | "modern" }[] = [
  { way: "sessions", era: "legacy" },
  { way: "sessions", era: "modern" },
  { way: "stateless", era: "legacy" },
  { way: "stateless", era: "modern" },
  { way: "sse", era: "legacy" },
];
const context = { name: "context", arguments: { query: "q" } };

for (const { way, era } of WAYS) {
  const named = `${way}, ${era}`;

  test(`${named}: hello, tools, an answer, faults`, async () => {
    await using server = await served({
      way,
      answer: (name) => {
        if (name === "read") throw new PithError("PATH_NOT_FOUND", "No file a.", { next: "See outline." });
        return { notices: ["cache rebuilt"] };
      },
    });
    await using one = await connected(server.url, { way, era });
    const { client } = one;
    assert.equal(client.getProtocolEra(), era);
    assert.match(client.getInstructions() ?? "", /Start with context/);
    const { tools } = await client.listTools();
    assert.deepEqual(JSON.parse(JSON.stringify(tools)), JSON.parse(JSON.stringify(describeTools("default"))));
    const result = await client.callTool({ name: "context", arguments: { query: "q", budget: "500" } });
    assert.deepEqual(result.content, [{ type: "text", text: "answer of context" }]);
    assert.equal(result.structuredContent, undefined);
    const fault = await client.callTool({ name: "read", arguments: { places: ["a"] } });
    assert.equal(fault.isError, true);
    assert.equal(textOf(fault), "PATH_NOT_FOUND: No file a. Next: See outline.\n");
    await client.callTool(context);
    assert.equal(server.stderr(), "pith: cache rebuilt\n");
  });

  test(`${named}: cancelling one call stops its work and no other`, async () => {
    let stopped = 0;
    await using server = await served({
      way,
      answer: async (name, { signal }) => {
        if (name === "read") return {};
        await new Promise((resolve) => signal?.addEventListener("abort", resolve, { once: true }));
        stopped++;
        throwIfCancelled(signal);
        return {};
      },
    });
    await using one = await connected(server.url, { way, era });
    const controller = new AbortController();
    const slow = one.client.callTool(context, { signal: controller.signal });
    const other = one.client.callTool({ name: "read", arguments: { places: ["a"] } });
    setTimeout(() => controller.abort("enough"), 50);
    await assert.rejects(slow);
    assert.equal(textOf(await other), "answer of read");
    // Without a session there is nobody to whom a cancelled request could be named, and the client keeps its stream.
    if (way !== "stateless" || era === "modern") {
      await eventually(() => stopped === 1, "the call is cancelled");
    }
  });

  test(`${named}: progress arrives and only grows`, async () => {
    await using server = await served({
      way,
      answer: async (_name, { onProgress }) => {
        for (let done = 1; done <= 30; done++) {
          onProgress?.({ phase: "reading", done, total: 30, unit: "files" });
          await new Promise((resolve) => setTimeout(resolve, 10));
        }
        return {};
      },
    });
    await using one = await connected(server.url, { way, era });
    const seen: number[] = [];
    await one.client.callTool(context, { onprogress: ({ progress }) => void seen.push(progress) });
    assert.ok(seen.length >= 2, String(seen));
    assert.deepEqual(
      seen,
      [...seen].sort((a, b) => a - b),
    );
  });

  test(
    `${named}: the client's roots choose inside of what the server was given, and nothing beyond`,
    LINKS,
    async () => {
      const folder = realpathSync(mkdtempSync(join(tmpdir(), "pith-http-roots-")));
      try {
        const [given, inner, beyond] = [
          join(folder, "given"),
          join(folder, "given/inner"),
          join(folder, "beyond"),
        ];
        for (const path of [given, inner, beyond]) mkdirSync(path, { recursive: true });
        symlinkSync(beyond, join(given, "out"));
        const asked = async (
          root: string | undefined,
          roots: string[] | null,
          argument?: string,
        ): Promise<unknown> => {
          await using server = await served({ way, given, cwd: given, root });
          await using one = await connected(server.url, {
            way,
            era,
            ...(roots !== null && { client: { capabilities: { roots: {} } } }),
            prepare: (client) => {
              if (roots === null) return;
              client.setRequestHandler("roots/list", () => ({
                roots: roots.map((path) => ({ uri: pathToFileURL(path).href })),
              }));
            },
          });
          const args = { places: ["x"], ...(argument !== undefined && { root: argument }) };
          const result = await one.client.callTool({ name: "read", arguments: args });
          return result.isError === true ? textOf(result).split(":")[0] : server.calls[0]?.args["root"];
        };
        // Without a session a client of the older protocol can't be asked.
        const heeds = way !== "stateless" || era === "modern";
        for (const [roots, argument, expected] of [
          [null, undefined, given],
          [[], undefined, given],
          [[inner], undefined, heeds ? inner : given],
          [[beyond], undefined, given],
          [[join(given, "out")], undefined, given],
          [["/"], undefined, given],
          [[beyond, inner], undefined, heeds ? inner : given],
          [null, inner, inner],
          [null, "inner", inner],
          [null, beyond, "PATH_OUTSIDE_ROOT"],
          [null, "..", "PATH_OUTSIDE_ROOT"],
          [null, "/", "PATH_OUTSIDE_ROOT"],
          [null, join(given, "out"), "PATH_OUTSIDE_ROOT"],
          [[beyond], beyond, "PATH_OUTSIDE_ROOT"],
          [["/"], beyond, "PATH_OUTSIDE_ROOT"],
        ] as [string[] | null, string | undefined, string][]) {
          assert.equal(await asked(undefined, roots, argument), expected, JSON.stringify([roots, argument]));
        }
        // `--root` holds, whatever the client says.
        assert.equal(await asked(given, [inner]), given);
        assert.equal(await asked(given, [beyond], beyond), "PATH_OUTSIDE_ROOT");
      } finally {
        rmSync(folder, { recursive: true });
      }
    },
  );

  test(`${named}: fifty clients at once get what one gets`, async () => {
    let inside = 0;
    let most = 0;
    await using server = await served({
      way,
      answer: async () => {
        most = Math.max(most, ++inside);
        await new Promise((resolve) => setTimeout(resolve, 5));
        inside--;
        return {};
      },
    });
    const texts = await Promise.all(
      Array.from({ length: 50 }, async () => {
        await using one = await connected(server.url, { way, era });
        return textOf(await one.client.callTool(context));
      }),
    );
    assert.deepEqual(new Set(texts), new Set(["answer of context"]));
    assert.equal(server.calls.length, 50);
    assert.ok(most > 1 && most <= 16, String(most));
  });
}

test("a session ends when its client ends it", async () => {
  await using server = await served();
  await using one = await connected(server.url);
  const transport = one.transport as StreamableHTTPClientTransport;
  assert.match(transport.sessionId ?? "", /^[0-9a-f-]{36}$/);
  await transport.terminateSession();
  await assert.rejects(one.client.listTools());
});

test("a client with the right token is served, one without it is not", async () => {
  const token = "0123456789abcdef0123";
  await using server = await served({ token });
  await using one = await connected(server.url, { headers: { Authorization: `Bearer ${token}` } });
  assert.equal(textOf(await one.client.callTool(context)), "answer of context");
  await assert.rejects(connected(server.url));
  await assert.rejects(connected(server.url, { headers: { Authorization: `Bearer ${token}4` } }));
});
