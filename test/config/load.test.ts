import assert from "node:assert/strict";
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { isPithError } from "../../src/base/error.ts";
import { cacheFolder } from "../../src/config/cache-folder.ts";
import { CEILINGS } from "../../src/config/ceilings.ts";
import { configFiles, loadConfig } from "../../src/config/load.ts";
import { CONFIG_KEYS } from "../../src/config/schema.ts";
import { UNITS } from "../../src/tokens/units.ts";
import { temporaryFolder, writeTree } from "../files/temporary-tree.ts";
import { all, DEVICES, LINKS } from "../conditions.ts";

function setUp(t: Parameters<typeof temporaryFolder>[0], files: Record<string, unknown> = {}) {
  const folder = temporaryFolder(t);
  writeTree(folder, { "root/": "", "home/": "" });
  for (const [path, value] of Object.entries(files)) {
    writeTree(folder, { [path]: typeof value === "string" ? value : JSON.stringify(value) });
  }
  const env = {
    HOME: join(folder, "home"),
    XDG_CONFIG_HOME: join(folder, "xdg"),
    XDG_CACHE_HOME: join(folder, "cache"),
  };
  return { folder, root: join(folder, "root"), env };
}

function fault(run: () => unknown) {
  try {
    run();
  } catch (error) {
    if (isPithError(error)) return error;
    throw error;
  }
  return assert.fail("no error");
}

test("without any file every key has its default", (t) => {
  const { root, env } = setUp(t);
  const { values, sources } = loadConfig({ root, env });
  assert.equal(values.budget, 4_000);
  assert.equal(values.unit, "o200k_base");
  assert.equal(values.ceilings.fileBytes, 2_000_000);
  assert.deepEqual(new Set(Object.values(sources)), new Set(["default"]));
  assert.equal(sources["ceilings.fileBytes"], "default");
});

test("argument over environment over root over user over default, key by key", (t) => {
  const { root, env } = setUp(t, {
    "xdg/pith/pith.json": {
      budget: 100,
      unit: "bytes",
      tools: "full",
      languages: { "*.inc": "php" },
      ceilings: { files: 9 },
    },
    "root/pith.json": {
      budget: 200,
      unit: "cl100k_base",
      languages: { "*.h": "cpp" },
      ceilings: { fileBytes: 5 },
    },
  });
  const { values, sources } = loadConfig({
    root,
    env: { ...env, PITH_BUDGET: "300", PITH_UNIT: "estimate" },
    overrides: { budget: 400, unit: undefined, ceilings: { workers: 2 } },
  });
  assert.deepEqual(
    [values.budget, values.unit, values.tools, values.languages],
    [400, "estimate", "full", { "*.inc": "php", "*.h": "cpp" }],
  );
  assert.deepEqual([values.ceilings.files, values.ceilings.fileBytes, values.ceilings.workers], [9, 5, 2]);
  assert.deepEqual(
    [
      "budget",
      "unit",
      "tools",
      "languages.*.h",
      "ceilings.files",
      "ceilings.fileBytes",
      "ceilings.workers",
      "exclude",
    ].map((key) => sources[key]),
    ["argument", "environment", "user", "root", "user", "root", "argument", "default"],
  );
});

test("an unknown key is named with the nearest one", (t) => {
  for (const [written, subject, near] of [
    [{ budgt: 1 }, "budgt", "budget"],
    [{ ceilings: { fileByte: 1 } }, "ceilings.fileByte", "ceilings.fileBytes"],
  ] as const) {
    const { root, env } = setUp(t, { "root/pith.json": written });
    const error = fault(() => loadConfig({ root, env }));
    assert.deepEqual([error.code, error.subject], ["CONFIG_KEY_UNKNOWN", subject]);
    assert.match(error.next, new RegExp(near));
    assert.match(error.message, /pith\.json/);
  }
  const { root, env } = setUp(t, { "root/pith.json": { $schema: "x", budget: 99 } });
  assert.equal(loadConfig({ root, env }).values.budget, 99);
});

test("a wrong type or value is named by its path", (t) => {
  const wrong: [unknown, string][] = [
    [{ budget: "many" }, "budget"],
    [{ budget: 63 }, "budget"],
    [{ budget: 1.5 }, "budget"],
    [{ unit: "o200kbase" }, "unit"],
    [{ include: "src" }, "include"],
    [{ exclude: ["a", 7] }, "exclude[1]"],
    [{ languages: { "*.h": 1 } }, "languages.*.h"],
    [{ ceilings: { fileBytes: 0 } }, "ceilings.fileBytes"],
    [{ ceilings: { fileBytes: CEILINGS.fileBytes.most + 1 } }, "ceilings.fileBytes"],
    [{ ceilings: 5 }, "ceilings"],
    [{ cacheDir: "" }, "cacheDir"],
    [{ provider: "openai" }, "provider"],
    [{ provider: { kind: "gemini" } }, "provider.kind"],
    [{ provider: { dimension: -1 } }, "provider.dimension"],
    [{ provider: { queryPrefix: 1 } }, "provider.queryPrefix"],
    [{ provider: { queryPrefix: "x".repeat(1_001) } }, "provider.queryPrefix"],
    [[], "The whole"],
  ];
  for (const [written, subject] of wrong) {
    const { root, env } = setUp(t, { "root/pith.json": written });
    const error = fault(() => loadConfig({ root, env }));
    assert.deepEqual([error.code, error.subject], ["CONFIG_INVALID", subject]);
    assert.notEqual(error.next, "");
  }
  const { root, env } = setUp(t, { "root/pith.json": "{ // no\n}" });
  assert.equal(fault(() => loadConfig({ root, env })).code, "CONFIG_INVALID");
  const other = setUp(t);
  assert.match(
    fault(() => loadConfig({ root: other.root, env: { ...other.env, PITH_BUDGET: "x" } })).message,
    /PITH_BUDGET/,
  );
});

test("keys like those of every object are unknown, not inherited", (t) => {
  const { root, env } = setUp(t, { "root/pith.json": '{"constructor": 1, "__proto__": 2}' });
  assert.equal(fault(() => loadConfig({ root, env })).code, "CONFIG_KEY_UNKNOWN");
});

test("the cache folder: the user's, or as set; a repository may not lead it elsewhere", (t) => {
  const { folder, root, env } = setUp(t);
  assert.equal(cacheFolder(loadConfig({ root, env }).values, env), join(folder, "cache", "pith"));
  assert.equal(cacheFolder({ cacheDir: "" }, { HOME: env.HOME }).startsWith(env.HOME), true);
  assert.equal(loadConfig({ root, env: { ...env, PITH_CACHE_DIR: "/x/y" } }).values.cacheDir, "/x/y");
  for (const [cacheDir, allowed] of [
    [".pith/cache", false],
    [join(folder, "cache", "pith", "own"), true],
    ["..", false],
    ["/etc", false],
    [`${folder}/rootless`, false],
  ] as const) {
    writeTree(root, { "pith.json": JSON.stringify({ cacheDir }) });
    if (allowed) assert.ok(loadConfig({ root, env }).values.cacheDir.startsWith(folder));
    else assert.equal(fault(() => loadConfig({ root, env })).subject, "cacheDir");
  }
});

test("a repository may switch the provider off, and nothing else of it; the user's variable is the last word", (t) => {
  const kind = (root: string, env: NodeJS.ProcessEnv) => loadConfig({ root, env }).values.provider.kind;
  const { root, env } = setUp(t);
  assert.equal(kind(root, env), "none");
  assert.equal(kind(root, { ...env, PITH_PROVIDER: "voyage" }), "voyage");
  assert.equal(fault(() => kind(root, { ...env, PITH_PROVIDER: "vertex" })).subject, "provider.kind");
  for (const [provider, subject] of [
    [{ kind: "llama" }, "provider.kind"],
    [{ url: "https://elsewhere.example" }, "provider.url"],
    [{ keyVariable: "AWS_SECRET_ACCESS_KEY" }, "provider.keyVariable"],
    [{ folder: "model" }, "provider.folder"],
    [{ kind: "none", url: "https://elsewhere.example" }, "provider.url"],
    [{ queryPrefix: "" }, "provider.queryPrefix"],
    [{ mostChunks: 1 }, "provider.mostChunks"],
  ] as const) {
    writeTree(root, { "pith.json": JSON.stringify({ provider }) });
    const error = fault(() => loadConfig({ root, env }));
    assert.deepEqual([error.code, error.subject], ["CONFIG_INVALID", subject]);
  }
  const set = setUp(t, { "root/pith.json": { provider: { kind: "none" } } });
  const user = configFiles(set)[0];
  mkdirSync(dirname(user), { recursive: true });
  const provider = { kind: "onnx", folder: "models/small", codePrefix: "" };
  writeFileSync(user, JSON.stringify({ provider }));
  assert.equal(kind(set.root, set.env), "none");
  writeTree(set.root, { "pith.json": "{}" });
  const { values, sources } = loadConfig(set);
  assert.deepEqual(
    [values.provider.kind, values.provider.codePrefix, values.provider.queryPrefix],
    ["onnx", "", "auto"],
  );
  assert.equal(values.provider.folder, join(dirname(user), "models", "small"));
  assert.deepEqual([sources["provider.kind"], sources["provider.url"]], ["user", "default"]);
});

function refusedInRoot(
  { root, env }: ReturnType<typeof setUp>,
  put: (path: string) => void,
  message: RegExp,
): void {
  const path = join(root, "pith.json");
  put(path);
  const error = fault(() => loadConfig({ root, env }));
  assert.deepEqual([error.code, error.subject], ["CONFIG_INVALID", path]);
  assert.match(error.message, message);
  assert.notEqual(error.next, "");
  rmSync(path, { recursive: true });
}

test("a pith.json in the root is a plain file of a page: no folder, no endless text", (t) => {
  const given = setUp(t, {});
  refusedInRoot(given, (path) => mkdirSync(path), /not a plain file/);
  refusedInRoot(given, (path) => writeFileSync(path, `{}${" ".repeat(1_000_000)}`), /too large/);
});

test("a pith.json in the root is no link, whatever it leads to", all(LINKS, DEVICES), (t) => {
  const given = setUp(t, { "outside.json": { budget: 77 } });
  const own = join(given.root, "pith.json");
  for (const target of ["/dev/zero", join(given.folder, "outside.json"), own, "nowhere"])
    refusedInRoot(given, (path) => symlinkSync(target, path), /not a plain file/);
});

test("the user's own pith.json may be a link", LINKS, (t) => {
  const { folder, root, env } = setUp(t, { "outside.json": { budget: 77 }, "xdg/pith/x": "" });
  symlinkSync(join(folder, "outside.json"), join(folder, "xdg/pith/pith.json"));
  assert.equal(loadConfig({ root, env }).values.budget, 77);
});

test("units are those that can be counted", () => {
  const { unit } = CONFIG_KEYS;
  assert.deepEqual(unit.kind === "choice" && [...unit.of], [...UNITS]);
});

test("weights of lanes are numbers from 0 to 4, set lane by lane; anything else names the key", (t) => {
  const { root, env } = setUp(t, {
    "xdg/pith/pith.json": { laneWeights: { words: 0.5, paths: 2 } },
    "root/pith.json": { laneWeights: { words: 0 } },
  });
  const { values, sources } = loadConfig({ root, env });
  assert.deepEqual(values.laneWeights, {
    words: 0,
    declarations: 1,
    paths: 2,
    references: 1,
    meaning: 1,
    priors: 1,
  });
  assert.deepEqual(
    ["words", "paths", "meaning"].map((lane) => sources[`laneWeights.${lane}`]),
    ["root", "user", "default"],
  );
  for (const [given, code] of [
    ['{"laneWeights":{"meaning":-0.1}}', "CONFIG_INVALID"],
    ['{"laneWeights":{"meaning":4.1}}', "CONFIG_INVALID"],
    ['{"laneWeights":{"meaning":1e999}}', "CONFIG_INVALID"],
    ['{"laneWeights":{"meaning":"1"}}', "CONFIG_INVALID"],
    ['{"laneWeights":{"meaning":null}}', "CONFIG_INVALID"],
    ['{"laneWeights":[1]}', "CONFIG_INVALID"],
    ['{"laneWeights":{"__proto__":1}}', "CONFIG_KEY_UNKNOWN"],
    ['{"laneWeights":{"meanings":1}}', "CONFIG_KEY_UNKNOWN"],
  ] as const) {
    writeFileSync(join(root, "pith.json"), given);
    assert.equal(fault(() => loadConfig({ root, env })).code, code, given);
  }
});
