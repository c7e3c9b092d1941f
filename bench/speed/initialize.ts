// How long does a host wait for `pith mcp`? From its start to the answer to `initialize`, over stdio.
import { spawn } from "node:child_process";

const REQUEST = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "bench", version: "1" } },
};

/** Milliseconds. Throws when the server ends without an answer. */
export function timeInitialize(pith: string, root: string, env: NodeJS.ProcessEnv): Promise<number> {
  return new Promise((resolve, reject) => {
    const began = performance.now();
    const child = spawn(process.execPath, [pith, "mcp", "--root", root], {
      env,
      stdio: ["pipe", "pipe", "ignore"],
    });
    let answered: number | null = null;
    child.stdout.once("data", () => {
      answered = performance.now() - began;
      child.stdin.end();
    });
    child.on("error", reject);
    child.on("close", (code) => {
      if (answered === null) reject(new Error(`pith mcp ended with ${code} and without an answer`));
      else resolve(answered);
    });
    child.stdin.write(`${JSON.stringify(REQUEST)}\n`);
  });
}
