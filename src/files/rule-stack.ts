// Which rule decides about a path when several ignore files hold? From the strongest down:
//
//   .pithignore of the path's folder … of the top folder      (Pith's own, also for tracked files)
//   .gitignore of the path's folder … of the top folder       (Git's, for untracked files)
//   info/exclude of the repository, then the user's global file
//
// The first file in which a rule matches decides; a negative rule (`!`) takes the path in.
import type { IgnoreRule, RuleFile } from "./ignore-rules.ts";

interface PlacedRules {
  file: RuleFile;
  /** Length of the path of the file's folder, with its slash, in front of the paths that are asked for. */
  from: number;
}

/** Immutable: folders without rules of their own share their parent's. The strongest file comes last. */
export interface RuleStack {
  readonly git: readonly PlacedRules[];
  readonly pith: readonly PlacedRules[];
}

export const NO_RULES: RuleStack = { git: [], pith: [] };

export function withRules(
  stack: RuleStack,
  kind: keyof RuleStack,
  file: RuleFile | null,
  from: number,
): RuleStack {
  return file === null ? stack : { ...stack, [kind]: [...stack[kind], { file, from }] };
}

export interface Decision {
  by: "git" | "pith";
  source: string;
  rule: IgnoreRule;
}

/** The rule that decides about a path, or null where none matches. A tracked file is beyond Git's rules. */
export function decide(
  stack: RuleStack,
  path: string,
  name: string,
  isFolder: boolean,
  tracked: boolean,
): Decision | null {
  const own = lastMatch(stack.pith, path, name, isFolder);
  if (own !== null) return { by: "pith", source: own.file.source, rule: own.rule };
  if (tracked) return null;
  const git = lastMatch(stack.git, path, name, isFolder);
  return git === null ? null : { by: "git", source: git.file.source, rule: git.rule };
}

function lastMatch(
  files: readonly PlacedRules[],
  path: string,
  name: string,
  isFolder: boolean,
): { file: RuleFile; rule: IgnoreRule } | null {
  for (let i = files.length - 1; i >= 0; i--) {
    const { file, from } = files[i]!;
    const rule = file.match(path, from, name, isFolder);
    if (rule !== null) return { file, rule };
  }
  return null;
}
