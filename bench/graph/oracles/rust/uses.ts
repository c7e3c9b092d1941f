// What does rust-analyzer say that each name means? Prints truth rows (see ../../truth.ts) for a repository, from the SCIP
// index that it writes of each Cargo workspace. An index says nothing of calls: what follows a name in the text does. It
// says nothing either of names that it could not resolve: those are looked for in the text as well, and are unknown.
//   node bench/graph/oracles/rust/uses.ts ROOT
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { FileRow, Meaning, Role, SiteRow, Target } from "../../truth.ts";
import { type ScipDocument, documentsOf } from "./scip.ts";

/** Stands before a symbol's descriptors: `rust-analyzer cargo bytes 1.12.1 `. */
const HEAD = /^rust-analyzer \S+ (\S+) \S+ /;
const CALLED = /^\s*(?:::\s*<[^()]*>\s*)?\(/;
const EXPANDED = /^!\s*[({[]/;
const WORD = /(?<![\p{L}\p{N}_])([\p{L}_][\p{L}\p{N}_]*)(?=\s*(?:::<[^()]*>)?\(|!\s*[({[])/gu;

const root = realpathSync(process.argv[2]!);
const targets: Target[] = [];
const bySymbol = new Map<string, number>();
const texts = new Map<string, string[]>();
const documents = workspaces().flatMap(index);
// Documents of several workspaces may be the same file: the first one that knows something holds.
const byPath = new Map<string, ScipDocument>();
for (const document of documents) if (!byPath.has(document.path)) byPath.set(document.path, document);
for (const document of byPath.values()) define(document);
relate();
const rows = [...byPath.values()].map(sitesOf);
const known = new Set(targets.map((t) => t.name));
for (const target of targets) console.log(JSON.stringify(target));
for (const row of rows) {
  row.sites = row.sites.filter((s) => typeof s[4] !== "string" || known.has(s[2]));
  console.log(JSON.stringify(row));
}

/** The workspace at the root; where there is none, all that are below. */
function workspaces(): string[] {
  const list = spawnSync("git", ["-C", root, "ls-files", "-z", "Cargo.toml", "**/Cargo.toml"], {
    encoding: "utf8",
  });
  const folders = list.stdout
    .split("\0")
    .filter((p) => p !== "")
    .map((p) => dirname(join(root, p)));
  const found = new Set<string>();
  for (const folder of folders) {
    const run = spawnSync("cargo", ["locate-project", "--workspace", "--message-format=plain"], {
      cwd: folder,
      encoding: "utf8",
    });
    if (run.status === 0) found.add(dirname(run.stdout.trim()));
  }
  // Examples and fuzzing are often dozens of workspaces of their own, each with its dependencies to fetch.
  return found.has(root) ? [root] : [...found].sort((a, b) => a.length - b.length || (a < b ? -1 : 1));
}

function index(folder: string): ScipDocument[] {
  const place = mkdtempSync(join(tmpdir(), "pith-scip-"));
  const out = join(place, "index.scip");
  try {
    const run = spawnSync("rust-analyzer", ["scip", folder, "--output", out], {
      encoding: "utf8",
      maxBuffer: 1 << 28,
    });
    process.stderr.write(`${folder}: ${run.status === 0 ? "indexed" : run.stderr.slice(-400)}\n`);
    if (!existsSync(out)) return [];
    const prefix = folder === root ? "" : `${folder.slice(root.length + 1)}/`;
    return documentsOf(readFileSync(out)).map((d) => Object.assign(d, { path: prefix + d.path }));
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

function linesOf(path: string): string[] {
  let lines = texts.get(path);
  if (lines === undefined) texts.set(path, (lines = readFileSync(join(root, path), "utf8").split("\n")));
  return lines;
}

/** Offset in UTF-16 units. */
function unitsOf({ path, encoding }: ScipDocument, line: number, column: number): number {
  if (encoding === 2) return column;
  const text = linesOf(path)[line] ?? "";
  return Buffer.from(text).subarray(0, column).toString().length;
}

function define(document: ScipDocument): void {
  for (const { line, start, end, symbol, isDefinition } of document.occurrences) {
    if (!isDefinition || symbol.startsWith("local ") || !HEAD.test(symbol)) continue;
    const from = unitsOf(document, line, start);
    const name = (linesOf(document.path)[line] ?? "")
      .slice(from, unitsOf(document, line, end))
      .replace(/^r#/, "");
    const place = { path: document.path, line: line + 1, column: from + 1 };
    const held = bySymbol.get(symbol);
    if (held !== undefined) {
      // Two things under one symbol (behind `cfg`, or in inner modules): no question can be asked of one of them.
      const target = targets[held]!;
      target.at.push(place);
      if (target.at[0]!.path !== place.path || target.at[0]!.line !== place.line) target.kind = "ambiguous";
      continue;
    }
    bySymbol.set(symbol, targets.length);
    const id = targets.length;
    targets.push({ target: id, name, kind: kindOf(symbol), local: false, at: [place], related: [] });
  }
}

function kindOf(symbol: string): string {
  if (symbol.endsWith("!")) return "macro";
  if (symbol.endsWith("/")) return "module";
  if (symbol.endsWith("#")) return "struct";
  if (symbol.endsWith("().")) return symbol.includes("#") ? "method" : "function";
  return symbol.includes("#") ? "property" : "constant";
}

/** `…impl#[Type][Trait]method().` implements `…Trait#method().`: by the trait's last name, since an index says no more. */
function relate(): void {
  const traits = new Map<string, number[]>();
  for (const [symbol, id] of bySymbol) {
    const match = /(?:^|\/)([\p{L}\p{N}_]+)#([\p{L}\p{N}_]+)\(\)\.$/u.exec(symbol);
    if (match === null || match[1] === "impl") continue;
    const key = `${match[1]} ${match[2]}`;
    traits.set(key, [...(traits.get(key) ?? []), id]);
  }
  for (const [symbol, id] of bySymbol) {
    const match = /impl#\[.*\]\[`?([\p{L}\p{N}_]+)[^\]]*\]([\p{L}\p{N}_]+)\(\)\.$/u.exec(symbol);
    if (match !== null) targets[id]!.related = traits.get(`${match[1]} ${match[2]}`) ?? [];
  }
}

function sitesOf(document: ScipDocument): FileRow {
  const lines = linesOf(document.path);
  const sites: SiteRow[] = [];
  const seen = new Set<string>();
  for (const { line, start, end, symbol, isDefinition } of document.occurrences) {
    const from = unitsOf(document, line, start);
    const to = unitsOf(document, line, end);
    seen.add(`${line}:${from}`);
    if (isDefinition) continue;
    const text = lines[line] ?? "";
    sites.push([line + 1, from + 1, text.slice(from, to), roleOf(symbol, text.slice(to)), meaning(symbol)]);
  }
  lines.forEach((text, line) => {
    for (const match of text.matchAll(WORD)) {
      if (/\bfn\s+$/.test(text.slice(0, match.index)) || seen.has(`${line}:${match.index}`)) continue;
      sites.push([line + 1, match.index + 1, match[1]!, "call", "unknown"]);
    }
  });
  // One place may mean several things (a name in a macro that is expanded in several ways).
  const merged = new Map<string, SiteRow>();
  for (const site of sites) {
    const key = `${site[0]}:${site[1]}`;
    const held = merged.get(key);
    if (held === undefined) merged.set(key, site);
    else if (typeof held[4] === "string") merged.set(key, site);
    else if (typeof site[4] !== "string") held[4] = [...new Set([...held[4], ...site[4]])];
  }
  return {
    file: document.path,
    declarations: [],
    sites: [...merged.values()].sort((a, b) => a[0] - b[0] || a[1] - b[1]),
  };
}

/** What is built or matched (`Foo(x)`, `Foo { x }`) looks the same in the text: neither is counted as a call. */
function roleOf(symbol: string, rest: string): Role {
  if (symbol.endsWith("!")) return EXPANDED.test(rest) ? "call" : "read";
  if (symbol.endsWith("().")) return CALLED.test(rest) ? "call" : "read";
  return symbol.endsWith("#") ? "type" : "read";
}

function meaning(symbol: string): Meaning {
  const id = bySymbol.get(symbol);
  if (id !== undefined) return [id];
  return symbol.startsWith("local ") || HEAD.test(symbol) ? "outside" : "unknown";
}
