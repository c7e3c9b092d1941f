// Which declared names do most files of a repository hold? Told by the index, so that nobody picks them by hand.
import { compareStrings } from "../../src/base/order.ts";
import { GraphMemory } from "../../src/engine/graph-view.ts";
import { SyntaxSource } from "../../src/engine/syntax-facts.ts";
import { Workspace } from "../../src/engine/workspace.ts";
import { resolveRoot } from "../../src/files/guard.ts";

export interface CommonName {
  name: string;
  /** Files whose words hold it. */
  files: number;
}

export interface CommonNames {
  /** Files of the repository that are read. */
  indexed: number;
  /** Declared in one place alone, the name that most files hold first. */
  once: CommonName[];
  /** Declared in several places, the one with most declarations first. */
  often: CommonName[];
}

/** What is called, as the patterns of the words layer name it. */
const CALLED = new Set(["function", "method", "class"]);

export async function commonNames(root: string, env: NodeJS.ProcessEnv): Promise<CommonNames> {
  const workspace = new Workspace(resolveRoot(root), env);
  const syntax = new SyntaxSource(workspace.store.folder.syntax, workspace.config.values.ceilings);
  try {
    const { snapshot } = await workspace.view({}, { whole: true });
    const view = new GraphMemory(workspace, syntax).view(snapshot);
    const declared = new Map<string, { called: number; others: number }>();
    for (const { segment, entry } of snapshot.files) {
      const words = snapshot.segments[segment];
      if (words === undefined) continue;
      for (let d = words.declarationOffset[entry]!; d < words.declarationOffset[entry + 1]!; d++) {
        const name = words.declarationName(d);
        const counts = declared.get(name) ?? { called: 0, others: 0 };
        if (CALLED.has(words.declarationKind(d))) counts.called++;
        else counts.others++;
        declared.set(name, counts);
      }
    }
    const called = [...declared]
      .filter(([, { called: count }]) => count > 0)
      .map(([name, { called: count, others }]) => ({
        name,
        called: count,
        others,
        files: view.naming(name).length,
      }))
      // Of names of one letter the index knows no files: all are given.
      .filter(({ files }) => files < view.paths.length)
      .sort((a, b) => b.files - a.files || compareStrings(a.name, b.name));
    const plain = (some: typeof called) => some.map(({ name, files }) => ({ name, files }));
    return {
      indexed: view.paths.length,
      once: plain(called.filter((c) => c.called + c.others === 1)),
      often: plain(called.filter((c) => c.called > 1).sort((a, b) => b.called - a.called)),
    };
  } finally {
    await Promise.all([syntax.close(), workspace.close()]);
  }
}
