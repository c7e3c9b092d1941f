// What does clangd say that each name means? Prints truth rows (see ../../truth.ts) for a repository of C or C++ that
// CMake can configure. Only what is built on this system and the headers are read. Names are found in the text, by the
// bracket that follows them; clangd's name of the symbol (its USR) tells which ones are the same.
//   node bench/graph/oracles/c/uses.ts ROOT [FOLDER…]
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative, sep } from "node:path";
import { pathToFileURL } from "node:url";
import type { FileRow, Role, SiteRow, Target } from "../../truth.ts";
import { LanguageServer } from "../language-server.ts";

interface Symbol {
  name: string;
  kind: number;
  selectionRange: { start: { line: number; character: number } };
  children?: Symbol[];
}

/** Kinds of the protocol. */
const KINDS: Record<number, string> = {
  5: "class",
  6: "method",
  9: "constructor",
  12: "function",
  23: "struct",
};
const CALLABLE = new Set(["method", "constructor", "function"]);
/** `f(…)`, `f<T>(…)`, `(f)(…)`. */
const CALLED = /(?<![\p{L}\p{N}_])([\p{L}_][\p{L}\p{N}_]*)(?=\s*(?:<[^<>();]*>\s*)?\)?\s*\()/gu;
const AT_ONCE = 16;

const [rootArgument, ...under] = process.argv.slice(2);
const root = realpathSync(rootArgument!);
const build = mkdtempSync(join(tmpdir(), "pith-cmake-"));
const targets: Target[] = [];
const byUsr = new Map<string, number>();
const declaredAt = new Set<string>();
try {
  const paths = sources();
  const server = new LanguageServer(
    ["clangd", `--compile-commands-dir=${build}`, "--background-index=false", "--log=error"],
    () => null,
    root,
  );
  await server.request("initialize", {
    processId: process.pid,
    rootUri: pathToFileURL(root).href,
    capabilities: { textDocument: { documentSymbol: { hierarchicalDocumentSymbolSupport: true } } },
  });
  server.notify("initialized", {});
  for (const path of paths) await withOpen(server, path, () => declare(server, path));
  const names = new Set(targets.map((t) => t.name));
  const rows: FileRow[] = [];
  for (const path of paths)
    await withOpen(server, path, async () => rows.push(await sitesOf(server, path, names)));
  await server.close();
  for (const target of targets) console.log(JSON.stringify(target));
  for (const row of rows) console.log(JSON.stringify(row));
} finally {
  rmSync(build, { recursive: true, force: true });
}

/** What is built here, and the headers. */
function sources(): string[] {
  const run = spawnSync("cmake", ["-S", root, "-B", build, "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON"], {
    encoding: "utf8",
  });
  if (run.status !== 0) throw new Error(run.stderr);
  const commands = JSON.parse(readFileSync(join(build, "compile_commands.json"), "utf8")) as {
    file: string;
  }[];
  const built = commands
    .map(({ file }) => relative(root, realpathSync(file)).split(sep).join("/"))
    .filter((p) => !p.startsWith(".."));
  const list = spawnSync("git", ["-C", root, "ls-files", "-z", "*.h", "*.hpp", "*.hh"], { encoding: "utf8" });
  const headers = list.stdout.split("\0").filter((p) => p !== "" && existsSync(join(root, p)));
  return [...new Set([...headers, ...built])]
    .filter((p) => under.length === 0 || under.some((u) => p.startsWith(`${u}/`)))
    .sort();
}

function uriOf(path: string): string {
  return pathToFileURL(join(root, path)).href;
}

async function withOpen(server: LanguageServer, path: string, work: () => Promise<unknown>): Promise<void> {
  const uri = uriOf(path);
  const text = readFileSync(join(root, path), "utf8");
  const languageId = path.endsWith(".c") ? "c" : "cpp";
  server.notify("textDocument/didOpen", { textDocument: { uri, languageId, version: 1, text } });
  await work();
  server.notify("textDocument/didClose", { textDocument: { uri } });
}

async function usrAt(
  server: LanguageServer,
  path: string,
  line: number,
  character: number,
): Promise<string[]> {
  const said = (await server
    .request("textDocument/symbolInfo", { textDocument: { uri: uriOf(path) }, position: { line, character } })
    .catch(() => [])) as { usr?: string }[] | null;
  return (said ?? []).map((s) => s.usr ?? "").filter((u) => u !== "");
}

async function declare(server: LanguageServer, path: string): Promise<void> {
  const uri = uriOf(path);
  const symbols = (await server
    .request("textDocument/documentSymbol", { textDocument: { uri } })
    .catch(() => [])) as Symbol[];
  const walk = async (some: readonly Symbol[]): Promise<void> => {
    for (const { name, kind, selectionRange, children } of some) {
      const { line, character } = selectionRange.start;
      const [usr] = KINDS[kind] === undefined ? [] : await usrAt(server, path, line, character);
      if (usr !== undefined) {
        const place = { path, line: line + 1, column: character + 1 };
        declaredAt.add(`${path}:${place.line}:${place.column}`);
        const held = byUsr.get(usr);
        if (held !== undefined) targets[held]!.at.push(place);
        else {
          byUsr.set(usr, targets.length);
          const plain = name.replace(/.*::/, "").replace(/<.*/, "");
          const id = targets.length;
          targets.push({
            target: id,
            name: plain,
            kind: KINDS[kind]!,
            local: false,
            at: [place],
            related: [],
          });
        }
      }
      if (children !== undefined) await walk(children);
    }
  };
  await walk(symbols);
}

async function sitesOf(server: LanguageServer, path: string, names: ReadonlySet<string>): Promise<FileRow> {
  const places: [number, number, string][] = [];
  readFileSync(join(root, path), "utf8")
    .split("\n")
    .forEach((text, line) => {
      for (const match of text.matchAll(CALLED)) {
        if (names.has(match[1]!) && !declaredAt.has(`${path}:${line + 1}:${match.index + 1}`)) {
          places.push([line, match.index, match[1]!]);
        }
      }
    });
  const sites: SiteRow[] = [];
  for (let at = 0; at < places.length; at += AT_ONCE) {
    const some = places.slice(at, at + AT_ONCE);
    const said = await Promise.all(some.map(([line, column]) => usrAt(server, path, line, column)));
    some.forEach(([line, column, name], i) => {
      const known = said[i]!.map((usr) => byUsr.get(usr)).filter((id): id is number => id !== undefined);
      // Of a name that waits for the arguments of a template clangd tells what stands around it.
      const ids = known.filter((id) => targets[id]!.name === name);
      const isOther = known.length === 0 && said[i]!.length > 0;
      const meaning = ids.length > 0 ? ids : isOther ? ("outside" as const) : ("unknown" as const);
      const role: Role =
        ids.length === 0 || ids.some((id) => CALLABLE.has(targets[id]!.kind)) ? "call" : "type";
      sites.push([line + 1, column + 1, name, role, meaning]);
    });
  }
  return { file: path, declarations: [], sites };
}
