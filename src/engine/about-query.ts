// What is there to say about the words of a question, beside what answers it? Names that no file holds, and help with words.
import { queryHelp, type WordHelp } from "../rank/query-help.ts";
import type { RankResult } from "../rank/rank.ts";
import type { BegunAnswer } from "./begin-answer.ts";
import { unknownNames } from "./unknown-names.ts";
import type { Workspace } from "./workspace.ts";

/** For the completeness of the answer. */
export async function aboutQuery(
  workspace: Workspace,
  begun: BegunAnswer,
  ranked: RankResult,
  asked: string,
): Promise<{ unresolved: string[]; words: WordHelp[] }> {
  const { snapshot } = begun.view;
  return {
    unresolved: await unknownNames(workspace, begun, ranked, asked),
    // Any word may stand in a file that was not read yet.
    words: snapshot.partial === null ? queryHelp(snapshot, ranked.query, begun.looksAt) : [],
  };
}
