// The commands that are no operations: which file does the work of each? Loaded when it is called.
import type { Entry } from "../entry.ts";
import type { RawCommand } from "./collect-arguments.ts";
import type { CreateEngine } from "./run-operation.ts";
import type { Terminal } from "./terminal.ts";

type Run = (entry: Entry, raw: RawCommand, terminal: Terminal, createEngine: CreateEngine) => Promise<number>;

const COMMANDS: Readonly<Record<string, () => Promise<Run>>> = {
  mcp: async () => (await import("./run-mcp.ts")).runMcp,
  completion: async () => (await import("./completion.ts")).runCompletion,
  query: async () => (await import("./run-query.ts")).runQuery,
  setup: async () => {
    const { runSetup } = await import("../adopt/setup.ts");
    return (entry, raw, terminal) => runSetup(entry, raw, terminal);
  },
  init: async () => (await import("../adopt/init.ts")).runInit,
  "install-hooks": async () => (await import("../adopt/install-hooks.ts")).runInstallHooks,
  docs: async () => {
    const { runDocs } = await import("../adopt/docs.ts");
    return (entry, raw, terminal) => runDocs(entry, raw, terminal);
  },
  upgrade: async () => (await import("../adopt/upgrade.ts")).runUpgrade,
  skill: async () => (await import("../adopt/skill.ts")).runSkill,
  "manifest-validate": async () => (await import("./run-manifest.ts")).runManifestValidate,
  "manifest-show": async () => (await import("./run-manifest.ts")).runManifestShow,
  "manifest-open": async () => (await import("./run-manifest-open.ts")).runManifestOpen,
  "manifest-build": async () => {
    const { runManifestBuild } = await import("./run-manifest-build.ts");
    return (entry, raw, terminal) => runManifestBuild(entry, raw, terminal);
  },
  "manifest-serve": async () => (await import("./run-manifest-serve.ts")).runManifestServe,
  "manifest-eval": async () => {
    const { runManifestEval } = await import("./run-manifest-eval.ts");
    return (entry, raw, terminal) => runManifestEval(entry, raw, terminal);
  },
  advise: async () => {
    const { runAdvise } = await import("../adopt/advise.ts");
    return (_entry, _raw, terminal) => runAdvise(terminal);
  },
};

export async function runCommand(
  entry: Entry,
  raw: RawCommand,
  terminal: Terminal,
  createEngine: CreateEngine,
): Promise<number> {
  const run = await COMMANDS[entry.name]!();
  return run(entry, raw, terminal, createEngine);
}
