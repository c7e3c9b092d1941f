// A terminal of streams in memory, and an engine that says what it was asked: for tests of the command line alone.
import { PassThrough, Readable } from "node:stream";
import type { Engine } from "../../../src/engine/engine.ts";
import type { OperationContext, Outcome } from "../../../src/engine/operation.ts";
import { main } from "../../../src/surface/cli/main.ts";

export interface Ran {
  code: number;
  stdout: string;
  stderr: string;
  calls: { name: string; args: Record<string, unknown> }[];
}

export interface RanOptions {
  env?: NodeJS.ProcessEnv;
  tty?: boolean;
  stdin?: string;
  answer?: (name: string, context: OperationContext) => Partial<Outcome> | Promise<Partial<Outcome>>;
}

export async function runMain(argv: string[], options: RanOptions = {}): Promise<Ran> {
  const calls: Ran["calls"] = [];
  const stdout = Object.assign(new PassThrough(), { isTTY: options.tty ?? false });
  const stderr = Object.assign(new PassThrough(), { isTTY: options.tty ?? false });
  const texts = [stdout, stderr].map(async (stream) => {
    let text = "";
    for await (const chunk of stream) text += String(chunk);
    return text;
  });
  const code = await main(argv, {
    terminal: {
      stdin: Readable.from([options.stdin ?? ""]),
      stdout,
      stderr,
      env: options.env ?? {},
      cwd: "/somewhere",
    },
    createEngine: async () => fakeEngine(calls, options.answer),
  });
  stdout.end();
  stderr.end();
  const [out, err] = await Promise.all(texts);
  return { code, stdout: out!, stderr: err!, calls };
}

export function fakeEngine(calls: Ran["calls"], answer?: RanOptions["answer"]): Engine {
  return {
    async run(name, args, context) {
      calls.push({ name, args: { ...args } });
      const given = (await answer?.(name, context ?? {})) ?? {};
      const output = args.format === "json" ? JSON.stringify({ op: name }) : `answer of ${name}`;
      return { output, answer: { op: name }, found: true, notices: [], ...given };
    },
    async close() {},
  };
}
