// The library as a program uses it.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
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

test("an old Node is told so by the import, in one line", () => {
  const old = `data:text/javascript,Object.defineProperty(process,"versions",{value:{...process.versions,node:"20.20.2"}})`;
  const index = new URL("../../src/index.ts", import.meta.url).href;
  const run = spawnSync(
    process.execPath,
    ["--import", old, "--input-type=module", "-e", `import ${JSON.stringify(index)};`],
    {
      encoding: "utf8",
      env: environment(),
    },
  );
  assert.notEqual(run.status, 0);
  const said = run.stderr.split("\n").filter((line) => /Error|^ +at /.test(line));
  assert.match(said[0]!, /Pith needs Node 22\.13 or newer; this is Node 20\.20\.2\. Install a newer Node\./);
  assert.equal(said.length, 1, run.stderr);
});

test("arguments that are no object are refused with what to write", async () => {
  using small = project();
  await using pith = await open(small.path, { env: environment() });
  const slip = async (work: Promise<unknown>) => {
    const error: unknown = await work.then(
      () => null,
      (fault: unknown) => fault,
    );
    assert.ok(isPithError(error));
    return `${error.code} ${error.message} ${error.next}`;
  };
  const loose = pith as unknown as Record<string, (args?: unknown) => Promise<unknown>>;
  assert.equal(
    await slip(loose["context"]!("hidden")),
    'ARGUMENT_INVALID context takes an object of arguments. Write context({ query: "hidden" }).',
  );
  assert.match(await slip(loose["read"]!(["a.ts"])), /Write read\(\{ places: \["a\.ts"\] \}\)\./);
  assert.match(await slip(loose["search"]!()), /takes an object/);
  assert.match(await slip(loose["status"]!("x")), /Write status\(\{\}\)\./);
  assert.match(await slip(loose["why"]!(null)), /Write why\(\{ path: … \}\)\./);
  assert.equal((await pith.status()).op, "status");
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
