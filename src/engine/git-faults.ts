// Why could Git not be asked for a revision, and what can be done instead? One sentence for each fault, whoever asks.
import { PithError } from "../base/error.ts";
import type { GitFault } from "../git/commit.ts";

/** `subject`: the argument that names the revision. `instead`: what needs no Git. */
export function gitFault(fault: GitFault | "no-repository", subject: string, instead: Instead): PithError {
  const { message, next } = SAID[fault](instead);
  return new PithError("ARGUMENT_INVALID", message, { subject, next });
}

export interface Instead {
  /** A sentence. */
  other: string;
  /** What one commit is for. */
  one: string;
}

const SAID: Record<GitFault | "no-repository", (instead: Instead) => { message: string; next: string }> = {
  "no-repository": ({ other }) => ({ message: "The root lies in no Git repository.", next: other }),
  revision: ({ one }) => ({
    message: "Git knows no such commit.",
    next: `Give one commit, branch or tag, such as HEAD or main${one}`,
  }),
  unsafe: ({ other }) => ({
    message: "Git can't be asked here: its settings may name programs, or it holds what Git would wait for.",
    next: other,
  }),
  failed: ({ other }) => ({ message: "Git did not answer, or its answer is too long.", next: other }),
  "no-git": ({ other }) => ({
    message: "There is no Git on this machine's PATH that lies outside the repository.",
    next: `Install Git. ${other}`,
  }),
};
