// MAST's tools that show declarations: search, skeleton, exports, signature.
import type {
  OutlineAnswer,
  OutlineItem,
  SearchAnswer,
  SymbolAnswer,
  SymbolMatch,
} from "../../pack/answer.ts";
import { PithError } from "../../base/error.ts";
import { brief, quote } from "../parameters.ts";
import type { CompatCall } from "./compat-set.ts";
import { exportedIn, FileLines } from "./mast-file-lines.ts";
import { ASKED_BUDGET, reply } from "./mast-reply.ts";
import { signatureParts } from "./mast-signature-parts.ts";

/** MAST's kinds of chunks, in Pith's words. */
export const CHUNK_KINDS: Readonly<Record<string, readonly string[]>> = {
  function: ["function", "macro"],
  method: ["method", "constructor"],
  class_shell: ["class", "struct", "implementation"],
  interface: ["interface", "trait"],
  type: ["type", "enum"],
  export: ["variable", "constant"],
  block: ["module", "namespace", "property", "field"],
  doc: ["section"],
};
const CHUNK_OF = new Map(
  Object.entries(CHUNK_KINDS).flatMap(([chunk, kinds]) => kinds.map((kind) => [kind, chunk] as const)),
);
const LANGUAGES: Readonly<Record<string, readonly string[]>> = {
  typescript: ["typescript", "tsx"],
  javascript: ["javascript"],
  markdown: ["markdown"],
};

/** Of a question for a name. */
const MOST_DECLARATIONS = 200;

/** Words around a match, as its index gave them. */
const SNIPPET = 12;

export async function search(call: CompatCall): Promise<string> {
  const { args, run } = call;
  const { query, limit, language, file_pattern: pattern, chunk_type: chunk, only_exported: exported } = args;
  const { answer } = await run("search", {
    query,
    limit,
    perFile: limit,
    budget: ASKED_BUDGET,
    explain: true,
    ...(language !== undefined && { language: LANGUAGES[language as string] }),
    ...(pattern !== undefined && { scope: [pattern] }),
    ...(chunk !== undefined && { kind: CHUNK_KINDS[chunk as string] }),
    ...(exported === true && { exported }),
  });
  const found = answer as Partial<SearchAnswer>;
  const known = await exportedIn(
    call,
    (found.results ?? []).map(({ path }) => path),
  );
  const results = (found.results ?? []).map(
    ({ path, start, end, kind, name, text, matches, untrusted, explanation }, i) => ({
      file_path: path,
      start_line: start,
      end_line: end,
      content: text,
      chunk_type: CHUNK_OF.get(kind) ?? "block",
      symbol_name: name === "" ? null : name,
      parent_symbol: name.includes(".") ? name.slice(0, name.lastIndexOf(".")) : null,
      is_exported: known.get(`${path}:${start}`) ?? null,
      // Its scores fall below nothing: the best is the least.
      match_score: explanation === undefined ? null : -rounded(explanation.score),
      rank: i + 1,
      match_snippet: snippetOf(
        matches.map((match) => match.text ?? ""),
        explanation?.matched ?? [],
      ),
      ...(untrusted !== undefined && { untrusted }),
    }),
  );
  const none = results.length === 0 ? await nearest(call, query as string) : [];
  return reply(call, {
    tool: "mast_search",
    answer: found,
    total: results.length,
    make: (shown) => ({
      results: results.slice(0, shown),
      ...(results.length === 0 && { suggestions: none }),
      ...(shown < results.length && { results_truncated: results.length }),
    }),
    files: (shown) => results.slice(0, shown).map((one) => one.file_path),
  });
}

async function nearest({ run }: CompatCall, query: string): Promise<string[]> {
  const name = query.trim();
  if (!/^[\w$.]{1,200}$/.test(name)) return [];
  const { answer } = await run("symbol", { symbol: name });
  return (answer as Partial<SymbolAnswer>).nearest ?? [];
}

function snippetOf(lines: readonly string[], matched: readonly string[]): string | null {
  const holds = (word: string) => matched.some((one) => word.toLowerCase().includes(one.toLowerCase()));
  const line = lines.find((one) => one.includes("(") && holds(one)) ?? lines.find(holds);
  if (line === undefined) return null;
  const words = line.trim().split(/\s+/);
  const first = Math.max(0, words.findIndex(holds) - SNIPPET / 2);
  return words
    .slice(first, first + SNIPPET)
    .map((word) => (holds(word) ? `**${word}**` : word))
    .join(" ");
}

function rounded(score: number): number {
  return Math.round(score * 10_000) / 10_000;
}

export async function skeleton(call: CompatCall): Promise<string> {
  const { directory, max_depth: depth, file_pattern: pattern } = call.args;
  const { answer } = await call.run("outline", {
    exported: true,
    budget: ASKED_BUDGET,
    ...(directory !== undefined && { path: directory }),
    ...(pattern !== undefined && { scope: [pattern] }),
  });
  const found = answer as Partial<OutlineAnswer>;
  const below = found.path === undefined || found.path === "" || found.path === "." ? "" : `${found.path}/`;
  const one = new Set(
    (found.declarations ?? [])
      .filter(({ depth: level, kind }) => level === 0 && isCode(kind))
      .map(({ name }) => name),
  );
  const listed = [
    // Of a file its own declarations are told, not the files in it.
    ...(one.size > 0 ? [{ file_path: found.path!, exports: [...one], exports_truncated: 0 }] : []),
    ...(found.files ?? [])
      .map((file) => ({ ...file, declarations: file.declarations.filter(({ kind }) => isCode(kind)) }))
      .filter(({ declarations }) => declarations.length > 0)
      .map(({ path, declared, declarations }) => ({
        file_path: path,
        exports: declarations.map(({ name }) => name),
        exports_truncated: declarations.reduce((sum, { count }) => sum + count, 0) < declared ? declared : 0,
      })),
  ];
  const files = listed
    .filter(
      ({ file_path: path }) =>
        depth === undefined || path.slice(below.length).split("/").length <= (depth as number),
    )
    .map(({ exports_truncated: total, ...file }) =>
      total > 0 ? { ...file, exports_truncated: total } : file,
    );
  const unseen = found.completeness?.caps ?? [];
  return reply(call, {
    tool: "mast_project_skeleton",
    answer: found,
    total: files.length,
    make: (shown) => ({
      files: files.slice(0, shown),
      ...((shown < files.length || unseen.length > 0) && {
        files_truncated: Math.max(files.length, found.completeness?.files.inScope ?? 0),
      }),
    }),
    files: (shown) => files.slice(0, shown).map((file) => file.file_path),
  });
}

/** Sections of documents and keys of data are no exports. */
function isCode(kind: string): boolean {
  return !["section", "key", "rule", "table"].includes(kind);
}

export async function exportsOf(call: CompatCall): Promise<string> {
  const { file_path: path, limit } = call.args;
  const { answer } = await call.run("outline", { path, exported: true, budget: ASKED_BUDGET });
  const found = answer as Partial<OutlineAnswer>;
  // A folder has none of its own: to say so would read as "exports nothing".
  if ((found.files ?? []).length > 0 || found.path === "" || found.path === ".") {
    throw new PithError("PATH_NOT_FOUND", `${quote(path)} is a folder, not a file.`, {
      subject: "file_path",
      next: `Name one of its files; mast_project_skeleton has them: {"directory": ${JSON.stringify(brief(path as string))}}.`,
    });
  }
  const outer = (found.declarations ?? []).filter(({ depth }) => depth === 0);
  const lines = new FileLines(call);
  const items: { name: string; kind: string; signature: string; line: number; doc: string | null }[] = [];
  for (const declaration of outer.slice(0, limit as number)) {
    const { name, kind, signature: head } = declaration;
    items.push({
      name,
      kind,
      signature: withoutExport(head),
      line: await lines.lineOf(declaration, head),
      doc: await docOf(call, declaration),
    });
  }
  const isCut = (found.completeness?.caps ?? []).length > 0;
  return reply(call, {
    tool: "mast_exports",
    answer: found,
    total: items.length,
    make: (shown) => ({
      file_path: path,
      exports: items.slice(0, shown),
      ...((shown < outer.length || isCut) && { exports_truncated: outer.length }),
    }),
    files: () => [path as string],
  });
}

async function docOf({ run }: CompatCall, { name, path, start }: OutlineItem): Promise<string | null> {
  const { answer } = await run("symbol", { symbol: name, scope: [path], budget: ASKED_BUDGET });
  const match = (answer as Partial<SymbolAnswer>).matches?.find((one) => one.start === start);
  return match === undefined || match.doc === "" ? null : match.doc;
}

export async function signature(call: CompatCall): Promise<string> {
  const { symbol, file_path: path, limit } = call.args;
  const { answer } = await call.run("symbol", {
    symbol,
    limit: Math.min(limit as number, MOST_DECLARATIONS),
    budget: ASKED_BUDGET,
    ...(path !== undefined && { scope: [path] }),
  });
  const found = answer as Partial<SymbolAnswer>;
  const lines = new FileLines(call);
  const results: ReturnType<typeof resultOf>[] = [];
  for (const match of found.matches ?? [])
    results.push(resultOf(match, await lines.lineOf(match, match.signature)));
  return reply(call, {
    tool: "mast_signature",
    answer: found,
    total: results.length,
    make: (shown) => ({
      results: results.slice(0, shown),
      ...(results.length === 0 && { suggestions: found.nearest ?? [] }),
      ...(shown < (found.total ?? 0) && { results_truncated: found.total }),
    }),
    files: (shown) => results.slice(0, shown).map((one) => one.file_path),
  });
}

function resultOf({ path, qualified, signature: head, doc, types }: SymbolMatch, line: number) {
  const { params, returns } = signatureParts(head);
  return {
    symbol: qualified,
    file_path: path,
    line,
    signature: withoutExport(head),
    doc: doc === "" ? null : doc,
    params,
    return_type: returns,
    type_context: types.map(({ name, signature: own, members, total, path: at, line: its }) => ({
      name,
      signature: members.length === 0 || own.includes("{") ? own : `${own} { ${members.join("; ")} }`,
      file_path: at,
      line: its,
      truncated: members.length < total,
    })),
  };
}

function withoutExport(head: string): string {
  return head.replace(/^export\s+(?:default\s+)?/, "");
}
