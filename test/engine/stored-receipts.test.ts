// From where a receipt may be read: by its id, from the root, and from the one folder outside it that is Pith's own.
import assert from "node:assert/strict";
import { cpSync, existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { test } from "node:test";
import { thinOut } from "../../src/engine/stored-receipts.ts";
import type { ContextAnswer } from "../../src/pack/answer.ts";
import type { ReceiptReport, VerifyReport } from "../../src/pack/reports.ts";
import { openCounterSync } from "../../src/tokens/counter.ts";
import { Opened } from "./opened.ts";
import { LINKS } from "../conditions.ts";

const FILES = { "src/a.ts": "export function checkToken(token: string) {\n  return token;\n}\n" };

async function withReceipt(): Promise<{ opened: Opened; id: string; file: string }> {
  const opened = new Opened(FILES);
  const { answer } = await opened.ask("context", { query: "checkToken", format: "json" });
  const id = (answer as ContextAnswer).receipt!;
  return { opened, id, file: opened.cacheFiles().find((path) => basename(path) === `${id}.json`)! };
}

test("a receipt in Pith's own folder is read by its path, however the path is written", LINKS, async () => {
  const { opened, id, file } = await withReceipt();
  await using _ = opened;
  const link = join(opened.folder, "cache-link");
  symlinkSync(opened.cache(0), link);
  const below = relative(opened.cache(0), file);
  for (const given of [
    file,
    relative(opened.root, file),
    `${dirname(file)}/./x/../${id}.json`,
    join(link, below),
  ]) {
    const { answer } = await opened.ask("receipt", { action: "show", receipt: given, format: "json" });
    assert.equal((answer as ReceiptReport).receipt.id, id, given);
    const verified = await opened.ask("receipt", { action: "verify", receipt: given, format: "json" });
    assert.ok((verified.answer as VerifyReport).holds);
  }
});

test("what a process left half written beside the receipts goes, what is being written stays", async () => {
  const { opened, file } = await withReceipt();
  await using _ = opened;
  const folder = dirname(file);
  const left = join(folder, "1.json.7-0-1-aa.tmp");
  writeFileSync(left, "{");
  thinOut(folder);
  assert.ok(existsSync(left) && existsSync(file));
  thinOut(folder, Date.now() + 3_600_000);
  assert.ok(!existsSync(left) && existsSync(file));
});

test("everything else outside the root stays refused, and says what would work", LINKS, async () => {
  const { opened, id, file } = await withReceipt();
  await using _ = opened;
  const folder = dirname(file);
  const outside = join(opened.folder, `${id}.json`);
  cpSync(file, outside);
  writeFileSync(join(opened.folder, "secret.txt"), "secret");
  symlinkSync(join(opened.folder, "secret.txt"), join(folder, "111111111111111111.json"));
  cpSync(file, join(folder, "notes.json"));
  mkdirSync(join(folder, "deeper"));
  cpSync(file, join(folder, "deeper", `${id}.json`));
  for (const given of [
    outside,
    `../${id}.json`,
    join(opened.folder, "secret.txt"),
    join(folder, "notes.json"),
    join(folder, "111111111111111111.json"),
    join(folder, "deeper", `${id}.json`),
    join(folder, `${id}.txt`),
    join(folder, "..", `${id}.json`),
    folder,
    "/etc/passwd",
  ]) {
    await assert.rejects(
      opened.ask("receipt", { action: "show", receipt: given }),
      (error: { code: string; next: string }) =>
        error.code === "PATH_OUTSIDE_ROOT" && error.next.includes(folder),
      given,
    );
  }
  await assert.rejects(
    opened.ask("receipt", { action: "show", receipt: join(folder, "222222222222222222.json") }),
    { code: "RECEIPT_NOT_FOUND" },
  );
});

test("verify says first, in one line, whether it holds or what changed", async () => {
  const { opened, id } = await withReceipt();
  await using _ = opened;
  const first = async () =>
    (await opened.ask("receipt", { action: "verify", receipt: id })).output.split("\n", 1)[0];
  assert.equal(await first(), `Receipt ${id} holds: its one span stands where and as the answer had it.`);
  opened.write("src/a.ts", `\n\n${FILES["src/a.ts"]}`);
  assert.equal(await first(), `Receipt ${id} holds: of 1 span 1 moved.`);
  opened.write("src/a.ts", FILES["src/a.ts"].replace("return token", "return null"));
  assert.equal(await first(), `Receipt ${id} does not hold: of 1 span 1 changed.`);
  opened.remove("src/a.ts");
  assert.equal(await first(), `Receipt ${id} does not hold: of 1 span 1 gone.`);
});

test("the numbers of show are those that read takes", async () => {
  await using opened = new Opened({
    ...FILES,
    "src/b.ts": "export function checkTokens(tokens: string[]) {\n  return tokens.map(checkToken);\n}\n",
  });
  const { receipt, spans } = (
    await opened.ask("context", { query: "checkToken checkTokens", format: "json" })
  ).answer as ContextAnswer;
  const { output } = await opened.ask("receipt", { action: "show", receipt: receipt! });
  const rows = output
    .split("## Dropped")[0]!
    .split("\n")
    .filter((line) => /^\| \d+ \|/.test(line));
  assert.equal(rows.length, spans.length);
  for (const [i, row] of rows.entries()) {
    const [, number, path] = /^\| (\d+) \| `([^:`]+):/.exec(row)!;
    assert.equal(Number(number), i + 1);
    const { answer } = await opened.ask("read", { places: [`${receipt}#${number}`], format: "json" });
    assert.equal((answer as { spans: { path: string }[] }).spans[0]!.path, path);
  }
  assert.ok(output.includes(`${receipt}#1`));
});

test("a receipt that could not be kept is not named; one that is named is there", async () => {
  await using opened = new Opened({
    "a.ts": "export const marker = 1;\n",
    "b.ts": "export const other = marker;\n",
  });
  await opened.ask("context", { query: "marker" });
  const kept = opened.cacheFiles().find((file) => /[/\\]receipts[/\\]/.test(file))!;
  const folder = dirname(kept);
  const notices: string[] = [];
  for (const blocked of [false, true, false]) {
    rmSync(folder, { recursive: true, force: true });
    if (blocked) writeFileSync(folder, "a file in its place");
    for (const format of ["text", "json", "terminal"] as const) {
      for (const unit of ["bytes", "o200k_base"] as const) {
        for (const budget of [200, 400, 900]) {
          const outcome = await opened.ask("context", { query: `marker ${budget}`, format, unit, budget });
          const { receipt, cost } = outcome.answer as ContextAnswer;
          notices.push(...outcome.notices);
          const named = /"receipt":"(\d+)"|^receipt (\d+)$/m.exec(outcome.output);
          if (blocked || cost === undefined)
            assert.ok(named === null && (receipt ?? null) === null, outcome.output);
          else {
            assert.equal(named?.[1] ?? named?.[2], receipt);
            await opened.ask("receipt", { action: "show", receipt: receipt! });
          }
          const counted = openCounterSync(unit).count(outcome.output);
          assert.ok(counted <= budget);
          if (cost !== undefined) assert.equal(cost.tokens, counted);
        }
      }
    }
  }
  assert.equal(notices.filter((notice) => notice.includes("could not be kept")).length, 1);
});

test("a person may name a receipt wherever it lies; what is none there is refused", async () => {
  const { opened, id, file } = await withReceipt();
  await using _ = opened;
  const outside = join(opened.folder, `${id}.json`);
  cpSync(file, outside);
  writeFileSync(join(opened.folder, "secret.txt"), "secret");
  const show = async (receipt: string) =>
    opened.ask("receipt", { action: "show", receipt, format: "json" }, { namesAnyFile: true });
  assert.equal(((await show(outside)).answer as ReceiptReport).receipt.id, id);
  for (const [given, code] of [
    [join(opened.folder, "secret.txt"), "RECEIPT_INVALID"],
    [join(opened.folder, "gone.json"), "RECEIPT_NOT_FOUND"],
  ] as const)
    await assert.rejects(show(given), (error: { code: string; message: string }) => {
      assert.doesNotMatch(error.message, /secret$/);
      return error.code === code;
    });
});
