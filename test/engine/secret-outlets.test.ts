// Every way out of an operation, given a secret on every way in: in the question, in names of files and folders, in an id of a
// batch, in arguments that are wrong. Neither it nor a recognisable part of it comes out, nor rests in what is stored.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { OperationName } from "../../src/engine/arguments.ts";
import { shownError } from "../../src/redact/redact-error.ts";
import { quote } from "../../src/surface/parameters.ts";
import { readRegex } from "../../src/text/regex.ts";
import { alnum } from "../redact/synthetic.ts";
import { Opened } from "./opened.ts";

const token = ["gh", "p_", alnum(36)].join("");
const password = ["Kq9", "xTr4zLm7w"].join("");
const address = `https://bob:${password}@host.io/x`;
const SECRETS = [token, password, token.slice(4, 20)];

function assertHidden(text: string, where: string): void {
  for (const secret of SECRETS) assert.ok(!text.includes(secret), `${where}: ${text}`);
}

test("a secret in a name of a file, in a question, or in a filter leaves by no operation", async () => {
  await using opened = new Opened({
    [`src/${token}.ts`]: "export function parseHeader(): number {\n  return otherHeader();\n}\n",
    [`lib-${token}/other.ts`]: `import { parseHeader } from "../src/${token}.ts";\nexport const otherHeader = (): number => parseHeader();\n`,
    [`a/db_password=${password}.ts`]: "export const parseHeaders = 1;\n",
  });
  const question = `parseHeader ${token} password=${password} ${address} \`${token}Name\` "${token}/x.ts"`;
  const asked: [OperationName, Record<string, unknown>][] = [
    ["context", { query: question }],
    ["context", { query: "parseHeader" }],
    ["context", { query: "parseHeader", relations: true, explain: true }],
    ["search", { query: question }],
    ["search", { query: "parseHeader" }],
    ["search", { query: "parseHeader", mode: "exact" }],
    ["search", { query: "parse[H]eader", mode: "regex" }],
    ["symbol", { symbol: "parseHeader" }],
    ["symbol", { symbol: token }],
    ["outline", {}],
    ["outline", { path: "src" }],
    ["outline", { path: `src/${token}.ts` }],
    ["read", { places: [`src/${token}.ts`] }],
    ["read", { places: [`src/${token}.ts:9`] }],
    ["read", { places: [`src/${token}.tsx`] }],
    ["read", { places: [address] }],
    ["trace", { symbol: "parseHeader", direction: "callers" }],
    ["trace", { symbol: `src/${token}.ts`, direction: "dependents" }],
    ["trace", { symbol: token, direction: "callers" }],
    ["why", { path: `src/${token}.ts` }],
    ["why", { path: address }],
    ["search", { query: "parse", paths: [`src/${token}.ts`] }],
    ["search", { query: "parse", language: [token] }],
    ["receipt", { action: "show", receipt: token }],
    ["receipt", { action: "show", receipt: `src/${token}.ts` }],
    ["status", {}],
    ["config", { action: "show" }],
  ];
  for (const [name, args] of asked) {
    for (const format of ["text", "json", "terminal"] as const) {
      const where = `${name} ${JSON.stringify(args).slice(0, 60)} ${format}`;
      try {
        const outcome = await opened.ask(name, { budget: 2000, ...args, format } as never);
        assertHidden(outcome.output, where);
        assertHidden(JSON.stringify(outcome.answer), `answer of ${where}`);
        assertHidden(outcome.notices.join("\n"), `notices of ${where}`);
      } catch (error) {
        assertHidden(JSON.stringify(shownError(error)), `error of ${where}`);
      }
    }
  }
  const receipts = opened.cacheFiles().filter((path) => path.includes("receipts"));
  assert.ok(receipts.length > 0);
  for (const path of receipts) {
    assertHidden(readFileSync(path, "utf8"), "receipt");
    const id = /(\d{18})\.json$/.exec(path)![1]!;
    for (const action of ["show", "verify"] as const) {
      assertHidden((await opened.ask("receipt", { action, receipt: id } as never)).output, action);
    }
  }
});

test("a secret in a batch, in its id, its keys or a line that is no JSON, is not echoed", async () => {
  await using opened = new Opened({ "a.ts": "export const one = 1;\n" });
  const lines = [
    { id: token, op: "search", query: "one" },
    { id: { password }, op: "status" },
    { id: `password=${password}`, op: "search", query: "one" },
    { id: [address], op: "nothing" },
    { op: token, query: "one" },
    { op: "search", query: "one", [token]: 1 },
    { op: "search", query: "one", budget: address },
    { op: "search", query: `(${token}`, mode: "regex" },
  ].map((line) => JSON.stringify(line));
  const broken = [`${"x".repeat(60)} ${token}`, `{"op": "${token}`, `["${token}", ${address}`, `${token} {`];
  const file = join(opened.folder, "requests");
  writeFileSync(file, [...lines, ...broken].join("\n"));
  const outcome = await opened.ask("batch", { file } as never);
  assertHidden(outcome.output, "batch");
  assertHidden(JSON.stringify(outcome.answer), "batch");
  assert.equal(outcome.output.split("\n").length, lines.length + broken.length);
});

test("an excerpt is redacted before it is cut", () => {
  for (const before of [0, 1, 20, 38, 45, 50, 56, 60]) {
    assertHidden(quote(`${"x".repeat(before)} ${token}`), "quote");
    assertHidden(quote(`${"x".repeat(before)} password=${password}`), "quote");
    for (const pattern of [
      `${"x".repeat(before)} ${token}(`,
      `(${"x".repeat(before)} ${token}`,
      `[ ${token}${"x".repeat(before)}`,
    ]) {
      assert.throws(
        () => readRegex(pattern),
        (error) => {
          assertHidden(JSON.stringify(shownError(error)), "pattern");
          return true;
        },
      );
    }
  }
});
