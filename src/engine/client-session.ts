// A call in a session: what its client holds is read before the answer is made, and what it was sent is kept after.
import { PithError } from "../base/error.ts";
import type { Session } from "../ledger/session.ts";
import { keepRow, readSession, type SessionPlace } from "../ledger/session-store.ts";
import type { AnswerBase } from "../pack/answer.ts";
import { toldBy } from "../pack/render-text.ts";
import type { HeldBefore, ToldLines } from "../pack/session-part.ts";
import { excerpt } from "../redact/redact.ts";
import { openCounter } from "../tokens/counter.ts";
import type { Unit } from "../tokens/units.ts";
import type { Format, Outcome } from "./operation.ts";
import type { Workspace } from "./workspace.ts";

/** Letters, digits and what joins them: it stands in messages, and is typed. */
const SESSION_ID = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

export interface ClientSession {
  session: Session;
  /** Keeps what the answer shows; gives what there is to say to the person. */
  keep: (op: string, format: Format | undefined, outcome: Outcome) => Promise<string[]>;
}

/** Throws ARGUMENT_INVALID, SESSION_INVALID. */
export function openClientSession(workspace: Workspace, given: string): ClientSession {
  const place = sessionPlace(workspace, given);
  const stored = readSession(place);
  const { session, broken, begunAnew } = stored;
  const notices: string[] = [];
  if (begunAnew)
    notices.push(`The session ${given} could not be read and begins anew: what it held is sent again.`);
  else if (broken > 0)
    notices.push(
      `The session ${given} has ${broken} broken ${broken === 1 ? "line" : "lines"}, which are passed over.`,
    );
  return {
    session,
    async keep(op, format, { answer, output }) {
      const cost = costOf(answer);
      if (cost === null) return notices;
      const { root, completeness, cost: stated } = answer as Partial<AnswerBase>;
      if (format !== "json" && root !== undefined && completeness !== undefined && stated !== undefined)
        session.tells(toldBy({ root, completeness, cost: stated }));
      // In a budget without room for an answer only its need is said, without a cost.
      const tokens = cost.tokens ?? (await openCounter(cost.unit)).count(output);
      try {
        keepRow(place, session.row(op, tokens, cost.unit), stored);
      } catch (error) {
        const code = (error as NodeJS.ErrnoException).code ?? String(error);
        notices.push(
          `The session ${given} could not be kept (${code}): what it was sent now may be sent again.`,
        );
      }
      return notices;
    },
  };

  function costOf(answer: unknown): { tokens?: number; unit: Unit } | null {
    const { cost, advice } = answer as { cost?: { tokens: number; unit: Unit }; advice?: unknown };
    if (cost !== undefined) return cost;
    return advice === undefined ? null : { unit: workspace.config.values.unit };
  }
}

export function sessionPlace({ cacheDir, root }: Workspace, given: string): SessionPlace {
  if (!SESSION_ID.test(given))
    throw new PithError("ARGUMENT_INVALID", `${JSON.stringify(excerpt(given, 80))} is no session id.`, {
      subject: "session",
      next: "Choose 1 to 64 letters, digits, dots, hyphens or underscores, beginning with a letter or digit.",
    });
  return { cacheDir, root: root.path, id: given };
}

/** A session as the packer asks it. */
export function clientOf(session: Session, unit: Unit, format: Format | undefined): HeldBefore {
  return {
    held: (path, lines) => session.held(path, lines),
    resident: session.resident(unit),
    told: toldTo(session, format),
  };
}

/** In JSON every fact stands in its field. */
export function toldTo(session: Session, format: Format | undefined): ToldLines | undefined {
  return format === "json" ? undefined : session.told;
}
