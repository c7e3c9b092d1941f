// A provider of vectors, from the settings to the answer: what is sent and what never is, what is kept, what is said, and
// that an answer is there whatever becomes of the server.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import type { ContextAnswer } from "../../src/pack/answer.ts";
import type { DoctorReport, IndexPlanReport, IndexReport, StatusReport } from "../../src/pack/reports.ts";
import { openCounter } from "../../src/tokens/counter.ts";
import { sendJson, sound, vectorOf, VectorServer, type Answer } from "../vectors/providers/vector-server.ts";
import { commitAll, git } from "./revisions.ts";
import { CODE, openProvided, setProvider } from "./provided.ts";
import { Opened, type Opened as Tree } from "./opened.ts";

const QUESTION = "how does a user sign in";

async function index(tree: Tree, args: object = {}): Promise<IndexReport> {
  return (await tree.ask("index", args)).answer as IndexReport;
}

async function ask(tree: Tree, query = QUESTION): Promise<ContextAnswer> {
  return (await tree.ask("context", { query, budget: 4_000, format: "json" })).answer as ContextAnswer;
}

/** What is said of the provider. */
const capsOf = (answer: ContextAnswer): string[] =>
  answer.completeness.caps.filter((cap) => cap.includes("vectors"));

test("what pith index sends: each chunk of what people write, once; then nothing until something changes", async () => {
  await using server = await VectorServer.start();
  await using tree = openProvided({ url: server.url });
  const first = await index(tree);
  assert.equal(first.provider?.fault, null);
  assert.deepEqual([first.provider.name, first.provider.dimension], ["llama made", 32]);
  assert.equal(first.provider.withVectors, first.provider.chunks);
  assert.ok(first.provider.made >= 3);
  const sent = server.texts.join("\n");
  assert.match(sent, /authenticate/);
  assert.match(sent, /signs in with/);
  assert.doesNotMatch(sent, /nobody sends|generated|ignored/);
  assert.equal(new Set(server.texts).size, server.texts.length);

  const asked = server.asked.length;
  assert.equal((await index(tree)).provider?.made, 0);
  assert.equal(server.asked.length, asked);
  tree.write("src/socket.ts", `${String(CODE["src/socket.ts"])}\nexport const added = "a new line";\n`);
  tree.write("src/copy.ts", String(CODE["src/login.ts"]));
  const again = await index(tree);
  assert.equal(again.provider?.withVectors, again.provider?.chunks);
  assert.ok(again.provider!.made >= 1 && again.provider!.made <= 2, "only what changed");
  const status = (await tree.ask("status", {})).answer as StatusReport;
  assert.deepEqual(
    [status.provider?.withVectors, status.provider?.chunks, status.provider?.place],
    [again.provider!.chunks, again.provider!.chunks, `127.0.0.1:${server.port}`],
  );
});

test("a question is sent once, and its vector ranks", async () => {
  // A model for which signing in is authenticating, and nothing else is near it.
  const meaning: Answer = ({ body }, response) =>
    sendJson(response, {
      data: body.input.map((text, i) => ({
        index: i,
        embedding: vectorOf(
          /Connection|terminate/.test(text) ? "alpha alpha alpha" : `${text} beta gamma delta`,
        ),
      })),
    });
  await using server = await VectorServer.start(meaning);
  const files = {
    "a/one.ts": "export class Connection {\n  session = 1;\n  close(): void {}\n}\n",
    "a/two.ts": "export class Picture {\n  session = 2;\n  paint(): void {}\n}\n",
    "a/three.ts": "export class Kitchen {\n  session = 3;\n  cook(): void {}\n}\n",
  };
  await using tree = openProvided({ url: server.url }, files);
  await index(tree);
  const query = "terminate the session";
  const asked = server.asked.length;
  const answer = await ask(tree, query);
  assert.deepEqual(capsOf(answer), []);
  const shown = await tree.ask("receipt", { action: "show", receipt: answer.receipt! });
  const { receipt } = shown.answer as { receipt: { options: Record<string, unknown> } };
  assert.equal(receipt.options["provider"], "llama made 32");
  assert.equal(server.asked.length, asked + 1);
  assert.equal(server.texts.at(-1), query);
  const explained = await tree.ask("search", { query, explain: true, format: "json" });
  const places = (explained.answer as { results: { path: string; explanation: { features: object } }[] })
    .results;
  const meaningOf = (path: string) =>
    (places.find((p) => p.path === path)!.explanation.features as { meaning?: number }).meaning ?? 0;
  assert.equal(meaningOf("a/one.ts"), 1);
  assert.ok(meaningOf("a/two.ts") < 0.5 && meaningOf("a/three.ts") < 0.5);
  assert.equal(server.asked.length, asked + 1, "the same question again");
  const other = tree.start();
  await other.run("context", { query, root: tree.root });
  assert.equal(server.asked.length, asked + 1, "nor in another process");
});

test("before there are vectors nothing is asked, and it is said", async () => {
  await using server = await VectorServer.start();
  await using tree = openProvided({ url: server.url });
  const answer = await ask(tree);
  assert.match(
    capsOf(answer).join(),
    /no vectors of llama made yet \(pith index makes them\).*static vectors/,
  );
  assert.equal(server.asked.length, 0);
  await using plain = new Opened(CODE);
  const without = await ask(plain);
  assert.deepEqual(
    answer.spans.map(({ path, start, end }) => [path, start, end]),
    without.spans.map(({ path, start, end }) => [path, start, end]),
  );
});

/** In ms; more than any clock of files is off (`src/base/file-clock.ts`). */
const FILE_CLOCK = 2_100;

const FAULTS: Readonly<Record<string, [answer: Answer, said: RegExp]>> = {
  late: [() => {}, /did not answer within 300 ms: ranked with the static vectors/],
  "halting in the middle": [(_a, r) => void r.write('{"data":'), /did not answer within 300 ms/],
  "a page": [(_a, r) => r.end("<html>"), /HTML/],
  "a fault": [(_a, r) => sendJson(r, {}, 500), /answered 500/],
  "too many": [(_a, r) => sendJson(r, {}, 429), /answered 429/],
  "another dimension": [sound(16), /vectors of 16 numbers, and those that are kept have 32/],
  "another model": [sound(32, 9), /another model than the one/],
};

for (const [name, [answer, said]] of Object.entries(FAULTS)) {
  test(`a server that fails a question (${name}): the static vectors answer, as without it, and it is said`, async () => {
    await using server = await VectorServer.start();
    await using tree = openProvided({ url: server.url, queryMs: 300 });
    // So that another model is known for one whatever kind of text is asked about first.
    await index(tree);
    await ask(tree, "a first question");
    server.answer = answer;
    const failed = await ask(tree);
    assert.match(capsOf(failed).join(), said);
    await using plain = new Opened(CODE);
    const without = await ask(plain);
    assert.deepEqual(
      failed.spans.map((span) => [span.path, span.start, span.end, span.text]),
      without.spans.map((span) => [span.path, span.start, span.end, span.text]),
    );
    const asked = server.asked.length;
    assert.match(capsOf(await ask(tree, "another question of a user")).join(), said);
    assert.equal(server.asked.length, asked, "not asked again at once");
    for (const budget of [64, 100, 200]) {
      const { output } = await tree.ask("context", { query: QUESTION, budget });
      assert.ok((await openCounter("o200k_base")).count(output) <= budget, output);
    }
  });
}

test("a server that stops while vectors are made: what is made stays, and the rest comes the next time", async () => {
  await using server = await VectorServer.start();
  const good = server.answer;
  const files = Object.fromEntries(
    Array.from({ length: 600 }, (_, i) => [
      `src/f${i}.ts`,
      `export function name${i}() {\n  return ${i};\n}\n`,
    ]),
  );
  await using tree = openProvided({ url: server.url }, files);
  server.answer = (asked, response) =>
    server.asked.length > 10 ? sendJson(response, { error: "gone" }, 400) : good(asked, response);
  const cut = await tree.ask("index", {});
  assert.equal(cut.found, false);
  const { provider } = cut.answer as IndexReport;
  assert.match(provider?.fault ?? "", /answered 400/);
  assert.ok(provider!.withVectors > 0 && provider!.withVectors < provider!.chunks);
  assert.match(
    cut.output,
    /provider: llama made at .*: \d+ of 600 chunks with vectors; \d+ made now; .*answered 400/,
  );
  server.answer = good;
  const part = await ask(tree, "name7");
  assert.match(capsOf(part).join(), /\d+ of 600 chunks have vectors of llama made: the others are ranked/);
  const sent = new Set(server.texts);
  const rest = await index(tree);
  assert.deepEqual([rest.provider?.withVectors, rest.provider?.fault], [600, null]);
  assert.ok(rest.provider!.made < 600 && sent.size > 0);
  assert.deepEqual(capsOf(await ask(tree, "name8")), []);
});

test("another model asks for other vectors; rebuild forgets those of one that is gone", async () => {
  await using server = await VectorServer.start();
  await using tree = openProvided({ url: server.url });
  await index(tree);
  server.answer = sound(32, 5);
  tree.write("src/new.ts", "export const fresh = 1;\n");
  assert.match((await index(tree)).provider?.fault ?? "", /another model.*--rebuild/);
  const rebuilt = await index(tree, { rebuild: true });
  assert.deepEqual(
    [rebuilt.provider?.fault, rebuilt.provider?.withVectors],
    [null, rebuilt.provider?.chunks],
  );
  setProvider(tree, { url: server.url, model: "second" });
  assert.match(capsOf(await ask(tree)).join(), /no vectors of llama second yet/);
  assert.equal((await index(tree)).provider?.withVectors, rebuilt.provider?.chunks);
});

test("no secret leaves: not in a chunk, not by its file's name, not in a question; no key is written or shown", async () => {
  const token = "ghp_" + "x7Kq2mPz9RtW4vNb8LcD1fGh6JsY3uAe5oVi".slice(0, 36);
  const key = "key-4711-aaaa-bbbb-cccc";
  await using server = await VectorServer.start();
  const files = {
    ...CODE,
    "src/secret.ts": `export const a = 1;\nconst token = "${token}";\n// text\n`,
    "src/credentials": `password = hunter2butlonger\ntoken = ${token}\n`,
    ".npmrc": `//packages.example/:_authToken=${token}\n`,
  };
  await using tree = openProvided({ url: server.url }, files, { LLAMA_API_KEY: key });
  const outputs: string[] = [];
  const asked = [
    () => tree.ask("index", {}),
    () => tree.ask("context", { query: `what is ${token} for a user` }),
    () => tree.ask("search", { query: `user ${token}` }),
    () => tree.ask("status", {}),
    () => tree.ask("doctor", {}),
    () => tree.ask("config", { resolved: true }),
  ];
  for (const one of asked) {
    const { output, answer, notices } = await one();
    outputs.push(output, JSON.stringify(answer), ...notices);
  }
  const sent = JSON.stringify(server.asked.map(({ body }) => body));
  assert.ok(!sent.includes(token.slice(4, 20)) && !sent.includes("hunter2butlonger"));
  assert.ok(server.asked.every(({ headers }) => headers.authorization === `Bearer ${key}`));
  assert.ok(!outputs.join("\n").includes(key));
  for (const file of tree.cacheFiles()) assert.ok(!readFileSync(file).includes(key), file);
});

test("doctor asks for one vector and says what is wrong; a key that is missing is named by its variable", async () => {
  await using server = await VectorServer.start();
  await using tree = openProvided({ url: server.url });
  const check = async () => {
    const { answer } = await tree.ask("doctor", {});
    return (answer as DoctorReport).checks.find(({ name }) => name === "provider");
  };
  assert.deepEqual(await check(), {
    name: "provider",
    state: "ok",
    text: `llama made at 127.0.0.1:${server.port}, 32 numbers`,
  });
  assert.equal(server.asked.length, 1);
  server.answer = sound(16);
  setProvider(tree, { url: server.url, dimension: 32 });
  assert.match((await check())?.text ?? "", /vectors of 16 numbers, and 32 are wanted.*provider\.dimension/);
  setProvider(tree, { kind: "voyage" });
  const missing = await check();
  assert.equal(missing?.state, "fault");
  assert.match(missing?.text ?? "", /VOYAGE_API_KEY is not set/);
  const answer = await ask(tree);
  assert.match(capsOf(answer).join(), /VOYAGE_API_KEY is not set: ranked with the static vectors/);
  const { answer: report, found } = await tree.ask("index", {});
  assert.match((report as IndexReport).provider?.fault ?? "", /VOYAGE_API_KEY/);
  assert.equal(found, false);
  await using off = new Opened(CODE);
  const { answer: sane } = await off.ask("doctor", {});
  assert.ok(!(sane as DoctorReport).checks.some(({ name }) => name === "provider"));
});

test("after an edit the chunks that are what they were keep their vectors, without a word to the server", async () => {
  await using server = await VectorServer.start();
  const body = (i: number) =>
    `export function part${i}(value: number): number {\n${`  value += ${i};\n`.repeat(30)}  return value;\n}\n`;
  const parts = Array.from({ length: 12 }, (_, i) => body(i));
  await using tree = openProvided({ url: server.url }, { "src/parts.ts": parts.join("\n") });
  const { provider } = await index(tree);
  const all = provider!.chunks;
  assert.ok(all >= 12);
  await ask(tree, "where is part3");
  const asked = server.asked.length;
  parts[5] = parts[5]!.replace("return value", "return -value");
  tree.write("src/parts.ts", parts.join("\n"));
  const answer = await ask(tree, "where is part3");
  assert.match(capsOf(answer).join(), new RegExp(`${all - 1} of ${all} chunks have vectors`));
  await ask(tree, "where is part3");
  assert.equal(server.asked.length, asked);
  const again = await index(tree);
  assert.deepEqual([again.provider?.made, again.provider?.withVectors], [1, all]);
  assert.match(server.texts.at(-1)!, /return -value/);
  assert.deepEqual(capsOf(await ask(tree, "where is part3")), []);
});

test("a dry run says what would be sent and where, asks nobody and writes nothing", async () => {
  await using server = await VectorServer.start();
  await using tree = openProvided({ url: server.url });
  // Of files that were written this moment a dry run can't know that they are read.
  await wait(FILE_CLOCK);
  const plan = async (args: object = {}) => {
    const before = tree.cacheFiles().map((file) => [file, readFileSync(file)]);
    const { output, answer } = await tree.ask("index", { dryRun: true, ...args });
    assert.deepEqual(
      tree.cacheFiles().map((file) => [file, readFileSync(file)]),
      before,
    );
    return { output, provider: (answer as IndexPlanReport).provider! };
  };
  const first = await plan();
  assert.equal(first.provider.place, `127.0.0.1:${server.port}`);
  assert.match(first.output, /would send to 127\.0\.0\.1:\d+ \(llama made\) the text of at most \d files/);
  assert.equal(server.asked.length, 0);
  await index(tree);
  const sent = server.texts.length;
  assert.ok(first.provider.files >= sent && first.provider.bytes > 0);
  await tree.engine.close();
  const { provider } = (await tree.start().run("index", { dryRun: true, root: tree.root }))
    .answer as IndexPlanReport;
  assert.deepEqual([provider?.files, provider?.bytes], [0, 0]);
  assert.ok((await plan({ rebuild: true })).provider.files > 0);
  setProvider(tree, { kind: "openai" });
  assert.match((await plan()).provider.fault ?? "", /OPENAI_API_KEY/);
  assert.equal(server.texts.length, sent);
});

test("a tree that is larger than the ceiling, and one that says no", async () => {
  await using server = await VectorServer.start();
  await using tree = openProvided({ url: server.url, mostChunks: 1 });
  const { provider } = await index(tree);
  assert.deepEqual([provider?.chunks, provider?.withVectors], [1, 1]);
  assert.ok(provider!.left >= 2);
  const asked = server.asked.length;
  await using closed = openProvided(
    { url: server.url },
    { ...CODE, "pith.json": '{"provider": {"kind": "none"}}' },
  );
  assert.equal((await index(closed)).provider, null);
  assert.deepEqual(capsOf(await ask(closed)), []);
  assert.equal(server.asked.length, asked);
});

test("where nothing can be kept nothing is sent, and answers go on", async () => {
  await using server = await VectorServer.start();
  await using tree = openProvided({ url: server.url });
  tree.write("../file", "");
  const engine = tree.start({ ...tree.env, XDG_CACHE_HOME: tree.path("../file") });
  const { answer, found } = await engine.run("index", { root: tree.root });
  assert.match((answer as IndexReport).provider?.fault ?? "", /can't be kept/);
  assert.equal(found, false);
  const context = await engine.run("context", { root: tree.root, query: QUESTION, budget: 4_000 });
  assert.match(capsOf(context.answer as ContextAnswer).join(), /can't be kept.*static vectors/);
  assert.equal(server.asked.length, 0);
});

test("two processes at once, and a question meanwhile", async () => {
  await using server = await VectorServer.start();
  const files = Object.fromEntries(
    Array.from({ length: 300 }, (_, i) => [
      `src/f${i}.ts`,
      `export function name${i}() {\n  return ${i};\n}\n`,
    ]),
  );
  await using tree = openProvided({ url: server.url }, files);
  const { root } = tree;
  const [one, two, three] = [tree.start(), tree.start(), tree.start()];
  const done = await Promise.all([
    one.run("index", { root }),
    two.run("index", { root }),
    three.run("context", { root, query: "name7 returns" }),
  ]);
  assert.ok(done[2].found);
  for (const { answer } of done.slice(0, 2)) assert.equal((answer as IndexReport).provider?.fault, null);
  assert.equal((await index(tree)).provider?.withVectors, 300);
});

test("a commit has the vectors of its contents, and other work trees those of the same", async () => {
  await using server = await VectorServer.start();
  await using tree = openProvided({ url: server.url });
  git(tree.root, "init", "-q");
  commitAll(tree);
  await index(tree);
  const sent = server.texts.length;
  tree.write("src/login.ts", "export const gone = 1;\n");
  const { answer } = await tree.ask("context", { query: QUESTION, rev: "HEAD", budget: 4_000 });
  assert.deepEqual(capsOf(answer as ContextAnswer), []);
  assert.deepEqual(server.texts.slice(sent), [QUESTION]);
});

test("a question that is given up while the server is silent ends at once", async () => {
  await using server = await VectorServer.start();
  await using tree = openProvided({ url: server.url, queryMs: 60_000, timeoutMs: 60_000 });
  await index(tree);
  server.answer = () => {};
  tree.write("src/new.ts", "export const fresh = 1;\n");
  const asked = [
    (signal: AbortSignal) => tree.ask("context", { query: QUESTION }, { signal }),
    (signal: AbortSignal) => tree.ask("index", {}, { signal }),
  ];
  for (const one of asked) {
    const ending = new AbortController();
    const work = one(ending.signal);
    setTimeout(() => ending.abort(), 200);
    await assert.rejects(work, { code: "CANCELLED" });
  }
});
