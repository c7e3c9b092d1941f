// What resolution speaks of: what a name or an expression stands for, and what that says of a reference.
import type { Rule, Why } from "./graph.ts";
import type { Place } from "./file-tables.ts";

/** What a name or an expression stands for. */
export type Entity =
  /** The declaration itself: a function, a class with its static members, a namespace, an object. */
  | { readonly kind: "declared"; readonly place: Place }
  /** A value of the type. */
  | { readonly kind: "instance"; readonly place: Place }
  /** A module as a value. `callable`: it may stand for the one thing that it exports (CommonJS). */
  | { readonly kind: "module"; readonly files: readonly number[]; readonly callable: boolean }
  /** What is of several types at once. */
  | { readonly kind: "both"; readonly of: readonly Entity[] }
  /** Of one of several types: of any of them (`A | B`), or of one that is not known (`sure` is false). */
  | { readonly kind: "either"; readonly of: readonly Entity[]; readonly sure: boolean }
  /** A list of something. */
  | { readonly kind: "list"; readonly of: Entity }
  /** A promise of something. */
  | { readonly kind: "later"; readonly of: Entity }
  /**
   * Of the language, or of a package outside: a module or a global object (`space`), a string or a number (`plain`), any
   * other value, which may hold values of the repository. `name` is its type's, where types outside can be extended.
   */
  | { readonly kind: "outside"; readonly of: "space" | "plain" | "value"; readonly name?: string }
  | { readonly kind: "unknown"; readonly why: Why };

/** An entity with the rule that led to it. */
export interface Valued {
  readonly entity: Entity;
  readonly rule: Rule;
}

export const OUTSIDE_SPACE: Entity = { kind: "outside", of: "space" };
export const OUTSIDE_VALUE: Entity = { kind: "outside", of: "value" };
export const PLAIN: Entity = { kind: "outside", of: "plain" };
export const UNKNOWN: Entity = { kind: "unknown", why: "unresolved-receiver" };
export const NOTHING_KNOWN: Valued = { entity: UNKNOWN, rule: "same-file" };

/** What a module offers under a name: several where a value and a type share it, or where stars are ambiguous. */
export interface Found {
  readonly entities: readonly Entity[];
  /** Re-exports on the way. */
  readonly hops: number;
  readonly ambiguous: boolean;
}

export const NOT_FOUND: Found = { entities: [], hops: 0, ambiguous: false };

/** What a type or an object has under a name. */
export type Members =
  | { readonly kind: "found"; readonly places: readonly Place[] }
  /** A module that a module offers as a whole (`export * as ns`). */
  | { readonly kind: "module"; readonly files: readonly number[]; readonly callable: boolean }
  | { readonly kind: "outside" }
  | { readonly kind: "none" }
  /** Something on the way is not known; what was found beyond it may be meant. */
  | { readonly kind: "unknown"; readonly why: Why; readonly places: readonly Place[] };

/** What a reference means. */
export type Meaning =
  | {
      readonly kind: "proven";
      readonly rule: Rule;
      readonly targets: readonly Place[];
      /** Type of the receiver, where there is one: what may be meant below it by dynamic dispatch. */
      readonly receiver?: Place;
      /** Further ones, where it is of one of several types. */
      readonly receivers?: readonly Place[];
      /** What it is given, where it is a property or an export: that is called as well. */
      readonly held?: readonly Place[];
    }
  /** A namespace as a whole. */
  | { readonly kind: "module"; readonly files: readonly number[]; readonly callable: boolean }
  | {
      readonly kind: "possible";
      readonly why: Why;
      /** What it may mean, where that is known; empty where it may be anything of the name. */
      readonly targets: readonly Place[];
      /** It has no meaning in its file, so that only what is global can be meant. */
      readonly global?: boolean;
    }
  /** Of the language or of a package outside. */
  | { readonly kind: "external" }
  /** Of its own function: a parameter or a local variable. */
  | { readonly kind: "elsewhere" };

export const EXTERNAL: Meaning = { kind: "external" };
export const ELSEWHERE: Meaning = { kind: "elsewhere" };

export function possible(why: Why, targets: readonly Place[] = []): Meaning {
  return { kind: "possible", why, targets };
}
