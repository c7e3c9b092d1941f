// Why is a path read, or not?
import { relativePath } from "../files/guard.ts";
import { whyPath } from "../files/why.ts";
import { pathLabel, pathOfLabel } from "../pack/label.ts";
import { firstLine } from "../lang/first-line.ts";
import { hasSyntax } from "../lang/language.ts";
import { languageOf } from "../lang/registry.ts";
import { isSkipped, readTextFile } from "../files/read.ts";
import type { WhyReport } from "../pack/reports.ts";
import type { WhyArguments } from "./arguments.ts";
import type { Outcome } from "./operation.ts";
import { plainOutcome } from "./plain-outcome.ts";
import type { Workspace } from "./workspace.ts";

export function why(workspace: Workspace, args: WhyArguments): Outcome {
  const { root, config } = workspace;
  const path = relativePath(root, pathOfLabel(args.path));
  const found = whyPath(root, workspace.walked, path);
  let language: string | null = null;
  let syntax: boolean | null = null;
  if (found.status === "included") {
    const file = readTextFile(root, path, config.values.ceilings);
    if (!isSkipped(file)) {
      const spoken = languageOf(path, firstLine(file.text), config.values.languages);
      language = spoken.id;
      syntax = hasSyntax(spoken);
    }
  }
  const lines = [`root ${pathLabel(root.path)}`, `${pathLabel(found.path)}: ${found.status}`, found.text];
  if (language !== null)
    lines.push(`language: ${language}${syntax === true ? "" : " (words and lines only)"}`);
  const answer: WhyReport = { op: "why", root: workspace.rootAlone(), ...found, language, syntax };
  return plainOutcome(args.format, answer, lines, { found: found.status === "included" });
}
