// docs/reference/library.md: Pith in a program. Methods and types are read off `src/index.ts`, arguments off the table of
// operations, the Node that is needed off the manifest.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parametersFor, type Operation, type Parameter } from "../src/surface/entry.ts";
import { OPERATIONS } from "../src/surface/operations.ts";
import { exportedTypes, typesOf } from "./exported-types.ts";

const MARK =
  "<!-- Made by scripts/make-reference.ts from src/index.ts, the types that it exports and src/surface/operations.ts. Do not edit. -->";

const INDEX = fileURLToPath(new URL("../src/index.ts", import.meta.url));
const MANIFESTS = fileURLToPath(new URL("../src/manifests.ts", import.meta.url));
const MANIFEST = new URL("../package.json", import.meta.url);

/** Given by the opened root and by the form of a value. */
const GIVEN = new Set(["root", "format"]);

/** Arguments and answers have sections of their own. */
const NOT_LISTED = new Set(["OperationArguments", "OperationName", "Pith", "OpenOptions"]);

export function libraryPage(): string {
  const manifest = JSON.parse(readFileSync(MANIFEST, "utf8")) as {
    engines: { node: string };
    devDependencies: Record<string, string>;
  };
  const node = manifest.engines.node.replace(">=", "");
  const methods = methodsOf(readFileSync(INDEX, "utf8"));
  const [pith, options] = ["Pith", "OpenOptions"].map((name) => typesOf(INDEX, [name])[0]!);
  const types = typesOf(
    INDEX,
    exportedTypes(INDEX).filter((name) => !NOT_LISTED.has(name)),
  ).filter(({ name }) => !NOT_LISTED.has(name) && !name.endsWith("Arguments"));
  const manifestTypes = typesOf(MANIFESTS, exportedTypes(MANIFESTS));
  return `${[
    MARK,
    "# Library",
    "The operations as methods of an opened root, with typed arguments and answers.",
    code(
      "ts",
      [
        'import { isPithError, open } from "pith";',
        "",
        'await using pith = await open("/path/to/repository");',
        'const { spans } = await pith.context({ query: "where is the session token checked", budget: 2000 });',
        "for (const { path, start, end, text } of spans) console.log(`${path}:${start}-${end}`, text);",
      ].join("\n"),
    ),
    `Node ${node} or newer; an older one is refused with \`NODE_TOO_OLD\` when the library is imported. ECMAScript modules: \`import\`, or \`require\` of a Node that can load them. In TypeScript the types need \`@types/node\` ${node.split(".")[0]} or newer, named in \`types\` of \`tsconfig.json\` (\`"types": ["node"]\`) where the compiler does not take it in by itself; they bring \`AsyncDisposable\` with them.`,
    "Importing loads neither the MCP SDK nor the command line; the engine comes with `open`.",
    "## open",
    code("ts", "function open(root?: string, options?: OpenOptions): Promise<Pith>;"),
    code("ts", options!.text),
    "`root` is a folder, taken literally; without it the work tree around the working directory, else that directory. `ROOT_NOT_FOUND`, `ROOT_NOT_A_FOLDER` and `ROOT_TOO_BROAD` (a home folder, a whole disk) are thrown at once. The index is made by the first question, and every answer brings it up to date. Keep an opened root for as long as you ask: what was read stays warm.",
    "## Methods",
    code("ts", pith!.text),
    "A method takes one object. Arguments are checked as on every surface: an unknown name is refused, with the nearest one.",
    ...OPERATIONS.map((operation) => operationPart(operation, methods.get(operation.name))),
    "## Signals and progress",
    "The second argument of every method: `signal` ends the call with `CANCELLED`; what was indexed until then is kept. `onProgress` is told while files are read. Calls to one opened root may run at the same time.",
    "## Close",
    "`close()` ends workers and closes files; it may be called twice. `await using` does it at the end of the block. A process whose roots are all closed ends by itself.",
    "## Errors",
    "A fault is a `PithError` with `code`, `message`, `subject` and `next`, the next step; `isPithError(error)` knows one, also from another copy of the library. [All codes](../errors.md) are in `ERROR_CODES`. What can be acted on is no error but an answer: nothing found, an unknown name with the nearest ones, a part.",
    code(
      "ts",
      [
        "try {",
        '  await pith.read({ places: ["src/gone.ts:1-20"] });',
        "} catch (error) {",
        '  if (isPithError(error) && error.code === "PATH_NOT_FOUND") console.log(error.next);',
        "  else throw error;",
        "}",
      ].join("\n"),
    ),
    "## Manifests",
    "`pith/manifest` has the format of [manifests](manifest-codes.md), walks inside a budget, caching and navigators; it loads no engine and no parser. A resolver gives the contents of leaves; `openManifest` finds them beside the file or in place.",
    code(
      "ts",
      [
        'import { NavSession, openManifest } from "pith/manifest";',
        "",
        'using opened = openManifest("docs.pcx.4k.json");',
        "const session = new NavSession(opened.manifest, { reserve: 1024, resolver: opened.resolver ?? undefined });",
        "console.log(session.index());",
        'const shown = session.open("guide/install");',
        "console.log(session.remaining, shown.kind);",
      ].join("\n"),
    ),
    code("ts", manifestTypes.map(({ text }) => text).join("\n\n")),
    "## Types",
    "As they are exported, and what they refer to.",
    code("ts", types.map(({ text }) => text).join("\n\n")),
  ].join("\n\n")}\n`;
}

/** Method → type of its answer. */
function methodsOf(index: string): Map<string, string> {
  const pith = /export interface Pith [\s\S]*?\n\}/.exec(index)![0];
  return new Map(
    [...pith.matchAll(/^ {2}(\w+)(?:<[^(]*>)?\(([\s\S]*?)\): Promise<([\s\S]*?)>;/gm)].map((m) => [
      m[1]!,
      m[3]!,
    ]),
  );
}

function operationPart(operation: Operation, answer: string | undefined): string {
  const parameters = parametersFor(operation, "library").filter((p) => !GIVEN.has(p.name));
  const call =
    answer === undefined
      ? `\`run("${operation.name}", …)\` alone: its \`answer\` is a list with the answer of each request.`
      : `Gives \`${answer.replaceAll(/\s+/g, " ")}\`.`;
  const rows = parameters.map(
    (p) =>
      `| ${[`\`${p.name}\`${p.required ? " (required)" : ""}`, typeOf(p), p.default === undefined ? "" : `\`${p.default}\``, saysOf(p)].map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`,
  );
  const table =
    rows.length === 0
      ? "No arguments."
      : ["| argument | type | default | what it says |", "|---|---|---|---|", ...rows].join("\n");
  return [`### ${operation.name}`, `${operation.summary} ${call}`, table].join("\n\n");
}

/** What concerns the command line alone is left out. */
function saysOf({ description, note = "" }: Parameter): string {
  return `${description} ${note}`.replaceAll(/[^.;]*(?:on the command line|--[a-z]+)[^.;]*[.;]/gi, "").trim();
}

function typeOf(parameter: Parameter): string {
  switch (parameter.type) {
    case "strings":
      return "`string[]`";
    case "integer":
      return "`number`";
    case "enum":
      return (parameter.values ?? []).map((v) => `\`"${v}"\``).join(" or ");
    case "string":
    case "boolean":
      return `\`${parameter.type}\``;
  }
}

function code(language: string, text: string): string {
  return `\`\`\`${language}\n${text}\n\`\`\``;
}
