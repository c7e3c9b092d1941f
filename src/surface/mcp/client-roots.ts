// In which folders does the client work? The roots that it declares: asked for by a request of ours in the older
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
/** An editor has some folders open. */
const MOST_ROOTS = 100;

/** The SDK refuses the whole list for one address that is no `file:`; editors with remote folders send such. */
const AS_IT_COMES: StandardSchemaV1<unknown, unknown> = {
  "~standard": { version: 1, vendor: "pith", validate: (value) => ({ value }) },
};

export interface ClientRoots {
  /** The client's folders, none where it names none, or the question that the client must answer first. */
  find(context: ServerContext): Promise<readonly string[] | InputRequiredResult>;
}

export function clientRoots(server: Server, era: "legacy" | "modern"): ClientRoots {
  if (era === "modern") return { find: async (context) => askByResult(context) };

  let known: Promise<readonly string[] | null> | undefined;
  let silent = false;
  server.setNotificationHandler("notifications/roots/list_changed", () => {
    known = undefined;
    // Whoever tells of a change has roots by now, whatever became of the first question.
    silent = false;
  });
  /** Null: the call on whose stream it was asked has been cancelled, and with it the question. */
  const ask = async ({ mcpReq }: ServerContext): Promise<readonly string[] | null> => {
    try {
      // Over HTTP a question that belongs to no call reaches only a client that keeps a stream open for such.
      const answer = await mcpReq.send({ method: "roots/list" }, AS_IT_COMES, { timeout: PATIENCE });
      return foldersOf((answer as { roots?: unknown } | null)?.roots);
    } catch {
      // Declared, but not answered: the working directory stands in, and no later call waits again.
      if (mcpReq.signal.aborted) return null;
      silent = true;
      return [];
    }
  };
  return {
    async find(context) {
      const declared = server.getClientCapabilities()?.roots;
      if (declared === undefined || silent) return [];
      known ??= ask(context);
      let found = await known;
      while (found === null && !context.mcpReq.signal.aborted) found = await (known = ask(context));
      // Without the promise to tell of changes, the next call asks again: people enter work trees.
      if (declared.listChanged !== true) known = undefined;
      return found ?? [];
    },
  };
}

function askByResult(context: ServerContext): readonly string[] | InputRequiredResult {
  const envelope = context.mcpReq.envelope as Record<string, { roots?: unknown } | undefined> | undefined;
  if (envelope?.[CLIENT_CAPABILITIES_META_KEY]?.roots === undefined) return [];
  if (context.mcpReq.inputResponses === undefined) {
    return inputRequired({ inputRequests: { [KEY]: inputRequired.listRoots() } });
  }
  const response = inputResponse(context.mcpReq.inputResponses, KEY);
  return response.kind === "roots" ? foldersOf(response.roots) : [];
}

/** Of the roots those that are folders here. */
function foldersOf(roots: unknown): string[] {
  if (!Array.isArray(roots)) return [];
  return roots
    .slice(0, MOST_ROOTS)
    .map((root) => folderOf((root as { uri?: unknown } | null)?.uri))
    .filter((folder) => folder !== undefined);
}

/** The one around the working directory, else the first. */
export function chooseRoot(folders: readonly string[], cwd: string): string | undefined {
  return folders.find((folder) => folder === cwd || isInside(cwd, folder)) ?? folders[0];
}

function folderOf(uri: unknown): string | undefined {
  if (typeof uri !== "string") return undefined;
  return isFolder(uri) ? uri : placesOf(uri).find(isFolder);
}

function isFolder(path: string): boolean {
  try {
    return isAbsolute(path) && statSync(path).isDirectory();
  } catch {
    return false;
  }
}

/**
 * What a `file:` address may mean. Some clients write one without encoding the path: then `#`, `?` and `%` in it are
 * letters of names. The first two have no other meaning in the address of a folder, so there the letters go first.
 */
function placesOf(uri: string): string[] {
  const written = /^file:\/\/(\/.*)$/is.exec(uri)?.[1];
  const asWritten = written === undefined ? [] : [written];
  let asAddress: string[] = [];
  try {
    asAddress = /^file:/i.test(uri) ? [fileURLToPath(uri)] : [];
  } catch {
    // No address of this machine.
  }
  return /[#?]/.test(uri) ? [...asWritten, ...asAddress] : [...asAddress, ...asWritten];
}

/** A folder given as a path or as a `file:` address. Throws for one that is none of this machine. */
export function pathOfRoot(root: string): string {
  return /^file:/i.test(root) ? fileURLToPath(root) : root;
}
