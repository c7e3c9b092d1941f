// Every fact that a cache holds of a tree, in an order that depends on nothing but the tree: for comparing two caches.
import { cacheFolder } from "../../src/config/cache-folder.ts";
import { resolveRoot } from "../../src/files/guard.ts";
import { openFactsDb } from "../../src/store/facts-db.ts";
import { openStore, type Store } from "../../src/store/store.ts";
import { logicalContent } from "../store/logical-content.ts";

export function storeOf(root: string, env: NodeJS.ProcessEnv): Store {
  const cacheDir = cacheFolder({ cacheDir: "" }, env);
  const { path, repository } = resolveRoot(root);
  return openStore({ cacheDir, root: path, commonDir: repository?.commonDir ?? null });
}

export interface FactsDump {
  /** Path → what the words layer says of it. */
  words: Record<string, unknown>;
  /** Path → what the syntax layer says of it; null where it says nothing. */
  syntax: Record<string, unknown>;
}

/** Throws where there is no snapshot. */
export function factsDump(root: string, env: NodeJS.ProcessEnv): FactsDump {
  const store = storeOf(root, env);
  const snapshot = store.load();
  if (snapshot === null) throw new Error(`no snapshot: ${store.takeNotices().join(" ")}`);
  const db = openFactsDb(store.folder.syntax);
  try {
    const rows = db.get(snapshot.files.map((f) => f.key));
    const syntax = snapshot.files.map((f) => [f.path, rows.get(f.key) ?? null] as const);
    return { words: logicalContent(snapshot), syntax: Object.fromEntries(syntax) };
  } finally {
    db.close();
  }
}

/** Without the syntax that the fresh dump has not: an earlier question alone asked for it, as for that of shown data. */
export function asFarAs(fresh: FactsDump, facts: FactsDump): FactsDump {
  const syntax = Object.entries(facts.syntax).map(
    ([path, row]) => [path, fresh.syntax[path] === null ? null : row] as const,
  );
  return { words: facts.words, syntax: Object.fromEntries(syntax) };
}
