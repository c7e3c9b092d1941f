// A build with a model: what it said is kept, so that nobody is asked twice; another model is asked anew; where it fails rules
// stand in; a dry run asks nobody.
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import {
  buildManifest,
  type BuildReport,
  type ManifestBuildArguments,
} from "../../src/engine/manifest-build.ts";
import { ChatServer, chatReply, sendReply, type AskedChat } from "../manifest/model/chat-server.ts";

const folder = mkdtempSync(join(tmpdir(), "pith-build-model-"));
after(() => rmSync(folder, { recursive: true, force: true }));
process.env["PITH_CACHE_DIR"] = join(folder, "cache");

let made = 0;

function docs(): { path: string; out: string } {
  const path = join(folder, String(made++), "docs");
  mkdirSync(path, { recursive: true });
  for (const name of ["berths", "cargo", "fees", "pilots"])
    writeFileSync(
      join(path, `${name}.md`),
      `# About ${name}\n\nWhat a harbour does with ${name}, in short.\n`,
    );
  return { path, out: join(path, "..", "dist") };
}

/** Says something of its own to each question. */
function replyTo({ body }: AskedChat): string {
  const text = body.messages.map(({ content }) => content).join("\n");
  if (/"items"/.test(text)) return "{}";
  if (/"score"/.test(text)) return '{"score": 1}';
  const subject = /About (\w+)/.exec(text)?.[1] ?? "harbour";
  return JSON.stringify({
    what: `model on ${subject}`,
    when: `asking the model of ${subject}`,
    keywords: [subject],
  });
}

function build(args: ManifestBuildArguments): Promise<{ answer: unknown; output: string }> {
  return buildManifest({ kind: "docs", budgets: [4096], jobs: 1, ...args }, {});
}

const read = (out: string) => readFileSync(join(out, "docs.pcx.4096.json"), "utf8");

test("what a model said is kept: nobody is asked twice, after a change only of what it touches, and a new model of all", async () => {
  await using server = await ChatServer.start((asked, response) =>
    sendReply(response, chatReply(replyTo(asked))),
  );
  const { path, out } = docs();
  const labels = new Map<number, string>();
  const args = { path, out, labels, endpoint: server.url, model: "m1", maxRepairs: 0, contrast: false };
  const asked = async (more: Partial<ManifestBuildArguments> = {}): Promise<number> => {
    const before = server.asked.length;
    await build({ ...args, ...more });
    return server.asked.length - before;
  };
  assert.equal(await asked({ dryRun: true }), 0);
  assert.equal(await asked(), 5);
  const first = read(out);
  assert.match(first, /model on cargo/);
  assert.equal(await asked(), 0);
  assert.equal(read(out), first);
  writeFileSync(join(path, "cargo.md"), "# About tugs\n\nCargo was taken out, tugs came.\n");
  assert.equal(await asked(), 2);
  const changed = read(out);
  assert.match(changed, /model on tugs/);
  assert.equal(await asked({ cache: false }), 5);
  assert.equal(read(out), changed);
  assert.equal(await asked({ model: "m2" }), 5);
});

test("a build that breaks off goes on from there", async () => {
  const fails = { from: 2 };
  await using server = await ChatServer.start((asked, response, number) => {
    if (number >= fails.from) response.destroy();
    else sendReply(response, chatReply(replyTo(asked)));
  });
  const { path, out } = docs();
  const stop = new AbortController();
  const args = {
    kind: "docs",
    path,
    out,
    budgets: [4096],
    labels: new Map<number, string>(),
    jobs: 1,
    endpoint: server.url,
    model: "m",
  } as const;
  const broken = buildManifest({ ...args, maxRepairs: 0, contrast: false }, { signal: stop.signal });
  while (server.asked.length < 3) await new Promise((resolve) => setTimeout(resolve, 5));
  stop.abort();
  await assert.rejects(broken, { code: "CANCELLED" });
  fails.from = Infinity;
  const before = server.asked.length;
  await buildManifest({ ...args, maxRepairs: 0, contrast: false }, {});
  // A second try of what was broken off may have been on its way when it was: the same question, twice.
  const questions = new Set(server.asked.slice(before).map(({ body }) => JSON.stringify(body)));
  assert.equal(questions.size, 3);
});

test("where a reply can't be read rules stand in, which is said; half of the names is refused", async () => {
  await using server = await ChatServer.start((asked, response) =>
    sendReply(response, chatReply(/cargo/.test(JSON.stringify(asked.body)) ? "no JSON" : replyTo(asked))),
  );
  const { path, out } = docs();
  const args = {
    path,
    out,
    labels: new Map<number, string>(),
    endpoint: server.url,
    model: "m",
    cache: false,
  };
  const { answer, output } = await build({ ...args, maxRepairs: 0, contrast: false });
  assert.ok((answer as BuildReport).stats.describe.fallbacks.nodes.includes("cargo.md"));
  assert.match(output, /rules stood in/);
  for (const half of [
    { path, endpoint: server.url },
    { path, model: "m" },
    { path, fidelity: "model" },
  ] as const)
    await assert.rejects(build(half), { code: "ARGUMENT_INVALID" });
});
