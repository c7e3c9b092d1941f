// What does pyright say that each name means? Prints truth rows (see ../../truth.ts) for a repository. Python's own parser
// gives the names and where they stand (names.py); pyright's language server the definition of each. Packages that the
// repository needs are not installed: what comes from them is unknown.
//   node bench/graph/oracles/python/uses.ts ROOT [FOLDER…]
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, realpathSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { CALLS, type FileRow, type Meaning, type Role, type SiteRow, type Target } from "../../truth.ts";
import { LanguageServer, type Location } from "../language-server.ts";

interface Named {
  file: string;
  sites: [number, number, string, Role][];
  /** Line, column, name, kind, local, class. */
  declared: [number, number, string, string, boolean, string][];
  /** Line, name, places of the bases. */
  classes: [number, string, [number, number, string][]][];
  /** Names under which something is imported. */
  aliases: string[];
}

const HERE = new URL("./", import.meta.url).pathname;
const SERVER = new URL("../../../peers/graph/node_modules/pyright/langserver.index.js", import.meta.url)
  .pathname;

/** Definitions asked for at once. */
const AT_ONCE = 16;

const [rootArgument, ...under] = process.argv.slice(2);
const root = realpathSync(rootArgument!);
const named = readNames();
const rows: Target[] = [];
const byPlace = new Map<string, number>();
const declaredAt = new Map<string, Named["declared"][number]>();
for (const { file, declared } of named) {
  for (const d of declared) declaredAt.set(`${file}:${d[0]}:${d[1]}`, d);
}
// Only names of functions, classes, methods and of what stands at the top of a file: locals are no question.
const wanted = new Set(
  named.flatMap(({ declared, aliases }) => [
    ...aliases,
    ...declared.filter((d) => ["function", "class", "method"].includes(d[3]) || !d[4]).map((d) => d[2]),
  ]),
);
const server = new LanguageServer([process.execPath, SERVER, "--stdio"], configuration, root);
await start();
const files = new Map<string, FileRow>();
const basesOf = new Map<string, string[]>();
for (const one of named) await askFile(one);
await server.close();
const hierarchy = readClasses();
relate();
construct();
for (const row of rows) console.log(JSON.stringify(row));
for (const row of files.values()) console.log(JSON.stringify(row));

function readNames(): Named[] {
  const list = spawnSync("git", ["-C", root, "ls-files", "-z", "*.py", "*.pyi"], {
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
  const paths = list.stdout
    .split("\0")
    .filter((p) => p !== "" && existsSync(join(root, p)))
    .filter((p) => under.length === 0 || under.some((u) => p.startsWith(`${u}/`)));
  // Python 3.12 is the first one that says where things stand inside f-strings.
  const python = ["python3.13", "python3.12", "python3"].find(
    (name) => spawnSync(name, ["--version"]).status === 0,
  );
  const run = spawnSync(python!, [join(HERE, "names.py")], {
    cwd: root,
    input: paths.join("\n"),
    encoding: "utf8",
    maxBuffer: 1 << 30,
  });
  if (run.status !== 0) throw new Error(run.stderr);
  return run.stdout
    .split("\n")
    .filter((l) => l !== "")
    .map((l) => JSON.parse(l) as Named);
}

function configuration(section: string): unknown {
  if (section === "python.analysis") {
    return {
      diagnosticMode: "openFilesOnly",
      autoSearchPaths: true,
      useLibraryCodeForTypes: false,
      indexing: false,
    };
  }
  return section === "python" ? { pythonPath: "/nonexistent/python" } : {};
}

async function start(): Promise<void> {
  const uri = pathToFileURL(root).href;
  await server.request("initialize", {
    processId: process.pid,
    rootUri: uri,
    workspaceFolders: [{ uri, name: "repository" }],
    capabilities: { workspace: { configuration: true, workspaceFolders: true } },
  });
  server.notify("initialized", {});
}

async function askFile({ file, sites, classes }: Named): Promise<void> {
  const uri = pathToFileURL(join(root, file)).href;
  const text = readFileSync(join(root, file), "utf8");
  server.notify("textDocument/didOpen", { textDocument: { uri, languageId: "python", version: 1, text } });
  // A question about callers is answered with calls: what is only read need not be looked up, and a look-up is slow.
  const asked = sites.filter(([, , name, role]) => CALLS.has(role) && wanted.has(name));
  const row: FileRow = { file, declarations: [], sites: [] };
  for (let at = 0; at < asked.length; at += AT_ONCE) {
    const some = asked.slice(at, at + AT_ONCE);
    const said = await Promise.all(some.map(([line, column]) => server.definitions(uri, line, column)));
    some.forEach(([line, column, name, role], i) => {
      row.sites.push([line, column, name, role, meaning(said[i]!)] satisfies SiteRow);
    });
  }
  for (const [line, name, bases] of classes) {
    for (const [baseLine, baseColumn] of bases) {
      for (const l of await server.definitions(uri, baseLine, baseColumn)) {
        const place = inside(l);
        if (place === null) continue;
        const key = `${file}:${line} ${name}`;
        basesOf.set(key, [...(basesOf.get(key) ?? []), `${place}:${l.line}`]);
      }
    }
  }
  server.notify("textDocument/didClose", { textDocument: { uri } });
  files.set(file, row);
}

function meaning(locations: readonly Location[]): Meaning {
  if (locations.length === 0) return "unknown";
  const ids = new Set<number>();
  for (const location of locations) {
    const path = inside(location);
    if (path !== null) ids.add(numberOf(path, location.line, location.column));
  }
  return ids.size === 0 ? "outside" : [...ids];
}

function inside({ uri }: Location): string | null {
  if (!uri.startsWith("file:")) return null;
  const path = fileURLToPath(uri);
  return path.startsWith(root + sep) ? relative(root, path).split(sep).join("/") : null;
}

function numberOf(path: string, line: number, column: number): number {
  const key = `${path}:${line}:${column}`;
  const held = byPlace.get(key);
  if (held !== undefined) return held;
  const [, , name, kind, local] = declaredAt.get(key) ?? [0, 0, "", "module", false];
  const id = rows.length;
  byPlace.set(key, id);
  rows.push({ target: id, name, kind, local, at: [{ path, line, column }], related: [] });
  return id;
}

interface Class {
  /** Its own methods by name: line and column. */
  methods: Map<string, [number, number]>;
  file: string;
  /** Keys of its bases inside the repository. */
  bases: string[];
  /** Target of the class, if anything means it. */
  target: number | undefined;
}

/** Classes by `file:line`. Those of one name in one file share their methods: kin is only ever a reason not to judge. */
function readClasses(): Map<string, Class> {
  const found = new Map<string, Class>();
  for (const { file, declared, classes } of named) {
    for (const [line, name] of classes) {
      const methods = new Map<string, [number, number]>();
      for (const d of declared) if (d[3] === "method" && d[5] === name) methods.set(d[2], [d[0], d[1]]);
      const own = declared.find((d) => d[0] === line && d[2] === name);
      const target = own === undefined ? undefined : byPlace.get(`${file}:${line}:${own[1]}`);
      found.set(`${file}:${line}`, {
        methods,
        file,
        bases: basesOf.get(`${file}:${line} ${name}`) ?? [],
        target,
      });
    }
  }
  return found;
}

/** The class and everything above it, nearest first. */
function above(key: string): Class[] {
  const seen = new Set([key]);
  for (const at of seen) for (const base of hierarchy.get(at)?.bases ?? []) seen.add(base);
  return [...seen].map((k) => hierarchy.get(k)).filter((c): c is Class => c !== undefined);
}

/** Methods of the same name in the bases, however far. */
function relate(): void {
  for (const [key, { file, methods }] of hierarchy) {
    const [, ...bases] = above(key);
    for (const [name, [line, column]] of methods) {
      const id = byPlace.get(`${file}:${line}:${column}`);
      if (id === undefined) continue;
      for (const base of bases) {
        const place = base.methods.get(name);
        const other = place === undefined ? undefined : byPlace.get(`${base.file}:${place[0]}:${place[1]}`);
        if (other !== undefined && other !== id && !rows[id]!.related.includes(other))
          rows[id]!.related.push(other);
      }
    }
  }
}

/** To call a class runs its `__init__`, or the nearest one above it. */
function construct(): void {
  const runs = new Map<number, number[]>();
  for (const [key, { target }] of hierarchy) {
    if (target === undefined) continue;
    const owner = above(key).find((c) => c.methods.has("__init__"));
    if (owner === undefined) continue;
    const [line, column] = owner.methods.get("__init__")!;
    const also = [numberOf(owner.file, line, column)];
    if (owner.target !== undefined && owner.target !== target) also.push(owner.target);
    runs.set(target, also);
  }
  for (const { sites } of files.values()) {
    for (const site of sites) {
      if (typeof site[4] === "string") continue;
      const also = site[4].flatMap((id) => runs.get(id) ?? []);
      if (also.length > 0) site[5] = also;
    }
  }
}
