// What reports say of the provider of vectors: who it is, how many chunks have its vectors, why not all.
import { counted } from "../base/counted.ts";
import { isPithError, type PithError } from "../base/error.ts";
import type { DoctorCheck, ProviderReport, ProviderStatus } from "../pack/reports.ts";
import type { Snapshot } from "../store/segment-view.ts";
import type { OperationContext } from "./operation.ts";
import type { OpenedProvider } from "./opened-provider.ts";
import { THIS_PROCESS } from "../vectors/providers/provider.ts";
import type { Workspace } from "./workspace.ts";

/** Null where none is set. Asks nobody. */
export async function providerStatus(
  workspace: Workspace,
  snapshot: Snapshot,
): Promise<ProviderStatus | null> {
  const opened = await workspace.provider.open();
  if (opened === null) return null;
  if (isPithError(opened))
    return { ...NONE, name: workspace.config.values.provider.kind, fault: said(opened) };
  return { ...statusOf(opened, snapshot), fault: opened.vectors.fault };
}

const NONE: ProviderStatus = {
  name: "",
  place: "",
  dimension: 0,
  chunks: 0,
  withVectors: 0,
  left: 0,
  fault: null,
};

function statusOf(opened: OpenedProvider, snapshot: Snapshot): ProviderStatus {
  const { id, place } = opened.client.provider;
  const { chunks, withVectors, left } = opened.coverage(snapshot);
  return {
    name: id,
    place,
    dimension: opened.dimension,
    chunks,
    withVectors,
    left,
    fault: null,
  };
}

/** Has it make what is missing. Null where none is set. */
export async function embedTree(
  workspace: Workspace,
  snapshot: Snapshot,
  context: OperationContext,
): Promise<ProviderReport | null> {
  const opened = await workspace.provider.open();
  if (opened === null) return null;
  const nothing = { made: 0, cut: 0, refused: 0 };
  if (isPithError(opened)) {
    const name = workspace.config.values.provider.kind;
    return { ...NONE, ...nothing, name, fault: said(opened) };
  }
  const { embedChunks } = await import("./embed-chunks.ts");
  const { fault, ...counts } = await embedChunks(workspace, opened, snapshot, context);
  const status = statusOf(opened, snapshot);
  return { ...status, ...counts, fault: fault === null ? opened.vectors.fault : said(fault) };
}

/** The message and the next step: the only words of a fault that a report has. */
function said({ message, next }: PithError): string {
  return `${message} ${next}`;
}

export function providerLine({
  name,
  place,
  dimension,
  chunks,
  withVectors,
  left,
  fault,
}: ProviderStatus): string {
  const size = dimension === 0 ? "" : `, ${dimension} numbers`;
  const more = left === 0 ? "" : ` (${counted(left, "more chunk")} over provider.mostChunks)`;
  const where =
    place === ""
      ? ""
      : ` ${place === THIS_PROCESS ? "in" : "at"} ${place}${size}: ${withVectors} of ${counted(chunks, "chunk")} with vectors${more}`;
  return `provider: ${name}${where}${fault === null ? "" : `; ${fault}`}`;
}

export function embeddedLine(report: ProviderReport): string {
  const { made, cut, refused } = report;
  const counts = [
    `${made} made now`,
    ...(cut === 0 ? [] : [`${counted(cut, "text")} cut`]),
    ...(refused === 0 ? [] : [`${counted(refused, "text")} too long for it`]),
  ];
  return `${providerLine({ ...report, fault: null })}; ${counts.join(", ")}${report.fault === null ? "" : `; ${report.fault}`}`;
}

/** Asks it for one vector. Empty where none is set: then there is nothing to check. */
export async function providerChecks(
  workspace: Workspace,
  context: OperationContext,
): Promise<DoctorCheck[]> {
  const opened = await workspace.provider.open();
  if (opened === null) return [];
  const check = (state: DoctorCheck["state"], text: string): DoctorCheck[] => [
    { name: "provider", state, text },
  ];
  if (isPithError(opened)) return check("fault", said(opened));
  const { client, settings } = opened;
  const { called } = client.provider;
  try {
    const vector = await client.one(
      "where is the token read",
      "query",
      settings.config.timeoutMs,
      context.signal,
    );
    const name = `${called}, ${vector?.length ?? 0} numbers`;
    if (opened.vectors.fault !== null) return check("degraded", `${name}; ${opened.vectors.fault}`);
    if (settings.isOpenToReaders)
      return check(
        "degraded",
        `${name}; texts go there over plain HTTP, where others can read them. Use https.`,
      );
    return check("ok", name);
  } catch (error) {
    if (!isPithError(error) || error.code === "CANCELLED") throw error;
    return check(
      error.code === "PROVIDER_INVALID" ? "fault" : "degraded",
      `${said(error)} Until then the static vectors rank.`,
    );
  }
}
