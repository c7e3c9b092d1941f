// The engine: one `run` for every operation. Surfaces hold one engine per process; it keeps opened roots warm.
import { PithError, throwIfCancelled } from "../base/error.ts";
import { shownText } from "../redact/redact.ts";
import { type Root, rootAskedFor } from "../files/guard.ts";
import type { WatchOne } from "../files/folder-watch.ts";
import { findCommit } from "../git/commit.ts";
import type {
  CommonArguments,
  OperationArguments,
  OperationName,
  RevisionArguments,
  SessionArguments,
} from "./arguments.ts";
import type { Accounted, Call } from "./account.ts";
import type { ClientSession } from "./client-session.ts";
import { gitFault } from "./git-faults.ts";
import type { OperationContext, Outcome } from "./operation.ts";
import { OpenRoots, type OpenRoot } from "./open-roots.ts";

export interface EngineOptions {
  env?: NodeJS.ProcessEnv;
  /** Working directory from which a root is looked for. */
  cwd?: string;
  /** Who asks, for the ledger. `library` unless given. */
  surface?: string;
  /** Whether what changes is read ahead of the next call, while the engine is open; or how to watch a folder. */
  watch?: boolean | WatchOne;
}

/** A batch is many of these, each checked as a call is: the surfaces run it. */
export type EngineOperation = Exclude<OperationName, "batch">;

export interface Engine {
  run<Name extends EngineOperation>(
    name: Name,
    args: OperationArguments[Name],
    context?: OperationContext,
  ): Promise<Outcome>;
  /** Ends workers and closes files. Safe to call twice. */
  close(): Promise<void>;
}

type Handler<Name extends OperationName> = (
  open: OpenRoot,
  args: OperationArguments[Name],
  context: OperationContext,
) => Promise<Outcome> | Outcome;

/** Each operation with the file that does its work, loaded when it is first asked for. */
const HANDLERS: { [Name in EngineOperation]: () => Promise<Handler<Name>> } = {
  context: async () => {
    const { context } = await import("./context.ts");
    return (o, a, c) => context(o, a, c);
  },
  search: async () => {
    const { search } = await import("./search.ts");
    return (o, a, c) => search(o, a, c);
  },
  symbol: async () => {
    const { symbol } = await import("./symbol.ts");
    return (o, a, c) => symbol(o, a, c);
  },
  trace: async () => {
    const { trace } = await import("./trace.ts");
    return (o, a, c) => trace(o.workspace, o.graph, a, c);
  },
  impact: async () => {
    const { impact } = await import("./impact.ts");
    return (o, a, c) => impact(o.workspace, o.graph, a, c);
  },
  review: async () => {
    const { review } = await import("./review.ts");
    return (o, a, c) => review(o, a, c);
  },
  rename: async () => {
    const { rename } = await import("./rename.ts");
    return (o, a, c) => rename(o.workspace, o.graph, a, c);
  },
  outline: async () => {
    const { outline } = await import("./outline.ts");
    return (o, a, c) => outline(o.workspace, o.sources, a, c);
  },
  similar: async () => {
    const { similar } = await import("./similar.ts");
    return (o, a, c) => similar(o, a, c);
  },
  read: async () => {
    const { read } = await import("./read.ts");
    return (o, a, c) => read(o.workspace, o.sources, a, c);
  },
  status: async () => {
    const { status } = await import("./status.ts");
    return (o, a, c) => status(o, a, c);
  },
  index: async () => {
    const { buildIndex } = await import("./build-index.ts");
    return (o, a, c) => buildIndex(o, a, c);
  },
  receipt: async () => {
    const { receipt } = await import("./receipt.ts");
    return (o, a, c) => receipt(o, a, c);
  },
  pack: async () => {
    const { packs } = await import("./packs.ts");
    return (o, a, c) => packs(o, a, c);
  },
  why: async () => {
    const { why } = await import("./why.ts");
    return (o, a) => why(o.workspace, a);
  },
  config: async () => {
    const { showConfig } = await import("./show-config.ts");
    return (o, a) => showConfig(o.workspace, a);
  },
  session: async () => {
    const { sessionReport } = await import("./session-report.ts");
    return (o, a) => sessionReport(o.workspace, a);
  },
  report: async () => {
    const { report } = await import("./report.ts");
    return (o, a) => report(o.workspace, a);
  },
  metrics: async () => {
    const { metrics } = await import("./metrics.ts");
    return (o, a) => metrics(o.workspace, a);
  },
  doctor: async () => {
    const { doctor } = await import("./doctor.ts");
    return (o, a, c) => doctor(o.workspace, a, c);
  },
  eval: async () => {
    const { evaluate } = await import("./eval.ts");
    return (o, a, c) => evaluate(o, a, c);
  },
};

export function createEngine(options: EngineOptions = {}): Engine {
  const env = options.env ?? process.env;
  const { surface = "library" } = options;
  const roots = new OpenRoots(env, options.watch);
  const engine: Engine = {
    async run(name, args, context = {}) {
      const load = HANDLERS[name] as (() => Promise<Handler<typeof name>>) | undefined;
      if (load === undefined)
        throw new PithError("OPERATION_UNKNOWN", `There is no operation ${name}.`, {
          subject: name,
          next: `Known: ${Object.keys(HANDLERS).join(", ")}.`,
        });
      const handle = await load();
      const given = withoutEmptyFilters(args);
      const work = async (open: OpenRoot): Promise<Outcome> => {
        const counted = await counting(open, { name, args: given, surface, env });
        try {
          const { session: named } = given as SessionArguments;
          const client = named === undefined || name === "session" ? null : await clientIn(open, named);
          const outcome = await handle(open, given, client === null ? context : { ...context, ...client });
          const kept = client === null ? [] : await client.keep(name, given.format, outcome);
          const { row, notices } = counted({ outcome });
          const all = [...outcome.notices, ...kept, ...open.takeNotices(), ...notices];
          return {
            ...outcome,
            ...(row === null ? {} : { counted: row }),
            notices: all.map((text) => shownText(text)),
          };
        } catch (fault) {
          counted({ fault });
          throw fault;
        }
      };
      const root = rootOf(given, options.cwd);
      const { rev } = given as RevisionArguments;
      const { signal } = context;
      const commit = rev === undefined ? undefined : await commitOf(root, rev, signal);
      return roots.within(root, work, { despite: name === "doctor", commit, signal });
    },
    close: () => roots.close(),
  };
  return engine;
}

type Ended = Call["ended"];

/** Puts the call into the ledger once it has ended; tells what there is to say of that. */
async function counting(
  { workspace }: OpenRoot,
  call: Omit<Call, "ended" | "ms" | "now">,
): Promise<(ended: Ended) => Accounted> {
  const begun = performance.now();
  const { account } = await import("./account.ts");
  return (ended) => account(workspace, { ...call, ended, ms: performance.now() - begun, now: new Date() });
}

async function clientIn({ workspace }: OpenRoot, named: string): Promise<ClientSession> {
  const { openClientSession } = await import("./client-session.ts");
  return openClientSession(workspace, named);
}

const FILTERS: ReadonlySet<string> = new Set(["scope", "language", "kind"]);

/** A filter that names nothing filters nothing: clients send empty lists for "absent". */
function withoutEmptyFilters<Arguments extends object>(args: Arguments): Arguments {
  const isEmpty = (name: string, value: unknown) =>
    FILTERS.has(name) && Array.isArray(value) && value.length === 0;
  return Object.fromEntries(Object.entries(args).filter(([n, v]) => !isEmpty(n, v))) as Arguments;
}

const INSTEAD = {
  other: "Leave rev out: then the files on disk answer.",
  one: ", that this repository has.",
};

async function commitOf(
  { repository, path }: Root,
  rev: string,
  signal: AbortSignal | undefined,
): Promise<string> {
  if (repository === null) throw gitFault("no-repository", "rev", INSTEAD);
  const found = await findCommit(repository, path, rev.trim(), { signal });
  throwIfCancelled(signal);
  if ("fault" in found) throw gitFault(found.fault, "rev", INSTEAD);
  return found.id;
}

function rootOf(args: CommonArguments, cwd: string | undefined): Root {
  return rootAskedFor(args.root, { cwd });
}
