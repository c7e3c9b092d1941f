// What does a client hold by its session, and how is it told that the client forgot?
import { counted } from "../base/counted.ts";
import { forgetSession, readSession } from "../ledger/session-store.ts";
import { pathLabel } from "../pack/label.ts";
import type { SessionReport } from "../pack/reports.ts";
import type { SessionReportArguments } from "./arguments.ts";
import { sessionPlace } from "./client-session.ts";
import type { Outcome } from "./operation.ts";
import { plainOutcome } from "./plain-outcome.ts";
import type { Workspace } from "./workspace.ts";

export function sessionReport(workspace: Workspace, args: SessionReportArguments): Outcome {
  const place = sessionPlace(workspace, args.session);
  const { session, broken } = readSession(place);
  const { answers } = session;
  const known = args.action === "forget" ? forgetSession(place) : answers > 0;
  const report: SessionReport = {
    op: "session",
    root: workspace.rootAlone(),
    action: args.action,
    session: place.id,
    known,
    answers,
    resident: session.residents,
    ...session.holds,
  };
  const notices =
    broken === 0
      ? []
      : [
          `${counted(broken, "broken line")} of the session ${place.id} ${broken === 1 ? "is" : "are"} passed over.`,
        ];
  return plainOutcome(args.format, report, linesOf(report), { found: known, notices });
}

function linesOf({
  root,
  action,
  session,
  known,
  answers,
  resident,
  files,
  lines,
  items,
}: SessionReport): string[] {
  const head = `root ${pathLabel(root.path)}`;
  if (!known) return [head, `session ${session}: nothing is kept under this id`];
  const costs = Object.entries(resident).map(([unit, tokens]) => `${tokens} ${unit}`);
  return [
    head,
    `session ${session}: ${counted(answers, "answer")}, ${costs.join(", ")} resident`,
    `${action === "forget" ? "forgotten" : "held"}: ${counted(lines, "line")} of ${counted(files, "file")}, ${counted(items, "item")} of lists`,
  ];
}
