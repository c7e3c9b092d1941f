// Bad input gets a code, a sentence and the next step, and nothing is lost: as the library, the tools and the command
// line check and answer it.
import assert from "node:assert/strict";
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { isPithError } from "../../src/base/error.ts";
import type { OperationName } from "../../src/engine/arguments.ts";
import { open, type Pith } from "../../src/index.ts";
import type { ContextAnswer, SearchAnswer } from "../../src/pack/answer.ts";
import { Opened } from "./opened.ts";
import { CLOSED_FOLDERS } from "../conditions.ts";

const FILES = {
  "src/session.ts":
    "/** Checks a token. */\nexport function checkToken(token: string) {\n  return token !== '';\n}\n",
  "src/mail.py": "def send_mail(address):\n    return queue.append(address)\n",
  "docs/标题.md": "# 会话\n\n会话令牌在这里检查\n",
};

interface Fault {
  code: string;
  message: string;
  next: string;
}

async function faultOf(work: Promise<unknown> | (() => Promise<unknown>)): Promise<Fault> {
  try {
    await (typeof work === "function" ? work() : work);
  } catch (error) {
    if (isPithError(error)) return error.toJSON();
    throw error;
  }
  return { code: "none", message: "", next: "" };
}

/** Code, a sentence, a next step that says what would be right. */
function assertFault(fault: Fault, code: string, next: RegExp): void {
  assert.equal(fault.code, code, JSON.stringify(fault));
  // A pattern is shown below the sentence, with a mark at the place.
  assert.match(fault.message, /^\S.*(\.|\^)$/s, "a sentence");
  assert.ok(fault.message.length < 600, fault.message);
  assert.match(fault.next, /^\S.*[.?`]$/s, `a next step: ${fault.next}`);
  assert.match(fault.next, next);
}

async function opened(
  files: Record<string, string> = FILES,
): Promise<{ tree: Opened; pith: Pith } & AsyncDisposable> {
  const tree = new Opened(files);
  const pith = await open(tree.root, { env: tree.env });
  return {
    tree,
    pith,
    async [Symbol.asyncDispose]() {
      await pith.close();
      await tree[Symbol.asyncDispose]();
    },
  };
}

test("a root that is missing, a file, the home folder, the disk", async () => {
  await using given = new Opened(FILES);
  assertFault(await faultOf(open(join(given.root, "gone"))), "ROOT_NOT_FOUND", /\broot\b/);
  assertFault(await faultOf(open("")), "ROOT_NOT_FOUND", /./);
  assertFault(await faultOf(open(given.path("src/mail.py"))), "ROOT_NOT_A_FOLDER", /scope/);
  assertFault(await faultOf(open(homedir())), "ROOT_TOO_BROAD", /\broot\b/);
  assertFault(await faultOf(open("/")), "ROOT_TOO_BROAD", /\broot\b/);
  assertFault(await faultOf(open(dirname(homedir()))), "ROOT_TOO_BROAD", /\broot\b/);
  // The same through a call's own root.
  const engine = given.engine;
  for (const [root, code] of [
    [join(given.root, "gone"), "ROOT_NOT_FOUND"],
    [given.path("src/mail.py"), "ROOT_NOT_A_FOLDER"],
    ["/", "ROOT_TOO_BROAD"],
  ] as const) {
    assertFault(await faultOf(engine.run("context", { root, query: "x" })), code, /./);
  }
});

const BAD: readonly (readonly [string, OperationName, Record<string, unknown>, string, RegExp])[] = [
  ["a budget that is no number", "context", { query: "x", budget: "many" }, "BUDGET_INVALID", /2000/],
  ["a budget that is not whole", "context", { query: "x", budget: 99.5 }, "BUDGET_INVALID", /2000/],
  ["a budget that is not finite", "context", { query: "x", budget: Number.NaN }, "BUDGET_INVALID", /2000/],
  ["a budget of 63", "context", { query: "x", budget: 63 }, "BUDGET_TOO_SMALL", /64/],
  ["a budget of two million", "context", { query: "x", budget: 2_000_000 }, "BUDGET_INVALID", /1000000/],
  ["a negative budget", "search", { query: "x", budget: -1 }, "BUDGET_TOO_SMALL", /64/],
  ["an empty query", "context", { query: "" }, "QUERY_EMPTY", /./],
  ["a blank query", "context", { query: " \n\t " }, "QUERY_EMPTY", /./],
  ["a blank query of search", "search", { query: "  " }, "QUERY_EMPTY", /./],
  ["no query", "search", {}, "QUERY_EMPTY", /query/],
  ["a query of 100 kB", "context", { query: "token ".repeat(17_000) }, "QUERY_TOO_LONG", /./],
  [
    "a query of 100 kB in search",
    "search",
    { query: "t".repeat(100_000), mode: "exact" },
    "QUERY_TOO_LONG",
    /./,
  ],
  ["an invalid expression", "search", { query: "(unclosed", mode: "regex" }, "PATTERN_INVALID", /./],
  ["another invalid expression", "search", { query: "a{2,1}", mode: "regex" }, "PATTERN_INVALID", /./],
  ["an unsupported expression", "search", { query: "(?=ahead)", mode: "regex" }, "PATTERN_UNSUPPORTED", /./],
  ["a back reference", "search", { query: "(a)\\1", mode: "regex" }, "PATTERN_UNSUPPORTED", /./],
  ["a text of two lines", "search", { query: "a\nb", mode: "exact" }, "PATTERN_UNSUPPORTED", /one line/],
  ["a scope that matches nothing", "context", { query: "x", scope: ["scr"] }, "SCOPE_EMPTY", /src/],
  ["a glob that matches nothing", "search", { query: "x", scope: ["src/**/*.rs"] }, "SCOPE_EMPTY", /src/],
  [
    "a scope out of the root",
    "context",
    { query: "x", scope: ["../other"] },
    "PATH_OUTSIDE_ROOT",
    /another root/,
  ],
  ["an unknown language", "search", { query: "x", language: ["pythn"] }, "ARGUMENT_INVALID", /python/],
  [
    "an unknown language of context",
    "context",
    { query: "x", language: ["typscript"] },
    "ARGUMENT_INVALID",
    /typescript/,
  ],
  ["an unknown kind", "search", { query: "x", kind: ["clas"] }, "ARGUMENT_INVALID", /class/],
  ["an unknown kind of symbol", "symbol", { symbol: "x", kind: ["metod"] }, "ARGUMENT_INVALID", /method/],
  ["an unknown mode", "search", { query: "x", mode: "exakt" }, "ARGUMENT_INVALID", /exact/],
  ["an unknown unit", "context", { query: "x", unit: "o200k" }, "ARGUMENT_INVALID", /o200k_base/],
  ["an unknown format", "context", { query: "x", format: "yaml" }, "ARGUMENT_INVALID", /json/],
  ["an unknown argument", "context", { query: "x", bugdet: 100 }, "ARGUMENT_UNKNOWN", /budget/],
  ["a limit of 0", "search", { query: "x", limit: 0 }, "ARGUMENT_INVALID", /1 to 200/],
  ["a limit of 201", "search", { query: "x", limit: 201 }, "ARGUMENT_INVALID", /200/],
  [
    "a kind in a search for lines",
    "search",
    { query: "x", mode: "exact", kind: ["class"] },
    "ARGUMENT_INVALID",
    /ranked/,
  ],
  ["an empty symbol", "symbol", { symbol: "" }, "QUERY_EMPTY", /name/i],
  ["a blank symbol", "symbol", { symbol: " \t" }, "QUERY_EMPTY", /name/i],
  ["no place to read", "read", { places: [] }, "ARGUMENT_INVALID", /./],
  ["a missing file", "read", { places: ["src/sesion.ts"] }, "PATH_NOT_FOUND", /src\/session\.ts/],
  ["a folder to read", "read", { places: ["src"] }, "PATH_NOT_FOUND", /./],
  ["a range past the end", "read", { places: ["src/mail.py:90-99"] }, "RANGE_INVALID", /1-2/],
  ["a reversed range", "read", { places: ["src/mail.py:2-1"] }, "RANGE_INVALID", /start-end/],
  ["line 0", "read", { places: ["src/mail.py:0-1"] }, "RANGE_INVALID", /start-end/],
  ["a path outside", "read", { places: ["../outside"] }, "PATH_OUTSIDE_ROOT", /another root/],
  ["an outline of nothing", "outline", { path: "scr" }, "PATH_NOT_FOUND", /src/],
  [
    "an unknown receipt",
    "receipt",
    { action: "show", receipt: "0".repeat(18) },
    "RECEIPT_NOT_FOUND",
    /--root|ask again/,
  ],
  ["a receipt that is no id", "receipt", { action: "show", receipt: "abc" }, "RECEIPT_INVALID", /digits/],
  [
    "a receipt of a file that is none",
    "receipt",
    { action: "verify", receipt: "src/mail.py" },
    "RECEIPT_INVALID",
    /./,
  ],
  ["a handle of an unknown receipt", "read", { places: [`${"1".repeat(18)}#1`] }, "RECEIPT_NOT_FOUND", /./],
  ["a batch without a file", "batch", { file: "no-such-file.jsonl" }, "PATH_NOT_FOUND", /standard input/],
];

test("each bad argument", async (t) => {
  await using given = await opened();
  for (const [name, operation, args, code, next] of BAD) {
    await t.test(name, async () => {
      assertFault(await faultOf(() => given.pith.run(operation, args as never)), code, next);
    });
  }
  // Nothing is lost: the next question is answered.
  assert.ok((await given.pith.symbol({ symbol: "checkToken" })).total === 1);
});

test("an unknown operation names those that exist", async () => {
  await using given = new Opened(FILES);
  assertFault(
    await faultOf(() => given.engine.run("contxt" as "context", { query: "x" })),
    "OPERATION_UNKNOWN",
    /context/,
  );
});

test("the engine itself refuses languages and kinds that do not exist", async () => {
  await using given = new Opened(FILES);
  for (const [operation, args] of [
    ["context", { query: "x", language: ["pythn"] }],
    ["search", { query: "x", language: ["pythn"] }],
    ["search", { query: "x", language: ["pythn"], mode: "exact" }],
    ["symbol", { symbol: "x", language: ["pythn"] }],
  ] as const) {
    assertFault(await faultOf(given.ask(operation, args as never)), "ARGUMENT_INVALID", /python/);
  }
  assertFault(
    await faultOf(given.ask("search", { query: "x", kind: ["clas"] })),
    "ARGUMENT_INVALID",
    /class/,
  );
});

test("a receipt whose span does not exist", async () => {
  await using given = await opened();
  const { receipt } = await given.pith.context({ query: "checkToken" });
  assert.match((await given.pith.read({ places: [`${receipt}#1`] })).spans[0]!.text, /checkToken/);
  assertFault(
    await faultOf(given.pith.read({ places: [`${receipt}#99`] })),
    "HANDLE_UNKNOWN",
    /receipt \(show/,
  );
});

test("a cancelled request", async () => {
  await using given = await opened();
  assertFault(
    await faultOf(given.pith.context({ query: "x" }, { signal: AbortSignal.abort() })),
    "CANCELLED",
    /again/,
  );
});

test("queries of punctuation only, of Chinese only, of half a character", async () => {
  await using given = await opened();
  for (const query of [
    "?!... ()",
    "->",
    "::",
    "#",
    "'",
    '"',
    "\u0000",
    "\ud800",
    "()[]{}",
    "—",
    "🙂",
    "%s %d",
  ]) {
    for (const budget of [64, 2000]) {
      const { completeness } = await given.pith.context({ query, budget });
      if (budget === 2000) assert.equal(completeness.files.read, 3);
    }
    await given.pith.search({ query });
    assert.equal((await given.pith.symbol({ symbol: query })).total, 0);
  }
  const { spans } = await given.pith.context({ query: "会话令牌" });
  assert.equal(spans[0]?.path, "docs/标题.md");
  assert.equal((await given.pith.search({ query: "令牌" })).results[0]?.path, "docs/标题.md");
  assert.equal((await given.pith.search({ query: "令牌在", mode: "exact" })).results[0]?.matches[0]?.line, 3);
  // Blanks are a fair thing to look for as they stand.
  assert.ok((await given.pith.search({ query: "    ", mode: "exact" })).total > 0);
});

test("settings: unknown key, wrong type, no JSON, a folder", async () => {
  const cases: [string, string, RegExp][] = [
    ['{"bugdet": 100}', "CONFIG_KEY_UNKNOWN", /budget/],
    ['{"ceilings": {"fileByte": 1}}', "CONFIG_KEY_UNKNOWN", /fileBytes/],
    ['{"budget": "many"}', "CONFIG_INVALID", /./],
    ['{"unit": "o200k"}', "CONFIG_INVALID", /unit/],
    ["{", "CONFIG_INVALID", /JSON/],
    ["[]", "CONFIG_INVALID", /./],
  ];
  for (const [text, code, next] of cases) {
    await using given = new Opened({ "a.ts": "a();\n", "pith.json": text });
    assertFault(await faultOf(given.ask("context", { query: "x" })), code, next);
    // Corrected, the same process answers.
    given.write("pith.json", "{}");
    await given.ask("context", { query: "x" });
  }
});

// ------------------------------------------------------------------ the cache

const DAMAGE: Readonly<Record<string, (file: string) => void>> = {
  truncated: (file) => truncateSync(file, Math.floor(statSync(file).size / 2)),
  emptied: (file) => truncateSync(file, 0),
  "overwritten with text": (file) => writeFileSync(file, "not ours at all\n".repeat(400)),
  "changed in one bit": (file) => {
    const bytes = readFileSync(file);
    if (bytes.length === 0) return;
    bytes[Math.floor(bytes.length / 2)]! ^= 4;
    writeFileSync(file, bytes);
  },
  "replaced by a folder": (file) => {
    rmSync(file);
    mkdirSync(file);
  },
};

for (const [damage, apply] of Object.entries(DAMAGE)) {
  test(`a cache file that is ${damage} changes no answer`, async () => {
    await using given = new Opened(FILES);
    const asked = { query: "checkToken", budget: 2000 } as const;
    const sound = (await given.ask("context", asked)).output;
    await given.engine.close();
    const files = given.cacheFiles();
    assert.ok(files.length >= 3, files.join(" "));
    for (const file of files) {
      const kept = join(given.folder, "kept");
      copyFileSync(file, kept);
      apply(file);
      const engine = given.start();
      const damaged = await engine.run("context", { ...asked, root: given.root });
      assert.equal(damaged.output, sound, file);
      assert.ok(damaged.notices.length <= 2, damaged.notices.join("\n"));
      const again = await engine.run("context", { ...asked, root: given.root });
      assert.deepEqual(again.notices, [], `${file}: said once`);
      await engine.close();
      rmSync(file, { recursive: true, force: true });
      copyFileSync(kept, file);
    }
  });
}

test("a cache of another version is made again or left alone, and that is said", async () => {
  await using given = new Opened(FILES);
  const asked = { query: "checkToken", root: given.root } as const;
  const sound = (await given.engine.run("context", asked)).output;
  await given.engine.close();
  const snapshot = given.cacheFiles().find((f) => /snapshot/.test(f))!;
  assert.ok(snapshot !== undefined, given.cacheFiles().join(" "));
  const bytes = readFileSync(snapshot);
  for (const version of [0, 250]) {
    // The format number stands behind magic and kind, in the machine's own order.
    for (let at = 8; at < 24; at++) {
      const changed = Buffer.from(bytes);
      changed[at] = version;
      writeFileSync(snapshot, changed);
      const engine = given.start();
      const { output } = await engine.run("context", asked);
      assert.equal(output, sound);
      await engine.close();
    }
  }
});

test("a cache that can't be: answers are made, and it is said once", async () => {
  await using given = new Opened(FILES);
  const file = join(given.folder, "a-file");
  writeFileSync(file, "");
  await answersWithout(given, join(file, "cache"));
});

test("a cache that may not be written: answers are made, and it is said once", CLOSED_FOLDERS, async () => {
  await using given = new Opened(FILES);
  const locked = join(given.folder, "locked");
  mkdirSync(locked);
  chmodSync(locked, 0o500);
  await answersWithout(given, locked);
});

async function answersWithout(given: Opened, cache: string): Promise<void> {
  const sound = withoutReceipt((await given.ask("context", { query: "checkToken" })).output);
  const engine = given.start({ ...given.env, XDG_CACHE_HOME: cache });
  const first = await engine.run("context", { query: "checkToken", root: given.root });
  assert.equal(withoutReceipt(first.output), sound);
  // Its receipt could not be kept, so none is named.
  assert.doesNotMatch(first.output, /^receipt /m);
  assert.ok(
    first.notices.length >= 1 && first.notices.some((n) => n.includes(cache)),
    first.notices.join("\n"),
  );
  const second = await engine.run("symbol", { symbol: "checkToken", root: given.root });
  assert.ok(second.found);
  assert.equal(
    (await engine.run("doctor", { root: given.root, format: "json" })).output.includes("degraded"),
    true,
  );
  await engine.close();
}

function withoutReceipt(output: string): string {
  return output.replace(/\nreceipt .*$/m, "").replace(/^cost \d+/m, "cost");
}

test("a cancelled index leaves what was there before", async () => {
  await using given = new Opened(FILES);
  const symbolOf = async (symbol: string) => {
    const engine = given.start();
    const { answer } = await engine.run("search", {
      query: symbol,
      mode: "exact",
      format: "json",
      root: given.root,
    });
    await engine.close();
    return (answer as SearchAnswer).total;
  };
  await given.ask("index", {});
  const before = new Map(given.cacheFiles().map((f) => [f, statSync(f).mtimeMs]));
  for (let i = 0; i < 400; i++) given.write(`more/f${i}.ts`, `export const value${i} = ${i};\n`.repeat(100));
  const controller = new AbortController();
  const fault = await faultOf(
    given.ask(
      "index",
      {},
      { signal: controller.signal, onProgress: ({ done }) => done > 20 && controller.abort() },
    ),
  );
  assert.equal(fault.code, "CANCELLED");
  for (const [file, time] of before)
    if (/snapshot/.test(file)) assert.equal(statSync(file).mtimeMs, time, `${file} is as it was`);
  assert.equal(await symbolOf("value399"), 100);
  const answer = (await given.ask("context", { query: "value399", format: "json" })).answer as ContextAnswer;
  assert.equal(answer.spans[0]?.path, "more/f399.ts");
  assert.equal(answer.completeness.partial, null);
});
