// MAST's tools that follow names: callers, dependencies, implementors, rename impact. Its "verified" is what Pith has proven,
// its "potential" what Pith holds possible: both with where they stand.
import { MOST_TRACE_DEPTH, MOST_BUDGET } from "../../base/limits.ts";
import type { OutlineAnswer, ReadAnswer } from "../../pack/answer.ts";
import { pathLabel } from "../../pack/label.ts";
import type { RenameAnswer } from "../../pack/rename-answer.ts";
import type { PossibleTraceSite, ProvenTraceSite, TraceAnswer } from "../../pack/trace-answer.ts";
import type { CompatCall } from "./compat-set.ts";
import { importLines } from "./mast-import-lines.ts";
import { ASKED_BUDGET, reply } from "./mast-reply.ts";

const NO_EDGE = "identifier_match_no_resolved_edge";
/** The compiler's verdicts are in what is proven and possible. */
const CHECKER = { checker_classified_non_call_site: 0, checker_classified_different_declaration: 0 };

export async function callers(call: CompatCall): Promise<string> {
  const { transitive, include_potential: withPotential } = call.args;
  const { answer } = await call.run("trace", {
    symbol: placed(call),
    direction: "callers",
    depth: transitive === true ? MOST_TRACE_DEPTH : 1,
    budget: ASKED_BUDGET,
  });
  const found = answer as Partial<TraceAnswer>;
  const proven = (found.proven ?? []).map(verified);
  const possible = withPotential === false ? [] : (found.possible ?? []).map(potential);
  const totals = { proven: found.totals?.proven ?? 0, possible: found.totals?.possible ?? 0 };
  return reply(call, {
    tool: "mast_callers",
    answer: found,
    total: proven.length + possible.length,
    make: (shown) => {
      const left = Math.max(0, shown - proven.length);
      return {
        verified_callers: proven.slice(0, shown),
        potential_matches: possible.slice(0, left),
        summary: {
          verified_count: totals.proven,
          potential_count: withPotential === false ? 0 : totals.possible,
          transitive,
          ...CHECKER,
          ...(Math.min(shown, proven.length) < totals.proven && { verified_truncated: totals.proven }),
          ...(withPotential !== false && left < totals.possible && { potential_truncated: totals.possible }),
        },
        ...otherwise(found),
      };
    },
    files: (shown) => [...proven, ...possible].slice(0, shown).map((one) => one.file_path),
  });
}

export async function dependencies(call: CompatCall): Promise<string> {
  const path = call.args["file_path"] as string;
  const [traced, read] = [
    await call.run("trace", { symbol: path, direction: "dependencies", budget: ASKED_BUDGET }),
    await call.run("read", { places: [pathLabel(path)], budget: MOST_BUDGET }),
  ];
  const found = traced.answer as Partial<TraceAnswer>;
  const sites = found.proven ?? [];
  const text = (read.answer as Partial<ReadAnswer>).spans?.[0]?.text ?? "";
  const lines = importLines(text);
  const within = (line: number) => lines.find(({ start, end }) => start <= line && line <= end);
  // Of lines that lead to the same file the graph keeps one.
  const leads = new Map(
    sites.flatMap(({ line, targets }) => {
      const module = within(line)?.module;
      return module === undefined || targets[0] === undefined ? [] : [[module, targets[0]] as const];
    }),
  );
  const imports = [
    ...lines.map(({ start, module, symbols }) => {
      const target = leads.get(module);
      return {
        line: start,
        module,
        symbols,
        is_external: target === undefined && !module.startsWith("."),
        ...(target !== undefined && { resolved_path: target }),
      };
    }),
    // Of other languages, and of forms that are no statement: as the line has it.
    ...sites
      .filter(({ line }) => within(line) === undefined)
      .map(({ line, text: module, targets }) => ({
        line,
        module: module.trim(),
        symbols: [],
        is_external: false,
        ...(targets[0] !== undefined && { resolved_path: targets[0] }),
      })),
  ]
    .toSorted((a, b) => a.line - b.line)
    .map(({ line: _line, ...one }) => one);
  return reply(call, {
    tool: "mast_dependencies",
    answer: found,
    total: imports.length,
    make: (shown) => ({
      file_path: path,
      imports: imports.slice(0, shown),
      ...(shown < imports.length && { imports_truncated: imports.length }),
    }),
    files: () => [path],
  });
}

export async function implementors(call: CompatCall): Promise<string> {
  const limit = call.args["limit"] as number;
  const { answer } = await call.run("trace", {
    symbol: call.args["interface_name"],
    direction: "implementors",
    budget: ASKED_BUDGET,
  });
  const found = answer as Partial<TraceAnswer>;
  const sites = found.proven ?? [];
  const results: { class_name: string; file_path: string; line: number; methods: string[] }[] = [];
  for (const { path, line, enclosing } of sites.slice(0, limit)) {
    const outlined = await call.run("outline", { path, budget: ASKED_BUDGET });
    const methods = ((outlined.answer as Partial<OutlineAnswer>).declarations ?? [])
      .filter(
        ({ name, kind }) =>
          name.startsWith(`${enclosing}.`) && /^(?:method|constructor|function)$/.test(kind),
      )
      .map(({ name }) => name);
    results.push({ class_name: enclosing, file_path: path, line, methods });
  }
  const total = found.totals?.proven ?? 0;
  const possible = found.totals?.possible ?? 0;
  return reply(call, {
    tool: "mast_implementors",
    answer: found,
    total: results.length,
    make: (shown) => ({
      results: results.slice(0, shown),
      ...(shown < total && { results_truncated: total }),
      ...(possible > 0 && { potential_count: possible }),
      ...otherwise(found),
    }),
    files: (shown) => results.slice(0, shown).map((one) => one.file_path),
  });
}

export async function renameImpact(call: CompatCall): Promise<string> {
  const symbol = call.args["symbol"] as string;
  const bare = symbol.slice(symbol.lastIndexOf(".") + 1);
  const { answer } = await call.run("rename", {
    symbol: placed(call),
    // MAST asks for no new name: one that stands nowhere.
    to: `${/^[\w$]+$/.test(bare) ? bare : "name"}Renamed`,
    budget: ASKED_BUDGET,
  });
  const found = answer as Partial<RenameAnswer>;
  const declarations = (found.declarations ?? []).map(({ path, start, kind, exported }) => ({
    file_path: path,
    line: found.declares?.find((one) => one.path === path && one.line >= start)?.line ?? start,
    kind,
    is_exported: exported,
  }));
  const barrels = (found.exports ?? []).map(({ path, line, exported, via }) => ({
    file_path: path,
    line,
    exported_as: exported,
    via,
  }));
  const isBarrel = new Set(barrels.map(({ file_path: path, line }) => `${path}:${line}`));
  const proven = (found.proven ?? [])
    .filter(({ path, line }) => !isBarrel.has(`${path}:${line}`))
    .map(verified);
  const possible = (found.possible ?? []).map(potential);
  const parts = [declarations, proven, barrels, possible] as const;
  const totals = found.totals;
  const count = {
    declarations: Math.max(totals?.declares ?? 0, declarations.length),
    proven: Math.max((totals?.proven ?? 0) - barrels.length, proven.length),
    barrels: totals?.exports ?? 0,
    possible: totals?.possible ?? 0,
  };
  return reply(call, {
    tool: "mast_rename_impact",
    answer: found,
    total: parts.reduce((sum, part) => sum + part.length, 0),
    make: (shown) => {
      let left = shown;
      const [declared, called, exported, maybe] = parts.map((part) => {
        const first = part.slice(0, left);
        left -= first.length;
        return first;
      });
      return {
        symbol,
        declaration_sites: declared,
        verified_callers: called,
        potential_matches: maybe,
        barrel_exports: exported,
        summary: {
          declaration_count: count.declarations,
          verified_count: count.proven,
          potential_count: count.possible,
          barrel_count: count.barrels,
          checklist: `${count.proven} verified call site(s) to update, ${count.possible} review-required identifier match(es), ${count.barrels} barrel export(s) to update.`,
          ...CHECKER,
          ...(called!.length < count.proven && { verified_truncated: count.proven }),
          ...(exported!.length < count.barrels && { barrel_truncated: count.barrels }),
          ...(maybe!.length < count.possible && { potential_truncated: count.possible }),
        },
        ...otherwise(found),
      };
    },
    files: (shown) =>
      parts
        .flat()
        .slice(0, shown)
        .map((one) => one.file_path),
  });
}

/** Declarations of one name that are told. */
const MOST_AMBIGUOUS = 20;

/** A name that several declarations have is not mixed: each is told, and none is followed. */
function otherwise({
  declarations = [],
  nearest = [],
}: Pick<Partial<TraceAnswer>, "declarations" | "nearest">): Record<string, unknown> {
  if (declarations.length === 0) return { suggestions: nearest };
  if (declarations.length === 1) return {};
  return {
    ambiguous: declarations.slice(0, MOST_AMBIGUOUS).map(({ path, start, name, proven }) => ({
      file_path: path,
      line: start,
      symbol: name,
      verified_count: proven,
    })),
    hint: "Several declarations have this name: give file_path.",
  };
}

/** The name, or of a file that is given the name in it. */
function placed({ args: { symbol, file_path: path } }: CompatCall): string {
  return path === undefined ? (symbol as string) : `${path as string}:${symbol as string}`;
}

function verified({
  path,
  line,
  text,
  enclosing,
  rule,
}: Pick<ProvenTraceSite, "path" | "line" | "text" | "enclosing" | "rule">) {
  return {
    file_path: path,
    line,
    caller_symbol: enclosing === "" ? null : enclosing,
    context: text,
    resolution: rule.replaceAll("-", "_"),
  };
}

function potential({
  path,
  line,
  text,
  enclosing,
  why,
}: Pick<PossibleTraceSite, "path" | "line" | "text" | "enclosing" | "why">) {
  return { file_path: path, line, context: enclosing === "" ? text : enclosing, reason: NO_EDGE, why };
}
