// `pith advise`: what an agent's hook asks before a search. Reads the hook's JSON on standard input, says at most one piece
// of advice, and ends with 0 whatever happens: it must never stand in an agent's way.
import { resolveDefaultRoot } from "../../files/guard.ts";
import { userPlace } from "../../config/user-folders.ts";
import { write } from "../cli/terminal.ts";
import type { Terminal } from "../cli/terminal.ts";
import { adviceFor } from "./advice.ts";
import { mayStillSpeak } from "./advice-memory.ts";
import { onPath, ownProgram } from "./launch.ts";

/** More is no question and no command that a person would want advice on. */
const MOST_INPUT = 1_000_000;
/** In ms. A hook that gives no input, or no end of it, is not waited for. */
const LONGEST_WAIT = 2_000;

export async function runAdvise(terminal: Terminal): Promise<0> {
  try {
    const input = asObject(await readInput(terminal));
    const event = input?.["hook_event_name"];
    const cwd = input?.["cwd"];
    if (input === null || typeof event !== "string") return 0;
    // A home folder or a whole disk is nothing that Pith answers about.
    resolveDefaultRoot({ cwd: typeof cwd === "string" ? cwd : terminal.cwd });
    const text = adviceFor(event, input, pithCommand(terminal));
    if (text === null) return 0;
    const session = input["session_id"];
    if (!mayStillSpeak(userPlace(terminal.env), typeof session === "string" ? session : "")) return 0;
    const hookSpecificOutput = { hookEventName: event, additionalContext: text };
    await write(terminal.stdout, `${JSON.stringify({ hookSpecificOutput })}\n`);
  } catch {
    // No advice is no fault.
  }
  return 0;
}

/** How the agent can start Pith from its shell. */
function pithCommand({ env }: Terminal): string {
  if (onPath(env, process.platform) !== null) return "pith";
  const { node, script } = ownProgram();
  return `${quoted(node)} ${quoted(script)}`;
}

function quoted(word: string): string {
  return /^[\w/.:\\-]+$/.test(word) ? word : `"${word}"`;
}

async function readInput({ stdin }: Terminal): Promise<string | null> {
  return new Promise((resolve) => {
    const parts: Buffer[] = [];
    let size = 0;
    const end = (text: string | null): void => {
      clearTimeout(fuse);
      stdin.pause();
      resolve(text);
    };
    const fuse = setTimeout(() => end(null), LONGEST_WAIT);
    stdin.on("data", (chunk: Buffer | string) => {
      const part = Buffer.from(chunk);
      size += part.length;
      if (size > MOST_INPUT) end(null);
      else parts.push(part);
    });
    stdin.on("end", () => end(Buffer.concat(parts).toString("utf8")));
    stdin.on("error", () => end(null));
  });
}

function asObject(text: string | null): Record<string, unknown> | null {
  const value: unknown = text === null ? null : JSON.parse(text);
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : null;
}
