// `pith index --export`: the facts of the tree as it is now, in one file. Of each content its words facts, and its syntax
// facts where the store has them; the same facts are the same bytes. A bundle is carried away, so what a secret could be
// read from stays here: words facts have none, and syntax facts of a file with secrets go only if none stands in them.
import { throwIfCancelled } from "../base/error.ts";
import { compareStrings } from "../base/order.ts";
import { isSkipped, openReader } from "../files/read.ts";
import type { SyntaxFacts } from "../parse/facts.ts";
import { encodeSyntaxFacts } from "../parse/syntax-codec.ts";
import { secretRemover } from "../redact/redact.ts";
import { BundleWriter } from "../store/bundle-writer.ts";
import { contentOfKey } from "../store/facts-key.ts";
import { SegmentEntries } from "../store/segment-entries.ts";
import type { HeldSnapshot } from "../store/snapshot.ts";
import { encodeWords } from "../store/words-record.ts";
import type { ExportedReport } from "../pack/reports.ts";
import type { OperationContext } from "./operation.ts";
import type { SyntaxSource } from "./syntax-facts.ts";
import type { Workspace } from "./workspace.ts";

/** Contents whose syntax facts are read together. */
const LOT = 64;

interface Content {
  key: string;
  segment: number;
  entry: number;
  /** One of the files that have it. */
  path: string;
}

export async function exportBundle(
  workspace: Workspace,
  syntax: SyntaxSource,
  snapshot: HeldSnapshot,
  file: string,
  context: OperationContext,
): Promise<ExportedReport> {
  const contents = contentsOf(snapshot);
  const progress = (done: number): void =>
    context.onProgress?.({ phase: "exporting", done, total: 2 * contents.length, unit: "records" });
  const writer = new BundleWriter(file);
  try {
    const entries = snapshot.segments.map((segment) => new SegmentEntries(segment));
    for (let at = 0; at < contents.length; at += LOT) {
      for (const { key, segment, entry } of contents.slice(at, at + LOT)) {
        const bytes = snapshot.segments[segment]!.entryBytes[entry]!;
        writer.add("words", key, encodeWords(bytes, entries[segment]!.facts(entry), entries[segment]!));
      }
      await rest(context);
      progress(at);
    }
    // Under the key by which they rest: facts that were made under other ceilings are others.
    const parsed = contents.map(({ key, path }) => ({ key, path, stored: syntax.stored(key) }));
    parsed.sort((a, b) => compareStrings(a.stored, b.stored));
    let withSecrets = 0;
    const read = openReader(workspace.root, workspace.config.values.ceilings);
    for (let at = 0; at < contents.length; at += LOT) {
      const lot = parsed.slice(at, at + LOT);
      const held = syntax.held(lot.map(({ key }) => key));
      for (const { key, path, stored } of lot) {
        const result = held.get(key);
        if (result === undefined || !("facts" in result)) continue;
        const text = read(path);
        // Changed since it was indexed: nobody can look into its text any more.
        if (isSkipped(text) || text.id !== contentOfKey(key)) continue;
        if (holdsSecret(result.facts, path, text.text)) withSecrets++;
        else writer.add("syntax", stored, encodeSyntaxFacts(result.facts));
      }
      await rest(context);
      progress(contents.length + at);
    }
    const written = writer.finish();
    return { file, ...written, withSecrets };
  } finally {
    writer.end();
  }
}

/** Each content once, by its key. */
function contentsOf({ files }: HeldSnapshot): Content[] {
  const byKey = new Map<string, Content>();
  for (const { key, segment, entry, path } of files)
    if (segment >= 0 && !byKey.has(key)) byKey.set(key, { key, segment, entry, path });
  return [...byKey.values()].sort((a, b) => compareStrings(a.key, b.key));
}

async function rest({ signal }: OperationContext): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
  throwIfCancelled(signal);
}

/** Facts were cut from the text as it is on disk. */
function holdsSecret(facts: SyntaxFacts, path: string, text: string): boolean {
  const remove = secretRemover(path, text);
  return remove !== null && textsOf(facts).some((piece) => remove(piece) !== piece);
}

function textsOf({ symbols, references, imports, exports }: SyntaxFacts): string[] {
  const texts = [
    ...symbols.flatMap((s) => [s.name, s.qualified, s.signature, s.doc, ...s.bases]),
    ...references.flatMap((r) => [r.name, r.receiver, r.receiverType]),
    ...imports.flatMap((i) => [i.module, i.imported, i.local]),
    ...exports.flatMap((e) => [e.exported, e.local, e.from]),
  ];
  return [...new Set(texts)];
}
