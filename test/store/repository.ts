// A folder with files and a cache, for tests of the store.
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { defaultCeilings } from "../../src/config/ceilings.ts";
import type { Root } from "../../src/files/guard.ts";
import { walk } from "../../src/files/walk.ts";
import { refresh } from "../../src/store/refresh.ts";
import type { RefreshOptions } from "../../src/store/refresh.ts";
import type { HeldSnapshot } from "../../src/store/snapshot.ts";
import { openStore } from "../../src/store/store.ts";
import type { Store } from "../../src/store/store.ts";

export class Repository {
  readonly folder: string;
  readonly root: Root;
  readonly cacheDir: string;

  constructor(files: Record<string, string> = {}, folder?: string) {
    this.folder = folder ?? realpathSync(mkdtempSync(join(tmpdir(), "pith-store-")));
    this.root = { path: join(this.folder, "tree"), repository: null };
    this.cacheDir = join(this.folder, "cache");
    mkdirSync(this.root.path, { recursive: true });
    for (const [path, text] of Object.entries(files)) this.write(path, text);
  }

  /** One that another process has made. */
  static at(folder: string): Repository {
    return new Repository({}, folder);
  }

  write(path: string, content: string | Uint8Array): void {
    const file = join(this.root.path, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  }

  /** Past the tick of the clock: what is read from now on is not doubtful. */
  async settle(): Promise<void> {
    await wait(60);
  }

  store(commonDir: string | null = null): Store {
    return openStore({ cacheDir: this.cacheDir, root: this.root.path, commonDir });
  }

  refresh(previous: HeldSnapshot | null, options: Partial<RefreshOptions> = {}): Promise<HeldSnapshot> {
    const ceilings = defaultCeilings();
    const sweptAtMs = Date.now();
    const { files } = walk(this.root, { include: [], exclude: [], ceilings });
    return refresh(this.root, files, previous, {
      settings: { ceilings, languages: {} },
      sweptAtMs,
      ...options,
    });
  }

  /** As a new process answers: from what is kept, brought up to date. */
  answer(store: Store = this.store(), options: Partial<RefreshOptions> = {}): Promise<HeldSnapshot> {
    return this.refresh(store.load(), { store, ...options });
  }

  [Symbol.dispose](): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

export const PYTHON = `import os
from app.errors import NotFound


class Client:
    """Sends requests."""

    def send(self, request):
        return self.transport.handle(request)


def connect(url):
    return Client()
`;

export const TYPESCRIPT = `import { Client } from "./client.js";

/** Opens a connection. */
export function connect(url: string): Client {
  return new Client(url);
}
`;
