// What is a name bound to where it is used? Scopes of one file, as far as the file alone can tell.
import type { DeclareOptions, RuleBinding, ScopeOptions } from "../lang/syntax-rules.ts";

export interface Bound {
  binding: RuleBinding;
  from: number;
  /** Number of the symbol, or -1. */
  symbol: number;
  /** Name of its type, or empty. */
  type: string;
}

interface Scope {
  parent: number;
  /** First node behind the scope. */
  until: number;
  function: boolean;
  hidden: boolean;
  receiver: boolean;
  /** What each name means, by ascending offset: `let a = a.next()` gives it a new meaning. */
  names: Map<string, Bound[]> | null;
  /** Names that mean the file's own ones here. */
  outer: Set<string> | null;
}

export class Scopes {
  private readonly scopes: Scope[] = [];
  private readonly shared = new Map<string, Map<string, Bound[]>>();
  private current = 0;

  constructor() {
    this.scopes.push({
      parent: -1,
      until: Infinity,
      function: true,
      hidden: false,
      receiver: false,
      names: null,
      outer: null,
    });
  }

  /** Number of the innermost scope that is open. */
  get open(): number {
    return this.current;
  }

  enter(until: number, options: ScopeOptions): void {
    let names: Map<string, Bound[]> | null = null;
    if (options.shared !== undefined) {
      names = this.shared.get(options.shared) ?? new Map<string, Bound[]>();
      this.shared.set(options.shared, names);
    }
    this.scopes.push({
      parent: this.current,
      until,
      function: options.function ?? false,
      hidden: options.hidden ?? false,
      receiver: options.receiver ?? false,
      names,
      outer: null,
    });
    this.current = this.scopes.length - 1;
  }

  /** Closes the scopes that end before the node. */
  arriveAt(node: number): void {
    while (this.scopes[this.current]!.until <= node) this.current = this.scopes[this.current]!.parent;
  }

  declare(name: string, binding: RuleBinding, options: DeclareOptions): void {
    let at = options.level === "file" ? 0 : this.current;
    if (options.level === "function") {
      while (!this.scopes[at]!.function && !this.scopes[at]!.hidden) at = this.scopes[at]!.parent;
    }
    if (this.scopes[at]!.outer?.has(name)) at = 0;
    const scope = this.scopes[at]!;
    const from = options.from ?? 0;
    const names = (scope.names ??= new Map<string, Bound[]>());
    const known = names.get(name);
    const bound: Bound = { binding, from, symbol: options.symbol ?? -1, type: options.type ?? "" };
    if (known === undefined || options.replace === true) names.set(name, [bound]);
    // Else the first meaning stays: overloads, `try: import x` before `x = None`, a parameter that is assigned.
    else if (known[known.length - 1]!.from < from) known.push(bound);
  }

  declareOuter(name: string): void {
    (this.scopes[this.current]!.outer ??= new Set()).add(name);
  }

  isDeclared(name: string): boolean {
    const { names, outer } = this.scopes[this.current]!;
    return (names?.has(name) ?? false) || (outer?.has(name) ?? false);
  }

  /** What the name means at the offset inside the scope; undefined if this file does not say. */
  resolve(name: string, scopeId: number, offset: number): Bound | undefined {
    let leftFunction = false;
    let leftReceiver = false;
    let at = scopeId;
    while (at !== -1) {
      const scope = this.scopes[at]!;
      if (scope.outer?.has(name)) return this.scopes[0]!.names?.get(name)?.[0];
      if (!(scope.hidden && leftFunction)) {
        const bounds = scope.names?.get(name);
        const bound = bounds === undefined ? undefined : lastBefore(bounds, offset);
        if (bound !== undefined) return leftReceiver && bound.binding === "this" ? undefined : bound;
      }
      if (scope.function) leftFunction = true;
      if (scope.receiver) leftReceiver = true;
      at = scope.parent;
    }
    return undefined;
  }
}

/** The last meaning that holds at the offset. */
function lastBefore(bounds: readonly Bound[], offset: number): Bound | undefined {
  let low = 0;
  let high = bounds.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (bounds[middle]!.from <= offset) low = middle + 1;
    else high = middle;
  }
  return bounds[low - 1];
}
