// What a cost is counted in. One list; every surface shows and checks these names.

/**
 * - `o200k_base`, `cl100k_base`: exact tokens of these public encodings, special tokens read as plain text.
 * - `bytes`: bytes of the UTF-8 text.
 * - `estimate`: for models without a public tokenizer, min(ceil(1.5 × o200k_base), bytes after NFKC).
 */
export const UNITS = ["o200k_base", "cl100k_base", "bytes", "estimate"] as const;

export type Unit = (typeof UNITS)[number];
