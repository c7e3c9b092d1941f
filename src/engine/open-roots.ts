// The roots that this process has open: a few, the least recently used closed first.
import { statSync } from "node:fs";
import { configFiles } from "../config/load.ts";
import type { Root } from "../files/guard.ts";
import { GraphMemory } from "./graph-view.ts";
import { Sources } from "./sources.ts";
import { SyntaxSource } from "./syntax-facts.ts";
import { Workspace } from "./workspace.ts";

export interface OpenRoot {
  workspace: Workspace;
  sources: Sources;
  syntax: SyntaxSource;
  graph: GraphMemory;
  takeNotices(): string[];
}

interface Held extends OpenRoot {
  /** Calls that are at work in it. */
  users: number;
  /** To be closed once nobody is at work in it. */
  left: boolean;
  /** Of both files of settings, so that a change of one is seen by a process that lives on. */
  stamp: string;
}

/** A client seldom works in more; each holds its segments in memory. */
const MOST_OPEN = 4;

export class OpenRoots {
  readonly #env: NodeJS.ProcessEnv;
  readonly #held = new Map<string, Held>();

  constructor(env: NodeJS.ProcessEnv) {
    this.#env = env;
  }

  /**
   * Does work in an opened root, which stays open until it is done. `despite`: also where its configuration is at fault,
   * for the operation that says so.
   */
  async within<Result>(
    root: Root,
    work: (open: OpenRoot) => Promise<Result>,
    { despite = false }: { despite?: boolean } = {},
  ): Promise<Result> {
    const held = this.#open(root, despite);
    held.users++;
    try {
      return await work(held);
    } finally {
      held.users--;
      if (held.left) leave(held);
    }
  }

  #open(root: Root, despite: boolean): Held {
    const stamp = stampOf(root, this.#env);
    const known = this.#held.get(root.path);
    this.#held.delete(root.path);
    if (known !== undefined && known.stamp === stamp) {
      this.#held.set(root.path, known);
      return known;
    }
    if (known !== undefined) leave(known);
    const workspace = new Workspace(root, this.#env, { despite });
    const syntax = new SyntaxSource(workspace.store.folder.syntax, workspace.config.values.ceilings);
    const graph = new GraphMemory(workspace, syntax);
    const opened: Held = {
      workspace,
      syntax,
      users: 0,
      left: false,
      stamp,
      sources: new Sources(workspace, syntax),
      graph,
      // Where nothing can be kept, that was said.
      takeNotices: () => {
        const notices = syntax.takeNotices();
        const own = workspace.store.unwritable ? [] : notices;
        return [...own, ...graph.checker.takeNotices()];
      },
    };
    if (workspace.configFault !== null) {
      opened.left = true;
      return opened;
    }
    this.#held.set(root.path, opened);
    for (const [path, held] of this.#held) {
      if (this.#held.size <= MOST_OPEN) break;
      this.#held.delete(path);
      leave(held);
    }
    return opened;
  }

  async close(): Promise<void> {
    const held = [...this.#held.values()];
    this.#held.clear();
    await Promise.all(held.map(closeOne));
  }
}

function leave(held: Held): void {
  held.left = true;
  if (held.users === 0) void closeOne(held);
}

async function closeOne({ syntax, workspace }: Held): Promise<void> {
  await Promise.all([syntax.close(), workspace.close()]);
}

function stampOf(root: Root, env: NodeJS.ProcessEnv): string {
  const files = configFiles({ root: root.path, env });
  return [root.repository?.gitDir ?? "", ...files.map(fileStamp)].join(" ");
}

function fileStamp(path: string): string {
  try {
    // The user's may stand behind a link.
    const stat = statSync(path, { throwIfNoEntry: false });
    return stat === undefined ? "none" : `${stat.mtimeMs} ${stat.size} ${stat.ino}`;
  } catch {
    // A folder that was closed to us since it was found: whoever reads in it says so.
    return "closed";
  }
}
