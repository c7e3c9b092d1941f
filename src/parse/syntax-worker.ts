// A thread of the pool: takes texts, gives facts as bytes. Grammars come compiled with the first text of a language.
import { parentPort, workerData } from "node:worker_threads";
import type { SyntaxSkip } from "./facts.ts";
import type { WasmModule } from "./wasm-module.ts";
import type { SyntaxCeilings } from "./syntax-ceilings.ts";
import { encodeSyntaxFacts } from "./syntax-codec.ts";
import { createInlineParser } from "./syntax-parser.ts";

export interface WorkerRequest {
  text: string;
  languageId: string;
  module: WasmModule | null;
}

/** `usable` is false once the thread must be replaced. */
export type WorkerAnswer = ({ bytes: Uint8Array<ArrayBuffer> } | { skip: SyntaxSkip }) & { usable: boolean };

const port = parentPort!;
const modules = new Map<string, WasmModule>();
const starting = createInlineParser({
  ceilings: (workerData as { ceilings: SyntaxCeilings }).ceilings,
  modules,
});

port.on("message", (request: WorkerRequest) => {
  void answer(request);
});

async function answer({ text, languageId, module }: WorkerRequest): Promise<void> {
  const parser = await starting;
  if (module !== null) modules.set(languageId, module);
  const result = parser.parse(text, languageId);
  if ("skip" in result) {
    port.postMessage({ skip: result.skip, usable: parser.usable() } satisfies WorkerAnswer, []);
    return;
  }
  const bytes = encodeSyntaxFacts(result.facts);
  port.postMessage({ bytes, usable: parser.usable() } satisfies WorkerAnswer, [bytes.buffer]);
}
