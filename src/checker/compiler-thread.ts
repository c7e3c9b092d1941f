// The compiler at work: plans programs and checks them one at a time, so that one alone is in memory.
import { createRequire } from "node:module";
import type ts from "typescript-api";
import { ListedFiles, toVirtual } from "./listed-files.ts";
import { NameMeanings } from "./name-meanings.ts";
import { programHost, type Libraries } from "./program-host.ts";
import { optionsOf, planPrograms } from "./program-options.ts";
import type { Checked, Reply, Request, Setup } from "./protocol.ts";

type Typescript = typeof ts;

/** Files between two notes of progress. */
const NOTE = 16;

export class CompilerThread {
  readonly #typescript: Typescript;
  readonly #setup: Setup;
  readonly #send: (reply: Reply) => void;
  readonly #libraries: Libraries = new Map();

  constructor(setup: Setup, send: (reply: Reply) => void) {
    this.#setup = setup;
    this.#send = send;
    this.#typescript = createRequire(import.meta.url)(setup.compiler) as Typescript;
  }

  answer(request: Request): void {
    try {
      this.#send(this.#reply(request));
    } catch (error) {
      this.#send({ kind: "failed", why: why(error) });
    }
  }

  #reply(request: Request): Reply {
    const typescript = this.#typescript;
    if (typeof typescript.createProgram !== "function") throw new Error("this TypeScript has no interface");
    // Made for each request: what it has read of the disk is not kept over programs.
    const files = new ListedFiles(this.#setup);
    if (request.kind === "plan") {
      const programs = planPrograms(typescript, files, request.sources);
      return { kind: "planned", programs, installed: [...files.installed.stamps] };
    }
    if (request.kind !== "check") throw new Error("already set up");
    const checked = this.#check(files, request);
    const installed = [...files.installed.stamps];
    return { kind: "checked", checked, changed: [...files.changed].sort(), installed };
  }

  #check(files: ListedFiles, { program, wanted, modules }: Extract<Request, { kind: "check" }>): Checked {
    const typescript = this.#typescript;
    const options = optionsOf(typescript, files, program.config);
    const known = new Map(modules.map(({ from, module, to }) => [`${from}\0${module}`, to]));
    const host = programHost(typescript, files, options, known, this.#libraries);
    const rootNames = program.files.map((f) => toVirtual(files.paths[f]!));
    const made = typescript.createProgram({ rootNames, options, host });
    const meanings = new NameMeanings(typescript, made.getTypeChecker(), files);
    const found = rootNames.map((name, i) => {
      if (i % NOTE === 0) this.#send({ kind: "progress", done: i });
      const file = made.getSourceFile(name);
      return file === undefined
        ? { offsets: new Uint32Array(), rows: new Uint32Array() }
        : meanings.ofFile(file, wanted[i]!);
    });
    return { rows: meanings.rows, files: found };
  }
}

/** In one line, without the places of the machine that a stack names. */
function why(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.split("\n", 1)[0]!.slice(0, 200);
}
