// Packs: saved as they were selected, shown as they stand now, whole or not at all, before what a query adds; renewed, listed,
// taken away; and refused where the file is not what Pith wrote.
import assert from "node:assert/strict";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { OperationArguments } from "../../src/engine/arguments.ts";
import type { ContextAnswer } from "../../src/pack/answer.ts";
import type { PackListReport, PackReport } from "../../src/pack/pack-reports.ts";
import { openCounterSync } from "../../src/tokens/counter.ts";
import { CLOSED_FOLDERS, LINKS } from "../conditions.ts";
import { Opened } from "./opened.ts";

function part(name: string): string {
  const lines = Array.from({ length: 7 }, (_, i) => `  const ${name}${i} = token + "${name} ${i}";`);
  return `export function ${name}Token(token: string): string {\n${lines.join("\n")}\n  return token;\n}\n`;
}

const FILES = {
  "src/auth/check.ts": [part("check"), part("renew")].join("\n"),
  "src/auth/make.ts": part("make"),
  "src/render.ts": part("render"),
};
const FILE = ".pith/packs/auth.json";

type PackAsked = Omit<OperationArguments["pack"], "root">;

async function packed(tree: Opened, args: PackAsked): Promise<PackReport> {
  return (await tree.ask("pack", { format: "json", ...args })).answer as PackReport;
}

function save(tree: Opened, more: PackAsked = {}): Promise<PackReport> {
  return packed(tree, {
    name: "auth",
    query: "checkToken renewToken makeToken",
    paths: ["src/auth"],
    budget: 2000,
    ...more,
  });
}

async function asked(
  tree: Opened,
  more: Partial<OperationArguments["context"]> = {},
): Promise<ContextAnswer> {
  const args = { query: "", pack: ["auth"], budget: 3000, ...more };
  const outcome = await tree.ask("context", { ...args, format: "json" });
  const answer = outcome.answer as ContextAnswer;
  const unit = answer.cost?.unit ?? "o200k_base";
  assert.ok(openCounterSync(unit).count(outcome.output) <= args.budget);
  return answer;
}

test("saved, loaded, and the same bytes again; no text of the tree is in the file", async () => {
  await using tree = new Opened(FILES);
  const report = await save(tree);
  assert.ok(report.written && report.path === FILE);
  const text = tree.read(FILE);
  assert.ok(text.endsWith("}\n") && !text.includes("\r") && !text.includes(tree.root));
  assert.ok(!text.includes("const check3"));
  await save(tree);
  assert.equal(tree.read(FILE), text);
  await using copy = tree.copy("elsewhere");
  await save(copy);
  assert.equal(copy.read(FILE), text);
  const answer = await asked(tree);
  assert.equal(answer.route, "pack");
  assert.ok(answer.spans.length > 0 && answer.spans.every(({ path }) => path.startsWith("src/auth/")));
  assert.deepEqual(answer.packs![0]!.changed, []);
});

test("the fingerprints are of the texts that were selected", async () => {
  await using tree = new Opened(FILES);
  const { pack } = await save(tree);
  const seen = await tree.ask("receipt", {
    action: "show",
    receipt: (await asked(tree)).receipt!,
    format: "json",
  });
  const { kept } = (seen.answer as { receipt: { kept: { path: string; content: string }[] } }).receipt;
  for (const { path, content } of kept) assert.equal(pack!.files[path], content);
});

test("what an answer shows is on disk now; stale parts are named first, what is gone is not shown", async () => {
  await using tree = new Opened(FILES);
  await save(tree);
  tree.write(
    "src/auth/check.ts",
    `// head\n${FILES["src/auth/check.ts"].replace('"renew 2"', '"renewed 2"')}`,
  );
  tree.remove("src/auth/make.ts");
  const answer = await asked(tree);
  const states = answer.packs![0]!.changed.map(({ path, state }) => `${path} ${state}`);
  assert.ok(states.includes("src/auth/make.ts gone"), states.join());
  assert.ok(states.some((s) => /check\.ts (?:changed|moved)/.test(s)));
  const text = answer.spans.map((s) => s.text).join("\n");
  assert.ok(text.includes('"renewed 2"') && !text.includes('"renew 2"') && !text.includes("makeToken"));
  for (const { path, start, text: shown, form } of answer.spans) {
    if (form !== "whole") continue;
    const lines = tree.read(path).split("\n");
    assert.deepEqual(shown.split("\n"), lines.slice(start - 1, start - 1 + shown.split("\n").length));
  }
  const { output } = await tree.ask("context", { query: "", pack: ["auth"], budget: 3000 });
  assert.match(output.split("\n")[1]!, /^pack auth: \d+ spans? of "checkToken .*", since it was selected/);
});

test("with a query: the pack first, what the query adds after, no line twice, in one budget", async () => {
  await using tree = new Opened(FILES);
  await save(tree);
  for (const budget of [900, 1100, 1500, 4000]) {
    const answer = await asked(tree, { query: "renderToken checkToken", budget });
    if (answer.spans === undefined || answer.spans.length === 0) {
      assert.equal(answer.advice?.code, "pack-over-budget");
      continue;
    }
    const ofPack = answer.spans.map(({ path }) => path.startsWith("src/auth/"));
    assert.equal(ofPack.lastIndexOf(true) < (ofPack.indexOf(false) + 1 || Infinity), true, String(ofPack));
    const lines = answer.spans.flatMap(({ path, text }) =>
      text
        .split("\n")
        .filter((l) => l.includes("const "))
        .map((l) => path + l),
    );
    assert.equal(new Set(lines).size, lines.length);
    for (const name of ["check", "renew", "make"])
      assert.ok(
        lines.some((line) => line.includes(`${name}3`)),
        name,
      );
  }
  const large = await asked(tree, { query: "renderToken", budget: 4000 });
  assert.ok(large.spans.some(({ path }) => path === "src/render.ts"));
});

test("over the budget nothing of it is shown, and what is said to be enough is enough", async () => {
  await using tree = new Opened(FILES);
  await save(tree);
  for (const query of ["", "renderToken"]) {
    for (const budget of [64, 150, 300]) {
      const { advice, spans = [] } = await asked(tree, { query, budget });
      assert.deepEqual(spans, []);
      const needed = Number(/(\d+)/.exec(advice!.text)![1]);
      assert.ok((await asked(tree, { query, budget: needed })).spans.length > 0, String(needed));
    }
  }
});

test("several packs, each once, and a session in which nothing is sent twice", async () => {
  await using tree = new Opened(FILES);
  await save(tree);
  await save(tree, { name: "view", query: "renderToken", paths: ["src"] });
  const answer = await asked(tree, { pack: ["view", "auth", "view"] });
  assert.deepEqual(
    answer.packs!.map(({ name }) => name),
    ["view", "auth"],
  );
  await asked(tree, { session: "s" });
  const again = await asked(tree, { session: "s" });
  assert.deepEqual(again.spans, []);
  assert.ok(again.session!.shown.length > 0);
});

test("refresh says what changed, and writes nothing where nothing answers any more", async () => {
  await using tree = new Opened(FILES);
  await save(tree);
  const before = tree.read(FILE);
  assert.deepEqual((await packed(tree, { name: "auth", refresh: true })).changes, []);
  assert.equal(tree.read(FILE), before);
  tree.write("src/auth/make.ts", `\n\n${part("make").replace("make 1", "made 1")}`);
  const dry = await packed(tree, { name: "auth", refresh: true, dryRun: true });
  assert.ok(
    !dry.written &&
      dry.changes.some(({ path, change }) => path === "src/auth/make.ts" && change === "changed"),
  );
  assert.equal(tree.read(FILE), before);
  // What was not written begins no answer, and none is promised.
  for (const asked of [
    { name: "auth", refresh: true, dryRun: true },
    { name: "other", query: "session token", dryRun: true },
  ]) {
    const { output } = await tree.ask("pack", asked);
    assert.match(output, /^pack \w+ not written: /);
    assert.doesNotMatch(output, /begins an answer/);
  }
  const shown = await tree.ask("pack", { name: "auth", format: "json" });
  assert.equal(shown.found, false);
  await packed(tree, { name: "auth", refresh: true });
  assert.notEqual(tree.read(FILE), before);
  assert.ok((await tree.ask("pack", { name: "auth" })).found);
  const now = tree.read(FILE);
  tree.remove("src/auth");
  await assert.rejects(packed(tree, { name: "auth", refresh: true }), { code: "SCOPE_EMPTY" });
  assert.equal(tree.read(FILE), now);
  tree.write("src/auth/zero.txt", "zzz\n".repeat(9000));
  const none = await tree.ask("pack", { name: "auth", refresh: true, format: "json" });
  assert.ok(!none.found && !(none.answer as PackReport).written);
  assert.equal(tree.read(FILE), now);
});

test("a pack answers no question itself, unless the scope names its folder", async () => {
  await using tree = new Opened(FILES);
  await save(tree);
  const path = (answer: ContextAnswer): string[] => answer.spans.map((span) => span.path);
  const more = { pack: [], query: "checkToken renewToken makeToken" };
  assert.ok(!path(await asked(tree, more)).includes(FILE));
  assert.ok(!path(await asked(tree, { ...more, scope: ["."] })).includes(FILE));
  assert.ok(path(await asked(tree, { ...more, scope: [".pith"] })).includes(FILE));
  const text = tree.read(FILE);
  await save(tree, { paths: [] });
  assert.deepEqual(Object.keys((JSON.parse(text) as { files: object }).files), [
    "src/auth/check.ts",
    "src/auth/make.ts",
  ]);
});

test("list and remove, each also where a file is broken", async () => {
  await using tree = new Opened(FILES);
  assert.equal((await tree.ask("pack", { list: true })).found, false);
  await save(tree);
  tree.write(".pith/packs/broken.json", "{");
  tree.write(".pith/packs/no pack.json", "{}");
  const listed = (await tree.ask("pack", { list: true, format: "json" })).answer as PackListReport;
  assert.deepEqual(
    [listed.packs.map((p) => p.name), listed.faults.map((f) => f.name)],
    [["auth"], ["broken"]],
  );
  await packed(tree, { name: "auth", remove: true, dryRun: true });
  assert.ok(existsSync(tree.path(FILE)));
  await packed(tree, { name: "auth", remove: true });
  assert.ok(!existsSync(tree.path(FILE)));
  await packed(tree, { name: "broken", remove: true });
  await assert.rejects(packed(tree, { name: "auth", remove: true }), { code: "PACK_NOT_FOUND" });
});

const NAMES = [
  "",
  "a/b",
  "a\\b",
  "..",
  ".",
  "a\n",
  "\na",
  "a b",
  "con",
  "NUL.x",
  "com1",
  "lpt9.json",
  "a.",
  "-x",
  "ä",
  "x".repeat(65),
  "a\0",
  "__proto__/x",
  "$(id)",
];
test(`${NAMES.length} names are refused, and nothing is written`, async () => {
  await using tree = new Opened(FILES);
  for (const name of NAMES) {
    await assert.rejects(save(tree, { name }), { code: "ARGUMENT_INVALID" }, JSON.stringify(name));
    await assert.rejects(asked(tree, { pack: [name] }), { code: "ARGUMENT_INVALID" }, JSON.stringify(name));
    await assert.rejects(
      packed(tree, { name, remove: true }),
      { code: "ARGUMENT_INVALID" },
      JSON.stringify(name),
    );
  }
  assert.ok(!existsSync(tree.path(".pith")));
  for (const name of ["a", "A.b_c-9", "x".repeat(64), "__proto__", "constructor", ".hidden"])
    assert.ok((await save(tree, { name })).written);
});

test("a file that is not what Pith wrote is refused with what to do, and never written over", async () => {
  await using tree = new Opened(FILES);
  await save(tree);
  const text = tree.read(FILE);
  const json = JSON.parse(text) as Record<string, unknown> & { spans: Record<string, unknown>[] };
  const [span] = json.spans;
  const cases: [RegExp, string][] = [
    [/is not JSON/, text.slice(0, 300)],
    [/is not JSON/, `<<<<<<< ours\n${text}=======\n${text}>>>>>>> theirs\n`],
    [/pith-pack-2; this version reads pith-pack-1/, text.replace("pith-pack-1", "pith-pack-2")],
    [
      /no valid spans\[0\]\.path/,
      JSON.stringify({ ...json, spans: [{ ...span, path: "../../etc/passwd" }] }),
    ],
    [/no valid spans\[0\]\.path/, JSON.stringify({ ...json, spans: [{ ...span, path: "not/listed" }] })],
    [/no valid spans\[0\]\.lines/, JSON.stringify({ ...json, spans: [{ ...span, lines: [] }] })],
    [/no valid spans$/m, JSON.stringify({ ...json, spans: [] })],
    [/no valid field "other"/, JSON.stringify({ ...json, other: 1 })],
    [/no valid field "__proto__"/, text.replace("{", '{"__proto__": {"x": 1},')],
    [/nested deeper/, `${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}`],
    [/says that it is "other"/, text.replace('"name": "auth"', '"name": "other"')],
    [/no object/, "[]"],
  ];
  for (const [message, broken] of cases) {
    tree.write(FILE, broken);
    const right = { code: "PACK_INVALID", message };
    const says = message.source.endsWith("$") ? { code: "PACK_INVALID" } : right;
    await assert.rejects(asked(tree), says, broken.slice(0, 60));
    await assert.rejects(save(tree), says, broken.slice(0, 60));
    assert.equal(tree.read(FILE), broken);
  }
  // What was only edited is renewed by its query.
  tree.write(FILE, text.replace("renewToken makeToken", "renewToken"));
  await assert.rejects(asked(tree), { code: "PACK_INVALID", message: /changed by hand/ });
  assert.ok((await packed(tree, { name: "auth", refresh: true })).written);
  assert.ok((await asked(tree)).spans.length > 0);
  await assert.rejects(asked(tree, { pack: ["auht"] }), { code: "PACK_NOT_FOUND", next: /auth/ });
  await assert.rejects(asked(tree, { outline: true }), { code: "ARGUMENT_INVALID" });
  await assert.rejects(asked(tree, { answer: "exact", query: "x" }), { code: "ARGUMENT_INVALID" });
  await assert.rejects(packed(tree, { name: "auth", query: "x", list: true }), { code: "ARGUMENT_INVALID" });
  await assert.rejects(packed(tree, {}), { code: "ARGUMENT_INVALID" });
});

test("a link that leads out is neither read nor written through", LINKS, async () => {
  for (const [what, at] of [
    ["folder", ".pith"],
    ["folder", ".pith/packs"],
    ["file", FILE],
  ] as const) {
    await using tree = new Opened(FILES);
    const out = join(tree.folder, "out");
    mkdirSync(join(out, "packs"), { recursive: true });
    writeFileSync(join(out, "auth.json"), "mine");
    mkdirSync(join(tree.path(at), ".."), { recursive: true });
    symlinkSync(what === "file" ? join(out, "auth.json") : out, tree.path(at));
    const refused = { code: "PATH_OUTSIDE_ROOT", next: /^Take away the link on the way to \.pith/ };
    await assert.rejects(save(tree), refused, at);
    await assert.rejects(asked(tree), refused, at);
    await assert.rejects(packed(tree, { name: "auth", remove: true }), refused, at);
    assert.equal(readFileSync(join(out, "auth.json"), "utf8"), "mine");
    assert.deepEqual(readdirSync(out).sort(), ["auth.json", "packs"]);
  }
});

test("nor one that leads to what is Git's", LINKS, async () => {
  for (const [at, to] of [
    [".pith", ".git"],
    [".pith/packs", ".git/hooks"],
    [FILE, ".git/config"],
  ] as const) {
    await using tree = new Opened(FILES);
    tree.write(".git/config", "[core]\n");
    tree.write(".git/hooks/mine", "mine");
    mkdirSync(join(tree.path(at), ".."), { recursive: true });
    symlinkSync(tree.path(to), tree.path(at));
    const refused = { code: "ARGUMENT_INVALID", message: /Git's own/, next: /^Take away the link/ };
    await assert.rejects(save(tree), refused, at);
    await assert.rejects(asked(tree), refused, at);
    await assert.rejects(packed(tree, { name: "auth", remove: true }), refused, at);
    assert.equal(tree.read(".git/config"), "[core]\n");
    assert.deepEqual(readdirSync(tree.path(".git/hooks")), ["mine"]);
    assert.deepEqual(readdirSync(tree.path(".git")).sort(), ["config", "hooks"]);
  }
});

test("what stands in the place of a pack and is none is told, and what to do leads on", async () => {
  await using tree = new Opened(FILES);
  mkdirSync(tree.path(`${FILE}/inside`), { recursive: true });
  const remove = () => packed(tree, { name: "auth", remove: true });
  for (const refused of [() => save(tree), () => asked(tree), remove])
    await assert.rejects(refused, { code: "PACK_INVALID", next: /^Take it away/ });
  assert.deepEqual(readdirSync(tree.path(FILE)), ["inside"]);
  rmSync(tree.path(FILE), { recursive: true });
  await save(tree);
  const text = tree.read(FILE);
  // Of another version: it is taken away by the command that the message names, and saved again.
  tree.write(FILE, text.replace("pith-pack-1", "pith-pack-2"));
  await assert.rejects(save(tree), { code: "PACK_INVALID", next: /`pith pack auth --remove`/ });
  await remove();
  await save(tree);
  assert.equal(tree.read(FILE), text);
  // Editors put a mark before a text.
  tree.write(FILE, `\ufeff${text}`);
  assert.ok((await asked(tree)).spans.length > 0);
});

test("a folder that can't be written says so", CLOSED_FOLDERS, async () => {
  await using tree = new Opened(FILES);
  await save(tree);
  const text = tree.read(FILE);
  chmodSync(tree.path(".pith/packs"), 0o500);
  try {
    await assert.rejects(save(tree, { budget: 700 }), { code: "OUTPUT_FAILED" });
    await assert.rejects(packed(tree, { name: "auth", remove: true }), { code: "OUTPUT_FAILED" });
  } finally {
    chmodSync(tree.path(".pith/packs"), 0o700);
  }
  assert.equal(tree.read(FILE), text);
});

test("a file where the folder should be says so", async () => {
  await using tree = new Opened({ ...FILES, ".pith": "mine\n" });
  await assert.rejects(save(tree), { code: "OUTPUT_FAILED" });
  assert.equal(tree.read(".pith"), "mine\n");
});

test("secrets stay out of the pack and of what it shows", async () => {
  const secret = `ghp_${"a1B2".repeat(9)}`;
  await using tree = new Opened({
    "src/auth/check.ts": `export function checkToken() {\n  return "${secret}";\n}\n`,
  });
  const outcome = await tree.ask("pack", { name: "auth", query: `checkToken ${secret}` });
  assert.ok(!outcome.output.includes(secret) && !tree.read(FILE).includes(secret));
  const answer = await tree.ask("context", { query: "", pack: ["auth"] });
  assert.ok(answer.output.includes("checkToken") && !answer.output.includes(secret));
  await assert.rejects(packed(tree, { name: "auth", refresh: true }), {
    code: "PACK_INVALID",
    message: /secret/,
  });
});
