// Is there something in Pith that would serve this search or this question better? Judged by the words of a command or a
// prompt alone. Silence where a grep is the better tool: a single file, what another program prints, a list of names.
const MOST_READ = 10_000;

/** One statement of fact for the agent, or null. `pith`: how it can start Pith from a shell. */
export function adviceFor(event: string, input: Record<string, unknown>, pith: string): string | null {
  if (event === "UserPromptSubmit") return forPrompt(textOf(input, "prompt"), pith);
  if (event !== "PreToolUse") return null;
  const of = input["tool_input"];
  const given = typeof of === "object" && of !== null ? (of as Record<string, unknown>) : {};
  switch (input["tool_name"]) {
    case "Bash":
    case "PowerShell":
      return forCommand(textOf(given, "command"), pith);
    case "Grep":
      return isOneFile(textOf(given, "path")) ? null : forPattern(textOf(given, "pattern"), pith);
    case "Glob":
      return /^(\.\/)?(\*\*\/)?\*(\.\*)?$/.test(textOf(given, "pattern")) ? forList(pith) : null;
    default:
      return null;
  }
}

function textOf(of: Record<string, unknown>, name: string): string {
  const value = of[name];
  return typeof value === "string" ? value.slice(0, MOST_READ) : "";
}

/** A question that Pith answers: about a place, a use or a way through the code of this repository. */
const QUESTION =
  /\b(where (is|are|does|do)\b|which (file|function|class|module)s?\b|who (calls|uses)\b|what (calls|uses|depends on)\b|how (is|are|does|do) .{3,80}\b(work|handled|implemented|computed|loaded|parsed|stored|called|checked|made)\b)/i;

function forPrompt(prompt: string, pith: string): string | null {
  if (!QUESTION.test(prompt) || mentionsPith(prompt)) return null;
  return `Pith is set up in this repository: its tool \`context\` (in a shell: ${pith} context "QUESTION" --budget 3000) gives the lines that answer a question about the code, with places, without an index command; \`trace\` gives the callers of a symbol.`;
}

function forCommand(command: string, pith: string): string | null {
  if (command === "" || mentionsPith(command)) return null;
  for (const { words, piped } of commandsOf(command)) {
    if (piped) continue;
    const search = searchOf(words);
    if (search === "list") return forList(pith);
    if (search !== null) return forPattern(search.pattern, pith);
  }
  return null;
}

function mentionsPith(text: string): boolean {
  return /\bpith\b/i.test(text);
}

function forPattern(pattern: string, pith: string): string | null {
  if (pattern === "") return null;
  const name = /^\\?b?([A-Za-z_$][\w$]{2,59})\\?b?$/.exec(pattern)?.[1];
  const better =
    name === undefined
      ? `${pith} context "QUESTION" --budget 3000 gives the lines that answer a question`
      : `${pith} symbol ${name} gives its declaration, ${pith} trace ${name} its callers, proven and possible apart`;
  return `Pith knows this repository: ${better}. For every line that holds a text a grep is as good.`;
}

function forList(pith: string): string {
  return `Pith knows this repository: ${pith} outline gives a map of it, the files that others rest on first, and ${pith} outline --query "QUESTION" the files that answer.`;
}

interface ShellCommand {
  words: string[];
  /** What it searches is what another program prints. */
  piped: boolean;
}

/** The commands of a line, as far as can be told without a shell: quotes are read, nothing is expanded. */
function commandsOf(line: string): ShellCommand[] {
  const found: ShellCommand[] = [{ words: [], piped: false }];
  let end = -1;
  for (const match of line.matchAll(TOKENS)) {
    const [token, single, double] = match;
    if (OPERATOR.test(token)) found.push({ words: [], piped: token === "|" });
    else {
      const { words } = found.at(-1)!;
      const text = single ?? double ?? token;
      // What touches is one word: `--include='*.ts'`.
      if (match.index === end && words.length > 0) words.push(`${words.pop()}${text}`);
      else words.push(text);
    }
    end = match.index + token.length;
  }
  return found;
}

const TOKENS = /'([^']*)'|"((?:[^"\\]|\\.)*)"|&&|\|\||[|;&\n]|[^\s'"|;&]+/g;
const OPERATOR = /^(?:&&|\|\||[|;&\n])$/;

const GREPS = new Set(["grep", "egrep", "fgrep", "ugrep", "rg", "ag", "ack", "sls", "select-string"]);
const RECURSIVE_ALWAYS = new Set(["rg", "ag", "ack"]);

/** What is searched for in many files; "list": their names; null: nothing of that kind. */
function searchOf(words: readonly string[]): { pattern: string } | "list" | null {
  const rest = words.filter((word) => !/^[A-Z_]+=/.test(word) && word !== "sudo" && word !== "time");
  const program = (rest[0] ?? "")
    .split(/[/\\]/)
    .at(-1)!
    .toLowerCase()
    .replace(/\.exe$/, "");
  const isGit = program === "git" && rest[1] === "grep";
  const args = rest.slice(isGit ? 2 : 1);
  if (program === "find" || program === "bfs")
    return /^(\.|\.\/|src|lib)$/.test(args[0] ?? ".") &&
      !args.some((arg) => /^-(exec|delete|newer|mtime|size)/.test(arg)) &&
      args.includes("-name")
      ? "list"
      : null;
  if (program === "rg" && args.includes("--files")) return "list";
  if (!isGit && !GREPS.has(program)) return null;
  const flags = args.filter((arg) => /^-./.test(arg));
  const plain = args.filter((arg) => !/^-./.test(arg));
  const isDeep =
    isGit ||
    RECURSIVE_ALWAYS.has(program) ||
    flags.some((flag) => /^-[a-zA-Z]*[rR]|^--recursive$|^-recurse$/i.test(flag));
  if (!isDeep) return null;
  const [pattern = "", ...places] = plain;
  return places.length > 0 && places.every(isOneFile) ? null : { pattern };
}

/** By its ending: looking at the disk would cost more than the advice is worth. */
function isOneFile(path: string): boolean {
  return /[^/\\.][^/\\]*\.\w{1,6}$/.test(path) && !/[*?]/.test(path);
}
