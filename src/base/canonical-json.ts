// JSON with sorted keys: the same value is always the same bytes, so that its hash can be an id.
import { compareStrings } from "./order.ts";

export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, v: unknown) => {
    if (v === null || typeof v !== "object" || Array.isArray(v)) return v;
    return Object.fromEntries(Object.entries(v).sort(([a], [b]) => compareStrings(a, b)));
  });
}
