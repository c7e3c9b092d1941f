// What others build on: operations with their arguments, the sets of tools, the library's exports, the forms in which
// things are kept. Written out: a change of them must be seen in a diff, and is a change for users.
import assert from "node:assert/strict";
import { test } from "node:test";
import * as library from "../../src/index.ts";
import * as manifests from "../../src/manifests.ts";
import { SEGMENT_FORMAT } from "../../src/store/segment.ts";
import { SNAPSHOT_FORMAT } from "../../src/store/snapshot.ts";
import { OPERATIONS } from "../../src/surface/operations.ts";
import { storedReceipt } from "./stored-receipt.ts";

/** A name with `!` is required. */
const PINNED: Readonly<Record<string, string>> = {
  context:
    "query! query issue issueFile budget unit scope language answer trace map outline prefix tail relations explain session rev pack receipt contextFile metricsFile root format",
  search:
    "query! mode limit perFile scope language kind exported ignoreCase word budget unit relations explain session rev root format",
  symbol: "symbol! kind language exported scope limit budget unit session rev root format",
  trace: "symbol! direction depth kind budget unit session rev root format",
  impact: "symbol diff patch depth kind budget unit rev root format",
  review: "staged range diff budget unit root format",
  rename: "symbol! to! kind budget unit root format",
  outline: "path query exported scope budget unit session rev root format",
  similar: "subject text textFile scope language budget unit rev root format",
  read: "places! budget unit session rev root format",
  batch: "file! root",
  status: "root format",
  index: "syntax checker rebuild dryRun import verify export root format",
  receipt: "action! receipt! more newOnly strict rev root format",
  pack: "name query paths language refresh list remove dryRun budget unit root format",
  session: "action! session! root format",
  report: "since price all clear root format",
  metrics: "all root format",
  why: "path! root format",
  config: "resolved root format",
  doctor: "root format",
  eval: "questions limit apply html unit root format",
};

test("operations and their arguments", () => {
  const found = OPERATIONS.map(({ name, parameters }) => {
    const names = parameters.map((p) => (p.required === true ? `${p.name}!` : p.name));
    return [name, [...new Set(names)].join(" ")];
  });
  assert.deepEqual(Object.fromEntries(found), PINNED);
});

test("tools of the default set", () => {
  const tools = OPERATIONS.filter(({ tool }) => tool === "default").map(({ name }) => name);
  assert.deepEqual(tools, ["context", "search", "symbol", "trace", "outline", "read"]);
});

test("the library's values", () => {
  assert.deepEqual(Object.keys(library).sort(), ["ERROR_CODES", "PithError", "isPithError", "open"]);
});

test("the values of the library for manifests", () => {
  assert.deepEqual(Object.keys(manifests).sort(), [
    "AsyncManifestLoader",
    "BudgetExceeded",
    "FileStore",
    "FindNavigator",
    "KeywordNavigator",
    "ManifestLoader",
    "MemoryStore",
    "ModelNavigator",
    "NavSession",
    "NodeSearch",
    "PithError",
    "RankedNavigator",
    "Runtime",
    "baselineTokens",
    "cacheSlug",
    "checkStructure",
    "contentHash",
    "contentHashes",
    "descriptorCost",
    "estimateTokens",
    "httpTransport",
    "identityOf",
    "isPithError",
    "openManifest",
    "parseManifest",
    "readManifest",
    "renderDescriptor",
  ]);
});

test("a receipt's form, and those of the store", async () => {
  const receipt = await storedReceipt();
  assert.equal(receipt.format, "pith-receipt-1");
  assert.match(receipt.id, /^\d{18}$/);
  assert.deepEqual(Object.keys(receipt), [
    "completeness",
    "cost",
    "dropped",
    "droppedTotal",
    "engine",
    "format",
    "id",
    "kept",
    "op",
    "options",
    "query",
    "root",
    "route",
    "signals",
  ]);
  const [kept] = receipt.kept as object[];
  assert.deepEqual(Object.keys(kept!), [
    "content",
    "cost",
    "end",
    "form",
    "kind",
    "lines",
    "name",
    "path",
    "ranks",
    "reason",
    "start",
  ]);
  assert.deepEqual([SEGMENT_FORMAT, SNAPSHOT_FORMAT], [2, 1]);
});
