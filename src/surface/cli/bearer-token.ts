// The token by which clients of the HTTP server are known: from a file or a variable, never from the command line, which
// every process of the machine can read.
import { resolve } from "node:path";
import { PithError } from "../../base/error.ts";
import { readPlainFile } from "../../base/plain-file.ts";
import { brief, quote } from "../parameters.ts";

export const TOKEN_VARIABLE = "PITH_MCP_TOKEN";
/** Characters: 16 of the base-64 alphabet are 96 bits. */
const SHORTEST = 16;
const LONGEST = 4096;
const MAKE_ONE = "Make one with `openssl rand -hex 32`";

/** Undefined: none was given. */
export function readToken(
  file: string | undefined,
  { cwd, env }: { cwd: string; env: NodeJS.ProcessEnv },
): string | undefined {
  const variable = env[TOKEN_VARIABLE];
  if (file !== undefined && variable !== undefined) {
    throw new PithError("ARGUMENT_INVALID", "Two tokens were given.", {
      subject: "--token-file",
      next: `Give --token-file or ${TOKEN_VARIABLE}, not both.`,
    });
  }
  if (file !== undefined) return checked(textOf(resolve(cwd, file)), `the file ${brief(file)}`);
  return variable === undefined ? undefined : checked(variable, TOKEN_VARIABLE);
}

function textOf(path: string): string {
  try {
    return readPlainFile(path, LONGEST).toString("utf8");
  } catch (cause) {
    throw new PithError("ARGUMENT_INVALID", `The token can't be read from ${quote(path)}.`, {
      subject: "--token-file",
      next: `Name a file that holds one. ${MAKE_ONE}.`,
      cause,
    });
  }
}

/** Its text is in no message. */
function checked(text: string, where: string): string {
  const token = text.replace(/\r?\n$/, "");
  if (/^[!-~]+$/.test(token) && token.length >= SHORTEST) return token;
  throw new PithError("ARGUMENT_INVALID", `In ${where} is no token.`, {
    subject: "--token-file",
    next: `It has at least ${SHORTEST} characters, all of them visible ASCII, no blanks. ${MAKE_ONE}.`,
  });
}
