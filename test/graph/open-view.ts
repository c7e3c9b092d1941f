// A graph's view over a real folder, through the real walk, index and parser; for tests.
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { runCheckerPass, type CheckerRun, type CheckerRunOptions } from "../../src/engine/checker-pass.ts";
import { GraphMemory } from "../../src/engine/graph-view.ts";
import type { OperationContext } from "../../src/engine/operation.ts";
import { SyntaxSource } from "../../src/engine/syntax-facts.ts";
import { Workspace } from "../../src/engine/workspace.ts";
import { resolveRoot } from "../../src/files/guard.ts";
import type { GraphView } from "../../src/graph/view.ts";

export interface OpenedView extends AsyncDisposable {
  readonly root: string;
  readonly view: GraphView;
  /** The view after the tree has changed. */
  refresh(): Promise<GraphView>;
  /** The view after the checker pass. */
  check(options?: CheckerRunOptions & OperationContext): Promise<{ run: CheckerRun; view: GraphView }>;
}

/** A view over a folder that is there. Its cache is a temporary folder. */
export async function openView(root: string): Promise<OpenedView> {
  const cache = mkdtempSync(join(tmpdir(), "pith-graph-cache-"));
  const env = { PATH: process.env["PATH"], HOME: cache, XDG_CONFIG_HOME: cache, XDG_CACHE_HOME: cache };
  const workspace = new Workspace(resolveRoot(root), env);
  const syntax = new SyntaxSource(workspace.store.folder.syntax, workspace.config.values.ceilings);
  const memory = new GraphMemory(workspace, syntax);
  const refresh = async () => memory.view((await workspace.view({}, { whole: true })).snapshot);
  return {
    root,
    view: await refresh(),
    refresh,
    async check(options = {}) {
      const { snapshot } = await workspace.view({}, { whole: true });
      const run = await runCheckerPass(workspace, memory, snapshot, options, options);
      return { run, view: await refresh() };
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([syntax.close(), workspace.close()]);
      rmSync(cache, { recursive: true, force: true });
    },
  };
}

/** A view over a new folder with these files, which goes with it. */
export async function viewOf(files: Readonly<Record<string, string>>): Promise<OpenedView> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "pith-graph-")));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  const opened = await openView(root);
  return {
    ...opened,
    async [Symbol.asyncDispose]() {
      await opened[Symbol.asyncDispose]();
      rmSync(root, { recursive: true, force: true });
    },
  };
}
