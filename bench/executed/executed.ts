// Is what Pith says of callers true by what was called when the repository's tests ran? For Ruby, whose types nothing says.
//   node bench/main.ts executed --root REPOSITORY --calls FILE [--faults]
// `--calls`: rows of `trace.rb`, which names the runs. A call that was never run is judged by nobody. Lines are compared, since
// Ruby says no columns.
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { openGraph } from "../../src/graph/graph.ts";
import { openView } from "../../test/graph/open-view.ts";
import { quantile } from "../graph/score.ts";

interface Call {
  /** `path:line` of the call, and of the method. */
  site: string;
  target: string;
  /** The name by which it was called, and the method's own. */
  by: string;
  name: string;
}

export async function main(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      root: { type: "string" },
      calls: { type: "string" },
      faults: { type: "boolean", default: false },
    },
  });
  if (values.root === undefined || values.calls === undefined)
    throw new Error("executed needs --root REPOSITORY --calls FILE");
  const root = resolve(values.root);
  const calls = readCalls(values.calls);
  const at = Map.groupBy(calls, (c) => c.site);
  const lineOf = lineReader(root);
  await using opened = await openView(root);
  const graph = openGraph(opened.view);
  const total = {
    methods: 0,
    unknown: 0,
    calls: 0,
    unnamed: 0,
    proven: 0,
    inside: 0,
    right: 0,
    wrong: 0,
    undecided: 0,
  };
  const widths: number[] = [];
  for (const [target, own] of Map.groupBy(calls, (c) => c.target)) {
    const [path, line] = divided(target);
    const { name } = own[0]!;
    const { declarations } = await graph.declarationsOf(`${path}:${name}`);
    const meant = declarations.filter((d) => d.path === path && d.line === line);
    if (meant.length === 0) {
      total.unknown += own.length;
      continue;
    }
    total.methods++;
    const proven = new Set<string>();
    const possible = new Set<string>();
    for (const declaration of meant) {
      const said = await graph.callers(declaration);
      for (const site of said.proven) proven.add(`${site.path}:${site.line}`);
      for (const site of said.possible) possible.add(`${site.path}:${site.line}`);
    }
    const sites = new Set(own.map((c) => c.site));
    let named = 0;
    for (const site of sites) {
      // By an alias, by Ruby itself, by an operator: the name does not stand there.
      if (own.every((c) => c.site !== site || c.by !== c.name) || !holds(lineOf(site), name)) {
        total.unnamed++;
        continue;
      }
      named++;
      total.calls++;
      if (proven.has(site)) total.proven++;
      if (proven.has(site) || possible.has(site)) total.inside++;
      else if (values.faults) console.error(`missed  ${site} calls ${name} ${target} | ${lineOf(site)}`);
    }
    for (const site of proven) {
      const run = (at.get(site) ?? []).filter((c) => c.name === name || c.by === name);
      if (run.length === 0) total.undecided++;
      else if (run.some((c) => c.target === target)) total.right++;
      else {
        total.wrong++;
        if (values.faults)
          console.error(
            `wrong   ${site} proven as ${name} ${target}; is ${run.map((c) => c.target).join(", ")} | ${lineOf(site)}`,
          );
      }
    }
    const wrongly = [...possible].filter(
      (site) => !sites.has(site) && (at.get(site) ?? []).some((c) => c.name === name),
    );
    if (named > 0) widths.push(wrongly.length / named);
  }
  widths.sort((a, b) => a - b);
  const share = (part: number, of: number) => (of === 0 ? 1 : part / of).toFixed(4);
  console.log(
    "| methods run | not known | calls | no name there | proven and run | wrong | undecided | proven recall | inside the interval | width: median | 90th |",
  );
  console.log("|---|---|---|---|---|---|---|---|---|---|---|");
  console.log(
    `| ${total.methods} | ${total.unknown} | ${total.calls} | ${total.unnamed} | ${total.right + total.wrong} | ${total.wrong} | ${total.undecided} | ${share(total.proven, total.calls)} | ${share(total.inside, total.calls)} | ${quantile(widths, 0.5).toFixed(2)} | ${quantile(widths, 0.9).toFixed(2)} |`,
  );
}

function readCalls(path: string): Call[] {
  const rows = new Set(
    readFileSync(path, "utf8")
      .split("\n")
      .filter((row) => row !== ""),
  );
  return [...rows].map((row) => {
    const [site, by, name, target] = row.split("\t") as [string, string, string, string];
    return { site, by, name, target };
  });
}

function divided(place: string): [string, number] {
  const colon = place.lastIndexOf(":");
  return [place.slice(0, colon), Number(place.slice(colon + 1))];
}

function lineReader(root: string): (place: string) => string {
  const kept = new Map<string, string[]>();
  return (place) => {
    const [path, line] = divided(place);
    let lines = kept.get(path);
    if (lines === undefined) kept.set(path, (lines = readFileSync(join(root, path), "utf8").split("\n")));
    return (lines[line - 1] ?? "").trim().slice(0, 140);
  };
}

/** A constructor is called by `new`, any method by `super`; an operator by its sign, which is no name. */
function holds(line: string, name: string): boolean {
  const word = name === "initialize" ? "new" : name.replace(/=$/, "");
  if (!/\w/.test(word)) return false;
  const written = new RegExp(`(?<!\\w)${word.replace(/[^\w]/g, "\\$&")}(?!\\w)`);
  return written.test(line) || /(?<!\w)super(?!\w)/.test(line);
}
