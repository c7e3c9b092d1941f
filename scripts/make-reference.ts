// Writes docs/reference/ from the table of operations. A test fails when the pages are not what this would write.
//   node scripts/make-reference.ts
import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { thousands } from "../src/base/thousands.ts";
import { flagsOf, longFlag, positions } from "../src/surface/cli/flags.ts";
import { INSTRUCTIONS } from "../src/surface/mcp/instructions.ts";
import { describeTools } from "../src/surface/mcp/tools.ts";
import { parametersFor, typedName } from "../src/surface/entry.ts";
import { STRUCTURE_TEXTS } from "../src/manifest/structure-texts.ts";
import { OPERATIONS, toolsOf } from "../src/surface/operations.ts";
import { COMMANDS } from "../src/surface/table/commands.ts";
import type { Entry, Operation, Parameter } from "../src/surface/entry.ts";
import { openCounter } from "../src/tokens/counter.ts";
import { languagesPage } from "./languages-page.ts";
import { libraryPage } from "./library-page.ts";

export const REFERENCE_FOLDER = fileURLToPath(new URL("../docs/reference/", import.meta.url));

const MARK = "<!-- Made by scripts/make-reference.ts from src/surface/operations.ts. Do not edit. -->";

/** File name to text of every page. */
export async function referencePages(): Promise<Map<string, string>> {
  const pages = new Map<string, string>([
    ["README.md", overview()],
    ["mcp-tools.md", await toolsPage()],
    ["languages.md", languagesPage()],
    ["library.md", libraryPage()],
    ["manifest-codes.md", codesPage()],
  ]);
  for (const entry of [...OPERATIONS, ...COMMANDS]) pages.set(`${entry.name}.md`, entryPage(entry));
  return pages;
}

function overview(): string {
  const row = (entry: Entry, tool: string) =>
    `| [${entry.name}](${entry.name}.md) | ${entry.summary} | ${tool} |`;
  const toolOf = (o: Operation) => (o.tool === null ? "no" : o.tool === "default" ? "yes" : "`--tools full`");
  return page("Reference", [
    "Every operation of Pith, from the one table that the command line, the MCP tools and the library are made from.",
    "| operation | what it gives | MCP tool |\n|---|---|---|\n" +
      OPERATIONS.map((o) => row(o, toolOf(o))).join("\n"),
    "Commands that connect Pith to something:",
    "| command | what it does |\n|---|---|\n" +
      COMMANDS.map((c) => `| [${typedName(c)}](${c.name}.md) | ${c.summary} |`).join("\n"),
    "What Pith knows of each language: [languages.md](languages.md).",
    "## On the command line",
    '`pith "a question"` is `pith context "a question"`: a first word with a blank in it is a question.',
    "Flags may stand before the command, behind it, and among its words. A path is one of the root; where the root has none of that name, one from the working folder.",
    [
      "Every operation also takes:",
      "",
      '- `-j`, `--json`: short for `--format json`. A fault is then `{"error": {code, message, subject, next}}` on standard output.',
      "- `--progress auto|json|off`: progress on standard error. `auto` shows one line, on a terminal only, when work takes longer than 0.4 s.",
      "- `--color`, `--no-color`: without them `NO_COLOR`, then `FORCE_COLOR`, then whether standard output is a terminal.",
      "- `--`: what follows is no flag.",
      "",
      "With the variable `PITH_DEBUG` set, a fault in Pith itself (`INTERNAL`) also shows where it arose.",
    ].join("\n"),
    [
      "| exit code | meaning |",
      "|---|---|",
      "| 0 | found or done; also a partial answer and a closed pipe |",
      "| 1 | nothing found, or `receipt verify` found a difference |",
      "| 2 | fault: `pith: CODE message` and `next: …` on standard error |",
      "| 130 | interrupted (Ctrl-C); 143 when terminated |",
    ].join("\n"),
    "## Over MCP",
    "See [mcp-tools.md](mcp-tools.md) for the tools as a client sees them, and [set-up](../guide/set-up.md).",
    "## In a program",
    "See [library.md](library.md): `open`, the methods, their answers, signals, errors.",
  ]);
}

function entryPage(entry: Entry): string {
  const cli = parametersFor(entry, "cli");
  const operation = OPERATIONS.find((o) => o.name === entry.name);
  const words = positions(entry).map((p) => {
    const name = `${p.cli?.placeholder ?? p.values?.join("|") ?? p.name}${p.cli?.position === "one" ? "" : "..."}`;
    return p.required ? `<${name}>` : `[${name}]`;
  });
  const parts = [
    entry.summary,
    `${entry.use} ${entry.not}`,
    "```\n" + ["pith", typedName(entry), ...words, "[flags]"].join(" ") + "\n```",
    "## Parameters",
    "| name | command line | type | default | what it says |\n|---|---|---|---|---|\n" +
      cli.map((p) => parameterRow(entry, p)).join("\n"),
  ];
  if (operation?.tool !== null && operation !== undefined) {
    const missing = cli.filter((p) => !parametersFor(entry, "mcp").some((other) => other.name === p.name));
    parts.push(
      `As an MCP tool: \`${operation.name}\`, in the tool set \`${operation.tool}\`.` +
        (missing.length > 0 ? ` Without ${missing.map((p) => `\`${p.name}\``).join(", ")}.` : ""),
    );
  }
  parts.push(
    "## Examples",
    "```sh\n" + entry.examples.map((e) => `# ${e.says}\n${e.command}`).join("\n") + "\n```",
  );
  if (entry.exitOne !== null) parts.push(`Exit code 1: ${entry.exitOne}.`);
  return page(typedName(entry), parts);
}

/** Faults of a manifest by their codes. */
function codesPage(): string {
  const rows = Object.entries(STRUCTURE_TEXTS).map(
    ([code, { says, fix }]) => `| \`${code}\` | ${says.replace("{ref}", "*ref*")} | ${fix} |`,
  );
  return page("Codes of manifest validate", [
    "What [pith manifest validate](manifest-validate.md) finds, each with the node where it is. Errors make it no manifest of its format; warnings mislead whoever walks it.",
    `| code | what it is | what mends it |\n|---|---|---|\n${rows.join("\n")}`,
    "With `--schema` the JSON Schema of its version is asked as well: `error schema <path> <keyword>`, where the path is that of the value and the keyword that of the schema which is not held. The schemas are `schema/pcx-0.1.schema.json` and `schema/pcx-0.2.schema.json` in the package.",
  ]);
}

function parameterRow(entry: Entry, parameter: Parameter): string {
  const flags = flagsOf(entry)
    .filter((flag) => flag.parameter === parameter)
    .map((flag) =>
      [flag.short, flag.long]
        .filter((f) => f !== undefined)
        .map((f) => `\`${f}\``)
        .join(" "),
    );
  const where = parameter.cli?.position === undefined ? flags.join(", ") : "argument";
  return `| ${[
    `\`${parameter.name}\`${parameter.required ? " (required)" : ""}`,
    where === "" ? `\`${longFlag(parameter.name)}\`` : where,
    typeOf(parameter),
    parameter.default === undefined ? "" : `\`${parameter.default}\``,
    [parameter.description, parameter.note].filter((t) => t !== undefined).join(" "),
  ]
    .map((cell) => cell.replaceAll("|", "\\|"))
    .join(" | ")} |`;
}

function typeOf(parameter: Parameter): string {
  const { minimum, maximum, values, longest, most } = parameter;
  const characters = longest === undefined ? "" : `, at most ${thousands(longest)} characters`;
  switch (parameter.type) {
    case "enum":
      return (values ?? []).map((v) => `\`${v}\``).join(", ");
    case "integer":
      return minimum === undefined
        ? "integer"
        : `integer, ${maximum === undefined ? `≥ ${minimum}` : `${minimum}–${maximum}`}`;
    case "strings":
      if (values !== undefined) return `list of: ${values.map((v) => `\`${v}\``).join(", ")}`;
      return `list, at most ${thousands(most ?? 0)}${characters.replace("at most", "each at most")}`;
    case "string":
      return `string${characters}`;
    case "boolean":
      return parameter.type;
  }
}

async function toolsPage(): Promise<string> {
  const counter = await openCounter("o200k_base");
  const cost = (value: unknown) => counter.count(JSON.stringify(value));
  const sets = (["default", "full"] as const).map(
    (set) => `| \`${set}\` | ${toolsOf(set).length} | ${thousands(cost({ tools: describeTools(set) }))} |`,
  );
  return page("MCP tools", [
    "The tools as `tools/list` sends them. An agent pays for them on each turn, so their cost is counted here and held by a test.",
    `| tool set | tools | tokens (o200k_base) |\n|---|---|---|\n${sets.join("\n")}`,
    "Answers are one text block. With `format: json` the same facts are JSON in that text block; `structuredContent` is never sent, since hosts then drop the text. A fault is a text `CODE: message Next: …` with `isError`; what an agent can act on (nothing found, an unknown name with the nearest ones) is an ordinary answer.",
    "Instructions of the server:",
    "```\n" + INSTRUCTIONS + "\n```",
    ...describeTools("full").flatMap((tool) => [
      `## ${tool.name}`,
      `${thousands(cost(tool))} tokens.`,
      "```json\n" + JSON.stringify(tool, null, 2) + "\n```",
    ]),
  ]);
}

function page(title: string, parts: readonly string[]): string {
  return `${MARK}\n# ${title}\n\n${parts.join("\n\n")}\n`;
}

if (import.meta.main) {
  const pages = await referencePages();
  mkdirSync(REFERENCE_FOLDER, { recursive: true });
  for (const name of readdirSync(REFERENCE_FOLDER))
    if (!pages.has(name)) rmSync(join(REFERENCE_FOLDER, name));
  for (const [name, text] of pages) writeFileSync(join(REFERENCE_FOLDER, name), text);
  console.log(`${pages.size} pages in docs/reference`);
}
