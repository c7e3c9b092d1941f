// From a tree to the facts of a file. Walks the tree once in document order and lets the rules of the language speak
// at each node; parents come first, so that a call can say what the name below it is before the walk arrives there.
// What needs the whole file (enclosing symbols, qualified names, bindings) is settled at the end, in `syntax-settle.ts`.
import type {
  DeclareOptions,
  ExportInput,
  FactsBuilder,
  ImportInput,
  RuleBinding,
  RuleRole,
  ScopeOptions,
  SymbolInput,
} from "../lang/syntax-rules.ts";
import type { SyntaxFacts } from "./facts.ts";
import {
  COMMENT,
  type CompiledRules,
  DECORATOR,
  IGNORED,
  MEMBER,
  ONLY_MARKED,
  ROLES,
  UNSET,
} from "./syntax-compiled.ts";
import type { DraftReference, DraftSymbol, Lead } from "./syntax-drafts.ts";
import { Scopes } from "./syntax-scopes.ts";
import { settle } from "./syntax-settle.ts";
import { adjoins, beginsItsLine, inLine, isSpace, trimmedEnd } from "./syntax-gaps.ts";
import type { FlatTree } from "./syntax-tree.ts";

/** In place of a receiver's node: its offsets are known alone. */
const NO_NODE = -2;

export class Extraction implements FactsBuilder {
  readonly tree: FlatTree;
  readonly compiled: CompiledRules;
  readonly symbols: DraftSymbol[] = [];
  readonly references: DraftReference[] = [];
  readonly imports: ImportInput[] = [];
  readonly exports: ExportInput[] = [];
  readonly exportedNames = new Set<string>();
  readonly scopes = new Scopes();
  private readonly roles: Uint8Array;
  private readonly receivers: Int32Array;
  /** Receivers that are no nodes: their offsets by the node of the name. */
  private readonly receiverTexts = new Map<number, readonly [number, number]>();
  private ordered = true;
  private skipTo = 0;
  private lead: Lead | null = null;
  private lastList = -1;
  private lastPrefix = "";
  private readonly seen = new Set<string>();
  private readonly seenExports = new Set<string>();

  constructor(tree: FlatTree, compiled: CompiledRules) {
    this.tree = tree;
    this.compiled = compiled;
    this.roles = new Uint8Array(tree.size).fill(UNSET);
    this.receivers = new Int32Array(tree.size).fill(-1);
  }

  walk(): void {
    const { tree, scopes } = this;
    const { handlers, marks, roles } = this.compiled;
    let node = 0;
    while (node < tree.size) {
      scopes.arriveAt(node);
      const type = tree.typeId(node);
      const mark = marks[type];
      if (mark === COMMENT || mark === DECORATOR) this.lengthenLead(node, mark === COMMENT);
      if (mark === COMMENT) {
        node = tree.after(node);
        continue;
      }
      const ownRole = roles[type];
      handlers[type]?.(this, node);
      if (ownRole !== undefined && ownRole !== UNSET) this.refer(node, ownRole);
      node = this.skipTo > node ? this.skipTo : node + 1;
    }
    if (!this.ordered) this.references.sort((a, b) => a.start - b.start || a.end - b.end);
  }

  private refer(node: number, ownRole: number): void {
    const role = this.roles[node]!;
    if (role === UNSET && ownRole === ONLY_MARKED) return;
    const { tree } = this;
    const start = tree.start(node);
    const end = tree.end(node);
    if (role === IGNORED || start === end) return;
    const receiver = this.receivers[node]!;
    if (receiver === -1 && this.compiled.marks[tree.typeId(node)] === MEMBER) return;
    let receiverStart = -1;
    let receiverEnd = -1;
    if (receiver >= 0) {
      receiverStart = tree.start(receiver);
      receiverEnd = tree.end(receiver);
    } else if (receiver === NO_NODE) {
      [receiverStart, receiverEnd] = this.receiverTexts.get(node)!;
    }
    this.add({
      node,
      start,
      end,
      role: ROLES[role === UNSET ? ownRole : role]!,
      receiverStart,
      receiverEnd,
      scope: this.scopes.open,
    });
  }

  mention(start: number, end: number, role: RuleRole, receiver: readonly [number, number] = [-1, -1]): void {
    const [receiverStart, receiverEnd] = receiver;
    this.add({ node: -1, start, end, role, receiverStart, receiverEnd, scope: this.scopes.open });
  }

  /** Mentions may be told before the walk arrives at their places. */
  private add(draft: DraftReference): void {
    const last = this.references[this.references.length - 1];
    if (last !== undefined && last.start > draft.start) this.ordered = false;
    this.references.push(draft);
  }

  symbol(input: SymbolInput): number {
    const { tree } = this;
    const outer = input.outer ?? input.node;
    const named = typeof input.name === "number";
    const nameNode = named ? (input.name as number) : -1;
    const name = named ? (nameNode === -1 ? "" : tree.textOf(nameNode)) : (input.name as string);
    if (name.trim() === "") return -1;
    if (input.once !== undefined) {
      if (this.seen.has(input.once)) return -1;
      this.seen.add(input.once);
    }
    const nameStart = nameNode !== -1 ? tree.start(nameNode) : (input.nameStart ?? tree.start(input.node));
    const nameEnd = nameNode !== -1 ? tree.end(nameNode) : inLine(tree.text, nameStart, name.length);
    const list = input.list ?? -1;
    const firstOfList = list !== -1 && list !== this.lastList;
    const first = tree.start(firstOfList ? list : outer);
    const start = Math.min(first, input.from ?? first);
    const last = tree.end(input.through ?? outer);
    const end = Math.max(trimmedEnd(tree.text, start, last), start + 1);
    const lead = this.takeLead(start);
    const body = input.body ?? -1;
    const headNode = input.head ?? outer;
    const headStart = start < first ? start : this.headStart(firstOfList ? list : headNode);
    if (firstOfList) {
      this.lastList = list;
      this.lastPrefix = tree.text.slice(headStart, tree.start(outer));
    }
    this.symbols.push({
      input,
      name,
      nameStart,
      nameEnd: Math.min(nameEnd, end),
      start: lead?.start ?? start,
      end,
      headStart,
      headEnd: this.headEnd(input, headStart, input.head === undefined ? end : tree.end(input.head)),
      bodyStart: body === -1 ? -1 : tree.start(body),
      comments: lead?.comments ?? [],
      prefix: list !== -1 && !firstOfList ? this.lastPrefix : "",
    });
    const id = this.symbols.length - 1;
    if (nameNode !== -1) this.ignore(nameNode);
    if (input.declare !== false) this.scopes.declare(name, "local", { symbol: id, type: input.type });
    return id;
  }

  /** A value is part of the head where head and value fit on one short line. */
  private headEnd(input: SymbolInput, headStart: number, end: number): number {
    if (input.headEnd !== undefined) return Math.max(input.headEnd, headStart);
    const body = input.body ?? -1;
    if (body !== -1) return Math.max(this.tree.start(body), headStart);
    const value = input.value ?? -1;
    if (value === -1) return end;
    const whole = this.tree.text.slice(headStart, Math.min(end, headStart + 121));
    return whole.length <= 120 && !whole.includes("\n") ? end : Math.max(this.tree.start(value), headStart);
  }

  /** Start of the head: behind the decorators that the declaration begins with. */
  private headStart(outer: number): number {
    const { tree } = this;
    let at = tree.start(outer);
    let node = outer;
    const end = tree.after(outer);
    while (node < end && tree.start(node) <= at) {
      const mark = this.compiled.marks[tree.typeId(node)] ?? 0;
      if (mark === COMMENT || mark === DECORATOR) {
        at = Math.max(at, tree.end(node));
        while (at < tree.text.length && isSpace(tree.text.charCodeAt(at))) at++;
        node = tree.after(node);
      } else {
        node++;
      }
    }
    return at;
  }

  private lengthenLead(node: number, comment: boolean): void {
    const { tree } = this;
    const start = tree.start(node);
    const end = trimmedEnd(tree.text, start, tree.end(node));
    const lead = this.lead;
    if (lead !== null && start < lead.end) return;
    // `//!` speaks of what it stands in, `/*!` of the file.
    if (comment && tree.text.charCodeAt(start + 2) === 33 && tree.text.charCodeAt(start) === 47) return;
    if (lead !== null && adjoins(tree.text, lead.end, start)) {
      lead.end = end;
      if (comment) lead.comments.push(tree.text.slice(start, end));
    } else if (comment ? beginsItsLine(tree.text, start) : true) {
      this.lead = { start, end, comments: comment ? [tree.text.slice(start, end)] : [] };
    } else {
      this.lead = null;
    }
  }

  /** What stands directly above the offset; it belongs to one declaration only. */
  private takeLead(start: number): Lead | null {
    const { lead } = this;
    if (lead === null || lead.end > start || !adjoins(this.tree.text, lead.end, start)) return null;
    this.lead = null;
    return lead;
  }

  scope(node: number, options: ScopeOptions = {}): void {
    this.scopes.enter(this.tree.after(node), options);
  }

  declare(node: number, binding: RuleBinding, options: DeclareOptions = {}): void {
    if (node === -1) return;
    this.ignore(node);
    this.scopes.declare(this.tree.textOf(node), binding, options);
  }

  declareName(name: string, binding: RuleBinding, options: DeclareOptions = {}): void {
    if (name !== "") this.scopes.declare(name, binding, options);
  }

  declareOuter(name: string): void {
    this.scopes.declareOuter(name);
  }

  isDeclared(name: string): boolean {
    return this.scopes.isDeclared(name);
  }

  bindingOf(name: string): RuleBinding | null {
    return this.scopes.resolve(name, this.scopes.open, Infinity)?.binding ?? null;
  }

  typeOf(name: string): string {
    return this.scopes.resolve(name, this.scopes.open, Infinity)?.type ?? "";
  }

  role(node: number, role: RuleRole, receiver = -1): void {
    if (node === -1) return;
    if (this.roles[node] !== IGNORED || role === "import") this.roles[node] = ROLES.indexOf(role);
    if (receiver !== -1) this.receivers[node] = receiver;
  }

  receiver(node: number, receiver: number): void {
    if (node !== -1) this.receivers[node] = receiver;
  }

  receiverText(node: number, start: number, end: number): void {
    if (node === -1) return;
    this.receivers[node] = NO_NODE;
    this.receiverTexts.set(node, [start, end]);
  }

  ignore(node: number): void {
    if (node !== -1) this.roles[node] = IGNORED;
  }

  skip(node: number): void {
    if (node !== -1) this.skipTo = Math.max(this.skipTo, this.tree.after(node));
  }

  import(input: ImportInput): void {
    this.imports.push(input);
  }

  export(input: ExportInput): void {
    // Overloads export their name once.
    const key = `${input.exported}\0${input.local}\0${input.from}`;
    if (this.seenExports.has(key)) return;
    this.seenExports.add(key);
    this.exports.push(input);
  }

  markExported(name: string): void {
    this.exportedNames.add(name);
  }
}

export function extractFacts(tree: FlatTree, compiled: CompiledRules, errors: boolean): SyntaxFacts {
  const extraction = new Extraction(tree, compiled);
  extraction.walk();
  return settle(extraction, errors);
}
