// The lines that a Git hook gets: they renew the index in the background and can't stop, slow or dirty what Git does. Written
// for any POSIX shell; what a repository holds takes no part in them.
import type { Marks } from "./marked-block.ts";
import type { OwnProgram } from "./launch.ts";

export const HOOKS = ["post-commit", "post-checkout", "post-merge", "post-rewrite"] as const;
export type HookName = (typeof HOOKS)[number];

export const HOOK_MARKS: Marks = {
  begin: "# pith:begin, made by `pith install-hooks`, taken out by `pith install-hooks --remove`",
  end: "# pith:end",
};

/** Of a hook that was made for Pith, and of one that stands before a hook in another language. */
export const HEAD = "#!/bin/sh\n# Made by `pith install-hooks`.\n";

/** Where hooks in other languages are kept, under their own name, which some of them go by. */
export const KEPT = "pith-kept";

/** In the folder of the work tree's own HEAD, while the index is renewed. */
const BUSY = "pith-hook-busy";

export interface HookCommand {
  /** Null: by its name alone, in a file that others share. */
  own: OwnProgram | null;
}

/**
 * In a subshell in the background, with nothing to read or write to, so that Git waits for nothing. Git's own variables go
 * first: they would lead Pith to another repository or index. While a rebase or a sequence goes on only its end counts.
 */
export function hookLines(hook: HookName, { own }: HookCommand): string[] {
  const byName = "pith index --progress off";
  const run =
    own === null
      ? [`  ${byName}`]
      : [
          `  if [ -x ${word(own.node)} ] && [ -f ${word(own.script)} ]; then`,
          `    ${word(own.node)} ${word(own.script)} index --progress off`,
          "  else",
          `    ${byName}`,
          "  fi",
        ];
  return [
    "(",
    ...(hook === "post-rewrite" ? [] : UNLESS_GOING_ON),
    ...(ONLY_IF[hook] === undefined ? [] : [`  ${ONLY_IF[hook]} || exit 0`]),
    ...UNLESS_BUSY,
    "  unset $(git rev-parse --local-env-vars) GIT_PREFIX",
    ...run,
    ") </dev/null >/dev/null 2>&1 &",
  ];
}

/** A checkout of branches, not of files; a rebase, not an amended commit, which has its own hook. */
const ONLY_IF: Partial<Record<HookName, string>> = {
  "post-checkout": '[ "$3" = 1 ]',
  "post-rewrite": '[ "$1" = rebase ]',
};

const UNLESS_GOING_ON = [
  "  for going in rebase-merge rebase-apply sequencer; do",
  '    if [ -e "$(git rev-parse --git-path "$going")" ]; then exit 0; fi',
  "  done",
];

/**
 * One at a time for each work tree, however many commits a script makes: what comes meanwhile is left to the next question. A
 * mark that is older than ten minutes was left behind by a run that was killed.
 */
const UNLESS_BUSY = [
  `  busy="$(git rev-parse --git-path ${BUSY})"`,
  '  if [ -n "$(find "$busy" -mmin -10 2>/dev/null)" ]; then exit 0; fi',
  '  touch "$busy"',
  `  trap 'rm -f "$busy"' 0`,
];

/** Before a hook that is no shell script: it runs as it did, with its input, its words and its end. */
export function chainLines(hook: HookName): string[] {
  return [`kept="$(dirname "$0")/${KEPT}/${hook}"`, '[ -x "$kept" ] || exit 0', 'exec "$kept" "$@"'];
}

function word(text: string): string {
  return `'${text.replaceAll("\\", "/").replaceAll("'", "'\\''")}'`;
}

/** Whether lines for a POSIX shell may stand below the first one of this script. */
export function isShellScript(bytes: string): boolean {
  if (bytes.includes("\0")) return false;
  const [first = ""] = bytes.split("\n", 1);
  // Git has a file without a first line of that kind run by the shell.
  if (!first.startsWith("#!")) return !/^\uFEFF|^\u00ef\u00bb\u00bf/.test(bytes);
  // The system looks for an interpreter whose name ends so: it never runs.
  if (first.endsWith("\r")) return false;
  const words = first.slice(2).trim().split(/\s+/);
  const isEnv = /(^|[/\\])env(\.exe)?$/.test(words[0] ?? "");
  const program = isEnv ? words.slice(1).find((one) => !one.startsWith("-") && !one.includes("=")) : words[0];
  return /^(sh|bash|dash|ash|ksh|mksh|zsh|busybox)(\.exe)?$/.test((program ?? "").split(/[/\\]/).at(-1)!);
}
