// What does a call cost over each transport? The same small call by the real client library, one after the other, the
// transports taking turns; what the answer itself takes is in all of them.
//   node bench/main.ts transports --tree DIR [--rounds 100] [--pith FILE]
import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { cpus, loadavg, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { Client, SSEClientTransport, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import type { Transport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { showSpread, spreadOf } from "./spread.ts";

type Way = { flags: string[]; isModern?: true };
const WAYS: Readonly<Record<string, Way>> = {
  stdio: { flags: [] },
  "http, sessions": { flags: ["--transport", "http"] },
  "http, the newer protocol": { flags: ["--transport", "http"], isModern: true },
  "http, stateless": { flags: ["--transport", "http", "--stateless"] },
  sse: { flags: ["--transport", "sse"] },
};

export async function main(argv: string[]): Promise<void> {
  const { values } = parseArgs({
    args: argv,
    options: {
      tree: { type: "string" },
      rounds: { type: "string", default: "100" },
      pith: { type: "string", default: resolve(import.meta.dirname, "../../bin/pith.js") },
    },
  });
  if (values.tree === undefined) throw new Error("--tree DIR is needed");
  const cwd = resolve(values.tree);
  const cache = mkdtempSync(join(tmpdir(), "pith-transports-"));
  const env = { ...(process.env as Record<string, string>), PITH_CACHE_DIR: cache };
  const servers: ChildProcess[] = [];
  const clients: [string, Client, number[]][] = [];
  try {
    for (const [name, way] of Object.entries(WAYS)) {
      const mode = way.isModern === true ? { pin: "2026-07-28" } : ("legacy" as const);
      const client = new Client({ name: "bench", version: "1" }, { versionNegotiation: { mode } });
      await client.connect(await transportOf(way, [values.pith, "mcp", ...way.flags], cwd, env, servers));
      clients.push([name, client, []]);
    }
    const call = { name: "outline", arguments: { path: ".", budget: 300 } };
    for (const [, client] of clients) for (let i = 0; i < 5; i++) await client.callTool(call);
    for (let i = 0; i < Number(values.rounds); i++) {
      for (const [, client, times] of i % 2 === 0 ? clients : clients.toReversed()) {
        const began = performance.now();
        await client.callTool(call);
        times.push(performance.now() - began);
      }
    }
    console.log(
      `Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model}, load ${loadavg()[0]?.toFixed(1)}\n`,
    );
    for (const [name, , times] of clients)
      console.log(`| ${name}, ms a call | ${showSpread(spreadOf(times), 1)} |`);
  } finally {
    for (const [, client] of clients) await client.close().catch(() => {});
    for (const server of servers) server.kill();
    rmSync(cache, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function transportOf(
  { flags }: Way,
  args: string[],
  cwd: string,
  env: Record<string, string>,
  servers: ChildProcess[],
): Promise<Transport> {
  if (flags.length === 0)
    return new StdioClientTransport({ command: process.execPath, args, cwd, env, stderr: "ignore" });
  const server = spawn(process.execPath, [...args, "--port", "0"], {
    cwd,
    env,
    stdio: ["ignore", "ignore", "pipe"],
  });
  servers.push(server);
  let said = "";
  for await (const chunk of server.stderr!) {
    said += String(chunk);
    const url = /(http:\S+)/.exec(said)?.[1];
    if (url === undefined) continue;
    return flags.includes("sse")
      ? new SSEClientTransport(new URL(url))
      : new StreamableHTTPClientTransport(new URL(url));
  }
  throw new Error(`It did not listen: ${said}`);
}
