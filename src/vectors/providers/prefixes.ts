// What does a model want to stand before a text, so that it knows a query from what is looked for? By family, as each
// model's own card says; wording and blanks count.
import type { TextKind } from "./provider.ts";

export type Prefixes = Readonly<Record<TextKind, string>>;

const NONE: Prefixes = { query: "", document: "", code: "" };
const CODE_SEARCH: Prefixes = {
  ...NONE,
  query: "Represent this query for searching relevant code: ",
};
const PASSAGES: Prefixes = {
  ...NONE,
  query: "Represent this sentence for searching relevant passages: ",
};
/** One writes a blank behind the colon, the other doesn't. */
const instruct = (query: string): Prefixes => ({
  ...NONE,
  query: `Instruct: Given a web search query, retrieve relevant passages that answer the query\n${query}`,
});

/** The first that fits the name decides: the narrower stand before the wider. */
const FAMILIES: readonly (readonly [name: RegExp, prefixes: Prefixes])[] = [
  [/coderankembed|nomic-embed-code/, CODE_SEARCH],
  [/nomic-embed/, { query: "search_query: ", document: "search_document: ", code: "search_document: " }],
  [
    /jina-code/,
    {
      query: "Find the most relevant code snippet given the following query:\n",
      document: "Candidate code snippet:\n",
      code: "Candidate code snippet:\n",
    },
  ],
  [
    /bge-code/,
    {
      ...NONE,
      query:
        "<instruct>Given a web search query, retrieve relevant code that can help answer the query.\n<query>",
    },
  ],
  [/e5-[a-z]*-?instruct/, instruct("Query: ")],
  [/qwen3-embedding/, instruct("Query:")],
  [/(?:^|[^a-z0-9])e5(?:[^a-z0-9]|$)/, { query: "query: ", document: "passage: ", code: "passage: " }],
  [/arctic-embed-[a-z]+-v2/, { ...NONE, query: "query: " }],
  [/arctic-embed|mxbai-embed|bge-(?:small|base|large)-en/, PASSAGES],
  [
    /embeddinggemma/,
    {
      query: "task: code retrieval | query: ",
      document: "title: none | text: ",
      code: "title: none | text: ",
    },
  ],
];

/** Of a model that belongs to no known family: nothing. */
export function prefixesOf(model: string): Prefixes {
  const name = model.toLowerCase();
  return FAMILIES.find(([family]) => family.test(name))?.[1] ?? NONE;
}
