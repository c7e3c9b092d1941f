// Is this installation sound, and which files of this repository does it know by words alone?
import { accessSync, constants } from "node:fs";
import { makeFolder } from "../base/make-folder.ts";
import { isPithError } from "../base/error.ts";
import { findCompiler } from "../checker/compiler.ts";
import { hasSyntax } from "../lang/language.ts";
import { languages } from "../lang/registry.ts";
import { readRuntime, readWasm } from "../parse/grammar-files.ts";
import { runGit } from "../git/run-git.ts";
import type { DoctorCheck as Check, DoctorReport } from "../pack/reports.ts";
import type { DoctorArguments } from "./arguments.ts";
import { filesWithoutSyntax, mostFirst, supportLines, supportOf, textOnlyLines } from "./language-support.ts";
import type { OperationContext, Outcome } from "./operation.ts";
import { plainOutcome } from "./plain-outcome.ts";
import { providerChecks } from "./provider-report.ts";
import type { Workspace } from "./workspace.ts";

export async function doctor(
  workspace: Workspace,
  args: DoctorArguments,
  context: OperationContext,
): Promise<Outcome> {
  const checks: Check[] = [
    { name: "node", state: "ok", text: `${process.version} on ${process.platform} ${process.arch}` },
    configCheck(workspace),
    cacheCheck(workspace.cacheDir),
    await sqliteCheck(),
    await gitCheck(workspace, context),
    ...grammarChecks(),
    checkerCheck(),
    ...(await providerChecks(workspace, context)),
  ];
  const { snapshot, notices } = await workspace.view(context);
  const textOnly = filesWithoutSyntax(snapshot, workspace.config.values.ceilings.syntaxBytes);
  const byWords = new Map<string, number>();
  for (const row of textOnly) byWords.set(row.language, (byWords.get(row.language) ?? 0) + row.files);
  const answer: DoctorReport = {
    op: "doctor",
    root: workspace.rootAlone(),
    checks,
    languages: languages.map((l) => ({ id: l.id, syntax: hasSyntax(l), by: supportOf(l) })),
    filesByWordsAlone: Object.fromEntries(mostFirst([...byWords])),
    textOnly,
  };
  const text = [
    ...checks.map((c) => `${c.state === "ok" ? "ok" : c.state.toUpperCase()}  ${c.name}: ${c.text}`),
    ...supportLines(),
    ...textOnlyLines(textOnly),
  ];
  return plainOutcome(args.format, answer, text, {
    // What is degraded needs attention as well: an answer may be slower, or say less.
    found: checks.every((c) => c.state === "ok"),
    notices,
  });
}

/** The other checks go on with the values that hold without what is at fault. */
function configCheck({ configFault }: Workspace): Check {
  return configFault === null
    ? { name: "config", state: "ok", text: "sound" }
    : { name: "config", state: "fault", text: `${configFault.message} ${configFault.next}` };
}

function cacheCheck(folder: string): Check {
  try {
    makeFolder(folder);
    accessSync(folder, constants.W_OK);
    return { name: "cache", state: "ok", text: folder };
  } catch (error) {
    return {
      name: "cache",
      state: "degraded",
      text: `${folder} can't be written (${(error as NodeJS.ErrnoException).code}): every answer reads the tree anew. Set PITH_CACHE_DIR.`,
    };
  }
}

async function sqliteCheck(): Promise<Check> {
  try {
    const { DatabaseSync } = await import("node:sqlite");
    const db = new DatabaseSync(":memory:");
    const row = db.prepare("select sqlite_version() as version").get();
    db.close();
    return { name: "sqlite", state: "ok", text: String(row?.["version"]) };
  } catch (error) {
    return {
      name: "sqlite",
      state: "degraded",
      text: `not usable (${String(error)}): syntax facts are kept in memory only`,
    };
  }
}

async function gitCheck(workspace: Workspace, context: OperationContext): Promise<Check> {
  if (workspace.root.repository === null)
    return { name: "git", state: "ok", text: "the root is in no repository" };
  const result = await runGit(workspace.root.path, ["--version"], { signal: context.signal });
  return result.status === 0
    ? { name: "git", state: "ok", text: result.stdout.trim() }
    : {
        name: "git",
        state: "degraded",
        text: "not found outside the root: files are listed without it, but whether the tree is dirty isn't known",
      };
}

/** It is asked for by nobody who does not want it: without it nothing is amiss. */
function checkerCheck(): Check {
  try {
    return { name: "checker", state: "ok", text: `TypeScript ${findCompiler().version}` };
  } catch (error) {
    if (!isPithError(error)) throw error;
    return { name: "checker", state: "ok", text: `not installed. ${error.message} ${error.next}` };
  }
}

function grammarChecks(): Check[] {
  try {
    readRuntime();
  } catch (error) {
    return [{ name: "grammars", state: "fault", text: `the parser's runtime is missing: ${String(error)}` }];
  }
  const missing = languages
    .filter((l) => l.syntax !== undefined && readWasm(l.syntax.grammar) === null)
    .map((l) => l.id);
  const all = languages.filter((l) => l.syntax !== undefined).length;
  return [
    missing.length === 0
      ? {
          name: "grammars",
          state: "ok",
          text: `${all} languages with syntax, ${languages.length} with words`,
        }
      : {
          name: "grammars",
          state: "degraded",
          text: `missing for ${missing.join(", ")}: those files are known by words`,
        },
  ];
}
