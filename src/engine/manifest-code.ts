// The repository at a path as a tree to be compiled.
import { resolveRoot } from "../files/guard.ts";
import { codeTree } from "../manifest/compile/adapters/code.ts";
import type { SourceTree } from "../manifest/compile/source-tree.ts";
import { codeFacts } from "./code-facts.ts";
import { OpenRoots } from "./open-roots.ts";
import type { OperationContext } from "./operation.ts";

export async function codeSource(path: string, context: OperationContext): Promise<SourceTree> {
  const roots = new OpenRoots(process.env);
  try {
    return await roots.within(resolveRoot(path), async (open) => codeTree(await codeFacts(open, context)));
  } finally {
    await roots.close();
  }
}
