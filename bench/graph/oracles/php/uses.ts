// What does Intelephense say that each name means? Prints truth rows (see ../../truth.ts) for a repository of PHP. Another
// parser gives the names and where they stand (names.ts); the language server the definition of each. Packages that the
// repository needs are not installed: what comes from them is unknown.
//   node bench/graph/oracles/php/uses.ts ROOT [FOLDER…]
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative, sep } from "node:path";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { FileRow, Meaning, SiteRow, Target } from "../../truth.ts";
import { LanguageServer, type Location } from "../language-server.ts";
import { namesOf } from "./names.ts";

const SERVER = new URL("../../../peers/graph/node_modules/intelephense/lib/intelephense.js", import.meta.url)
  .pathname;
/** Definitions asked for at once. */
const AT_ONCE = 16;

const [rootArgument, ...under] = process.argv.slice(2);
const root = realpathSync(rootArgument!);
const paths = spawnSync("git", ["-C", root, "ls-files", "-z", "*.php", "*.inc"], {
  encoding: "utf8",
  maxBuffer: 1 << 28,
})
  .stdout.split("\0")
  .filter((p) => p !== "" && existsSync(join(root, p)))
  .filter((p) => under.length === 0 || under.some((u) => p.startsWith(`${u}/`)));
const named = paths.map((path) => namesOf(path, readFileSync(join(root, path), "utf8")));
for (const { file, failed } of named) if (failed !== "") console.error(`${file}: ${failed}`);

const rows: Target[] = [];
const byPlace = new Map<string, number>();
const declaredIn = new Map(
  named.map(({ file, declared }) => [file, [...declared].sort((a, b) => a[0] - b[0] || a[1] - b[1])]),
);
const wanted = new Set(
  named.flatMap(({ declared, aliases }) =>
    [...declared.map((d) => d[2]), ...aliases].map((n) => n.toLowerCase()),
  ),
);
const storage = mkdtempSync(join(tmpdir(), "pith-intelephense-"));
const server = new LanguageServer([process.execPath, SERVER, "--stdio"], () => ({}), root);
const files = new Map<string, FileRow>();
const basesOf = new Map<string, string[]>();
try {
  await start();
  for (const one of named) if (one.failed === "") await askFile(one);
} finally {
  await server.close();
  rmSync(storage, { recursive: true, force: true });
}
const types = readTypes();
relate();
construct();
leaveInherited();
for (const row of rows) console.log(JSON.stringify(row));
for (const row of files.values()) console.log(JSON.stringify(row));

async function start(): Promise<void> {
  const uri = pathToFileURL(root).href;
  await server.request("initialize", {
    processId: process.pid,
    rootUri: uri,
    rootPath: root,
    workspaceFolders: [{ uri, name: "repository" }],
    capabilities: {
      workspace: { configuration: true, workspaceFolders: true },
    },
    initializationOptions: { storagePath: storage, globalStoragePath: storage, clearCache: true },
  });
  const indexed = server.until("indexingEnded");
  server.notify("initialized", {});
  await Promise.race([indexed, setTimeout(120_000, null, { ref: false })]);
}

async function askFile({ file, sites, types: own }: (typeof named)[number]): Promise<void> {
  const uri = pathToFileURL(join(root, file)).href;
  const text = readFileSync(join(root, file), "utf8");
  server.notify("textDocument/didOpen", { textDocument: { uri, languageId: "php", version: 1, text } });
  const asked = sites.filter(
    ([, , name, role]) =>
      wanted.has(name.toLowerCase()) || (role === "new" && /^(?:self|static|parent)$/i.test(name)),
  );
  const row: FileRow = { file, declarations: [], sites: [] };
  for (let at = 0; at < asked.length; at += AT_ONCE) {
    const some = asked.slice(at, at + AT_ONCE);
    const said = await Promise.all(some.map(([line, column]) => server.definitions(uri, line, column)));
    some.forEach(([line, column, name, role], i) => {
      row.sites.push([line, column, name, role, meaning(said[i]!)] satisfies SiteRow);
    });
  }
  for (const [line, column, , bases] of own) {
    const key = `${file}:${line}:${column}`;
    for (const [baseLine, baseColumn] of bases) {
      for (const l of await server.definitions(uri, baseLine, baseColumn)) {
        const place = inside(l);
        if (place === null) continue;
        const id = numberAt(place, l);
        if (id === -1) continue;
        const [at] = rows[id]!.at;
        basesOf.set(key, [...(basesOf.get(key) ?? []), `${place}:${at!.line}:${at!.column}`]);
      }
    }
  }
  server.notify("textDocument/didClose", { textDocument: { uri } });
  files.set(file, row);
}

function meaning(locations: readonly Location[]): Meaning {
  if (locations.length === 0) return "unknown";
  const ids = new Set<number>();
  let within = false;
  for (const location of locations) {
    const path = inside(location);
    if (path === null) continue;
    within = true;
    const id = numberAt(path, location);
    if (id !== -1) ids.add(id);
  }
  if (ids.size > 0) return [...ids];
  return within ? "unknown" : "outside";
}

function inside({ uri }: Location): string | null {
  if (!uri.startsWith("file:")) return null;
  const path = fileURLToPath(uri);
  return path.startsWith(root + sep) ? relative(root, path).split(sep).join("/") : null;
}

/**
 * The server gives the whole declaration: its name is the first one that is declared in it. -1 where none is: `@method` in
 * a comment.
 */
function numberAt(path: string, { line, column, endLine, endColumn }: Location): number {
  const found = declaredIn
    .get(path)
    ?.find(
      (d) =>
        (d[0] > line || (d[0] === line && d[1] >= column)) &&
        (d[0] < endLine || (d[0] === endLine && d[1] <= endColumn)),
    );
  return found === undefined ? -1 : numberOf(path, found[0], found[1]);
}

function numberOf(path: string, line: number, column: number): number {
  const key = `${path}:${line}:${column}`;
  const held = byPlace.get(key);
  if (held !== undefined) return held;
  const declared = declaredIn.get(path)?.find((d) => d[0] === line && d[1] === column);
  if (declared === undefined) return -1;
  const id = rows.length;
  byPlace.set(key, id);
  rows.push({
    target: id,
    name: declared[2],
    kind: declared[3],
    local: false,
    at: [{ path, line, column }],
    related: [],
  });
  return id;
}

interface Type {
  key: string;
  kind: string;
  file: string;
  /** Own methods by name in lower case: line and column. */
  methods: Map<string, [number, number]>;
  bases: string[];
  /** Target of the type, if anything means it. */
  target: number | undefined;
}

function readTypes(): Map<string, Type> {
  const found = new Map<string, Type>();
  for (const { file, declared, types: own } of named) {
    for (const [line, column] of own) {
      const methods = new Map<string, [number, number]>();
      for (const d of declared) {
        if ((d[3] === "method" || d[3] === "constructor") && d[4] === line)
          methods.set(d[2].toLowerCase(), [d[0], d[1]]);
      }
      const key = `${file}:${line}:${column}`;
      const kind = declared.find((d) => d[0] === line && d[1] === column)?.[3] ?? "class";
      found.set(key, { key, kind, file, methods, bases: basesOf.get(key) ?? [], target: byPlace.get(key) });
    }
  }
  return found;
}

/** The type and everything above it, nearest first. */
function above(key: string): Type[] {
  const seen = new Set([key]);
  for (const at of seen) for (const base of types.get(at)?.bases ?? []) seen.add(base);
  return [...seen].map((k) => types.get(k)).filter((t): t is Type => t !== undefined);
}

/** Methods of the same name in the bases, however far. */
function relate(): void {
  for (const [key, { file, methods }] of types) {
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

/**
 * Where a class inherits a method from one that knows nothing of an interface of its own, the server names the interface's,
 * and PHP runs the inherited one. What stands before the arrow it does not say: such calls are left open.
 */
function leaveInherited(): void {
  const open = new Set<number>();
  for (const key of types.keys()) {
    const all = above(key);
    for (const one of all) {
      if (one.kind !== "interface") continue;
      for (const [name, [line, column]] of one.methods) {
        const served = all.some(
          (other) => other.kind !== "interface" && other.methods.has(name) && !above(other.key).includes(one),
        );
        const id = byPlace.get(`${one.file}:${line}:${column}`);
        if (served && id !== undefined) open.add(id);
      }
    }
  }
  for (const { sites } of files.values())
    for (const site of sites)
      if (typeof site[4] !== "string" && site[4].some((id) => open.has(id))) site[4] = "unknown";
}

/** To make an object uses its class and runs its constructor, or the nearest one above it. */
function construct(): void {
  const also = new Map<number, number[]>();
  const add = (id: number, other: number) => also.set(id, [...(also.get(id) ?? []), other]);
  for (const [key, { target }] of types) {
    const owner = above(key).find((t) => t.methods.has("__construct"));
    const place = owner?.methods.get("__construct");
    if (owner === undefined || place === undefined) continue;
    const made = numberOf(owner.file, place[0], place[1]);
    if (made === -1) continue;
    if (target !== undefined) add(target, made);
    // The server tells the constructor where there is one: whose construction it is the name tells.
    if (target !== undefined) add(made, target);
  }
  for (const { file, made, types: own } of named) {
    for (const [line, column, at] of made) {
      const type = own.find((t) => t[0] === at && t[2] === "class");
      const owner =
        type === undefined
          ? undefined
          : above(`${file}:${at}:${type[1]}`).find((t) => t.methods.has("__construct"));
      const place = owner?.methods.get("__construct");
      const id = place === undefined ? -1 : numberOf(owner!.file, place[0], place[1]);
      files.get(file)?.sites.push([line, column, "class", "new", id === -1 ? "unknown" : [id]]);
    }
  }
  for (const { sites } of files.values()) {
    for (const site of sites) {
      if (typeof site[4] === "string" || (site[3] !== "new" && site[3] !== "decorator")) continue;
      const more = site[4].flatMap((id) => also.get(id) ?? []);
      if (more.length > 0) site[5] = more;
    }
  }
}
