// Do searches over a real repository give the lines that ripgrep gives?
import { spawnSync } from "node:child_process";
import { rgPath } from "@vscode/ripgrep";
import { findExact } from "../../src/text/exact.ts";
import { readRegex } from "../../src/text/regex.ts";
import { scanner } from "../../src/text/scan-text.ts";
import { refuseDifference } from "./difference.ts";
import { readRepository } from "./read-repository.ts";

const TEXTS = ["return", "TODO", "self.", "->", "http://", "==", "()", "é", "test", "%s"];

const PATTERNS = [
  String.raw`\bclass\s+(\w+)`,
  String.raw`^\s*(import|from)\b`,
  String.raw`[A-Z][a-z]+Error\b`,
  String.raw`\d{4}-\d{2}`,
  String.raw`"[^"]*"$`,
  String.raw`(?i)deprecated|obsolete`,
  String.raw`[[:upper:]]{3,}_\w+`,
  String.raw`\p{Greek}|\p{Han}`,
  String.raw`(\w+)\(\)\s*[;{]?$`,
  String.raw`[^\x00-\x7F]`,
];

const OPTIONS = [
  { options: {}, flags: [] },
  { options: { ignoreCase: true }, flags: ["-i"] },
  { options: { word: true }, flags: ["-w"] },
];

export async function compareSearch(folder: string): Promise<string | null> {
  // Ripgrep reads bytes: only texts that are plain UTF-8 can be the same to both. Characters that its Unicode does not
  // know yet may be word characters here.
  const newer = new Set(ripgrep(folder, ["-e", String.raw`\p{Unassigned}`]).map(pathOf));
  const files = readRepository(folder).filter(
    (f) => f.encoding === "utf-8" && !f.lossy && !f.text.includes("\0") && !newer.has(f.path),
  );
  if (files.length === 0) return null;
  const known = new Set(files.map((f) => f.path));
  let lines = 0;
  for (const { options, flags } of OPTIONS) {
    const searches = [
      ...TEXTS.map((text) => ({ label: text, flag: "-F", find: (t: string) => findExact(t, text, options) })),
      ...PATTERNS.map((p) => ({ label: p, flag: "--crlf", find: scanner(readRegex(p, options)) })),
    ];
    for (const { label, flag, find } of searches) {
      const ours = files.flatMap(({ path, text }) => find(text).map(({ line }) => `${path}:${line}`));
      const theirs = ripgrep(folder, [flag, ...flags, "-e", label]).filter((hit) => known.has(pathOf(hit)));
      refuseDifference(`${label} ${flags.join(" ")} in ${folder}`, ours, theirs);
      lines += ours.length;
    }
  }
  return `${files.length} files, ${OPTIONS.length * (TEXTS.length + PATTERNS.length)} searches, ${lines} lines`;
}

function pathOf(hit: string): string {
  return hit.replace(/:\d+$/, "");
}

/** `path:line` of every matching line. */
function ripgrep(folder: string, args: readonly string[]): string[] {
  const fixed = [
    "--no-config",
    "--no-ignore",
    "--hidden",
    "-g",
    "!.git",
    "-a",
    "-nH",
    "--null",
    "--no-heading",
    "--max-columns",
    "1",
  ];
  const run = spawnSync(rgPath, [...fixed, ...args, "./"], {
    cwd: folder,
    encoding: "utf8",
    maxBuffer: 1 << 30,
  });
  if (run.error) throw run.error;
  if (run.status === 2 && run.stdout === "") throw new Error(run.stderr);
  return [...run.stdout.matchAll(/^\.\/([^\0\n]*)\0(\d+):/gm)].map((m) => `${m[1]}:${m[2]}`);
}
