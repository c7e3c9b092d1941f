// MAST's tools that tell what is declared: search, skeleton, exports, signatures.
import { LONGEST_NAME, LONGEST_PATTERN, LONGEST_QUERY } from "../../base/limits.ts";
import type { OutlineAnswer, SearchAnswer, SymbolAnswer } from "../../pack/answer.ts";
import type { CompatCall, CompatTool } from "./compat-set.ts";
import { ASKED_BUDGET, filePath, limit, mastReply } from "./mast-reply.ts";

/** Its kinds of chunks as kinds of declarations; those without one are kinds of text there. */
const CHUNKS: Readonly<Record<string, string>> = {
  function: "function",
  method: "method",
  class_shell: "class",
  interface: "interface",
  type: "type",
  doc: "section",
};
const CHUNK_OF: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(CHUNKS).map(([chunk, kind]) => [kind, chunk]),
);

async function search(call: CompatCall): Promise<string> {
  const { args, run } = call;
  const kind = CHUNKS[String(args["chunk_type"])];
  const { answer } = await run("search", {
    query: args["query"],
    limit: args["limit"],
    perFile: args["limit"],
    budget: ASKED_BUDGET,
    ...(args["language"] !== undefined && { language: [args["language"]] }),
    ...(args["file_pattern"] !== undefined && { scope: [args["file_pattern"]] }),
    ...(kind !== undefined && { kind: [kind] }),
    ...(args["only_exported"] === true && { exported: true }),
  });
  const found = answer as Partial<SearchAnswer>;
  const results = (found.results ?? []).slice(0, args["limit"] as number);
  const unindexed = found.completeness?.partial ?? null;
  return mastReply(call, "mast_search", {
    rows: results.length,
    root: found.root?.path ?? "",
    files: results.map(({ path }) => path),
    make: (shown) => ({
      results: results.slice(0, shown).map(({ path, start, end, text, kind: of, name, matches }, i) => ({
        file_path: path,
        start_line: start,
        end_line: end,
        content: text,
        chunk_type: CHUNK_OF[of] ?? "block",
        symbol_name: name === "" ? null : name,
        parent_symbol: name.includes(".") ? name.slice(0, name.lastIndexOf(".")) : null,
        match_score: null,
        rank: i + 1,
        match_snippet: matches[0]?.text ?? null,
      })),
      ...(shown < results.length && { results_truncated: results.length }),
      ...(results.length === 0 && found.advice && { suggestions: [found.advice.text] }),
      ...(unindexed !== null && { unindexed_files: unindexed.of - unindexed.read }),
    }),
  });
}

async function skeleton(call: CompatCall): Promise<string> {
  const { args, run } = call;
  const directory = args["directory"] as string | undefined;
  const depth = args["max_depth"] as number | undefined;
  const { answer } = await run("outline", {
    ...(directory !== undefined && { path: directory }),
    ...(args["file_pattern"] !== undefined && { scope: [args["file_pattern"]] }),
    exported: true,
    budget: ASKED_BUDGET,
  });
  const found = answer as Partial<OutlineAnswer>;
  const above =
    directory === undefined || directory === "." ? 0 : directory.split("/").filter(Boolean).length;
  const files = (found.files ?? []).filter(
    ({ path }) => depth === undefined || path.split("/").length - above <= depth,
  );
  return mastReply(call, "mast_project_skeleton", {
    rows: files.length,
    root: found.root?.path ?? "",
    files: files.map(({ path }) => path),
    make: (shown) => ({
      files: files.slice(0, shown).map(({ path, declarations }) => ({
        file_path: path,
        exports: [...new Set(declarations.map(({ name }) => name))],
      })),
      ...(shown < (found.completeness?.files.inScope ?? files.length) && {
        files_truncated: found.completeness?.files.inScope ?? files.length,
      }),
    }),
  });
}

async function exports(call: CompatCall): Promise<string> {
  const { args, run } = call;
  const { answer } = await run("outline", { path: args["file_path"], exported: true, budget: ASKED_BUDGET });
  const found = answer as Partial<OutlineAnswer>;
  const all = (found.declarations ?? []).filter(({ depth }) => depth === 0);
  const items = all.slice(0, args["limit"] as number);
  return mastReply(call, "mast_exports", {
    rows: items.length,
    root: found.root?.path ?? "",
    files: [String(args["file_path"])],
    make: (shown) => ({
      file_path: args["file_path"],
      exports: items
        .slice(0, shown)
        .map(({ name, kind, signature, start }) => ({ name, kind, signature, line: start })),
      ...(shown < all.length && { exports_truncated: all.length }),
    }),
  });
}

async function signature(call: CompatCall): Promise<string> {
  const { args, run } = call;
  const { answer } = await run("symbol", {
    symbol: args["symbol"],
    limit: Math.min(args["limit"] as number, MOST_DECLARATIONS),
    budget: ASKED_BUDGET,
    ...(args["file_path"] !== undefined && { scope: [args["file_path"]] }),
  });
  const found = answer as Partial<SymbolAnswer>;
  const matches = found.matches ?? [];
  return mastReply(call, "mast_signature", {
    rows: matches.length,
    root: found.root?.path ?? "",
    files: matches.map(({ path }) => path),
    make: (shown) => ({
      results: matches.slice(0, shown).map((match) => ({
        symbol: match.qualified,
        file_path: match.path,
        line: match.start,
        signature: match.signature,
        doc: match.doc === "" ? null : match.doc,
        ...headOf(match.signature),
        type_context: match.types.map(({ name, signature: head, path, line, members, total }) => ({
          name,
          signature: members.length === 0 ? head : `${head} { ${members.join("; ")} }`,
          file_path: path,
          line,
          truncated: members.length < total,
        })),
      })),
      ...(shown < (found.total ?? 0) && { results_truncated: found.total }),
    }),
  });
}

/** Of a symbol operation. */
const MOST_DECLARATIONS = 200;

/** Parameters and result as the head writes them; none where it has no list of parameters. */
function headOf(head: string): {
  params: { name: string; type: string | null }[];
  return_type: string | null;
} {
  const open = head.indexOf("(");
  if (open === -1) return { params: [], return_type: null };
  const parts: string[] = [""];
  let depth = 0;
  let end = open;
  for (; end < head.length; end++) {
    const c = head[end]!;
    if ("([{<".includes(c)) depth++;
    // The arrow of a function type closes nothing.
    else if (")]}".includes(c) || (c === ">" && head[end - 1] !== "=")) depth--;
    if (depth === 0) break;
    if (depth === 1 && end === open) continue;
    if (depth === 1 && c === ",") parts.push("");
    else parts[parts.length - 1] += c;
  }
  const params = parts
    .map((part) => part.trim())
    .filter((part) => part !== "")
    .map((part) => {
      const colon = part.indexOf(":");
      return colon === -1
        ? { name: part, type: null }
        : { name: part.slice(0, colon).trim().replace(/\?$/, ""), type: part.slice(colon + 1).trim() };
    });
  const result = /^\s*(?::|->)\s*(.+?)\s*$/s.exec(head.slice(end + 1))?.[1];
  return { params, return_type: result ?? null };
}

const symbol = { type: "string" as const, description: "Name, or Class.method.", maxLength: LONGEST_NAME };

export const mastSearch: CompatTool = {
  name: "mast_search",
  description: "Ranked chunks of code for words.",
  arguments: {
    query: { type: "string", description: "Words or names.", maxLength: LONGEST_QUERY },
    limit: limit(10, 50),
    language: {
      type: "string",
      description: "typescript, javascript, markdown, or another.",
      maxLength: 100,
    },
    file_pattern: { type: "string", description: "Glob of files.", maxLength: LONGEST_PATTERN },
    chunk_type: {
      type: "string",
      description: "Only this kind.",
      enum: ["function", "method", "class_shell", "interface", "type", "export", "block", "doc"],
    },
    only_exported: { type: "boolean", description: "Only what is exported.", default: false },
  },
  required: ["query"],
  readOnly: true,
  answer: search,
};

export const mastSkeleton: CompatTool = {
  name: "mast_project_skeleton",
  description: "Files with what they export: the first look.",
  arguments: {
    directory: { ...filePath, description: "Folder, from the root." },
    max_depth: { type: "integer", description: "Folders deep.", minimum: 1, maximum: 100 },
    file_pattern: { type: "string", description: "Glob of files.", maxLength: LONGEST_PATTERN },
  },
  readOnly: true,
  answer: skeleton,
};

export const mastExports: CompatTool = {
  name: "mast_exports",
  description: "What a file exports, with signatures.",
  arguments: { file_path: filePath, limit: limit(50, 500) },
  required: ["file_path"],
  readOnly: true,
  answer: exports,
};

export const mastSignature: CompatTool = {
  name: "mast_signature",
  description: "Signatures of a name, with the types that they name.",
  arguments: { symbol, file_path: filePath, limit: limit(50, 500) },
  required: ["symbol"],
  readOnly: true,
  answer: signature,
};
