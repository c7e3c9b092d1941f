// What is set, and where does each value come from?
import { safeJson } from "../base/safe-text.ts";
import { CONFIG_KEYS } from "../config/schema.ts";
import { pathLabel } from "../pack/label.ts";
import type { ConfigReport } from "../pack/reports.ts";
import type { ConfigArguments } from "./arguments.ts";
import type { Outcome } from "./operation.ts";
import { plainOutcome } from "./plain-outcome.ts";
import type { Workspace } from "./workspace.ts";

export function showConfig(workspace: Workspace, args: ConfigArguments): Outcome {
  const { values, sources } = workspace.config;
  const rows: ConfigReport["values"] = [];
  for (const key of Object.keys(CONFIG_KEYS) as (keyof typeof values)[]) {
    const value = values[key];
    const inner = CONFIG_KEYS[key].kind === "group" ? Object.entries(value as object) : null;
    if (inner === null) rows.push({ key, value, source: sources[key] ?? "default" });
    else
      for (const [name, v] of inner)
        rows.push({ key: `${key}.${name}`, value: v, source: sources[`${key}.${name}`] ?? "default" });
  }
  const shown = args.resolved === true ? rows : rows.filter((r) => r.source !== "default");
  const text = [
    `root ${pathLabel(workspace.root.path)}`,
    ...shown.map((r) => `${r.key} = ${safeJson(r.value)}  (${r.source})`),
    ...(shown.length === 0
      ? ["Nothing is set: every value is the default. `pith config --resolved` shows them."]
      : []),
    `cache folder: ${workspace.cacheDir}`,
  ];
  const answer: ConfigReport = {
    op: "config",
    root: workspace.rootAlone(),
    cacheDir: workspace.cacheDir,
    values: shown,
  };
  return plainOutcome(args.format, answer, text);
}
