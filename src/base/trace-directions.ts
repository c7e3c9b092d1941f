// Which ways can a trace go from a declaration or a file?
export const TRACE_DIRECTIONS = [
  "callers",
  "callees",
  "implementors",
  "bases",
  "dependencies",
  "dependents",
] as const;

export type TraceDirection = (typeof TRACE_DIRECTIONS)[number];
