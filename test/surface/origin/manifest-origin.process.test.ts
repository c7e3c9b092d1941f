// An origin of manifests and a loader that asks it, over real HTTP: what has not changed is not sent again, what has changed is
// never served from what was kept, and what is no manifest is not served at all.
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { writeLeaves } from "../../manifest/write-leaves.ts";
import { httpTransport } from "../../../src/manifest/http-transport.ts";
import { AsyncManifestLoader } from "../../../src/manifest/loader.ts";
import { MemoryStore } from "../../../src/manifest/manifest-stores.ts";
import { startHttpServer } from "../../../src/surface/mcp/http/http-server.ts";
import { HTTP_LIMITS } from "../../../src/surface/mcp/http/limits.ts";
import { manifestOrigin } from "../../../src/surface/origin/manifest-origin.ts";
import { SIGNALS } from "../../conditions.ts";
import { start } from "../../hosts/pith-process.ts";
import { manifestText } from "../../manifest/vectors.ts";

const folder = mkdtempSync(join(tmpdir(), "pith-origin-"));
after(() => rmSync(folder, { recursive: true, force: true }));

async function served(place: string, token?: string) {
  const http = await startHttpServer({
    endpoint: manifestOrigin(place),
    limits: HTTP_LIMITS,
    host: "127.0.0.1",
    port: 0,
    token,
    hosts: ["127.0.0.1"],
    origins: [],
  });
  return { base: `http://127.0.0.1:${http.address.port}`, [Symbol.asyncDispose]: () => http.close() };
}

function variant(budget: number, title = "Harbor"): string {
  const manifest = JSON.parse(manifestText("harbor")) as {
    source: Record<string, unknown>;
    variant: object;
    root: object;
  };
  manifest.source["x-pith"] = { leaves: { kind: "beside", file: "harbor.leaves.jsonl" } };
  return JSON.stringify({
    ...manifest,
    variant: { budget, siblings: [] },
    root: { ...manifest.root, title },
  });
}

test("variants at their paths, identities, leaves; what has not changed is not sent again", async () => {
  const place = join(folder, "a");
  mkdirSync(join(place, "dist"), { recursive: true });
  writeFileSync(join(place, "dist", "harbor.pcx.1200.json"), variant(1200));
  writeFileSync(join(place, "dist", "harbor.pcx.4k.json"), variant(4096));
  writeFileSync(join(place, "broken.pcx.json"), '{"source":');
  writeLeaves(join(place, "dist", "harbor.leaves.jsonl"), [{ id: "berths.fees", content: "Fees / and €." }]);
  await using origin = await served(place);
  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(`${origin.base}${path}`, { headers });
  const list = (await (await get("/")).json()) as {
    source: string;
    budget: number;
    identity: string;
    path: string;
  }[];
  assert.deepEqual(
    list.map(({ budget }) => budget).sort((a, b) => a - b),
    [1200, 4096],
  );
  const { source } = list[0]!;
  for (const { path, identity } of list) {
    const response = await get(path);
    assert.equal(response.headers.get("etag"), identity);
    assert.equal((await get(path, { "If-None-Match": identity })).status, 304);
    assert.equal((await get(path, { "If-None-Match": `"other", W/${identity}` })).status, 304);
    assert.equal((await get(path, { "If-None-Match": '"other"' })).status, 200);
  }
  const budgetOf = async (budget: string) =>
    ((await (await get(`/${source}/${budget}`)).json()) as { variant?: { budget: number } }).variant?.budget;
  assert.deepEqual(
    [await budgetOf("4k"), await budgetOf("4000"), await budgetOf("1200"), await budgetOf("100000")],
    [4096, 1200, 1200, 4096],
  );
  assert.equal(await (await get(`/${source}/4k/berths.fees`)).text(), "Fees / and €.");
  for (const path of [
    `/${source}/100`,
    `/${source}/x`,
    "/nobody/4k",
    `/${source}/4k/nowhere`,
    `/${source}/4k/..%2f..%2fetc`,
  ]) {
    const response = await get(path);
    assert.equal(response.status, 404, path);
    assert.match(await response.text(), /"message"/);
  }
  for (const path of ["/a/b/c/d", "/%zz"]) assert.equal((await get(path)).status, 404, path);
  assert.equal((await fetch(origin.base, { method: "POST" })).status, 405);
  assert.equal(await (await fetch(`${origin.base}/${source}/4k`, { method: "HEAD" })).text(), "");
});

test("a loader asks each time: what was built anew is served at once, what can't be asked for is not served at all", async () => {
  const place = join(folder, "b");
  mkdirSync(place);
  const file = join(place, "harbor.pcx.json");
  writeFileSync(file, variant(4096));
  let asked: number[] = [];
  const origin = await served(place);
  const source = "harbor";
  const loader = new AsyncManifestLoader(
    httpTransport(origin.base, {
      urlOf: ({ sourceId, budget }) =>
        `${origin.base}/${JSON.parse(variant(1)).source.id}/${budget}?${sourceId}`,
    }),
    new MemoryStore(),
  );
  const real = globalThis.fetch;
  globalThis.fetch = async (...args) => {
    const response = await real(...args);
    asked.push(response.status);
    return response;
  };
  try {
    const key = { sourceId: source, budget: 4096 };
    assert.equal((await loader.load(key)).root.title, "Harbor");
    assert.equal((await loader.load(key)).root.title, "Harbor");
    writeFileSync(file, variant(4096, "Quay"));
    assert.equal((await loader.load(key)).root.title, "Quay");
    assert.deepEqual(asked, [200, 304, 200]);
    asked = [];
    writeFileSync(file, '{"half": ');
    await assert.rejects(loader.load(key), { code: "MANIFEST_UNREACHABLE" });
    writeFileSync(file, variant(4096, "Pier"));
    assert.equal((await loader.load(key)).root.title, "Pier");
    await origin[Symbol.asyncDispose]();
    await assert.rejects(loader.load(key), { code: "MANIFEST_UNREACHABLE" });
  } finally {
    globalThis.fetch = real;
  }
});

test("a manifest that is written to mislead hides no other, and secrets stay here", async () => {
  const place = join(folder, "hostile");
  mkdirSync(place);
  const secret = ["ghp", "_", "16C7e42F292c6912E7710c838347Ae178B4a"].join("");
  const named = (id: unknown, budget: unknown = 4096) =>
    JSON.stringify({
      ...(JSON.parse(variant(4096)) as object),
      source: { id, kind: "docs" },
      variant: { budget },
    });
  const bad: [unknown, unknown][] = [
    ["\ud800", 1],
    ["..", 1],
    [".", 1],
    ["", 1],
    [7, 1],
    ["half", 0.5],
  ];
  bad.forEach(([id, budget], i) => writeFileSync(join(place, `bad${i}.pcx.json`), named(id, budget)));
  writeFileSync(join(place, "infinite.pcx.json"), named("inf", 1).replace('"budget":1', '"budget":1e400'));
  writeFileSync(
    join(place, "deep.pcx.json"),
    named("deep").replace('"kind"', `"x":${"[".repeat(100_000)}${"]".repeat(100_000)},"kind"`),
  );
  writeFileSync(join(place, "good.pcx.json"), named("a/b ?#é"));
  writeFileSync(join(place, "told.pcx.json"), variant(2048, `The key is ${secret}.`));
  await using origin = await served(place);
  const list = (await (await fetch(origin.base)).json()) as { path: string; source: string }[];
  assert.deepEqual(list.map(({ source }) => source).sort(), [
    "a/b ?#é",
    (JSON.parse(variant(1)) as { source: { id: string } }).source.id,
  ]);
  for (const { path } of list) {
    const response = await fetch(`${origin.base}${path}`);
    assert.equal(response.status, 200, path);
    assert.ok(!(await response.text()).includes(secret));
  }
});

test("what was written over within one tick of the clock, with as many bytes, is served", async () => {
  const place = join(folder, "ticks");
  mkdirSync(place);
  const file = join(place, "m.pcx.json");
  await using origin = await served(place);
  for (let i = 10; i < 40; i++) {
    writeFileSync(file, variant(4096, `Title ${i}`));
    const { source } = JSON.parse(variant(1)) as { source: { id: string } };
    const text = await (await fetch(`${origin.base}/${source.id}/4096`)).text();
    assert.ok(text.includes(`Title ${i}`));
  }
});

test("servers that misbehave are told, each for what it does", async (t) => {
  const ways: Record<string, (to: import("node:http").ServerResponse) => void> = {
    "no-etag": (to) => to.end("{}"),
    "no-json": (to) => to.setHeader("ETag", '"a"').end("<html>"),
    large: (to) => to.setHeader("ETag", '"a"').end(`"${"x".repeat(5000)}"`),
    "not-modified": (to) => to.writeHead(304).end(),
    redirect: (to) => to.writeHead(302, { Location: "http://127.0.0.1:1/" }).end(),
    fault: (to) => to.writeHead(500).end(),
    silent: () => {},
    cut: (to) => {
      to.writeHead(200, { ETag: '"a"', "Content-Length": "100" });
      to.write("{");
      setTimeout(() => to.destroy(), 20);
    },
  };
  const server = createServer((from, to) => ways[from.url!.slice(1)]!(to));
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  t.after(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo;
  const says: Record<string, RegExp> = {
    "no-etag": /without an ETag/,
    large: /more than 1000 bytes/,
    silent: /no answer in time/,
    fault: /answers 500/,
    "not-modified": /answers 304/,
  };
  for (const way of Object.keys(ways)) {
    const transport = httpTransport("", {
      urlOf: () => `http://127.0.0.1:${port}/${way}`,
      mostBytes: 1000,
      timeout: 500,
    });
    await assert.rejects(transport({ sourceId: "s", budget: 1 }, null), (error: Error & { code: string }) => {
      assert.equal(error.code, "MANIFEST_UNREACHABLE", way);
      assert.match(error.message, says[way] ?? /can't be had/);
      return true;
    });
  }
});

test("who may ask: the token alone, under a name of this machine", async () => {
  const place = join(folder, "c");
  mkdirSync(place);
  writeFileSync(join(place, "m.pcx.json"), variant(4096));
  await using origin = await served(place, "a-token-of-some-length");
  assert.equal((await fetch(origin.base)).status, 401);
  assert.equal(
    (await fetch(origin.base, { headers: { Authorization: "Bearer a-token-of-some-length" } })).status,
    200,
  );
  assert.equal(
    (
      await fetch(origin.base, {
        headers: { Origin: "https://elsewhere.example", Authorization: "Bearer a-token-of-some-length" },
      })
    ).status,
    403,
  );
});

test("the command serves until it is stopped", SIGNALS, async () => {
  const place = join(folder, "d");
  mkdirSync(place);
  writeFileSync(join(place, "m.pcx.json"), variant(4096));
  const running = start(["manifest", "serve", place, "--port", "0"]);
  try {
    const deadline = Date.now() + 20_000;
    while (!running.stderr().includes("at http")) {
      assert.ok(Date.now() < deadline, running.stderr());
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    const base = /at (http\S+)/.exec(running.stderr())![1]!;
    assert.equal(((await (await fetch(base)).json()) as unknown[]).length, 1);
  } finally {
    running.child.kill("SIGTERM");
  }
  assert.equal((await running.finished).code, 143);
  const none = start(["manifest", "serve", join(folder, "none")]);
  const { code, stderr } = await none.finished;
  assert.equal(code, 2);
  assert.match(stderr, /PATH_NOT_FOUND .*\nnext: ./);
});
