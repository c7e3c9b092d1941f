// About fifty questions on the program of `program-variants.ts`: each operation, each direction, each kind of answer.
import type { OperationName } from "../../src/engine/arguments.ts";
import { TRACE_DIRECTIONS } from "../../src/base/trace-directions.ts";

type Question = readonly [OperationName, Record<string, unknown>];

const MUCH = { budget: 20_000 };

function everyWay(symbol: string): Question[] {
  return TRACE_DIRECTIONS.map((direction) => ["trace", { symbol, direction, ...MUCH }]);
}

export const PROGRAM_QUESTIONS: readonly Question[] = [
  ["context", { query: "how is a shape drawn", budget: 1500 }],
  ["context", { query: "area of a circle", budget: 3000, format: "json", explain: true }],
  ["context", { query: "Shape", budget: 700 }],
  ["context", { query: "where is draw called", budget: 2500, relations: true }],
  ["search", { query: "draw shape", limit: 50, explain: true, ...MUCH }],
  ["search", { query: "Circle class", kind: ["class", "struct"], format: "json" }],
  ["search", { query: "area", mode: "exact", limit: 60, ...MUCH, format: "json" }],
  ["search", { query: "[Uu]nit\\(", mode: "regex", limit: 60, ...MUCH }],
  ["search", { query: "unit", relations: true, limit: 5, ...MUCH }],
  ["search", { query: "scale", scope: ["web"], exported: true }],
  ...["Shape", "area", "Circle", "draw", "Figure"].map((symbol): Question => ["symbol", { symbol, ...MUCH }]),
  ["symbol", { symbol: "Shape.area", format: "json", ...MUCH }],
  ["outline", { ...MUCH }],
  ["outline", { path: "web", budget: 800 }],
  ["outline", { path: "web/shape.ts" }],
  ["outline", { path: "py", format: "json" }],
  ["outline", { query: "draw a circle", budget: 900 }],
  ...everyWay("web/shape.ts:Shape"),
  ...everyWay("web/draw.ts:draw").slice(0, 2),
  ["trace", { symbol: "Shape", direction: "implementors", ...MUCH }],
  ["trace", { symbol: "area", direction: "callers", depth: 3, ...MUCH }],
  ["trace", { symbol: "py/shape.py:Shape", direction: "callers", format: "json", ...MUCH }],
  ["trace", { symbol: "web/shape.ts", direction: "dependents", ...MUCH }],
  ["trace", { symbol: "web/draw.ts", direction: "dependencies", ...MUCH }],
  ["trace", { symbol: "web/index.ts", direction: "dependencies", ...MUCH }],
  ["trace", { symbol: "web/later.ts", direction: "dependents", depth: 2, ...MUCH }],
  ["trace", { symbol: "py/__init__.py", direction: "dependents", ...MUCH }],
  ["trace", { symbol: "src/shape.rs", direction: "dependents", ...MUCH }],
  ["impact", { symbol: "Shape", ...MUCH }],
  ["impact", { symbol: "web/draw.ts:draw", depth: 3, format: "json", ...MUCH }],
  ["impact", { symbol: "py/draw.py:draw", ...MUCH }],
  ["rename", { symbol: "web/shape.ts:Shape", to: "Form", ...MUCH }],
  ["rename", { symbol: "unit", to: "single", ...MUCH }],
  ["rename", { symbol: "web/draw.ts:Circle", to: "Ring", format: "json", ...MUCH }],
  ["read", { places: ["web/shape.ts", "web/index.ts:1-2"] }],
  ["read", { places: ["web/draw.ts"], format: "json" }],
  ["why", { path: "web/shape.ts" }],
  ["why", { path: "lib/draw.ts" }],
];
