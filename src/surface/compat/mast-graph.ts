// MAST's tools that tell what leads where: callers, imports, implementors, what a rename touches.
import { LONGEST_NAME, MOST_TRACE_DEPTH } from "../../base/limits.ts";
import type { ImpactAnswer } from "../../pack/impact-answer.ts";
import type { PossibleTraceSite, ProvenTraceSite, TraceAnswer } from "../../pack/trace-answer.ts";
import type { OutlineAnswer } from "../../pack/answer.ts";
import type { CompatCall, CompatTool } from "./compat-set.ts";
import { ASKED_BUDGET, filePath, limit, mastReply } from "./mast-reply.ts";

/** It lists no more of what only may be. */
const MOST_POTENTIAL = 50;

/** A name, in one file where that is said. */
function named({ args }: CompatCall): string {
  return args["file_path"] === undefined
    ? String(args["symbol"])
    : `${String(args["file_path"])}:${String(args["symbol"])}`;
}

function verified({ path, line, enclosing, text, rule }: ProvenTraceSite): Record<string, unknown> {
  return { file_path: path, line, caller_symbol: enclosing, context: text, resolution: rule };
}

function potential({ path, line, enclosing, why }: PossibleTraceSite): Record<string, unknown> {
  return { file_path: path, line, context: enclosing, reason: why };
}

async function callers(call: CompatCall): Promise<string> {
  const { args, run } = call;
  const { answer } = await run("trace", {
    symbol: named(call),
    direction: "callers",
    depth: args["transitive"] === true ? MOST_TRACE_DEPTH : 1,
    budget: ASKED_BUDGET,
  });
  const found = answer as Partial<TraceAnswer>;
  const proven = found.proven ?? [];
  const possible = args["include_potential"] === false ? [] : (found.possible ?? []).slice(0, MOST_POTENTIAL);
  const [all, maybe] = [found.totals?.proven ?? 0, found.totals?.possible ?? 0];
  return mastReply(call, "mast_callers", {
    rows: proven.length + possible.length,
    root: found.root?.path ?? "",
    files: [...proven, ...possible].map(({ path }) => path),
    make: (shown) => {
      const second = possible.slice(0, Math.max(0, shown - proven.length));
      return {
        verified_callers: proven.slice(0, shown).map(verified),
        potential_matches: second.map(potential),
        summary: {
          verified_count: all,
          potential_count: args["include_potential"] === false ? 0 : maybe,
          transitive: args["transitive"],
          checker_classified_non_call_site: 0,
          checker_classified_different_declaration: 0,
          ...(Math.min(shown, proven.length) < all && { verified_truncated: all }),
          ...(args["include_potential"] !== false && second.length < maybe && { potential_truncated: maybe }),
        },
        ...severalOf(found),
      };
    },
  });
}

/** A name that several declarations have is not mixed: each is told, and none is followed. */
function severalOf({ declarations = [], nearest = [] }: Partial<TraceAnswer>): Record<string, unknown> {
  if (declarations.length > 1) {
    return {
      ambiguous: declarations.slice(0, MOST_NAMED).map(({ path, start, name, proven }) => ({
        file_path: path,
        line: start,
        symbol: name,
        verified_count: proven,
      })),
      hint: "Several declarations have this name: give file_path.",
    };
  }
  return declarations.length === 0 && nearest.length > 0 ? { suggestions: nearest } : {};
}

const MOST_NAMED = 20;

async function dependencies(call: CompatCall): Promise<string> {
  const { args, run } = call;
  const { answer } = await run("trace", {
    symbol: args["file_path"],
    direction: "dependencies",
    budget: ASKED_BUDGET,
  });
  const found = answer as Partial<TraceAnswer>;
  const sites = [...(found.proven ?? []), ...(found.possible ?? [])];
  return mastReply(call, "mast_dependencies", {
    rows: sites.length,
    root: found.root?.path ?? "",
    files: [String(args["file_path"])],
    make: (shown) => ({
      file_path: args["file_path"],
      imports: sites.slice(0, shown).map(({ line, text, targets }) => ({
        line,
        module: moduleIn(text),
        symbols: symbolsIn(text),
        is_external: targets.length === 0,
        ...(targets[0] !== undefined && { resolved_path: targets[0] }),
      })),
      external_imports: found.totals?.external ?? 0,
      ...(shown < sites.length && { imports_truncated: sites.length }),
    }),
  });
}

/** As the line writes it; the line itself where that has another form. */
function moduleIn(text: string): string {
  return /["']([^"']+)["']/.exec(text)?.[1] ?? text;
}

function symbolsIn(text: string): string[] {
  return (/\{([^}]*)\}/.exec(text)?.[1] ?? "")
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
}

async function implementors(call: CompatCall): Promise<string> {
  const { args, run } = call;
  const { answer } = await run("trace", {
    symbol: args["interface_name"],
    direction: "implementors",
    budget: ASKED_BUDGET,
  });
  const found = answer as Partial<TraceAnswer>;
  const all = (found.proven ?? []).slice(0, args["limit"] as number);
  const rows = await Promise.all(
    all.map(async ({ path, line, enclosing }) => {
      const outline = (await run("outline", { path, budget: ASKED_BUDGET })).answer as Partial<OutlineAnswer>;
      const methods = (outline.declarations ?? []).filter(
        ({ name, kind }) => name.startsWith(`${enclosing}.`) && (kind === "method" || kind === "constructor"),
      );
      return { class_name: enclosing, file_path: path, line, methods: methods.map(({ name }) => name) };
    }),
  );
  return mastReply(call, "mast_implementors", {
    rows: rows.length,
    root: found.root?.path ?? "",
    files: rows.map(({ file_path: path }) => path),
    make: (shown) => ({
      results: rows.slice(0, shown),
      ...(shown < (found.totals?.proven ?? 0) && { results_truncated: found.totals?.proven }),
      ...severalOf(found),
    }),
  });
}

async function rename(call: CompatCall): Promise<string> {
  const { args, run } = call;
  const { answer } = await run("impact", { symbol: named(call), depth: 1, budget: ASKED_BUDGET });
  const found = answer as Partial<ImpactAnswer>;
  const proven = found.proven ?? [];
  const possible = (found.possible ?? []).slice(0, MOST_POTENTIAL);
  const barrels = (found.surface ?? []).filter(({ via, depth }) => via !== "declaration" && depth === 0);
  const declarations = found.declarations ?? [];
  const [all, maybe] = [found.totals?.proven ?? 0, found.totals?.possible ?? 0];
  return mastReply(call, "mast_rename_impact", {
    rows: proven.length + possible.length,
    root: found.root?.path ?? "",
    files: [...declarations, ...proven, ...possible].map(({ path }) => path),
    make: (shown) => {
      const second = possible.slice(0, Math.max(0, shown - proven.length));
      return {
        symbol: args["symbol"],
        declaration_sites: declarations.map(({ path, start, kind, exported }) => ({
          file_path: path,
          line: start,
          kind,
          is_exported: exported,
        })),
        verified_callers: proven.slice(0, shown).map(verified),
        potential_matches: second.map(potential),
        barrel_exports: barrels.map(({ path, line, name, via }) => ({
          file_path: path,
          line,
          exported_as: name,
          via,
        })),
        summary: {
          declaration_count: declarations.length,
          verified_count: all,
          potential_count: maybe,
          barrel_count: barrels.length,
          checklist: `${all} verified call site(s) to update, ${maybe} review-required identifier match(es), ${barrels.length} barrel export(s) to update.`,
          checker_classified_non_call_site: 0,
          checker_classified_different_declaration: 0,
          ...(Math.min(shown, proven.length) < all && { verified_truncated: all }),
          ...(second.length < maybe && { potential_truncated: maybe }),
        },
        ...(declarations.length === 0 && (found.nearest ?? []).length > 0 && { suggestions: found.nearest }),
      };
    },
  });
}

const symbol = { type: "string" as const, description: "Name, or Class.method.", maxLength: LONGEST_NAME };

export const mastCallers: CompatTool = {
  name: "mast_callers",
  description: "Who calls a symbol: verified, and what may.",
  arguments: {
    symbol,
    file_path: filePath,
    transitive: { type: "boolean", description: "Callers of callers too.", default: false },
    include_potential: { type: "boolean", description: "Also what may call it.", default: true },
  },
  required: ["symbol"],
  readOnly: true,
  answer: callers,
};

export const mastDependencies: CompatTool = {
  name: "mast_dependencies",
  description: "What a file imports.",
  arguments: { file_path: filePath },
  required: ["file_path"],
  readOnly: true,
  answer: dependencies,
};

export const mastImplementors: CompatTool = {
  name: "mast_implementors",
  description: "Classes that implement an interface or extend a class.",
  arguments: { interface_name: { ...symbol, description: "Name of the interface." }, limit: limit(50, 500) },
  required: ["interface_name"],
  readOnly: true,
  answer: implementors,
};

export const mastRenameImpact: CompatTool = {
  name: "mast_rename_impact",
  description: "What a rename of a symbol touches.",
  arguments: { symbol, file_path: filePath },
  required: ["symbol"],
  readOnly: true,
  answer: rename,
};
