// JSON with sorted keys: the same value is always the same bytes, so that its hash can be an id. For plain data: what
// `JSON.stringify` gives, but for the order of keys.
import { compareStrings } from "./order.ts";

export function canonicalJson(
  value: unknown,
  compareKeys: (a: string, b: string) => number = compareStrings,
): string {
  if (value === null || typeof value !== "object") return JSON.stringify(value) ?? "null";
  if (Array.isArray(value)) return `[${value.map((one) => canonicalJson(one, compareKeys)).join(",")}]`;
  const members: string[] = [];
  for (const key of Object.keys(value).sort(compareKeys)) {
    const member = (value as Record<string, unknown>)[key];
    if (member !== undefined) members.push(`${JSON.stringify(key)}:${canonicalJson(member, compareKeys)}`);
  }
  return `{${members.join(",")}}`;
}
