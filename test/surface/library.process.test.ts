// The library as a program uses it.
import assert from "node:assert/strict";
import { realpathSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { isPithError, open } from "../../src/index.ts";
import { environment, project } from "../hosts/pith-process.ts";

test("open, ask, close", async () => {
  using small = project();
  await using pith = await open(small.path, { env: environment() });
  assert.equal(pith.root, realpathSync(small.path));

  const context = await pith.context({ query: "where is the session token checked", budget: 900 });
  assert.equal(context.op, "context");
  assert.ok(context.spans.some((span) => span.text.includes("checkSessionToken")));
  assert.ok(context.cost.tokens <= 900 && context.cost.budget === 900);
  assert.equal(context.root.path, pith.root);

  assert.equal((await pith.search({ query: "send mail" })).results[0]?.path, "src/mail.py");
  assert.equal((await pith.search({ query: "sessions.", mode: "exact" })).mode, "exact");
  assert.equal((await pith.symbol({ symbol: "checkSessionToken" })).matches[0]?.path, "src/session.ts");
  assert.deepEqual((await pith.symbol({ symbol: "checkSessionTokn" })).nearest, ["checkSessionToken"]);
  assert.match((await pith.read({ places: ["README.md:1-3"] })).spans[0]?.text ?? "", /## Sessions/);
  for (const report of [await pith.outline(), await pith.status(), await pith.index(), await pith.config()]) {
    assert.equal(typeof report.op, "string");
  }
  assert.equal((await pith.why({ path: "src/mail.py" }))["status"], "included");
  assert.equal((await pith.doctor()).op, "doctor");
  const receipt = context.receipt;
  assert.ok(receipt !== null);
  assert.ok(await pith.receipt({ action: "show", receipt }));
  assert.ok(await pith.receipt({ action: "verify", receipt }));
  const batch = join(small.path, "requests.jsonl");
  writeFileSync(batch, '{"id":1,"query":"mail"}\n{"id":2,"op":"context","query":"mail","bugdet":9}\n');
  const { answer } = await pith.run("batch", { file: batch });
  const [first, second] = answer as { id: number; op?: string; error?: { code: string } }[];
  assert.equal(first?.op, "search");
  assert.equal(second?.error?.code, "ARGUMENT_UNKNOWN");

  const text = await pith.run("context", { query: "session token", format: "text", budget: 500 });
  assert.ok(text.found && text.output.includes("src/session.ts"));
  await pith.close();
});

test("faults are errors with a code", async () => {
  using small = project();
  const code = async (work: Promise<unknown>): Promise<string> => {
    try {
      await work;
    } catch (error) {
      if (isPithError(error)) return error.code;
      throw error;
    }
    return "no fault";
  };
  assert.equal(await code(open(join(small.path, "gone"))), "ROOT_NOT_FOUND");
  assert.equal(await code(open(join(small.path, "README.md"))), "ROOT_NOT_A_FOLDER");
  await using pith = await open(small.path, { env: environment() });
  assert.equal(await code(pith.context({ query: "" })), "QUERY_EMPTY");
  assert.equal(await code(pith.symbol({ symbol: " " })), "QUERY_EMPTY");
  assert.equal(await code(pith.run("serch" as "search", { query: "x" })), "OPERATION_UNKNOWN");
  assert.equal(await code(pith.context({ query: "x", budget: 3 })), "BUDGET_TOO_SMALL");
  assert.equal(await code(pith.search({ query: "x", mode: "exakt" as "exact" })), "ARGUMENT_INVALID");
  assert.equal(
    await code(pith.context({ query: "x", bugdet: 100 } as { query: string })),
    "ARGUMENT_UNKNOWN",
  );
  const stopped = AbortSignal.abort();
  assert.equal(await code(pith.context({ query: "x" }, { signal: stopped })), "CANCELLED");
});
