// In which folder does the client work? The roots that it declares: asked for by a request of ours in the older
// protocol, by an `input_required` result in the newer one, which has no requests from the server.
import { statSync } from "node:fs";
import { isAbsolute } from "node:path";
import { fileURLToPath } from "node:url";
import { CLIENT_CAPABILITIES_META_KEY, inputRequired, inputResponse } from "@modelcontextprotocol/server";
import type {
  InputRequiredResult,
  Server,
  ServerContext,
  StandardSchemaV1,
} from "@modelcontextprotocol/server";
import { isInside } from "../../files/guard.ts";

/** How long a client may take to list its roots, in ms. Some declare roots and never answer. */
const PATIENCE = 2000;
const KEY = "roots";

/** The SDK refuses the whole list for one address that is no `file:`; editors with remote folders send such. */
const AS_IT_COMES: StandardSchemaV1<unknown, unknown> = {
  "~standard": { version: 1, vendor: "pith", validate: (value) => ({ value }) },
};

export interface ClientRoots {
  /** The client's folder, undefined where it names none, or the question that the client must answer first. */
  find(context: ServerContext): Promise<string | undefined | InputRequiredResult>;
}

export function clientRoots(server: Server, era: "legacy" | "modern", cwd: string): ClientRoots {
  if (era === "modern") return { find: async (context) => askByResult(context, cwd) };

  let known: Promise<string | undefined> | undefined;
  let silent = false;
  server.setNotificationHandler("notifications/roots/list_changed", () => {
    known = undefined;
  });
  const ask = async (): Promise<string | undefined> => {
    try {
      const answer = await server.request({ method: "roots/list" }, AS_IT_COMES, { timeout: PATIENCE });
      const roots = (answer as { roots?: unknown } | null)?.roots;
      return Array.isArray(roots) ? chooseRoot(roots as { uri?: unknown }[], cwd) : undefined;
    } catch {
      // Declared, but not answered: the working directory stands in, and no later call waits again.
      silent = true;
      return undefined;
    }
  };
  return {
    async find() {
      const declared = server.getClientCapabilities()?.roots;
      if (declared === undefined || silent) return undefined;
      known ??= ask();
      const found = await known;
      // Without the promise to tell of changes, the next call asks again: people enter work trees.
      if (declared.listChanged !== true) known = undefined;
      return found;
    },
  };
}

function askByResult(context: ServerContext, cwd: string): string | undefined | InputRequiredResult {
  const envelope = context.mcpReq.envelope as Record<string, { roots?: unknown } | undefined> | undefined;
  if (envelope?.[CLIENT_CAPABILITIES_META_KEY]?.roots === undefined) return undefined;
  if (context.mcpReq.inputResponses === undefined) {
    return inputRequired({ inputRequests: { [KEY]: inputRequired.listRoots() } });
  }
  const response = inputResponse(context.mcpReq.inputResponses, KEY);
  return response.kind === "roots" ? chooseRoot(response.roots as { uri?: unknown }[], cwd) : undefined;
}

/** Of the roots that are folders here: the one around the working directory, else the first. */
export function chooseRoot(roots: readonly { uri?: unknown }[], cwd: string): string | undefined {
  const folders = roots.map((root) => folderOf(root.uri)).filter((folder) => folder !== undefined);
  return folders.find((folder) => folder === cwd || isInside(cwd, folder)) ?? folders[0];
}

function folderOf(uri: unknown): string | undefined {
  if (typeof uri !== "string") return undefined;
  try {
    const path = pathOfRoot(uri);
    return isAbsolute(path) && statSync(path).isDirectory() ? path : undefined;
  } catch {
    return undefined;
  }
}

/** A folder given as a path or as a `file:` address. */
export function pathOfRoot(root: string): string {
  return /^file:/i.test(root) ? fileURLToPath(root) : root;
}
