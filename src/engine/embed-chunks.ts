// Has a provider make the vectors of a tree: chunk by chunk, in groups that are kept as soon as they are made, so that
// whoever breaks it off loses one group. What is sent is what Pith would show: lines of files that are read, without secrets,
// as they are now.
import { isPithError, throwIfCancelled, type PithError } from "../base/error.ts";
import { splitLines } from "../base/lines.ts";
import { isSkipped } from "../files/read.ts";
import { firstLine } from "../lang/first-line.ts";
import { languageOf } from "../lang/registry.ts";
import { redactSync } from "../redact/redact.ts";
import { factsKey } from "../store/facts-key.ts";
import { NO_TEXT } from "../store/provider-vectors.ts";
import type { Snapshot } from "../store/segment-view.ts";
import { textHash, type OpenedProvider } from "./opened-provider.ts";
import type { OperationContext } from "./operation.ts";
import type { SentContent } from "./sent-files.ts";
import type { Workspace } from "./workspace.ts";

/** Chunks of a group, about: eight requests of the size that is the default. */
const GROUP = 256;

export interface EmbeddedChunks {
  /** Texts that were sent, that were cut before, and that the provider could not take. */
  made: number;
  cut: number;
  refused: number;
  /** Why not all of it was made, or null. */
  fault: PithError | null;
}

export async function embedChunks(
  workspace: Workspace,
  opened: OpenedProvider,
  snapshot: Snapshot,
  context: OperationContext,
): Promise<EmbeddedChunks> {
  const result: EmbeddedChunks = { made: 0, cut: 0, refused: 0, fault: null };
  const missing = opened.coverage(snapshot).unsettled;
  const total = missing.reduce((sum, { chunks }) => sum + chunks, 0);
  let at = 0;
  let chunks = 0;
  try {
    // Where nothing can be kept, nothing is sent.
    while (at < missing.length && opened.vectors.fault === null) {
      throwIfCancelled(context.signal);
      const group: SentContent[] = [];
      let size = 0;
      for (; at < missing.length && (size === 0 || size + missing[at]!.chunks <= GROUP); at++) {
        group.push(missing[at]!);
        size += missing[at]!.chunks;
      }
      await embedGroup(workspace, opened, snapshot, group, result, context.signal);
      chunks += size;
      context.onProgress?.({ phase: "embedding", done: chunks, total, unit: "chunks" });
    }
  } catch (error) {
    if (!isPithError(error) || error.code === "CANCELLED") throw error;
    result.fault = error;
  }
  return result;
}

/** Most contents that are looked at for a question: what was written since the vectors were made. */
const MOST_ADOPTED = 64;

/**
 * What was written since: most chunks of it are what they were, and have their vectors. Sends nothing. Each content is looked
 * at once, as long as it lacks vectors.
 */
export async function adoptChunks(
  workspace: Workspace,
  opened: OpenedProvider,
  snapshot: Snapshot,
): Promise<void> {
  const { unsettled } = opened.coverage(snapshot);
  if (unsettled.length > MOST_ADOPTED) return;
  // Only of what still lacks vectors is it remembered: a server that stays would never end to gather.
  const open = new Set(unsettled.map(({ key }) => key));
  for (const key of opened.adopted) if (!open.has(key)) opened.adopted.delete(key);
  const fresh = unsettled.filter(({ key }) => !opened.adopted.has(key));
  // Without the vector of a chunk there is nothing to take.
  const known = fresh.length === 0 ? null : opened.vectors.known();
  if (known === null || !(known.has("code") || known.has("document"))) return;
  for (const { content, texts } of await textsOf(workspace, snapshot, fresh)) {
    const kind = content.prose ? "document" : "code";
    opened.vectors.putContent(
      content.key,
      texts.map((text) => (text.trim() === "" ? NO_TEXT : textHash(kind, text))),
    );
    opened.adopted.add(content.key);
  }
}

async function embedGroup(
  workspace: Workspace,
  { client, vectors }: OpenedProvider,
  snapshot: Snapshot,
  group: readonly SentContent[],
  result: EmbeddedChunks,
  signal: AbortSignal | undefined,
): Promise<void> {
  const read = await textsOf(workspace, snapshot, group);
  const kinds = { code: new Map<string, string>(), document: new Map<string, string>() };
  const hashes = read.map(({ content, texts }) =>
    texts.map((text) => {
      const kind = content.prose ? "document" : "code";
      const hash = textHash(kind, text);
      kinds[kind].set(hash, text);
      return hash;
    }),
  );
  const without = new Set<string>();
  for (const kind of ["code", "document"] as const) {
    const known = vectors.vectors(kinds[kind].keys());
    const wanted = [...kinds[kind]].filter(([hash]) => !known.has(hash));
    // A large file makes a large group: it is kept piece by piece as well.
    for (let from = 0; from < wanted.length; from += GROUP) {
      const piece = wanted.slice(from, from + GROUP);
      const made = await client.many(
        piece.map(([, text]) => text),
        kind,
        signal,
      );
      result.cut += made.cut;
      result.refused += made.refused;
      const rows: [string, Int8Array][] = [];
      piece.forEach(([hash], i) => {
        const vector = made.vectors[i];
        if (vector == null) without.add(hash);
        else rows.push([hash, vector]);
      });
      vectors.put(rows);
      result.made += rows.length;
    }
  }
  read.forEach(({ content }, i) =>
    vectors.putContent(
      content.key,
      hashes[i]!.map((hash) => (without.has(hash) ? NO_TEXT : hash)),
    ),
  );
}

/** The chunks of those contents that are still on disk. */
async function textsOf(
  workspace: Workspace,
  snapshot: Snapshot,
  group: readonly SentContent[],
): Promise<{ content: SentContent; texts: string[] }[]> {
  const read = await workspace.open(group.map(({ paths }) => paths[0]!));
  return group.flatMap((content) => {
    const path = content.paths[0]!;
    const file = read(path);
    if (isSkipped(file)) return [];
    const language = languageOf(path, firstLine(file.text), workspace.config.values.languages).id;
    // Written meanwhile: the next time.
    if (factsKey(file.id, language, file.encoding, path) !== content.key) return [];
    // What a name says of a content is secret is so under every name that it has.
    let text = file.text;
    for (const name of content.paths) text = redactSync(name, text).text;
    const lines = splitLines(text);
    const { chunkOffset, chunkStart, chunkEnd } = snapshot.segments[content.segment]!;
    const texts: string[] = [];
    for (let chunk = chunkOffset[content.entry]!; chunk < chunkOffset[content.entry + 1]!; chunk++) {
      texts.push(lines.slice(chunkStart[chunk]! - 1, chunkEnd[chunk]!).join("\n"));
    }
    return [{ content, texts }];
  });
}
