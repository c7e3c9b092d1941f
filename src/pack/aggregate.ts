// What was counted, in groups, each with the places that were counted.
export interface AggregateGroup {
  /** What they have in common: a path, a folder, a language, a kind. */
  name: string;
  count: number;
}

export interface Aggregate {
  /** What was counted, in words: the question as it was read. */
  of: string;
  count: number;
  /** Files that were looked at for it. */
  files: number;
  /** Some of it could not be looked at: there may be more. */
  atLeast: boolean;
  groups: AggregateGroup[];
}
