// `pith mcp` over HTTP as a process of its own, on a port of its own.
import { start } from "../pith-process.ts";
import type { Running, StartOptions } from "../pith-process.ts";

export interface Serving extends AsyncDisposable {
  url: string;
  running: Running;
}

export async function serving(argv: string[] = [], options: StartOptions = {}): Promise<Serving> {
  const transport = argv.includes("--transport") ? [] : ["--transport", "http"];
  const running = start(["mcp", ...transport, "--port", "0", ...argv], options);
  let url: string | undefined;
  await running.until(() => {
    url = /^pith: serving MCP at (\S+)/m.exec(running.stderr())?.[1];
    return url !== undefined || running.child.exitCode !== null;
  });
  if (url === undefined) throw new Error(`It did not listen.\n${running.stderr()}`);
  return {
    url,
    running,
    async [Symbol.asyncDispose]() {
      running.child.kill("SIGKILL");
      await running.finished;
    },
  };
}
