// Which tools do the settings offer, where the command line does not say?
import { oneLine } from "../../base/safe-text.ts";
import { toPithError } from "../../base/error.ts";
import { shownError } from "../../redact/redact-error.ts";
import type { ToolSet } from "../entry.ts";
import type { Terminal } from "./terminal.ts";

/** A fault in them must not keep the client from its tools: every call will say it. */
export async function configuredTools(root: string | undefined, terminal: Terminal): Promise<ToolSet> {
  try {
    const { loadConfig } = await import("../../config/load.ts");
    const { resolveDefaultRoot } = await import("../../files/guard.ts");
    const folder = root ?? resolveDefaultRoot({ cwd: terminal.cwd }).path;
    const { tools } = loadConfig({ root: folder, env: terminal.env }).values;
    if (tools === "default" || tools === "full") return tools;
    terminal.stderr.write(`pith: the setting tools is "${oneLine(tools)}"; accepted: default, full\n`);
  } catch (error) {
    // No project here yet (a home folder, say): the client names its root with each call.
    if (toPithError(error).code !== "ROOT_TOO_BROAD")
      terminal.stderr.write(`pith: ${shownError(error).message}\n`);
  }
  return "default";
}
