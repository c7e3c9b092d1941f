// The recorded sessions, navigators and loaders: what is contract happens here as well.
import assert from "node:assert/strict";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { isPithError } from "../../src/base/error.ts";
import { AsyncManifestLoader, cacheSlug, ManifestLoader, type Fetched } from "../../src/manifest/loader.ts";
import { FileStore, MemoryStore } from "../../src/manifest/manifest-stores.ts";
import { parseManifest } from "../../src/manifest/manifest.ts";
import {
  choiceIn,
  choiceInJson,
  KeywordNavigator,
  ModelNavigator,
  openable,
} from "../../src/manifest/navigator.ts";
import type { ViewLevel } from "../../src/manifest/node-cost.ts";
import { NavSession, type SessionPolicy } from "../../src/manifest/session.ts";
import type { Entry } from "../../src/manifest/walk.ts";
import { BudgetExceeded } from "../../src/manifest/walk-faults.ts";
import { manifestText, vectors, type Grade } from "./vectors.ts";

interface SessionVector {
  name: string;
  grade: Grade;
  manifest: string;
  options: {
    mode?: string;
    budget?: number;
    reserve?: number;
    config?: {
      view_level: ViewLevel;
      inline_small_leaves: boolean;
      inline_max_tokens?: number;
      leaf_context?: boolean;
    };
    resolver?: Record<string, string>;
  };
  init_error?: object;
  start?: { shown: number; remaining: number };
  steps?: {
    op: string;
    node?: string;
    nodes?: string[];
    facets?: Record<string, string>;
    result?: unknown;
    error?: { kind: string };
    after: { shown: number; remaining: number };
  }[];
}

const rows = (entries: Entry[]) =>
  entries.map(({ id, leaf, tier, cost, expanded }) => ({ id, leaf, tier, cost, expanded }));

function policyOf({ mode = "local", config }: SessionVector["options"]): SessionPolicy | undefined {
  // Branches are not closed there.
  if (config === undefined) {
    if (mode === "local") return { viewLevel: "brief", inlineSmallLeaves: false, closeBranches: false };
    return mode === "remote"
      ? { viewLevel: "full", inlineSmallLeaves: true, closeBranches: false }
      : undefined;
  }
  return {
    viewLevel: config.view_level,
    inlineSmallLeaves: config.inline_small_leaves,
    ...(config.inline_max_tokens !== undefined && { inlineMaxTokens: config.inline_max_tokens }),
    ...(config.leaf_context !== undefined && { leafContext: config.leaf_context }),
    closeBranches: false,
  };
}

const { sessions } = vectors<{ sessions: SessionVector[] }>("runtime/sessions");
for (const vector of sessions.filter(({ grade }) => grade !== "bug")) {
  test(`${vector.grade}: ${vector.name}`, () => {
    const { mode, budget, reserve, resolver } = vector.options;
    const policy = policyOf(vector.options);
    const start = () =>
      new NavSession(parseManifest(manifestText(vector.manifest)), {
        ...(mode !== undefined && { mode }),
        ...(policy !== undefined && { policy }),
        ...(budget !== undefined && { budget }),
        ...(reserve !== undefined && { reserve }),
        ...(resolver !== undefined && { resolver: (id) => resolver[id] }),
      });
    if (vector.init_error !== undefined) {
      assert.throws(start, { code: "ARGUMENT_INVALID" });
      return;
    }
    const session = start();
    const state = () => ({ shown: session.residentTokens, remaining: session.remaining });
    assert.deepEqual(state(), vector.start);
    for (const step of vector.steps ?? []) {
      const apply = (): unknown => {
        if (step.op === "index") return session.index();
        if (step.op === "look") return session.look(step.nodes!);
        if (step.op === "close") return session.close(step.node!);
        if (step.op === "filter") return session.filter(step.facets!);
        if (step.op === "related")
          return session
            .related(step.node!)
            .map(({ entry, why }) => ({ ...rows([entry])[0], meta: { link_why: why } }));
        const opened = session.open(step.node!);
        return opened.kind === "branch" ? rows(opened.entries) : opened.text;
      };
      if (step.error === undefined) {
        // The reference in place of a content that is held is a fault of theirs, told in runtime.test.ts.
        const there =
          typeof step.result === "string" && resolver !== undefined
            ? step.result.replace(/node:\/\/(\S+)$/, (ref, id: string) => resolver[id] ?? ref)
            : step.result;
        assert.deepEqual(apply(), there, step.op);
      } else
        assert.throws(
          apply,
          (error) =>
            isPithError(error) && (step.error!.kind !== "budget_exceeded" || error instanceof BudgetExceeded),
        );
      assert.deepEqual(state(), step.after, JSON.stringify(step).slice(0, 200));
    }
  });
}

const navigators = vectors<{
  frontiers: Record<string, Omit<Entry, "tier" | "meta">[]>;
  keyword: {
    frontier: string;
    query: string;
    remaining: number;
    candidates: string[];
    choice: string | null;
  }[];
  llm: {
    frontier: string;
    remaining: number;
    reply: string;
    offered: string[];
    model_called: boolean;
    choice?: string | null;
  }[];
  llm_json_choice: { reply: string; valid: string[]; choice: string | null }[];
}>("navigator");
const frontier = (name: string): Entry[] =>
  navigators.frontiers[name]!.map((e) => ({ tier: 1, meta: {}, ...e }));

test("keyword navigator", () => {
  const navigator = new KeywordNavigator();
  for (const { frontier: name, query, remaining, candidates, choice } of navigators.keyword) {
    assert.deepEqual(
      openable(frontier(name), remaining).map(({ id }) => id),
      candidates,
    );
    assert.equal(navigator.choose(query, frontier(name), remaining), choice, query);
  }
});

test("model navigator; no reply is no choice", async () => {
  for (const {
    frontier: name,
    remaining,
    reply,
    offered,
    model_called: called,
    choice = null,
  } of navigators.llm) {
    let prompts = 0;
    const navigator = new ModelNavigator(async (prompt) => {
      prompts++;
      for (const id of offered) assert.match(prompt, new RegExp(`^${id}\t`, "m"));
      return reply;
    });
    assert.equal(await navigator.choose("q", frontier(name), remaining), choice, JSON.stringify(reply));
    assert.equal(prompts, called ? 1 : 0);
  }
  for (const { reply, valid, choice } of navigators.llm_json_choice) {
    assert.equal(choiceInJson(reply, new Set(valid)), choice);
  }
  assert.equal(choiceIn("", new Set(["a"])), null);
});

interface LoaderRun {
  name: string;
  store: "memory" | "file";
  outcomes: string[];
  async?: boolean;
  file_overwritten_before_load?: Record<string, string>;
  known_identity_seen: (string | null)[];
  results: { identity?: string; error?: string }[];
  stored_identity: string | null | object;
}
const loader = vectors<{
  runs: LoaderRun[];
  file_store_file_name: string;
  file_store_text: string;
  file_store_leftovers: string[];
}>("loader");
const KEY = { sourceId: "src", budget: "4k" };

function fetched(outcome: string): Fetched {
  if (outcome === "raise") throw new Error("no line");
  if (outcome === "unchanged") return { kind: "unchanged" };
  const manifest = JSON.parse(manifestText("minimal")) as { source: Record<string, unknown> };
  manifest.source["content_hash"] = outcome;
  if (outcome === "fresh without body") return { kind: "fresh", identity: "x", manifest: undefined };
  return { kind: "fresh", identity: outcome === "fresh without identity" ? "" : outcome, manifest };
}

function emptyFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), "pith-manifests-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

for (const run of loader.runs) {
  test(`loader: ${run.name}`, async (t) => {
    const folder = emptyFolder(t);
    const memory = new MemoryStore();
    const seen: (string | null)[] = [];
    const stored = () => (run.store === "memory" ? memory : new FileStore(folder));
    for (const [i, outcome] of run.outcomes.entries()) {
      const overwritten = run.file_overwritten_before_load?.[String(i)];
      if (overwritten !== undefined) writeFileSync(join(folder, loader.file_store_file_name), overwritten);
      const load = async () => {
        if (run.async !== true)
          return new ManifestLoader((_key, known) => (seen.push(known), fetched(outcome)), stored()).load(
            KEY,
          );
        return new AsyncManifestLoader(
          async (_key, known) => (seen.push(known), fetched(outcome)),
          stored(),
        ).load(KEY);
      };
      const expected = run.results[i]!;
      // A list in the file was a crash there, and is nothing kept here.
      if (expected.error === "AttributeError") assert.equal((await load()).source["content_hash"], outcome);
      else if (expected.error !== undefined) await assert.rejects(load);
      else assert.equal((await load()).source["content_hash"], expected.identity);
    }
    if (!run.name.includes("crashes")) {
      assert.deepEqual(seen, run.known_identity_seen);
      assert.equal(stored().get(KEY)?.identity ?? null, run.stored_identity);
    }
  });
}

test("names of files are as they were, and hold what they held", (t) => {
  const { cache_slug: slugs } = vectors<{
    cache_slug: { source_id: string; budget: number | string; slug: string }[];
  }>("hashes");
  for (const { source_id: sourceId, budget, slug } of slugs)
    assert.equal(cacheSlug({ sourceId, budget }), slug);
  const folder = emptyFolder(t);
  new ManifestLoader(() => fetched("h1"), new FileStore(folder)).load(KEY);
  assert.deepEqual(readdirSync(folder), loader.file_store_leftovers);
  const text = readFileSync(join(folder, loader.file_store_file_name), "utf8");
  assert.deepEqual(JSON.parse(text), JSON.parse(loader.file_store_text));
  assert.equal(existsSync(join(folder, `${loader.file_store_file_name}.tmp`)), false);
});
