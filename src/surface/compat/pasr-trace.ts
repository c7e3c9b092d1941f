// `trace_dependencies`: what a symbol needs, or who calls it, in PASR's form. Proven and possible stay apart.
import { LONGEST_NAME, MOST_TRACE_DEPTH } from "../../base/limits.ts";
import { compileScope } from "../../files/scope.ts";
import type { TraceAnswer } from "../../pack/trace-answer.ts";
import type { CompatCall, CompatTool } from "./compat-set.ts";
import { fittedJson } from "./fitted-json.ts";
import { ceiling, files, include, LOCATOR_BUDGET, scopeOf } from "./pasr-arguments.ts";

async function trace({ args, run }: CompatCall): Promise<string> {
  const budget = args["budget_tokens"] as number;
  const direction = args["direction"] === "callers" ? "callers" : "callees";
  const { answer } = await run("trace", {
    symbol: args["symbol"],
    direction,
    depth: Math.min(args["max_depth"] as number, MOST_TRACE_DEPTH),
    budget,
  });
  const found = answer as Partial<TraceAnswer>;
  const proven = found.proven ?? [];
  const possible = found.possible ?? [];
  // What is named bounds what is shown: the steps go through all that there is. A place outside the root, or one that is not
  // there, is the fault it is in every other tool.
  const { scope } = scopeOf(args);
  if (scope !== undefined)
    await run("search", { query: args["symbol"], mode: "exact", limit: 1, budget: LOCATOR_BUDGET, scope });
  const { matches } = compileScope(scope ?? []);
  const sites = [
    ...proven.map((site) => ({ ...site, certainty: "proven", because: site.rule })),
    ...possible.map((site) => ({ ...site, certainty: "possible", because: site.why })),
  ].filter(({ path }) => matches(path));
  const { text } = await fittedJson(sites.length, budget, (shown, tokens) => ({
    tool: "trace_dependencies",
    symbol: args["symbol"],
    direction: args["direction"],
    found: (found.declarations ?? []).length > 0,
    depth: found.depth ?? args["max_depth"],
    token_count: tokens,
    within_budget: true,
    declarations: (found.declarations ?? []).map(({ path, start, end, kind, name }) => ({
      provenance: `${path}:${start}-${end}`,
      kind,
      name,
    })),
    spans: sites
      .slice(0, shown)
      .map(({ path, line, text: code, enclosing, targets, certainty, because }) => ({
        provenance: `${path}:${line}-${line}`,
        name: enclosing,
        defines: enclosing === "" ? [] : [enclosing],
        dependencies: targets,
        certainty,
        because,
        text: code,
      })),
    diagnostics: {
      proven: found.totals?.proven ?? 0,
      possible: found.totals?.possible ?? 0,
      not_shown: Math.max(0, (found.totals?.proven ?? 0) + (found.totals?.possible ?? 0) - shown),
      over_budget: false,
      nearest: found.nearest ?? [],
    },
    ...(found.advice !== null && found.advice !== undefined && { advice: [found.advice.text] }),
  }));
  return text;
}

export const traceDependencies: CompatTool = {
  name: "trace_dependencies",
  description: "The closure of what a symbol calls, or of its callers; proven and possible apart.",
  arguments: {
    symbol: { type: "string", description: "Name, or Class.method.", maxLength: LONGEST_NAME },
    files,
    include,
    max_depth: { type: "integer", description: "Steps.", default: 4, minimum: 1, maximum: 100 },
    budget_tokens: ceiling(4000),
    max_files: { type: "integer", description: "Taken, and without effect.", default: 200, minimum: 1 },
    direction: {
      type: "string",
      description: "Which way.",
      default: "dependencies",
      enum: ["dependencies", "callers"],
    },
  },
  required: ["symbol"],
  readOnly: true,
  answer: trace,
};
