// Which of what a document says of itself are facets, by which parts can be asked for? Single words with few values: its
// type, its state, for whom it is. A list is a facet for each of its entries, so that each can be asked for alone.
import type { FrontMatter } from "./front-matter.ts";

type Matter = Pick<FrontMatter, "text" | "list">;

const SINGLE = [
  "area",
  "audience",
  "category",
  "component",
  "content_type",
  "deprecated",
  "difficulty",
  "group",
  "kind",
  "lang",
  "language",
  "level",
  "owner",
  "platform",
  "priority",
  "product",
  "section",
  "severity",
  "stage",
  "status",
  "type",
  "version",
];
const LISTS = { tags: "tag", categories: "category", labels: "label" } as const;
/** Of a list, and of a value in code points: what is longer is a sentence. */
const MOST_ENTRIES = 8;
const LONGEST = 60;

export function facetsOf(matter: Matter): Record<string, string> {
  const facets: Record<string, string> = {};
  for (const key of SINGLE) {
    const value = matter.text(key) ?? matter.text("metadata", key);
    if (value !== undefined && isShort(value)) facets[key] = value.trim();
  }
  for (const [key, facet] of Object.entries(LISTS)) {
    for (const value of listOf(matter, key).slice(0, MOST_ENTRIES)) {
      if (isShort(value)) facets[`${facet}:${value}`] = "yes";
    }
  }
  return facets;
}

/** Of a list, or of a text with commas. */
export function listOf(matter: Matter, key: string): string[] {
  const list = matter.list(key);
  if (list.length > 0) return list.map((value) => value.trim());
  const text = matter.text(key);
  return text === undefined
    ? []
    : text
        .split(",")
        .map((value) => value.trim())
        .filter((value) => value !== "");
}

function isShort(value: string): boolean {
  return value.length <= LONGEST && !/[\n\r]/.test(value);
}
