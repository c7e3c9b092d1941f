// `pith install-hooks`: Git's hooks after a commit, a checkout, a merge and a rebase renew the index in the background.
// Answers don't need it, since every one looks at the disk: it is so that the next one needn't wait.
import { linkSync, mkdirSync, renameSync, rmdirSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { PithError } from "../../base/error.ts";
import { isInside, rootAskedFor } from "../../files/guard.ts";
import { hooksFolder, realFolder } from "../../git/hooks-folder.ts";
import type { Repository } from "../../git/repository.ts";
import type { RawCommand } from "../cli/collect-arguments.ts";
import { commandLineName } from "../cli/flags.ts";
import { write } from "../cli/terminal.ts";
import type { Terminal } from "../cli/terminal.ts";
import type { Entry } from "../entry.ts";
import { checkArguments } from "../parameters.ts";
import { carryOut } from "./consent.ts";
import type { Change } from "./consent.ts";
import { editRefused } from "./edit-refused.ts";
import { planHook } from "./hook-files.ts";
import type { HookPlan } from "./hook-files.ts";
import { HOOKS, KEPT } from "./hook-script.ts";
import type { HookCommand } from "./hook-script.ts";
import { ownProgram } from "./launch.ts";

export async function runInstallHooks(entry: Entry, raw: RawCommand, terminal: Terminal): Promise<number> {
  const args = await checkArguments(entry, raw.values, "cli", commandLineName);
  const root = rootAskedFor(args["root"] as string | undefined, { cwd: terminal.cwd });
  const { repository } = root;
  if (repository === null)
    throw new PithError("ARGUMENT_INVALID", `${root.path} lies in no Git repository.`, {
      subject: root.path,
      next: "Run it in a repository, or name one with --root.",
    });
  const removes = args["remove"] === true;
  const folder = realFolder(await hooksFolder(repository, terminal.env));
  const command: HookCommand = { own: isShared(folder, repository) ? null : ownProgram() };
  mustBeOwn(folder, repository, command, removes);
  const plans = HOOKS.map((hook) => planHook(folder, hook, command, removes));
  const changes = plans.flatMap((plan) => changeOf(plan, shownFolder(folder, repository)));
  const notes = notesOf(plans, command, removes);
  if (changes.length === 0) {
    const nothing = removes ? "No hook has lines of Pith." : "The hooks have these lines already.";
    const left = plans.some(({ note }) => note !== undefined);
    await write(terminal.stdout, `${(left ? notes : [nothing]).join("\n")}\n`);
    return 0;
  }
  const outcome = await carryOut(changes, {
    yes: args["yes"] === true,
    dryRun: args["dryRun"] === true,
    terminal,
    question: removes ? "Take them out?" : "Write these?",
  });
  if (outcome === "declined") return 1;
  if (!removes) notes.push(SAID);
  if (notes.length > 0) await write(terminal.stdout, `${notes.join("\n")}\n`);
  return 0;
}

const SAID =
  "They renew the index in the background, in each work tree of the repository. Git waits for nothing, and nothing is shown if Pith fails.";

function notesOf(plans: readonly HookPlan[], command: HookCommand, removes: boolean): string[] {
  const left = plans.flatMap(({ note }) => (note === undefined ? [] : [`Left as it is: ${note}.`]));
  if (left.length > 0) left.push(`To have it there too, let it run: ${byHand(command)}`);
  const kept = plans.flatMap(({ hook, kept }) =>
    kept === undefined || removes
      ? []
      : [`Your own ${hook} is no shell script: it is kept in ${KEPT}, and runs as before.`],
  );
  const shared =
    command.own === null && !removes
      ? [
          "The hooks lie in the tree, where others have them too: Pith is started by its name, and where it is missing nothing happens.",
        ]
      : [];
  return [...left, ...kept, ...shared];
}

/** At every moment either the hook that was there stands in its place, or ours does. */
function changeOf({ file, after, kept }: HookPlan, shown: string): Change[] {
  if (after === undefined) return [];
  const change: Change = { file: { ...file, shown: join(shown, file.shown) }, after };
  if (kept === undefined) return [change];
  if (after === null) {
    const putBack = () => {
      renameSync(kept, file.real);
      removeIfEmpty(dirname(kept));
    };
    return [{ ...change, putBack }];
  }
  const prepare = () => {
    mkdirSync(dirname(kept), { recursive: true });
    // The same file under a second name: bytes, owner and permissions are its own.
    linkSync(file.real, kept);
  };
  return [{ ...change, showBefore: null, prepare }];
}

function removeIfEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // Another hook is kept there.
  }
}

/** A folder of hooks in the tree is committed and read on other machines. */
function isShared(folder: string, { workTree, commonDir, gitDir }: Repository): boolean {
  return isWithin(folder, workTree) && !isWithin(folder, commonDir) && !isWithin(folder, gitDir);
}

/** `core.hooksPath` may name the top of the work tree itself. */
function isWithin(path: string, folder: string): boolean {
  return path === folder || isInside(path, folder);
}

function mustBeOwn(folder: string, repository: Repository, command: HookCommand, removes: boolean): void {
  const shown = shownFolder(folder, repository);
  const parts = folder.split(sep);
  if (!removes && parts.at(-1) === "_" && parts.at(-2) === ".husky")
    throw editRefused(
      shown,
      "is written anew by husky at each install.",
      `Put this into .husky/post-commit (and .husky/post-merge, .husky/post-checkout) yourself: ${byHand(command)}`,
    );
  const { workTree, commonDir, gitDir } = repository;
  if ([realFolder(workTree), realFolder(commonDir), realFolder(gitDir)].some((own) => isWithin(folder, own)))
    return;
  throw editRefused(
    shown,
    "is the folder of hooks that Git's settings name (core.hooksPath), and it does not belong to this repository alone.",
    `Put this into its hooks yourself: ${byHand(command)}`,
  );
}

/** What a hook of one's own can run. */
function byHand({ own }: HookCommand): string {
  const program = own === null ? "pith" : `'${own.node}' '${own.script}'`;
  return `${program} index --progress off </dev/null >/dev/null 2>&1 &`;
}

function shownFolder(folder: string, { workTree }: Repository): string {
  return isWithin(folder, workTree) ? relative(workTree, folder) : folder;
}
