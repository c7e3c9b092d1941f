import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { PithError, throwIfCancelled } from "../../../src/base/error.ts";
import type { OperationContext, Outcome } from "../../../src/engine/operation.ts";
import { describeTools } from "../../../src/surface/mcp/tools.ts";
import { fakeEngine } from "../cli/fake-terminal.ts";
import type { Ran } from "../cli/fake-terminal.ts";
import { connect, startServer } from "./connected.ts";
import type { ConnectedOptions, Era } from "./connected.ts";
import { LINKS } from "../../conditions.ts";

type Answer = (name: string, context: OperationContext) => Partial<Outcome> | Promise<Partial<Outcome>>;

/** An engine that is slow and reports progress on purpose; the real one is too quick to be caught at it. */
function recording(answer?: Answer) {
  const calls: Ran["calls"] = [];
  return { calls, engine: async () => fakeEngine(calls, answer) };
}

const textOf = (result: { content: unknown }): string => (result.content as { text: string }[])[0]!.text;

async function withClient(
  options: Omit<ConnectedOptions, "era">,
  era: Era,
  body: (client: Awaited<ReturnType<typeof connect>>) => Promise<void>,
): Promise<void> {
  await using connected = await connect({ ...options, era });
  await body(connected);
}

for (const era of ["legacy", "modern"] as const) {
  test(`${era}: hello, instructions, tools`, async () => {
    await withClient(recording(), era, async ({ client }) => {
      assert.equal(client.getProtocolEra(), era);
      assert.match(client.getInstructions() ?? "", /Start with context/);
      assert.deepEqual(client.getServerCapabilities()?.tools !== undefined, true);
      const { tools } = await client.listTools();
      assert.deepEqual(
        JSON.parse(JSON.stringify(tools)),
        JSON.parse(JSON.stringify(describeTools("default"))),
      );
    });
  });

  test(`${era}: a call gives one text and nothing structured`, async () => {
    const { calls, engine } = recording();
    await withClient({ engine }, era, async ({ client }) => {
      const result = await client.callTool({ name: "context", arguments: { query: "q", budget: "500" } });
      assert.deepEqual(result.content, [{ type: "text", text: "answer of context" }]);
      assert.equal(result.structuredContent, undefined);
      assert.equal(result.isError, undefined);
      assert.deepEqual(calls, [{ name: "context", args: { format: "text", query: "q", budget: 500 } }]);
    });
  });

  test(`${era}: faults are isError texts with code and next step`, async () => {
    const { calls, engine } = recording((name) => {
      if (name === "read") throw new PithError("PATH_NOT_FOUND", "No file a.", { next: "See outline." });
      throw new Error("boom");
    });
    await withClient({ engine }, era, async ({ client }) => {
      const call = async (name: string, args: Record<string, unknown>) => {
        const result = await client.callTool({ name, arguments: args });
        assert.equal(result.isError, true);
        return textOf(result);
      };
      assert.equal(await call("read", { places: ["a"] }), "PATH_NOT_FOUND: No file a. Next: See outline.\n");
      assert.match(await call("context", { query: "q" }), /^INTERNAL: boom Next: /);
      assert.match(await call("context", {}), /^QUERY_EMPTY: /);
      assert.match(
        await call("context", { query: "q", bugdet: 3 }),
        /^ARGUMENT_UNKNOWN: .*Did you mean budget\?/,
      );
      assert.match(await call("serch", {}), /^OPERATION_UNKNOWN: .*Did you mean search\?/);
      assert.match(await call("status", {}), /^OPERATION_UNKNOWN: .*--tools full/);
      assert.match(await call("batch", {}), /^OPERATION_UNKNOWN: .*command line/);
      assert.equal(calls.length, 2);
    });
  });

  test(`${era}: cancelling one call stops its work and no other`, async () => {
    let stopped = 0;
    const { engine } = recording(async (name, { signal }) => {
      if (name === "read") return {};
      await new Promise((resolve) => signal?.addEventListener("abort", resolve, { once: true }));
      stopped++;
      throwIfCancelled(signal);
      return {};
    });
    await withClient({ engine }, era, async ({ client }) => {
      const controller = new AbortController();
      const slow = client.callTool(
        { name: "context", arguments: { query: "q" } },
        { signal: controller.signal },
      );
      const other = client.callTool({ name: "read", arguments: { places: ["a"] } });
      setTimeout(() => controller.abort("enough"), 30);
      await assert.rejects(slow);
      assert.equal(textOf(await other), "answer of read");
      await client.listTools();
      assert.equal(stopped, 1);
    });
  });

  test(`${era}: progress arrives, only grows, and is spaced`, async () => {
    const { engine } = recording(async (_name, { onProgress }) => {
      for (const phase of ["reading", "writing"]) {
        for (let done = 1; done <= 30; done++) {
          onProgress?.({ phase, done, total: 30, unit: "files" });
          await new Promise((resolve) => setTimeout(resolve, 10));
        }
      }
      return {};
    });
    await withClient({ engine }, era, async ({ client }) => {
      const seen: { progress: number; total?: number; message?: string }[] = [];
      await client.callTool(
        { name: "context", arguments: { query: "q" } },
        { onprogress: (p) => void seen.push(p) },
      );
      assert.ok(seen.length >= 2 && seen.length < 15, String(seen.length));
      for (let i = 1; i < seen.length; i++) assert.ok(seen[i]!.progress > seen[i - 1]!.progress);
      assert.match(seen[0]?.message ?? "", /^reading \d+ of 30 files$/);
    });
  });

  test(`${era}: calls run side by side`, async () => {
    let inside = 0;
    let most = 0;
    const { engine } = recording(async () => {
      most = Math.max(most, ++inside);
      await new Promise((resolve) => setTimeout(resolve, 20));
      inside--;
      return {};
    });
    await withClient({ engine }, era, async ({ client }) => {
      await Promise.all(
        Array.from({ length: 8 }, async () =>
          client.callTool({ name: "context", arguments: { query: "q" } }),
        ),
      );
      assert.equal(most, 8);
    });
  });

  test(
    `${era}: root: --root, else the client's roots, else none; an argument names a folder in them`,
    LINKS,
    async () => {
      const folder = realpathSync(mkdtempSync(join(tmpdir(), "pith-roots-")));
      try {
        mkdirSync(join(folder, "a"));
        mkdirSync(join(folder, "b"));
        const uris = [
          "no/uri",
          pathToFileURL(join(folder, "gone")).href,
          pathToFileURL(join(folder, "a")).href,
        ];
        const asked = async (
          options: Partial<ConnectedOptions>,
          args: Record<string, unknown>,
          roots: boolean,
        ) => {
          const { calls, engine } = recording();
          let refused = "";
          await withClient(
            {
              engine,
              ...options,
              ...(roots && { client: { capabilities: { roots: {} } } }),
              prepare: (client) => {
                if (roots) {
                  client.setRequestHandler("roots/list", () => ({ roots: uris.map((uri) => ({ uri })) }));
                }
              },
            },
            era,
            async ({ client }) => {
              const result = await client.callTool({ name: "read", arguments: { places: ["x"], ...args } });
              if (result.isError === true) refused = (result.content as { text: string }[])[0]!.text;
            },
          );
          return refused === "" ? calls[0]?.args["root"] : refused.slice(0, refused.indexOf(":"));
        };
        assert.equal(await asked({}, {}, false), undefined);
        assert.equal(await asked({}, {}, true), join(folder, "a"));
        assert.equal(await asked({ root: join(folder, "b") }, {}, true), join(folder, "b"));
        const [a, b] = [join(folder, "a"), join(folder, "b")];
        symlinkSync(b, join(a, "out"));
        mkdirSync(join(a, "in"));
        for (const [options, root, roots, expected] of [
          // --root holds, whatever the client says.
          [{ root: folder }, b, true, b],
          [{ root: folder }, pathToFileURL(b).href, true, b],
          [{ root: folder }, "b/../a", false, a],
          [{ root: folder }, folder, false, folder],
          [{ root: b }, folder, true, "PATH_OUTSIDE_ROOT"],
          [{ root: b }, "..", true, "PATH_OUTSIDE_ROOT"],
          [{ root: b }, a, true, "PATH_OUTSIDE_ROOT"],
          [{ root: b }, `${b}too`, true, "PATH_OUTSIDE_ROOT"],
          [{ root: a }, join(a, "out"), false, "PATH_OUTSIDE_ROOT"],
          [{ root: a }, "/", false, "PATH_OUTSIDE_ROOT"],
          [{ root: a }, "file://elsewhere/a%00", false, "ARGUMENT_INVALID"],
          // Then the client's roots.
          [{}, join(a, "in"), true, join(a, "in")],
          [{}, "in", true, join(a, "in")],
          [{}, pathToFileURL(folder).href, true, "PATH_OUTSIDE_ROOT"],
          [{ cwd: b }, b, true, "PATH_OUTSIDE_ROOT"],
          // Then what is around the working directory.
          [{ cwd: folder }, "b", false, b],
          [{ cwd: a }, b, false, "PATH_OUTSIDE_ROOT"],
          [{ cwd: "/" }, a, false, a],
        ] as [Partial<ConnectedOptions>, string, boolean, string][]) {
          const found = await asked(options, { root }, roots);
          assert.equal(found, expected, JSON.stringify([options, root, roots]));
        }
      } finally {
        rmSync(folder, { recursive: true });
      }
    },
  );

  test(`${era}: notices go to stderr once`, async () => {
    const { engine } = recording(() => ({ notices: ["cache rebuilt"] }));
    await withClient({ engine }, era, async ({ client, stderr }) => {
      await client.callTool({ name: "context", arguments: { query: "q" } });
      await client.callTool({ name: "context", arguments: { query: "q" } });
      assert.equal(stderr(), "pith: cache rebuilt\n");
    });
  });

  test(`${era}: a fault names arguments and tools, no flags`, async () => {
    const { engine } = recording(() => {
      throw new PithError("ROOT_NOT_FOUND", "There is no folder --x.", {
        next: "Name one with --root, raise --per-file, look with `pith search`, or ask `pith why a`.",
      });
    });
    await withClient({ engine }, era, async ({ client }) => {
      const result = await client.callTool({ name: "context", arguments: { query: "q" } });
      assert.equal(
        textOf(result),
        "ROOT_NOT_FOUND: There is no folder --x. Next: Name one with root, raise perFile, look with search, or ask `pith why a` on the command line.\n",
      );
    });
  });

  test(`${era}: the full tool set`, async () => {
    const { calls, engine } = recording();
    await withClient({ engine, tools: "full" }, era, async ({ client }) => {
      const { tools } = await client.listTools();
      assert.equal(tools.length, 13);
      const needed: Record<string, Record<string, unknown>> = {
        context: { query: "q" },
        search: { query: "q" },
        symbol: { symbol: "s" },
        trace: { symbol: "s" },
        read: { places: ["p"] },
        receipt: { action: "show", receipt: "r" },
        why: { path: "p" },
      };
      for (const { name } of tools) {
        const result = await client.callTool({ name, arguments: needed[name] ?? {} });
        assert.equal(textOf(result), `answer of ${name}`);
      }
      assert.equal(calls.length, 13);
    });
  });
}

test("a client that declares roots and never answers is asked once", async () => {
  const { calls, engine } = recording();
  let asked = 0;
  await withClient(
    {
      engine,
      client: { capabilities: { roots: {} } },
      prepare: (client) => {
        client.setRequestHandler("roots/list", async () => {
          asked++;
          return new Promise(() => {});
        });
      },
    },
    "legacy",
    async ({ client }) => {
      for (let i = 0; i < 3; i++) await client.callTool({ name: "context", arguments: { query: "q" } });
      assert.equal(calls.length, 3);
      assert.equal(asked, 1);
    },
  );
});

test("roots are asked for again after a change, and not without one where the client promises to tell", async () => {
  const { engine } = recording();
  let asked = 0;
  await withClient(
    {
      engine,
      client: { capabilities: { roots: { listChanged: true } } },
      prepare: (client) => {
        client.setRequestHandler("roots/list", () => {
          asked++;
          return { roots: [] };
        });
      },
    },
    "legacy",
    async ({ client }) => {
      const call = async () => client.callTool({ name: "context", arguments: { query: "q" } });
      await call();
      await call();
      assert.equal(asked, 1);
      await client.sendRootsListChanged();
      await call();
      assert.equal(asked, 2);
    },
  );
});

test("the server ends when the parent does, and when it is stopped", async () => {
  const { engine } = recording();
  let parent = 10;
  const orphan = startServer({ engine }, () => parent);
  parent = 1;
  await orphan.ended;
  const stopped = startServer({ engine });
  stopped.stop.abort();
  await stopped.ended;
  const broken = startServer({ engine });
  broken.fromServer.destroy(Object.assign(new Error("write EPIPE"), { code: "EPIPE" }));
  await broken.ended;
});
