// Text to syntax facts in this thread. Used by the workers of the pool, and in place for a few small files.
import { Language as Grammar, Parser } from "web-tree-sitter";
import type { EmbeddedFormat, Language, SectionFormat } from "../lang/language.ts";
import { languageById } from "../lang/registry.ts";
import { embeddedCode } from "./embedded.ts";
import type { SyntaxFacts, SyntaxResult } from "./facts.ts";
import { readRuntime } from "./grammar-files.ts";
import { factsOfSections } from "./section-formats.ts";
import {
  isTooLarge,
  MOST_NODES,
  MOST_PAGES,
  mostHeap,
  mostSteps,
  skipBeforeParse,
  type SyntaxCeilings,
  syntaxCeilings,
  TIRED_HEAP,
  TREE_LEVELS_PER_NESTING,
  tooManyErrors,
} from "./syntax-ceilings.ts";
import { directReader, publicReader, type TreeReader } from "./syntax-cursor.ts";
import { type CompiledRules, compileRules } from "./syntax-compiled.ts";
import { extractFacts } from "./syntax-extract.ts";
import { FlatTree, GrammarNames } from "./syntax-tree.ts";
import { compileWasm, createMemory, type WasmModule } from "./wasm-module.ts";

/** What the module itself begins with. */
const INITIAL_PAGES = 512;
/** Last resort against a parse that counts no steps. Its outcome is `failed`, which is never stored. */
const FUSE_MS = 30_000;

const NO_FACTS: SyntaxFacts = { symbols: [], references: [], imports: [], exports: [], errors: false };

export interface InlineParser {
  parse(text: string, languageId: string): SyntaxResult;
  /** False once the WebAssembly module has failed (all after that is `failed`) or taken more memory than it should. */
  usable(): boolean;
  close(): void;
}

export interface ParserOptions {
  ceilings?: SyntaxCeilings;
  /** Modules compiled by another thread, by language id. */
  modules?: Map<string, WasmModule>;
  /** Walks trees with the library's own cursor. */
  publicCursor?: boolean;
}

interface Ready {
  grammar: Grammar;
  compiled: CompiledRules;
}

/** The module of `web-tree-sitter` is one for a thread, and what is loaded into it stays: grammars are shared. */
let runtime: Promise<Record<string, unknown>> | null = null;
const ready = new Map<string, Ready | null>();

async function startRuntime(): Promise<Record<string, unknown>> {
  const module: Record<string, unknown> = {
    wasmBinary: readRuntime(),
    wasmMemory: createMemory(INITIAL_PAGES, MOST_PAGES),
    // What it says when it runs out of memory; the file is labelled all the same.
    printErr: () => {},
  };
  await Parser.init(module);
  return module;
}

export async function createInlineParser(options: ParserOptions = {}): Promise<InlineParser> {
  const module = await (runtime ??= startRuntime());
  const ceilings = options.ceilings ?? syntaxCeilings();
  const direct = options.publicCursor === true ? null : directReader(module);
  return new ThreadParser(ceilings, direct ?? publicReader(), options.modules ?? new Map(), () =>
    heapOf(module),
  );
}

/** Size of the module's memory in bytes; 0 where it cannot be seen. */
function heapOf(module: Record<string, unknown>): number {
  return (module.HEAP8 as Int8Array | undefined)?.byteLength ?? 0;
}

class ThreadParser implements InlineParser {
  private readonly ceilings: SyntaxCeilings;
  private readonly reader: TreeReader;
  private readonly modules: Map<string, WasmModule>;
  private readonly parser = new Parser();
  private readonly flat = new FlatTree();
  private readonly heap: () => number;
  private broken = false;

  constructor(
    ceilings: SyntaxCeilings,
    reader: TreeReader,
    modules: Map<string, WasmModule>,
    heap: () => number,
  ) {
    this.ceilings = ceilings;
    this.reader = reader;
    this.modules = modules;
    this.heap = heap;
  }

  usable(): boolean {
    return !this.broken && this.heap() < TIRED_HEAP;
  }

  close(): void {
    if (!this.broken) this.parser.delete();
    this.broken = true;
  }

  parse(text: string, languageId: string): SyntaxResult {
    if (this.broken) return { skip: "failed" };
    const named = languageById(languageId);
    const instead = named?.syntax?.instead?.(text) ?? null;
    const language = instead === null ? named : languageById(instead);
    if (language === undefined) return { skip: "no-grammar" };
    if (language.sections !== undefined) return this.sections(text, language.sections);
    if (language.embeds !== undefined) return this.embedded(text, language.embeds);
    if (language.syntax === undefined) return { skip: "no-grammar" };
    const early = skipBeforeParse(text, this.ceilings);
    if (early !== null) return { skip: early };
    try {
      const grammar = this.prepare(language);
      return grammar === null ? { skip: "no-grammar" } : this.run(text, grammar);
    } catch {
      // A trap leaves the module's own stack where it was: nothing that it says after that can be trusted.
      this.broken = true;
      return { skip: "failed" };
    }
  }

  private sections(text: string, format: SectionFormat): SyntaxResult {
    if (isTooLarge(text, this.ceilings)) return { skip: "too-large" };
    return { facts: factsOfSections(text, format) };
  }

  private embedded(text: string, format: EmbeddedFormat): SyntaxResult {
    // A notebook holds what its code has printed: its code alone counts.
    if (format !== "notebook" && isTooLarge(text, this.ceilings)) return { skip: "too-large" };
    const code = embeddedCode(text, format);
    const result = code.language === "" ? { facts: NO_FACTS } : this.parse(code.text, code.language);
    return "skip" in result ? result : { facts: code.settle(result.facts) };
  }

  private run(text: string, { grammar, compiled }: Ready): SyntaxResult {
    const most = mostSteps(text.length, this.ceilings);
    // The module's memory never shrinks: what an earlier file took says nothing of this one.
    const heap = Math.max(mostHeap(text.length), this.heap());
    const began = performance.now();
    let steps = 0;
    let fused = false;
    const progressCallback = (): boolean => {
      steps++;
      // Time and memory depend on the machine and on what this thread parsed before: neither makes a fact.
      if ((steps & 255) === 0 && performance.now() - began > FUSE_MS) fused = true;
      if (this.heap() > heap) fused = true;
      return fused || steps > most;
    };
    this.parser.setLanguage(grammar);
    const source = compiled.rules.source?.(text) ?? text;
    const tree = this.parser.parse(source, null, { progressCallback });
    if (tree === null) {
      this.parser.reset();
      return { skip: fused ? "failed" : "too-many-steps" };
    }
    try {
      this.reader.open(tree);
      const shape = this.flat.fill(this.reader, text, compiled.names, compiled.leaves, {
        nodes: MOST_NODES,
        depth: this.ceilings.nesting * TREE_LEVELS_PER_NESTING,
      });
      this.reader.close();
      if (shape === "nodes") return { skip: "too-large" };
      if (shape === "depth") return { skip: "too-deep" };
      if (tooManyErrors(shape)) return { skip: "too-many-errors" };
      return this.extract(compiled, tree.rootNode.hasError);
    } finally {
      tree.delete();
    }
  }

  /** A fault in a language's rules costs the file, not the thread. */
  private extract(compiled: CompiledRules, errors: boolean): SyntaxResult {
    try {
      return { facts: extractFacts(this.flat, compiled, errors) };
    } catch {
      return { skip: "failed" };
    } finally {
      this.flat.text = "";
    }
  }

  private prepare(language: Language): Ready | null {
    const known = ready.get(language.id);
    if (known !== undefined) return known;
    const made = this.load(language);
    ready.set(language.id, made);
    return made;
  }

  private load(language: Language): Ready | null {
    const rules = language.syntax!;
    const module = this.modules.get(language.id) ?? compileWasm(rules.grammar);
    if (module === null) return null;
    const grammar = Grammar.loadSync(module as Parameters<typeof Grammar.loadSync>[0]);
    return { grammar, compiled: compileRules(rules, namesOf(grammar)) };
  }
}

function namesOf(grammar: Grammar): GrammarNames {
  const named = new Uint8Array(grammar.types.length);
  const types = Array.from(grammar.types, (name, id) => {
    if (grammar.nodeTypeIsNamed(id)) named[id] = 1;
    return internal(name ?? "");
  });
  return new GrammarNames(
    types,
    Array.from(grammar.fields, (name) => internal(name ?? "")),
    named,
  );
}

/** A copy of the string that the engine compares by identity: rules compare types with literals all the time. */
function internal(text: string): string {
  return Object.keys({ [text]: 0 })[0]!;
}
