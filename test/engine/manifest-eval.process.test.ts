// An evaluation from files: cases given or made, gates, the page, and a model that walks, asked over real HTTP.
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test, type TestContext } from "node:test";
import { evaluateManifest } from "../../src/engine/manifest-eval.ts";
import type { NavigationEvaluation } from "../../src/manifest/eval/evaluate.ts";
import { manifestText, vectors } from "../manifest/vectors.ts";

const folder = mkdtempSync(join(tmpdir(), "pith-manifest-eval-"));
after(() => rmSync(folder, { recursive: true, force: true }));
const manifest = join(folder, "skills.pcx.json");
writeFileSync(manifest, manifestText("example-skills"));
const cases = join(folder, "cases.json");
writeFileSync(cases, JSON.stringify(vectors<{ example_cases: unknown }>("eval/results").example_cases));

type Evaluated = NavigationEvaluation & { held: boolean };

async function evaluated(args: object): Promise<{ found: boolean; answer: Evaluated }> {
  const { found, answer } = await evaluateManifest({ manifest, cases, format: "json", ...args }, {});
  return { found, answer: answer as Evaluated };
}

test("the example: all of its answers by a search and by a ranking, seven of eight by the words in view", async () => {
  const { found, answer } = await evaluated({});
  assert.ok(found);
  assert.deepEqual(
    answer.reports.map(({ navigator, navigationSuccess }) => [navigator, navigationSuccess]),
    [
      ["find", 1],
      ["ranked", 1],
      ["keyword", 0.875],
    ],
  );
  for (const { tokensToAnswer, fullTokens } of answer.reports) assert.ok(tokensToAnswer * 5 < fullTokens);
});

test("a gate is passed or not, a page is written over a page of ours alone", async () => {
  assert.equal((await evaluated({ navigator: "keyword", minSuccess: 87 })).found, true);
  assert.equal((await evaluated({ navigator: "keyword", minSuccess: 88 })).found, false);
  const html = join(folder, "walks.html");
  await evaluated({ html, budgets: [1024, 4096] });
  await evaluated({ html });
  assert.match(readFileSync(html, "utf8"), /^<!doctype html>\n<!-- pith manifest eval -->/);
  writeFileSync(html, "mine");
  await assert.rejects(evaluated({ html }), { code: "ARGUMENT_INVALID" });
});

/** A server that answers as `choose` says; what it was asked. */
async function model(t: TestContext, choose: (prompt: string) => string | number) {
  const asked: string[] = [];
  const server = createServer((from, to) => {
    let text = "";
    from.on("data", (chunk) => (text += String(chunk)));
    from.on("end", () => {
      const { messages } = JSON.parse(text) as { messages: { content: string }[] };
      const prompt = messages.at(-1)!.content;
      asked.push(prompt);
      const reply = choose(prompt);
      if (typeof reply === "number") return to.writeHead(reply).end();
      to.setHeader("Content-Type", "application/json").end(
        JSON.stringify({ choices: [{ message: { content: reply } }] }),
      );
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  t.after(() => {
    server.close();
    server.closeAllConnections();
  });
  return { asked, endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1` };
}

test("a model walks: it is offered what fits, and its word counts where it names what was offered", async (t) => {
  // One that knows where everything is.
  const known = JSON.parse(readFileSync(cases, "utf8")) as { query: string; target: string }[];
  const wise = await model(t, (prompt) => {
    const { target } = known.find(({ query }) => prompt.includes(query))!;
    return prompt.includes(`\n${target}\t`) ? ` "${target}" ` : target.split(".")[0]!;
  });
  const { answer } = await evaluated({ navigator: "model", endpoint: wise.endpoint, model: "m" });
  assert.deepEqual([answer.reports[0]!.navigationSuccess, answer.reports[0]!.hops], [1, 2]);
  assert.equal(wise.asked.length, 16, "one question for each step");
  const lost = await model(t, () => "STOP");
  assert.equal(
    (await evaluated({ navigator: "model", endpoint: lost.endpoint, model: "m" })).answer.reports[0]!
      .navigationSuccess,
    0,
  );
});

test("a model that can't be asked, or is half named, is said", async (t) => {
  const broken = await model(t, () => 400);
  await assert.rejects(evaluated({ navigator: "model", endpoint: broken.endpoint, model: "m" }), {
    code: "PROVIDER_FAILED",
  });
  await assert.rejects(evaluated({ navigator: "model" }), { code: "ARGUMENT_INVALID" });
  await assert.rejects(evaluated({ endpoint: broken.endpoint }), { code: "ARGUMENT_INVALID" });
  await assert.rejects(
    evaluated({ endpoint: broken.endpoint, model: "m", apiKeyEnv: "NO_SUCH_KEY_IS_SET" }),
    { code: "PROVIDER_INVALID" },
  );
});
