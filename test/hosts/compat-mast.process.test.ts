// MAST's tools, driven by a client over stdio: its documented arguments and replies, compared with what the real one (0.1.0)
// said of the same files.
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, before, test } from "node:test";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { readCheckout } from "../structure/checkout.ts";
import { BIN, environment } from "./pith-process.ts";

type Reply = Record<string, any>;
interface Fixture {
  files: Record<string, string>;
  calls: { tool: string; arguments: Record<string, unknown>; reply: Reply }[];
}
const real = JSON.parse(readCheckout("test/fixtures/compat/mast-0.1.0.json")) as Fixture;

const cwd = realpathSync(mkdtempSync(join(tmpdir(), "pith-compat-mast-")));
const client = new Client({ name: "test", version: "1" });
before(async () => {
  for (const [path, text] of Object.entries(real.files)) {
    mkdirSync(dirname(join(cwd, path)), { recursive: true });
    writeFileSync(join(cwd, path), text);
  }
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [BIN, "mcp", "--compat", "mast"],
      cwd,
      env: environment() as Record<string, string>,
      stderr: "ignore",
    }),
  );
});
after(async () => {
  await client.close();
  rmSync(cwd, { recursive: true, force: true });
});

async function call(
  name: string,
  args: Record<string, unknown>,
): Promise<{ text: string; isError: boolean }> {
  const result = await client.callTool({ name, arguments: args });
  const [part] = result.content as { type: string; text: string }[];
  return { text: part!.text, isError: result.isError === true };
}

async function ask(name: string, args: Record<string, unknown>): Promise<Reply> {
  const { text, isError } = await call(name, args);
  assert.equal(isError, false, text);
  return JSON.parse(text) as Reply;
}

async function fault(name: string, args: Record<string, unknown>): Promise<string> {
  const { text, isError } = await call(name, args);
  assert.equal(isError, true, text);
  return text;
}

/** What the real one said of the same call. */
function said(tool: string): { args: Record<string, unknown>; reply: Reply } {
  const found = real.calls.find((one) => one.tool === tool)!;
  return { args: found.arguments, reply: found.reply };
}

test("its eleven tools, with their arguments", async () => {
  const { tools } = await client.listTools();
  assert.deepEqual(
    tools.map(({ name, inputSchema }) => [
      name,
      Object.keys(inputSchema.properties ?? {}),
      inputSchema.required,
    ]),
    [
      [
        "mast_search",
        ["query", "limit", "language", "file_pattern", "chunk_type", "only_exported"],
        ["query"],
      ],
      ["mast_project_skeleton", ["directory", "max_depth", "file_pattern"], undefined],
      ["mast_exports", ["file_path", "limit"], ["file_path"]],
      ["mast_signature", ["symbol", "file_path", "limit"], ["symbol"]],
      ["mast_callers", ["symbol", "file_path", "transitive", "include_potential"], ["symbol"]],
      ["mast_dependencies", ["file_path"], ["file_path"]],
      ["mast_implementors", ["interface_name", "limit"], ["interface_name"]],
      ["mast_rename_impact", ["symbol", "file_path"], ["symbol"]],
      ["mast_reindex", ["full"], undefined],
      ["mast_status", [], undefined],
      ["mast_efficiency", ["scope", "since_minutes"], ["scope"]],
    ],
  );
});

/** Fields of its replies that have no counterpart. */
const NOT_HERE = new Set(["stale_write_rejections", "miscased_imports"]);

/** Paths of fields with the types of their values; of a list those of its first item. */
function shapeOf(value: unknown, at = ""): Map<string, string> {
  const own = value === null ? "null" : Array.isArray(value) ? "list" : typeof value;
  const shape = new Map([[at, own]]);
  if (Array.isArray(value)) {
    if (value.length > 0) for (const [k, v] of shapeOf(value[0], `${at}[]`)) shape.set(k, v);
  } else if (typeof value === "object" && value !== null) {
    for (const [key, one] of Object.entries(value))
      for (const [k, v] of shapeOf(one, `${at}.${key}`)) shape.set(k, v);
  }
  return shape;
}

for (const { tool, arguments: args, reply } of real.calls) {
  // Refused here: the next test.
  if (String(args["file_path"]).startsWith("..")) continue;
  test(`${tool} ${JSON.stringify(args)}: every field of the real reply, with its type`, async () => {
    const ours = shapeOf(await ask(tool, args));
    for (const [path, type] of shapeOf(reply)) {
      const name = path.slice(path.lastIndexOf(".") + 1);
      // Names in the calls by tool; lists that hold nothing here.
      if (NOT_HERE.has(name) || path.startsWith(".calls_by_tool.")) continue;
      if (path.includes("[]") && !ours.has(path.slice(0, path.lastIndexOf("[]") + 2))) continue;
      const here = ours.get(path);
      assert.ok(here !== undefined, `${path} is missing`);
      assert.ok(here === type || here === "null" || type === "null", `${path}: ${here}, not ${type}`);
    }
  });
}

test("the same facts", async () => {
  const same = async (tool: string, pick: (reply: Reply) => unknown) => {
    const { args, reply } = said(tool);
    assert.deepEqual(pick(await ask(tool, args)), pick(reply), tool);
  };
  await same("mast_search", ({ results }) => [
    results[0].symbol_name,
    results[0].file_path,
    results[0].is_exported,
  ]);
  await same("mast_exports", (r) => r["exports"].map((e: Reply) => [e["name"], e["kind"], e["line"]]));
  await same("mast_signature", (r) =>
    r["results"].map((s: Reply) => [s["symbol"], s["line"], s["signature"], s["params"], s["return_type"]]),
  );
  await same("mast_callers", (r) => r["verified_callers"]);
  await same("mast_dependencies", (r) => r["imports"]);
  await same("mast_implementors", (r) => r["results"]);
  await same("mast_rename_impact", (r) => [r["declaration_sites"], r["barrel_exports"]]);
  await same("mast_status", (r) => [
    r["indexed_files"],
    r["stale_files"],
    r["index_fresh"],
    r["freshness_cause"],
  ]);
  // Names that a file hands on are told by rename impact, not by the skeleton.
  const { args, reply } = said("mast_project_skeleton");
  const { files } = await ask("mast_project_skeleton", args);
  assert.deepEqual(
    files.toSorted((a: Reply, b: Reply) => (a["file_path"] < b["file_path"] ? -1 : 1)),
    reply["files"].filter((f: Reply) => f["file_path"] !== "src/index.ts"),
  );
});

test("arguments as its clients send them: null for none, numbers and flags as texts", async () => {
  const { results } = await ask("mast_search", {
    query: "square",
    limit: "2",
    language: "typescript",
    file_pattern: null,
    chunk_type: "class_shell",
    only_exported: "true",
  });
  assert.deepEqual(
    results.map((r: Reply) => [r["symbol_name"], r["chunk_type"], r["is_exported"]]),
    [["Square", "class_shell", true]],
  );
  const { verified_callers: callers, summary } = await ask("mast_callers", {
    symbol: "areaOf",
    file_path: "src/shape.ts",
    transitive: true,
    include_potential: false,
  });
  assert.deepEqual(callers.map((c: Reply) => c["caller_symbol"]).slice(0, 2), ["Square.area", "main"]);
  assert.equal(summary.transitive, true);
  assert.equal(summary.potential_count, 0);
  const one = await ask("mast_exports", { file_path: "src/shape.ts", limit: 1 });
  assert.equal(one["exports"].length, 1);
  assert.equal(one["exports_truncated"], 4);
});

test("nothing found is an answer with what is near; what can't be asked is a fault that says what to do", async () => {
  for (const [tool, args] of [
    ["mast_signature", { symbol: "areaof" }],
    ["mast_callers", { symbol: "areaof" }],
    ["mast_rename_impact", { symbol: "areaof" }],
    ["mast_implementors", { interface_name: "Shap" }],
  ] as const)
    assert.ok((await ask(tool, args))["suggestions"].length > 0, tool);
  assert.match(await fault("mast_exports", { file_path: "../x.ts" }), /^PATH_OUTSIDE_ROOT: /);
  assert.match(
    await fault("mast_exports", { file_path: "src/shap.ts" }),
    /^PATH_NOT_FOUND: .*src\/shape\.ts/,
  );
  assert.match(await fault("mast_search", {}), /^ARGUMENT_INVALID: .*query/);
  assert.match(await fault("mast_search", { query: "a", limit: 51 }), /^ARGUMENT_INVALID: .*50/);
  assert.match(await fault("mast_search", { query: "a", limt: 5 }), /^ARGUMENT_UNKNOWN: .*limit/);
  assert.match(
    await fault("mast_search", { query: "a", chunk_type: "klass" }),
    /^ARGUMENT_INVALID: .*class_shell/,
  );
  assert.match(await fault("mast_caller", { symbol: "a" }), /^OPERATION_UNKNOWN: .*mast_callers/);
});

test("what a session returned is counted once", async () => {
  const before = await ask("mast_efficiency", { scope: "session" });
  const { _stats: stats } = await ask("mast_callers", { symbol: "areaOf" });
  const now = await ask("mast_efficiency", { scope: "session" });
  assert.equal(now["calls_total"], before["calls_total"] + 1);
  assert.equal(now["tokens_returned"], before["tokens_returned"] + stats.tokens_returned);
  assert.match(now["counterfactual"], /^Would have cost ~\d+ tokens/);
});

test("a folder with brackets in its name is no pattern", async () => {
  mkdirSync(join(cwd, "app/[id]"), { recursive: true });
  writeFileSync(
    join(cwd, "app/[id]/page.ts"),
    "/** A page. */\nexport function page(id: string): string { return id; }\n",
  );
  const { exports } = await ask("mast_exports", { file_path: "app/[id]/page.ts" });
  assert.deepEqual(exports, [
    {
      name: "page",
      kind: "function",
      signature: "function page(id: string): string",
      line: 2,
      doc: "A page.",
    },
  ]);
});

test("what is no file exports not nothing: it is refused, by every name of a folder", async () => {
  mkdirSync(join(cwd, "one"), { recursive: true });
  writeFileSync(join(cwd, "one/only.ts"), "export const only = 1;\n");
  for (const path of ["one", "one/", "./one", ".", "./", "", cwd, "empty"]) {
    mkdirSync(join(cwd, "empty"), { recursive: true });
    const text = await fault("mast_exports", { file_path: path });
    assert.match(text, /^(PATH_NOT_FOUND|SCOPE_EMPTY|PATH_SKIPPED): .* Next: /, path);
  }
});

test("an empty text is an argument that was not given", async () => {
  for (const tool of ["mast_callers", "mast_signature", "mast_rename_impact"]) {
    const plain = (reply: Reply) => JSON.stringify({ ...reply, _stats: null });
    const without = await ask(tool, { symbol: "areaOf" });
    assert.equal(plain(await ask(tool, { symbol: "areaOf", file_path: "" })), plain(without), tool);
  }
});

test("the index is called empty only where the whole tree was asked about", async () => {
  for (const [name, args] of [
    ["mast_search", { query: "zzzz", language: "javascript" }],
    ["mast_search", { query: "zzzz" }],
  ] as const)
    assert.equal("index_empty" in (await ask(name, args)), false, JSON.stringify(args));
});
